#include "core/io/gzip.h"

#include <zlib.h>

#include <algorithm>
#include <cstring>
#include <string>

namespace xmv {
namespace {

constexpr size_t kPiece = size_t{256} << 10;
constexpr uLong kHeader = 10;  // bytes of a member's at least

// Compiled programs deflate to a tenth or so. A trailer that claims much more is not believed beforehand: a few forged
// bytes must not reserve gigabytes.
constexpr FileOffset kLikelyRatio = 64;

// The stream's length by its trailer (modulo 2^32), as far as it is likely. Saves growing, nothing more.
size_t ExpectedSize(ByteSource& source, FileOffset limit) {
  unsigned char trailer[4];
  if (source.size() < 18 || source.Read(source.size() - 4, 4, reinterpret_cast<char*>(trailer)) != 4) return 0;
  const FileOffset claimed =
      trailer[0] | FileOffset{trailer[1]} << 8 | FileOffset{trailer[2]} << 16 | FileOffset{trailer[3]} << 24;
  return static_cast<size_t>(std::min({claimed, source.size() * kLikelyRatio, limit}));
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

Result<std::unique_ptr<ByteSource>> Inflate(ByteSource& source, const std::function<void(FileOffset)>& progress,
                                            FileOffset limit) {
  Stream stream;
  if (inflateInit2(&stream, 15 + 16) != Z_OK)
    return Error{Code::kLimit, "There is not enough memory to decompress the file.", ""};
  std::string out;
  out.reserve(ExpectedSize(source, limit) + 1);
  std::string in(kPiece, '\0');
  FileOffset at = 0;
  int result = Z_OK;
  size_t member = 0;  // where in `out` the current member begins
  bool first = true;
  while (true) {
    if (stream.avail_in == 0) {
      const size_t want = static_cast<size_t>(std::min<FileOffset>(kPiece, source.size() - at));
      const size_t got = source.Read(at, want, in.data());
      if (got < want) return ReadFailed(at + got);
      at += got;
      if (progress) progress(at);
      if (got == 0) break;
      stream.next_in = reinterpret_cast<Bytef*>(in.data());
      stream.avail_in = static_cast<uInt>(got);
    }
    if (result == Z_STREAM_END) {  // another member follows, as `cat a.gz b.gz` makes; anything else is padding
      if (*stream.next_in != 0x1f || inflateReset(&stream) != Z_OK) break;
      member = out.size();
      first = false;
    }
    const size_t size = out.size();
    if (out.capacity() == size)  // doubles, but not past the limit: the string could not hold it
      out.reserve(static_cast<size_t>(std::min<FileOffset>(FileOffset{size} * 2, limit)) + kPiece);
    const size_t room = std::min(out.capacity() - size, kPiece);
    out.resize(size + room);
    stream.next_out = reinterpret_cast<Bytef*>(out.data() + size);
    stream.avail_out = static_cast<uInt>(room);
    result = inflate(&stream, Z_NO_FLUSH);
    out.resize(size + room - stream.avail_out);
    if (out.size() > limit) {
      return Error{Code::kTooLarge, "The file decompresses to more than " + HumanBytes(static_cast<Bytes>(limit)) + ".",
                   "Decompress it (gunzip) and open the result; uncompressed files may be of any size."};
    }
    if (result != Z_OK && result != Z_STREAM_END && result != Z_BUF_ERROR) {
      if (!first && out.size() == member) {  // what looked like a further member is none
        result = Z_STREAM_END;
        break;
      }
      return Error{
          Code::kCompressedCorrupt,
          "The compressed file is damaged near byte " + Thousands(static_cast<int64_t>(at - stream.avail_in)) + ".",
          "Copy it again; gzip -t tells whether a copy is whole."};
    }
  }
  // A further member that ends within its header is padding that happened to look like one.
  const bool padding = !first && stream.total_in < kHeader;
  if (result != Z_STREAM_END && !padding) {
    return Error{Code::kTruncated,
                 "The compressed file ends at byte " + Thousands(static_cast<int64_t>(source.size())) +
                     ", in the middle of its data.",
                 "It was cut off while being written or copied. Copy it again."};
  }
  return std::unique_ptr<ByteSource>(new MemorySource(std::move(out)));
}

}  // namespace xmv
