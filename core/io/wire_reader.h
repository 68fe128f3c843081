// Walks the protobuf wire format of a file piece by piece, without ever holding more than a window of it.
//
//   WireReader reader(source);
//   WireRange message{0, source.size()};
//   for (WireField field; reader.Next(message, field);) {
//     if (field.number == 3 && field.is_range()) Walk(reader, field.range);   // nested: same reader, sub-range
//   }
//   if (!reader.status().ok()) return reader.status().error();
//
// A length-delimited field is a range of the file; not visiting it costs nothing, which is how gigabytes of trace lines
// are passed over. The window starts small after a jump and doubles while reading runs on, so that hopping between
// distant fields reads kilobytes and a sequential pass reads in large pieces.
#ifndef XMV_CORE_IO_WIRE_READER_H_
#define XMV_CORE_IO_WIRE_READER_H_

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "core/base/status.h"
#include "core/base/units.h"
#include "core/io/byte_source.h"

namespace xmv {

// Bytes [at, end) of a source: what is left to walk of a message.
struct WireRange {
  FileOffset at = 0;
  FileOffset end = 0;
  FileOffset size() const { return end - at; }
  bool empty() const { return at >= end; }
};

// One field. `value` holds varints and fixed numbers, `range` the content of length-delimited fields.
struct WireField {
  uint32_t number = 0;
  uint8_t type = 0;  // protobuf wire type: 0 varint, 1 fixed64, 2 length-delimited, 5 fixed32
  uint64_t value = 0;
  WireRange range;

  bool is_range() const { return type == 2; }
  bool is_varint() const { return type == 0; }
  int64_t number_value() const { return static_cast<int64_t>(value); }
};

class WireReader {
 public:
  static constexpr FileOffset kLargestView = FileOffset{256} << 20;

  // `source` must outlive the reader.
  explicit WireReader(ByteSource& source);

  // Takes the next field off `message`. False at its end or after an error; see status(). O(1) amortised.
  bool Next(WireRange& message, WireField& field);

  // Takes the next varint off a packed repeated field.
  bool NextPacked(WireRange& packed, int64_t& value) {
    uint64_t raw;
    if (!status_.ok() || packed.empty() || !ReadVarint(packed.at, packed.end, raw)) return false;
    value = static_cast<int64_t>(raw);
    return true;
  }

  // The bytes of a range in one piece, valid until the next call on this reader. Empty, with an error, when the range
  // cannot be read or is longer than kLargestView: it is read into memory whole. Callers that know less is right say so
  // first.
  std::string_view View(WireRange range);

  // The same, cut to its first `most` bytes: names cost no more than that, however long they claim to be.
  std::string_view Prefix(WireRange range, size_t most) {
    range.end = range.size() > most ? range.at + most : range.end;
    return View(range);
  }

  const Status& status() const { return status_; }
  void Fail(Error error) {
    if (status_.ok()) status_ = std::move(error);
  }
  FileOffset file_size() const { return size_; }

  // Called with the position whenever a window is read; for progress. May be empty.
  std::function<void(FileOffset)> on_read;

 private:
  // Makes [at, at + length) available in the window, length as far as the file reaches.
  bool Load(FileOffset at, size_t length);
  bool NextAnywhere(WireRange& message, WireField& field);
  bool ReadVarint(FileOffset& at, FileOffset end, uint64_t& value);
  // `missing`: how many bytes the field would need beyond the message, where that is known.
  void FailAt(FileOffset at, FileOffset message_end, const std::string& what, FileOffset missing = 0);

  ByteSource& source_;
  FileOffset size_;
  Status status_;
  std::string buffer_;  // backs window_ unless the source lies in memory
  std::string_view window_;
  FileOffset window_begin_ = 0;  // file position of window_[0]
  size_t next_read_;             // how much to read at the next miss
};

}  // namespace xmv

#endif  // XMV_CORE_IO_WIRE_READER_H_
