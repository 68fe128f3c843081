// Inflates gzip files into memory.
#ifndef XMV_CORE_IO_GZIP_H_
#define XMV_CORE_IO_GZIP_H_

#include <functional>
#include <memory>

#include "core/base/status.h"
#include "core/io/byte_source.h"

namespace xmv {

// A gzip file may not inflate to more than this: a bomb must fail, not fill memory.
inline constexpr FileOffset kInflateLimit = FileOffset{2} << 30;

// Whether the source begins like a gzip stream (RFC 1952).
bool IsGzip(ByteSource& source);

// The inflated bytes of all members of the stream, in memory. `progress`, if set, gets the compressed bytes consumed.
// Errors: kCompressedCorrupt, kTruncated, kTooLarge, kReadFailed.
Result<std::unique_ptr<ByteSource>> Inflate(ByteSource& source, const std::function<void(FileOffset)>& progress);

}  // namespace xmv

#endif  // XMV_CORE_IO_GZIP_H_
