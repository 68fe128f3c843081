#include "core/io/line_reader.h"

#include <algorithm>
#include <cstring>

namespace xmv {
namespace {

// Small at first, for those who want a few lines only.
constexpr size_t kFirstWindow = size_t{8} << 10;
constexpr size_t kLargestWindow = size_t{256} << 10;

}  // namespace

LineReader::LineReader(ByteSource& source, FileOffset begin, FileOffset end)
    : source_(source),
      end_(std::min(end, source.size())),
      window_end_(std::min(begin, end_)),
      next_read_(kFirstWindow) {
  const std::string_view memory = source.Memory();
  if (memory.empty()) return;
  window_ = memory.substr(static_cast<size_t>(window_end_), static_cast<size_t>(end_ - window_end_));
  window_end_ = end_;
}

// Puts more of the file behind what is left of the window. False at the end.
bool LineReader::Fill() {
  if (window_end_ >= end_ || !status_.ok()) return false;
  const size_t keep = window_.size();
  const size_t want = static_cast<size_t>(std::min<FileOffset>(std::max(next_read_, keep), end_ - window_end_));
  next_read_ = std::min(next_read_ * 2, kLargestWindow);
  if (buffer_.size() < keep + want) {
    std::string larger(keep + want, '\0');
    if (keep > 0) std::memcpy(larger.data(), window_.data(), keep);
    buffer_.swap(larger);
  } else if (keep > 0) {
    std::memmove(buffer_.data(), window_.data(), keep);
  }
  const size_t got = source_.Read(window_end_, want, buffer_.data() + keep);
  window_ = std::string_view(buffer_.data(), keep + got);
  window_end_ += got;
  if (on_read) on_read(window_end_);
  if (got < want) {
    status_ = Error{Code::kReadFailed,
                    "The file could not be read at byte " + Thousands(static_cast<int64_t>(window_end_)) + ".",
                    "It may have been changed, moved or deleted since it was chosen. Open it again."};
  }
  return got > 0;
}

bool LineReader::Next(std::string_view& line) {
  size_t searched = 0;
  size_t length = 0;
  bool found = false;
  while (!found) {
    const void* feed =
        window_.size() > searched ? std::memchr(window_.data() + searched, '\n', window_.size() - searched) : nullptr;
    found = feed != nullptr;
    if (found) {
      length = static_cast<size_t>(static_cast<const char*>(feed) - window_.data());
    } else {
      length = searched = window_.size();
      if (length >= kLongestLine || !Fill()) break;
    }
  }
  if (!status_.ok() || (!found && length == 0)) return false;
  if (!found) length = std::min(length, kLongestLine);
  line_begin_ = window_end_ - window_.size();
  if (!first_) ++lines_;
  first_ = false;
  line = window_.substr(0, length);
  window_.remove_prefix(found ? length + 1 : length);
  if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
  return true;
}

}  // namespace xmv
