// Sums up what the BFC allocator (GPU, and TensorFlow on CPU) prints when it runs out: thousands of lines, one a chunk.
#ifndef XMV_CORE_FORMATS_BFC_DUMP_H_
#define XMV_CORE_FORMATS_BFC_DUMP_H_

#include <cstdint>
#include <map>
#include <string_view>

#include "core/formats/oom_report.h"

namespace xmv {

// Grammar: tsl::BFCAllocator::DumpMemoryLog (xla/tsl/framework/bfc_allocator.cc):
//
//   Bin (256): Total Chunks: 12, Chunks in use: 12. …
//   InUse at 7f0a00000000 of size 1024 next 1
//   Free  at 7f0a00000400 of size 4096 next 18446744073709551615
//   12 Chunks of size 256 totalling 3.0KiB
//   Stats: / Limit: 8367439872 / InUse: … / MaxInUse: … / NumAllocs: … / MaxAllocSize: … / LargestFreeBlock: …
//   **___*x*          a map of a hundred characters
class BfcDump {
 public:
  // Takes a cleaned line. False if it is none of the allocator's. O(length).
  bool Line(std::string_view line);

  // Adds to a report what the lines say: limit, what is in use, the largest free piece, chunks by size.
  void Fill(OomReport& report) const;

 private:
  Bytes limit_ = kUnknownBytes, in_use_ = kUnknownBytes, largest_in_stats_ = kUnknownBytes;
  Bytes free_chunks_ = 0, used_chunks_ = 0, largest_free_ = 0;
  bool chunks_ = false;
  std::map<Bytes, int64_t> by_size_;  // chunks in use: size → how many; at most kMostSizes sizes
};

}  // namespace xmv

#endif  // XMV_CORE_FORMATS_BFC_DUMP_H_
