// Directories of zip and tar archives.
#include <algorithm>
#include <cstring>
#include <string_view>

#include "core/base/text.h"
#include "core/io/archive.h"

namespace xmv {
namespace {

Error Damaged(const char* what, const std::string& where) {
  return {Code::kCorrupt, std::string("The ") + what + " archive is damaged: " + where + ".", "Copy it again."};
}

Error CannotRead(FileOffset at) {
  return {Code::kReadFailed, "The file could not be read at byte " + Thousands(static_cast<int64_t>(at)) + ".",
          "It may have been changed, moved or deleted since it was chosen. Open it again."};
}

// Little-endian numbers of a zip header.
uint64_t Little(const char* at, int bytes) {
  uint64_t value = 0;
  for (int i = bytes; i-- > 0;) value = value << 8 | static_cast<unsigned char>(at[i]);
  return value;
}

// Octal or, for large ones, base-256 numbers of a tar header.
FileOffset TarNumber(const char* field, size_t length) {
  FileOffset value = 0;
  if (static_cast<unsigned char>(field[0]) & 0x80) {
    for (size_t i = length > 8 ? length - 8 : 1; i < length; ++i)
      value = value << 8 | static_cast<unsigned char>(field[i]);
    return value;
  }
  for (size_t i = 0; i < length && field[i] != '\0'; ++i) {
    if (field[i] >= '0' && field[i] <= '7') value = value * 8 + static_cast<FileOffset>(field[i] - '0');
  }
  return value;
}

std::string TarText(const char* field, size_t length) { return std::string(field, strnlen(field, length)); }

// A header's sum counts its own field as blanks.
bool TarSumHolds(const char* header) {
  unsigned sum = 0;
  for (int i = 0; i < 512; ++i) sum += i >= 148 && i < 156 ? ' ' : static_cast<unsigned char>(header[i]);
  return sum == TarNumber(header + 148, 8);
}

}  // namespace

bool Archive::IsZip(ByteSource& source) {
  char magic[4];
  if (source.Read(0, 4, magic) != 4) return false;
  // Of an empty archive there is only the end.
  return std::memcmp(magic, "PK\x03\x04", 4) == 0 || std::memcmp(magic, "PK\x05\x06", 4) == 0;
}

bool Archive::IsTar(ByteSource& source) {
  char header[512];
  return source.Read(0, sizeof header, header) == sizeof header && std::memcmp(header + 257, "ustar", 5) == 0 &&
         TarSumHolds(header);
}

Result<std::shared_ptr<Archive>> Archive::OpenZip(std::unique_ptr<ByteSource> source) {
  std::shared_ptr<Archive> archive(new Archive(std::move(source)));
  if (Status status = archive->ReadZip(); !status.ok()) return status.error();
  return archive;
}

Result<std::shared_ptr<Archive>> Archive::OpenTar(std::unique_ptr<ByteSource> source) {
  std::shared_ptr<Archive> archive(new Archive(std::move(source)));
  if (Status status = archive->ReadTar(); !status.ok()) return status.error();
  return archive;
}

Status Archive::ReadZip() {
  zip_ = true;
  const FileOffset size = source_->size();
  // The end record is the last thing but for a comment of up to 64 KiB.
  std::string tail(static_cast<size_t>(std::min<FileOffset>(size, 22 + 65535)), '\0');
  if (source_->Read(size - tail.size(), tail.size(), tail.data()) != tail.size()) return CannotRead(size - tail.size());
  const size_t end = tail.rfind("PK\x05\x06");
  if (end == std::string::npos || tail.size() - end < 22) {
    return Error{Code::kTruncated, "The zip archive has no directory: it ends too early.",
                 "It was cut off while being written or copied. Copy it again."};
  }
  uint64_t count = Little(&tail[end + 10], 2), bytes = Little(&tail[end + 12], 4), at = Little(&tail[end + 16], 4);
  if (count == 0xffff || bytes == 0xffffffff || at == 0xffffffff) {
    // Zip64: the locator before the end record tells where the real one is.
    char locator[20], record[56];
    const FileOffset end_at = size - tail.size() + end;
    if (end_at < sizeof locator || source_->Read(end_at - sizeof locator, sizeof locator, locator) != sizeof locator ||
        std::memcmp(locator, "PK\x06\x07", 4) != 0 ||
        source_->Read(Little(locator + 8, 8), sizeof record, record) != sizeof record ||
        std::memcmp(record, "PK\x06\x06", 4) != 0)
      return Damaged("zip", "its large directory cannot be found");
    count = Little(record + 32, 8);
    bytes = Little(record + 40, 8);
    at = Little(record + 48, 8);
  }
  if (at > size || bytes > size - at) return Damaged("zip", "its directory lies outside");
  if (bytes > (uint64_t{1} << 30)) return Damaged("zip", "its directory is unreasonably large");
  std::string directory(static_cast<size_t>(bytes), '\0');
  if (source_->Read(at, directory.size(), directory.data()) != directory.size()) return CannotRead(at);
  const char* entry = directory.data();
  const char* const directory_end = entry + directory.size();
  for (; directory_end - entry >= 46 && std::memcmp(entry, "PK\x01\x02", 4) == 0 && count > 0; --count) {
    const auto length_at = [](const char* at) { return static_cast<size_t>(Little(at, 2)); };
    const size_t name = length_at(entry + 28), extra = length_at(entry + 30), comment = length_at(entry + 32);
    if (static_cast<size_t>(directory_end - entry) < 46 + name + extra + comment)
      return Damaged("zip", "its directory ends inside an entry");
    ArchiveEntry e;
    const bool encrypted = Little(entry + 8, 2) & 1;
    e.method = encrypted ? UINT16_MAX : static_cast<uint16_t>(Little(entry + 10, 2));
    e.crc = static_cast<uint32_t>(Little(entry + 16, 4));
    e.stored = Little(entry + 20, 4);
    e.size = Little(entry + 24, 4);
    e.offset = Little(entry + 42, 4);
    e.path.assign(entry + 46, name);
    // Extra field 1 holds, in this order, those of the numbers that did not fit.
    for (const char* field = entry + 46 + name; entry + 46 + name + extra - field >= 4;) {
      const size_t length = length_at(field + 2);
      const char* value = field + 4;
      if (static_cast<size_t>(entry + 46 + name + extra - value) < length) break;
      if (Little(field, 2) == 1) {
        size_t left = length;
        for (FileOffset* number : {&e.size, &e.stored, &e.offset}) {
          if (*number != 0xffffffff || left < 8) continue;
          *number = Little(value, 8);
          value += 8;
          left -= 8;
        }
      }
      field += 4 + length;
    }
    entry += 46 + name + extra + comment;
    if (e.offset > size || e.stored > size - e.offset) return Damaged("zip", "“" + e.path + "” lies outside");
    if (Status status = Add(std::move(e)); !status.ok()) return status;
  }
  return {};
}

Status Archive::ReadTar() {
  const FileOffset size = source_->size();
  std::string long_name;
  FileOffset long_size = 0;
  bool has_size = false;
  for (FileOffset at = 0; at + 512 <= size;) {
    char header[512];
    if (source_->Read(at, sizeof header, header) != sizeof header) return CannotRead(at);
    if (header[0] == '\0') {
      // Two empty blocks end an archive; others may have been appended behind one.
      at += 512;
      continue;
    }
    if (!TarSumHolds(header)) return Damaged("tar", "no file begins at byte " + Thousands(static_cast<int64_t>(at)));
    FileOffset length = TarNumber(header + 124, 12);
    const char type = header[156];
    at += 512;
    if (length > size - at)
      return Error{Code::kTruncated, "The tar archive ends inside one of its files.",
                   "It was cut off while being written or copied. Copy it again."};
    if (type == 'x' || type == 'L') {
      // A path or size for the next entry.
      std::string text(static_cast<size_t>(std::min<FileOffset>(length, 1 << 20)), '\0');
      if (source_->Read(at, text.size(), text.data()) != text.size()) return CannotRead(at);
      if (type == 'L') {
        long_name = TarText(text.data(), text.size());
      } else {
        for (std::string_view rest = text; !rest.empty();) {  // "27 path=a/b\n"
          std::string_view line = TakeUntil(rest, '\n');
          TakeUntil(line, ' ');
          int64_t number;
          if (Take(line, "path=")) long_name = line;
          if (Take(line, "size=") && TakeNumber(line, number) && number >= 0) {
            long_size = static_cast<FileOffset>(number);
            has_size = true;
          }
        }
      }
    } else if (type == '0' || type == '\0' || type == '7') {
      if (has_size) length = long_size;
      if (length > size - at) return Damaged("tar", "a file lies outside");
      ArchiveEntry e;
      if (long_name.empty()) {
        e.path = TarText(header + 345, 155);
        if (!e.path.empty()) e.path += '/';
        e.path += TarText(header, 100);
      } else {
        e.path = long_name;
      }
      e.size = e.stored = length;
      e.offset = at;
      if (Status status = Add(std::move(e)); !status.ok()) return status;
    }
    if (type != 'x' && type != 'L' && type != 'g') {
      long_name.clear();
      has_size = false;
    }
    at += (length + 511) / 512 * 512;
  }
  return {};
}

}  // namespace xmv
