#include "core/io/read_all.h"

#include <algorithm>
#include <utility>

namespace xmv {
namespace {

class Utf16Source final : public ByteSource {
 public:
  Utf16Source(std::unique_ptr<ByteSource> source, bool big_endian)
      : source_(std::move(source)), big_endian_(big_endian) {}
  FileOffset size() const override { return source_->size() / 2 - 1; }
  size_t Read(FileOffset offset, size_t length, char* out) override {
    size_t done = 0;
    char units[4096];
    while (done < length) {
      const size_t want = std::min(length - done, sizeof units / 2);
      const size_t got = source_->Read(2 + (offset + done) * 2, want * 2, units) / 2;
      for (size_t i = 0; i < got; ++i) {
        const char high = units[2 * i + (big_endian_ ? 0 : 1)], low = units[2 * i + (big_endian_ ? 1 : 0)];
        out[done + i] = high == 0 && static_cast<unsigned char>(low) < 0x80 ? low : '?';
      }
      done += got;
      if (got < want) break;
    }
    return done;
  }

 private:
  std::unique_ptr<ByteSource> source_;
  bool big_endian_;
};

}  // namespace

Result<std::string> ReadAll(ByteSource& source, FileOffset limit) {
  if (source.size() > limit) {
    return Error{Code::kTooLarge,
                 "The file has " + HumanBytes(static_cast<Bytes>(std::min<FileOffset>(source.size(), kMaxBytes))) +
                     "; files of its kind are read up to " + HumanBytes(static_cast<Bytes>(limit)) + ".",
                 ""};
  }
  std::string text(static_cast<size_t>(source.size()), '\0');
  const size_t got = source.Read(0, text.size(), text.data());
  if (got < text.size()) {
    return Error{Code::kReadFailed, "The file could not be read at byte " + Thousands(static_cast<int64_t>(got)) + ".",
                 "It may have been changed, moved or deleted since it was chosen. Open it again."};
  }
  return text;
}

std::unique_ptr<ByteSource> NarrowUtf16(std::unique_ptr<ByteSource>& source) {
  char mark[2];
  if (source->size() < 4 || source->Read(0, 2, mark) != 2) return nullptr;
  const bool little = mark[0] == '\xff' && mark[1] == '\xfe', big = mark[0] == '\xfe' && mark[1] == '\xff';
  if (!little && !big) return nullptr;
  return std::make_unique<Utf16Source>(std::move(source), big);
}

}  // namespace xmv
