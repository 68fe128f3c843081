// What the fuzz targets share.
#ifndef XMV_TESTS_FUZZ_FUZZ_H_
#define XMV_TESTS_FUZZ_FUZZ_H_

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>

#include "core/io/byte_source.h"

namespace xmv {

// Ends the program, as a finding, unless there is nothing to say.
inline void MustHold(const std::string& broken) {
  if (broken.empty()) return;
  std::fprintf(stderr, "does not hold: %s\n", broken.c_str());
  std::abort();
}

// Bytes that come piece by piece like a file's, so that windows and their borders are walked too. Without this all
// inputs would be read from memory in one piece.
class PiecewiseSource final : public ByteSource {
 public:
  PiecewiseSource(const uint8_t* data, size_t size) : bytes_(std::string(reinterpret_cast<const char*>(data), size)) {}
  FileOffset size() const override { return bytes_.size(); }
  size_t Read(FileOffset offset, size_t length, char* out) override { return bytes_.Read(offset, length, out); }

 private:
  MemorySource bytes_;
};

}  // namespace xmv

#endif  // XMV_TESTS_FUZZ_FUZZ_H_
