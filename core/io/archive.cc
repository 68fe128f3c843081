#include "core/io/archive.h"

#include <zlib.h>

#include <algorithm>
#include <cstring>

#include "core/io/gzip.h"

namespace xmv {
namespace {

// Part [begin, begin + size) of a source, which the archive keeps alive.
bool InArchive(ByteSource& source, FileOffset offset, FileOffset size) {
  return offset <= source.size() && size <= source.size() - offset;
}

}  // namespace

bool StaysInside(const std::string& path) {
  if (path.empty() || path[0] == '/' || path[0] == '\\' || path.find('\0') != std::string::npos) return false;
  if (path.size() > 1 && path[1] == ':') return false;  // "C:\…"
  size_t begin = 0;
  while (begin <= path.size()) {
    const size_t end = std::min(path.find_first_of("/\\", begin), path.size());
    if (path.compare(begin, end - begin, "..") == 0) return false;
    begin = end + 1;
  }
  return true;
}

// Bytes that lie in the archive as they are.
class Archive::StoredSource final : public ByteSource {
 public:
  StoredSource(std::shared_ptr<Archive> archive, FileOffset begin, FileOffset size)
      : archive_(std::move(archive)), begin_(begin), size_(size) {}
  FileOffset size() const override { return size_; }
  size_t Read(FileOffset offset, size_t length, char* out) override {
    if (offset >= size_) return 0;
    return archive_->source_->Read(begin_ + offset, static_cast<size_t>(std::min<FileOffset>(length, size_ - offset)),
                                   out);
  }
  std::string_view Memory() const override {
    const std::string_view all = archive_->source_->Memory();
    return all.empty() ? all : all.substr(static_cast<size_t>(begin_), static_cast<size_t>(size_));
  }

 private:
  std::shared_ptr<Archive> archive_;
  FileOffset begin_, size_;
};

// Bytes that have to be inflated first. Not given out as Memory(), since they may be thrown away.
class Archive::InflatedSource final : public ByteSource {
 public:
  InflatedSource(std::shared_ptr<Archive> archive, size_t entry) : archive_(std::move(archive)), entry_(entry) {}
  FileOffset size() const override { return archive_->entries_[entry_].size; }
  size_t Read(FileOffset offset, size_t length, char* out) override {
    const std::string& bytes = archive_->Inflated(entry_);
    if (offset >= bytes.size()) return 0;
    const size_t count = std::min(length, bytes.size() - static_cast<size_t>(offset));
    return bytes.copy(out, count, static_cast<size_t>(offset));
  }

 private:
  std::shared_ptr<Archive> archive_;
  size_t entry_;
};

Status Archive::Add(ArchiveEntry entry) {
  std::replace(entry.path.begin(), entry.path.end(), '\\', '/');
  while (entry.path.compare(0, 2, "./") == 0) entry.path.erase(0, 2);
  if (entry.path.empty() || entry.path.back() == '/') return {};
  if (!StaysInside(entry.path)) {
    ++rejected_;
    return {};
  }
  if (entries_.size() >= kMostEntries) {
    return Error{Code::kLimit, "The archive holds more than " + Thousands(kMostEntries) + " files.",
                 "Unpack it and open the folder of the program you are after."};
  }
  entries_.push_back(std::move(entry));
  return {};
}

Result<std::unique_ptr<ByteSource>> Archive::Open(size_t entry) {
  const ArchiveEntry& e = entries_[entry];
  if (e.method == 8) {
    if (e.size > kInflateLimit) {
      return Error{Code::kTooLarge,
                   "“" + e.path + "” is larger than " + HumanBytes(static_cast<Bytes>(kInflateLimit)) + ".",
                   "Unpack the archive and open the file itself; it may then be of any size."};
    }
    return std::unique_ptr<ByteSource>(new InflatedSource(shared_from_this(), entry));
  }
  if (e.method != 0) {
    return Error{Code::kOtherTool, "“" + e.path + "” is packed in a way that is not read here, or encrypted.",
                 "Unpack the archive and open the file itself."};
  }
  FileOffset begin = e.offset;
  if (zip_) {
    // The local header repeats the name and has an extra field of its own length.
    unsigned char header[30];
    if (source_->Read(begin, sizeof header, reinterpret_cast<char*>(header)) != sizeof header)
      return Error{Code::kTruncated, "The archive ends before “" + e.path + "”.", "Copy it again."};
    begin += sizeof header + (header[26] | header[27] << 8) + (header[28] | header[29] << 8);
  }
  if (!InArchive(*source_, begin, e.size))
    return Error{Code::kTruncated, "The archive ends inside “" + e.path + "”.", "Copy it again."};
  return std::unique_ptr<ByteSource>(new StoredSource(shared_from_this(), begin, e.size));
}

const std::string& Archive::Inflated(size_t entry) {
  for (auto at = inflated_.begin(); at != inflated_.end(); ++at) {
    if (at->first != entry) continue;
    inflated_.splice(inflated_.begin(), inflated_, at);
    return inflated_.front().second;
  }
  const ArchiveEntry& e = entries_[entry];
  FileOffset kept = e.size;
  for (auto at = inflated_.begin(); at != inflated_.end();) {
    kept += at->second.size();
    at = kept > kKeptBytes ? inflated_.erase(at) : std::next(at);
  }
  inflated_.emplace_front(entry, std::string());
  std::string& out = inflated_.front().second;
  unsigned char header[30];
  if (source_->Read(e.offset, sizeof header, reinterpret_cast<char*>(header)) != sizeof header) return out;
  FileOffset at = e.offset + sizeof header + (header[26] | header[27] << 8) + (header[28] | header[29] << 8);
  if (!InArchive(*source_, at, e.stored)) return out;
  z_stream stream;
  std::memset(&stream, 0, sizeof stream);
  if (inflateInit2(&stream, -15) != Z_OK) return out;
  std::string in(size_t{256} << 10, '\0');
  FileOffset left = e.stored;
  int result = Z_OK;
  // The directory's size is believed only as far as data comes out.
  while (result == Z_OK && out.size() < e.size) {
    if (stream.avail_in == 0 && left > 0) {
      const size_t want = static_cast<size_t>(std::min<FileOffset>(in.size(), left));
      const size_t got = source_->Read(at, want, in.data());
      at += got;
      left = got < want ? 0 : left - got;
      stream.next_in = reinterpret_cast<Bytef*>(in.data());
      stream.avail_in = static_cast<uInt>(got);
    }
    const size_t size = out.size();
    const size_t room =
        static_cast<size_t>(std::min<FileOffset>(e.size - size, std::max<size_t>(size_t{1} << 20, size)));
    out.resize(size + room);
    stream.next_out = reinterpret_cast<Bytef*>(out.data() + size);
    stream.avail_out = static_cast<uInt>(room);
    result = inflate(&stream, Z_NO_FLUSH);
    out.resize(size + room - stream.avail_out);
    if (stream.avail_in == 0 && left == 0 && stream.avail_out > 0) break;
  }
  inflateEnd(&stream);
  if (out.size() != e.size ||
      crc32(0, reinterpret_cast<const Bytef*>(out.data()), static_cast<uInt>(out.size())) != e.crc)
    out.clear();
  return out;
}

}  // namespace xmv
