#include "core/io/wire_reader.h"

#include <algorithm>
#include <cstring>

namespace xmv {
namespace {

constexpr size_t kFirstRead = size_t{4} << 10;
constexpr size_t kLargestRead = size_t{1} << 22;
constexpr size_t kBehind = size_t{64} << 10;
constexpr size_t kLongestVarint = 10;

}  // namespace

WireReader::WireReader(ByteSource& source) : source_(source), size_(source.size()), next_read_(kFirstRead) {
  window_ = source.Memory();
}

bool WireReader::Load(FileOffset at, size_t length) {
  length = static_cast<size_t>(std::min<FileOffset>(length, size_ > at ? size_ - at : 0));
  const FileOffset window_end = window_begin_ + window_.size();
  if (at >= window_begin_ && at + length <= window_end) return true;
  // A miss just behind the window is a sequential pass: read more each time. A jump starts over. Readers step back a
  // little, to fields of the message they are in, so what lies just before stays.
  const bool sequential = !window_.empty() && at + kBehind >= window_begin_ && at <= window_end + kFirstRead;
  if (!sequential) next_read_ = kFirstRead;
  if (sequential && at >= window_begin_) next_read_ = std::min(next_read_ * 2, kLargestRead);
  FileOffset begin = at;
  size_t keep = 0;  // what the new window shares with the old one
  if (sequential && at >= window_begin_) {
    begin = std::max(window_begin_, at > kBehind ? at - kBehind : 0);
    keep = static_cast<size_t>(window_end - begin);
    std::memmove(buffer_.data(), window_.data() + (begin - window_begin_), keep);
  }
  const FileOffset end = std::min<FileOffset>(at + std::max(next_read_, length), size_);
  const size_t want = static_cast<size_t>(end - begin);
  if (buffer_.size() < want) {
    // Never shrinks while sequential; a fresh string so that an exceptionally large view does not stay for ever.
    std::string larger(want, '\0');
    std::memcpy(larger.data(), buffer_.data(), keep);
    buffer_.swap(larger);
  }
  const size_t got = keep < want ? source_.Read(begin + keep, want - keep, buffer_.data() + keep) : 0;
  window_begin_ = begin;
  window_ = std::string_view(buffer_.data(), keep + got);
  if (on_read) on_read(begin + keep + got);
  if (begin + keep + got < at + length) {
    Fail(ReadFailed(begin + keep + got));
    return false;
  }
  return true;
}

void WireReader::FailAt(FileOffset at, FileOffset message_end, const std::string& what, FileOffset missing) {
  const std::string where = Thousands(static_cast<int64_t>(at));
  if (message_end >= size_) {
    Fail({Code::kTruncated,
          "The file ends at byte " + Thousands(static_cast<int64_t>(size_)) +
              ", inside the field that begins at byte " + where +
              (missing > 0 ? "; " + Thousands(static_cast<int64_t>(std::min(missing, FileOffset{INT64_MAX}))) +
                                 " bytes of it are missing."
                           : "."),
          "It was cut off while being written or copied. Copy it again, or wait until the program that writes it is "
          "done."});
  } else {
    Fail({Code::kCorrupt, "The file is damaged at byte " + where + ": " + what + ".", "Write or copy the file again."});
  }
}

bool WireReader::ReadVarint(FileOffset& at, FileOffset end, uint64_t& value) {
  const FileOffset begin = at;
  const size_t limit = static_cast<size_t>(std::min<FileOffset>(kLongestVarint, end - at));
  if (!Load(at, limit)) return false;
  const char* p = window_.data() + (at - window_begin_);
  uint64_t result = 0;
  for (size_t i = 0; i < limit; ++i) {
    const uint8_t byte = static_cast<uint8_t>(p[i]);
    result |= static_cast<uint64_t>(byte & 0x7f) << (7 * i);
    if (byte < 0x80) {
      at += i + 1;
      value = result;
      return true;
    }
  }
  FailAt(begin, limit < kLongestVarint ? end : 0, "a number that does not end");
  return false;
}

// For nearly all fields: those in the window as far as their content, with nothing odd about them. The rest is left to
// NextAnywhere.
bool WireReader::Next(WireRange& message, WireField& field) {
  if (!status_.ok() || message.at >= message.end) return false;
  const FileOffset offset = message.at - window_begin_;  // wraps before the window: then it is past its end, too
  if (offset >= window_.size()) return NextAnywhere(message, field);
  const auto* const begin = reinterpret_cast<const uint8_t*>(window_.data()) + offset;
  const uint8_t* const end = begin + std::min<FileOffset>(message.end - message.at, window_.size() - offset);
  const uint8_t* p = begin;
  uint32_t tag = *p++;
  if (tag >= 0x80) {
    if (p == end || *p >= 0x80) return NextAnywhere(message, field);
    tag = (tag & 0x7f) | static_cast<uint32_t>(*p++) << 7;
  }
  const uint8_t type = tag & 7;
  if (tag < 8 || (type != 0 && type != 2)) return NextAnywhere(message, field);
  uint64_t value = 0;
  for (unsigned shift = 0;; shift += 7) {
    if (p == end || shift > 56) return NextAnywhere(message, field);
    const uint8_t byte = *p++;
    value |= static_cast<uint64_t>(byte & 0x7f) << shift;
    if (byte < 0x80) break;
  }
  FileOffset at = message.at + static_cast<FileOffset>(p - begin);
  if (type == 2) {
    if (value > message.end - at) return NextAnywhere(message, field);
    field.range = {at, at + value};
    at += value;
  } else {
    field.value = value;
  }
  message.at = at;
  field.number = tag >> 3;
  field.type = type;
  return true;
}

bool WireReader::NextAnywhere(WireRange& message, WireField& field) {
  const FileOffset begin = message.at;
  uint64_t tag;
  if (!ReadVarint(message.at, message.end, tag)) return false;
  field.number = static_cast<uint32_t>(tag >> 3);
  field.type = static_cast<uint8_t>(tag & 7);
  if (field.number == 0 || tag > 0xffffffffu) {
    Fail({Code::kCorrupt,
          "The file is damaged at byte " + Thousands(static_cast<int64_t>(begin)) + ": no field can begin there.",
          "Write or copy the file again."});
    return false;
  }
  const FileOffset left = message.end - message.at;
  switch (field.type) {
    case 0:
      return ReadVarint(message.at, message.end, field.value);
    case 1:
    case 5: {
      const size_t width = field.type == 1 ? 8 : 4;
      if (left < width) {
        FailAt(begin, message.end, "a number reaches past its message");
        return false;
      }
      if (!Load(message.at, width)) return false;
      field.value = 0;
      std::memcpy(&field.value, window_.data() + (message.at - window_begin_), width);
      message.at += width;
      return true;
    }
    case 2: {
      uint64_t length;
      if (!ReadVarint(message.at, message.end, length)) return false;
      if (length > message.end - message.at) {
        FailAt(begin, message.end, "a field claims to be longer than what holds it",
               length - (message.end - message.at));
        return false;
      }
      field.range = {message.at, message.at + length};
      message.at += length;
      return true;
    }
    default:
      Fail({Code::kCorrupt,
            "The file is damaged at byte " + Thousands(static_cast<int64_t>(begin)) + ": unknown kind of field.",
            "Write or copy the file again."});
      return false;
  }
}

std::string_view WireReader::View(WireRange range) {
  if (!status_.ok() || range.empty()) return {};
  if (range.size() > kLargestView) {
    Fail({Code::kLimit,
          "The field at byte " + Thousands(static_cast<int64_t>(range.at)) + " claims " +
              Thousands(static_cast<int64_t>(range.size())) + " bytes, more than anything of its kind takes.",
          "The file is damaged or was not written by XLA."});
    return {};
  }
  if (!Load(range.at, static_cast<size_t>(range.size()))) return {};
  return window_.substr(static_cast<size_t>(range.at - window_begin_), static_cast<size_t>(range.size()));
}

}  // namespace xmv
