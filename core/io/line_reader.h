// Walks a text file line by line in a window of it.
//
//   LineReader lines(source);
//   for (std::string_view line; lines.Next(line);) Use(line);
//   if (!lines.status().ok()) return lines.status().error();
#ifndef XMV_CORE_IO_LINE_READER_H_
#define XMV_CORE_IO_LINE_READER_H_

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "core/base/status.h"
#include "core/base/units.h"
#include "core/io/byte_source.h"

namespace xmv {

class LineReader {
 public:
  // Lines that begin in [begin, end) of `source`, which must outlive the reader.
  explicit LineReader(ByteSource& source, FileOffset begin = 0, FileOffset end = UINT64_MAX);

  // The next line without its line feed (and carriage return), valid until the next call. False at the end or when the
  // source cannot be read; see status(). A line longer than kLongestLine comes in pieces. O(length) amortised.
  bool Next(std::string_view& line);

  // Position of the last line's first byte, and how many lines came before it.
  FileOffset line_begin() const { return line_begin_; }
  uint64_t line_number() const { return lines_; }

  const Status& status() const { return status_; }

  // Called with the position whenever a window is read; for progress. May be empty.
  std::function<void(FileOffset)> on_read;

  // A tuple of thousands of elements prints as one line of a few MB; beyond this it is no text of ours.
  static constexpr size_t kLongestLine = size_t{16} << 20;

 private:
  bool Fill();

  ByteSource& source_;
  FileOffset end_;
  std::string buffer_;       // backs window_ unless the source lies in memory
  std::string_view window_;  // what is left to hand out
  FileOffset window_end_;    // file position behind window_
  size_t next_read_;
  FileOffset line_begin_ = 0;
  uint64_t lines_ = 0;
  bool first_ = true;
  Status status_;
};

}  // namespace xmv

#endif  // XMV_CORE_IO_LINE_READER_H_
