// Reads files inside a zip or tar archive in place, without unpacking it.
#ifndef XMV_CORE_IO_ARCHIVE_H_
#define XMV_CORE_IO_ARCHIVE_H_

#include <cstdint>
#include <list>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/base/status.h"
#include "core/io/byte_source.h"

namespace xmv {

struct ArchiveEntry {
  std::string path;       // as stored, with "/"
  FileOffset size = 0;    // of the content
  FileOffset offset = 0;  // where its header begins (zip) or its content (tar)
  FileOffset stored = 0;  // bytes of it in the archive
  uint16_t method = 0;    // zip: 0 stored, 8 deflated
  uint32_t crc = 0;       // zip
};

// A directory of files in one source. Contents are read when a source opened here is read: stored ones straight from
// the archive, deflated ones by inflating the whole entry, which is kept for a while (the last ones read, kKeptBytes
// together) and inflated again when needed.
class Archive : public std::enable_shared_from_this<Archive> {
 public:
  // Whether the source begins like a zip file, or has a tar header at its front.
  static bool IsZip(ByteSource& source);
  static bool IsTar(ByteSource& source);

  // Reads the directory: of a zip its end (PKWARE APPNOTE 4.3, with zip64), of a tar every header (POSIX ustar, with
  // pax paths and sizes and GNU long names). Folders, links and empty names are left out, and so are names that lead
  // out of the archive ("..", "/"): rejected() counts those. Errors: kTruncated, kCorrupt, kLimit, kReadFailed.
  static Result<std::shared_ptr<Archive>> OpenZip(std::unique_ptr<ByteSource> source);
  static Result<std::shared_ptr<Archive>> OpenTar(std::unique_ptr<ByteSource> source);

  const std::vector<ArchiveEntry>& entries() const { return entries_; }
  size_t rejected() const { return rejected_; }

  // The content of an entry. Zip: encrypted entries and other methods than deflate are errors (kOtherTool), as is an
  // entry of over kInflateLimit bytes (kTooLarge). What is damaged inside shows when it is read: fewer bytes come than
  // size() says. Keeps the archive alive.
  Result<std::unique_ptr<ByteSource>> Open(size_t entry);

  static constexpr FileOffset kKeptBytes = FileOffset{256} << 20;
  static constexpr size_t kMostEntries = 500000;

 private:
  class StoredSource;
  class InflatedSource;
  explicit Archive(std::unique_ptr<ByteSource> source) : source_(std::move(source)) {}
  Status ReadZip();
  Status ReadTar();
  Status Add(ArchiveEntry entry);
  // The inflated content of an entry, from the cache if it is there; empty if it is damaged. Valid until the next call.
  const std::string& Inflated(size_t entry);

  std::unique_ptr<ByteSource> source_;
  std::vector<ArchiveEntry> entries_;
  size_t rejected_ = 0;
  bool zip_ = false;
  std::list<std::pair<size_t, std::string>> inflated_;  // last used first
};

// Whether a path in an archive stays inside it.
bool StaysInside(const std::string& path);

}  // namespace xmv

#endif  // XMV_CORE_IO_ARCHIVE_H_
