#include "core/view/strip.h"

#include <algorithm>
#include <array>

namespace xmv {

Strip::Strip(const Module& module, const std::vector<LiveRow>& rows, Order order) {
  rows_.reserve(rows.size());
  start_.reserve(rows.size() + 1);
  Bytes at = 0;
  for (const uint32_t i : Sorted(module, rows, order)) {
    rows_.push_back(rows[i]);
    start_.push_back(at);
    // Rows of a point are checked to add up; those of all buffers need not, shared memory counting again and again.
    at = at > INT64_MAX - rows[i].size ? INT64_MAX : at + rows[i].size;
  }
  start_.push_back(at);
}

StripSegments Strip::Segments(Bytes lo, Bytes hi, double pixels, double min_pixels,
                              const std::vector<bool>* matches) const {
  StripSegments out;
  lo = std::clamp<Bytes>(lo, 0, total());
  hi = std::clamp<Bytes>(hi, lo, total());
  if (lo == hi || pixels <= 0) return out;
  const double min_bytes = min_pixels * static_cast<double>(hi - lo) / pixels;

  const auto small = [&](size_t i) { return static_cast<double>(rows_[i].size) < min_bytes; };
  size_t i = static_cast<size_t>(std::upper_bound(start_.begin(), start_.end(), lo) - start_.begin());
  i = i > 0 ? i - 1 : 0;
  while (i < rows_.size() && start_[i] < hi) {
    // Neighbours too narrow to draw go together, until they are wide enough or a wide one follows.
    size_t next = i + 1;
    if (small(i)) {
      while (next < rows_.size() && start_[next] < hi && small(next) &&
             static_cast<double>(start_[next] - start_[i]) < min_bytes * 4)
        ++next;
    }
    std::array<Bytes, kAllocationTypes> by_type{};
    Bytes unpadded = 0, matched = 0;
    for (size_t k = i; k < next; ++k) {
      by_type[static_cast<size_t>(rows_[k].type)] += rows_[k].size;
      unpadded += rows_[k].unpadded;
      if (matches && (*matches)[rows_[k].buffer]) matched += rows_[k].size;
    }
    if (start_[next] > start_[i]) {  // zero-sized buffers have no place in a picture of bytes
      out.start.push_back(static_cast<double>(start_[i]));
      out.end.push_back(static_cast<double>(start_[next]));
      out.unpadded.push_back(static_cast<double>(unpadded));
      out.matched.push_back(static_cast<double>(matched));
      out.buffer.push_back(next - i == 1 ? static_cast<int32_t>(rows_[i].buffer) : -1);
      out.count.push_back(static_cast<uint32_t>(next - i));
      out.type.push_back(static_cast<uint8_t>(std::max_element(by_type.begin(), by_type.end()) - by_type.begin()));
    }
    i = next;
  }
  return out;
}

size_t Strip::At(Bytes position) const {
  if (position < 0 || position >= total()) return size();
  return static_cast<size_t>(std::upper_bound(start_.begin(), start_.end(), position) - start_.begin()) - 1;
}

size_t Strip::Find(uint32_t buffer) const {
  const auto at = std::find_if(rows_.begin(), rows_.end(), [&](const LiveRow& row) { return row.buffer == buffer; });
  return static_cast<size_t>(at - rows_.begin());
}

}  // namespace xmv
