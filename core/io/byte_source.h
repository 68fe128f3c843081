// Random access to the bytes of a file that may be larger than memory.
//
// In the page a source is a File read slice by slice in the worker, in Node a file descriptor, in tests memory; the
// readers in formats/ see only this. Nothing here keeps a whole file.
#ifndef XMV_CORE_IO_BYTE_SOURCE_H_
#define XMV_CORE_IO_BYTE_SOURCE_H_

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "core/base/status.h"
#include "core/base/units.h"

namespace xmv {

class ByteSource {
 public:
  virtual ~ByteSource() = default;

  // Bytes in all; fixed for the life of the source.
  virtual FileOffset size() const = 0;

  // Copies up to `length` bytes from `offset` to `out`; returns how many. Fewer only at the end of the source or when
  // reading failed (a file deleted or changed while open).
  virtual size_t Read(FileOffset offset, size_t length, char* out) = 0;

  // The bytes themselves when they lie in memory anyway, else an empty view. Saves the copy for inflated files.
  virtual std::string_view Memory() const { return {}; }
};

// The error of a read that came back short although the source goes on.
Error ReadFailed(FileOffset at);

// Bytes in memory. Owns them.
class MemorySource final : public ByteSource {
 public:
  explicit MemorySource(std::string bytes) : bytes_(std::move(bytes)) {}
  FileOffset size() const override { return bytes_.size(); }
  size_t Read(FileOffset offset, size_t length, char* out) override;
  std::string_view Memory() const override { return bytes_; }

 private:
  std::string bytes_;
};

}  // namespace xmv

#endif  // XMV_CORE_IO_BYTE_SOURCE_H_
