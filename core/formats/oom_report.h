// What an out-of-memory message says, in numbers: one report for each different message of a log.
#ifndef XMV_CORE_FORMATS_OOM_REPORT_H_
#define XMV_CORE_FORMATS_OOM_REPORT_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/units.h"
#include "core/formats/size_text.h"

namespace xmv {

// Kinds of messages, by who prints them (FORMATS §5).
enum class OomKind : uint8_t {
  kCompile,       // "Ran out of memory in memory space hbm. Used … of …", or on HBM (the newest, shortest form)
  kScopedVmem,    // "… while allocating on stack for …. Scoped allocation with size …"
  kAllocation,    // "Allocation (size=…) would exceed memory (size=…)": one alone is too big
  kDeviceBuffer,  // TPU at run time: "Attempting to allocate …. That was not possible."
  kProgramLoad,   // TPU at run time: "Attempting to reserve … at the bottom of memory."
  kRuntime,       // GPU, CPU at run time: "Out of memory while trying to allocate …"
  kAllocator,     // the BFC allocator: "Allocator (…) ran out of memory trying to allocate …"
  kRematerialization,  // "Can't reduce memory use below … by rematerialization": a warning
  kUsage,              // no error: "XLA::TPU program HBM usage: … / …"
  kStatistics,         // no error: CompiledMemoryStats(…)
};
// The spelling that leaves the core: "compile", "scoped-vmem", …
std::string_view OomKindName(OomKind kind);

// A summand of the breakdown. Those of `group` "total" add up to what is needed ("program" among them), those of
// "program" to that one; "other" are numbers of their own.
struct OomPart {
  std::string group;
  std::string name;  // as printed: "reserved", "HLO temp", "preallocated temp allocation", …
  Bytes bytes = kUnknownBytes;
};

// One of the largest allocations.
struct OomAllocation {
  Bytes size = kUnknownBytes;
  Bytes unpadded = kUnknownBytes;  // printed, else from the shape
  double expansion = 1;            // size / unpadded
  int64_t count = 1;               // the allocator's: so many of this size
  std::string op_type, op_name, source_file;
  int32_t source_line = 0;  // 0: unknown
  std::string shape;
  std::string padding_reason;  // "dimension 1: 10 → 128 (tile 8×128)", "" if the shape tells none
  std::string label;           // XLA's instruction
  std::string type;            // "HLO temp", "scoped", "parameter", …
};

// What to do next: a sentence, and sometimes a line to copy.
struct OomAdvice {
  std::string text;
  std::string command;
};

// Numbers are kUnknownBytes where the message has none.
struct OomReport {
  OomKind kind = OomKind::kCompile;
  std::string space;               // "hbm", "vmem", "smem", "GPU_0_bfc", …; "" if unnamed
  bool exact = false;              // numbers are to the byte, not rounded to three or four digits
  bool warning = false;            // the message says that it is no failure
  Bytes needed = kUnknownBytes;    // in all; of run-time messages: what was asked for
  Bytes capacity = kUnknownBytes;  // usable: what is reserved has been taken off
  Bytes exceeded = kUnknownBytes;  // by how much
  Bytes free = kUnknownBytes;
  Bytes largest_free = kUnknownBytes;  // in one piece
  Bytes reserved = kUnknownBytes;
  Bytes reservable = kUnknownBytes;
  Bytes originally = kUnknownBytes;                             // rematerialization: before it began
  Bytes output = kUnknownBytes, output_shared = kUnknownBytes;  // outputs, and how much of them is arguments' memory
  Bytes temp_unpadded = kUnknownBytes, temp_padded = kUnknownBytes, temp_fragmentation = kUnknownBytes;  // HLO temp
  std::vector<OomPart> parts;
  std::vector<OomAllocation> allocations;  // largest first, as printed
  std::string program;                     // module or executable name
  std::string device;                      // "device 0", "0x0x0_HBM0"
  std::string instruction;                 // kScopedVmem: for which
  uint64_t line = 0;                       // 1-based, of the first copy
  FileOffset offset = 0;                   // of its first byte
  uint64_t count = 1;                      // copies in the log
  std::string excerpt;                     // the original text, cut to a few KB
  std::string title;                       // one sentence: what ran out, how much, by how much
  std::vector<OomAdvice> advice;           // in the order to try

  bool is_error() const { return kind < OomKind::kRematerialization; }
};

}  // namespace xmv

#endif  // XMV_CORE_FORMATS_OOM_REPORT_H_
