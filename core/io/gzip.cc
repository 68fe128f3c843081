#include "core/io/gzip.h"

#include <zlib.h>

#include <algorithm>
#include <cstring>
#include <string>

namespace xmv {
namespace {

constexpr size_t kPiece = size_t{256} << 10;
constexpr FileOffset kLargestRatio = 1032;  // deflate cannot do better

// The stream's length by its trailer (modulo 2^32), believed only as far as deflate could have achieved it.
size_t ExpectedSize(ByteSource& source) {
  unsigned char trailer[4];
  if (source.size() < 18 || source.Read(source.size() - 4, 4, reinterpret_cast<char*>(trailer)) != 4) return 0;
  const FileOffset claimed =
      trailer[0] | FileOffset{trailer[1]} << 8 | FileOffset{trailer[2]} << 16 | FileOffset{trailer[3]} << 24;
  return static_cast<size_t>(std::min({claimed, source.size() * kLargestRatio, kInflateLimit}));
}

// zlib's state, ended whichever way the function is left.
struct Stream : z_stream {
  Stream() { std::memset(static_cast<z_stream*>(this), 0, sizeof(z_stream)); }
  ~Stream() { inflateEnd(this); }
};

}  // namespace

bool IsGzip(ByteSource& source) {
  unsigned char magic[3];
  return source.Read(0, 3, reinterpret_cast<char*>(magic)) == 3 && magic[0] == 0x1f && magic[1] == 0x8b &&
         magic[2] == 8;
}

Result<std::unique_ptr<ByteSource>> Inflate(ByteSource& source, const std::function<void(FileOffset)>& progress) {
  Stream stream;
  if (inflateInit2(&stream, 15 + 16) != Z_OK)
    return Error{Code::kLimit, "There is not enough memory to decompress the file.", ""};
  std::string out;
  out.reserve(ExpectedSize(source) + 1);
  std::string in(kPiece, '\0');
  FileOffset at = 0;
  int result = Z_OK;
  while (true) {
    if (stream.avail_in == 0) {
      const size_t want = static_cast<size_t>(std::min<FileOffset>(kPiece, source.size() - at));
      const size_t got = source.Read(at, want, in.data());
      if (got < want)
        return Error{Code::kReadFailed,
                     "The file could not be read at byte " + Thousands(static_cast<int64_t>(at + got)) + ".",
                     "It may have been changed, moved or deleted since it was chosen. Open it again."};
      at += got;
      if (progress) progress(at);
      if (got == 0) break;
      stream.next_in = reinterpret_cast<Bytef*>(in.data());
      stream.avail_in = static_cast<uInt>(got);
    }
    if (result == Z_STREAM_END) {  // another member follows, as `cat a.gz b.gz` makes; anything else is padding
      if (*stream.next_in != 0x1f || inflateReset(&stream) != Z_OK) break;
    }
    const size_t size = out.size();
    const size_t room = std::max<size_t>(std::min(out.capacity() - size, kPiece), size_t{64} << 10);
    out.resize(size + room);
    stream.next_out = reinterpret_cast<Bytef*>(out.data() + size);
    stream.avail_out = static_cast<uInt>(room);
    result = inflate(&stream, Z_NO_FLUSH);
    out.resize(size + room - stream.avail_out);
    if (out.size() > kInflateLimit) {
      return Error{Code::kTooLarge,
                   "The file decompresses to more than " + HumanBytes(static_cast<Bytes>(kInflateLimit)) + ".",
                   "Decompress it (gunzip) and open the result; uncompressed files may be of any size."};
    }
    if (result != Z_OK && result != Z_STREAM_END && result != Z_BUF_ERROR) {
      return Error{
          Code::kCompressedCorrupt,
          "The compressed file is damaged near byte " + Thousands(static_cast<int64_t>(at - stream.avail_in)) + ".",
          "Copy it again; gzip -t tells whether a copy is whole."};
    }
  }
  if (result != Z_STREAM_END) {
    return Error{Code::kTruncated,
                 "The compressed file ends at byte " + Thousands(static_cast<int64_t>(source.size())) +
                     ", in the middle of its data.",
                 "It was cut off while being written or copied. Copy it again."};
  }
  return std::unique_ptr<ByteSource>(new MemorySource(std::move(out)));
}

}  // namespace xmv
