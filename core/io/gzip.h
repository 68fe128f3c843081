// Inflates gzip files into memory.
#ifndef XMV_CORE_IO_GZIP_H_
#define XMV_CORE_IO_GZIP_H_

#include <functional>
#include <memory>

#include "core/base/status.h"
#include "core/io/byte_source.h"

namespace xmv {

// A gzip file may not inflate to more than this: a bomb must fail, not fill memory. Leaves a 32-bit program with 4 GB
// room for growing the result, which at times needs the old and the new copy.
inline constexpr FileOffset kInflateLimit = FileOffset{3} << 29;

// Whether the source begins like a gzip stream (RFC 1952).
bool IsGzip(ByteSource& source);

// The inflated bytes of all members of the stream, in memory. Bytes behind the last member that do not begin another
// are ignored, as gzip does. `progress`, if set, gets the compressed bytes consumed.
// Errors: kCompressedCorrupt, kTruncated, kTooLarge (more than `limit`), kReadFailed.
Result<std::unique_ptr<ByteSource>> Inflate(ByteSource& source, const std::function<void(FileOffset)>& progress,
                                            FileOffset limit = kInflateLimit);

}  // namespace xmv

#endif  // XMV_CORE_IO_GZIP_H_
