// The buffers live at a point laid side by side in some order: what a buffer chart draws. x is cumulated bytes.
#ifndef XMV_CORE_VIEW_STRIP_H_
#define XMV_CORE_VIEW_STRIP_H_

#include <cstdint>
#include <vector>

#include "core/base/units.h"
#include "core/view/live_set.h"

namespace xmv {

// Parallel columns. A segment is one buffer, or several small neighbours together (buffer -1) so that none is narrower
// than asked: small buffers are seen, never dropped, and bytes stay true to scale.
struct StripSegments {
  std::vector<double> start, end, unpadded;
  std::vector<int32_t> buffer;
  std::vector<uint32_t> count;
  std::vector<double> matched;  // bytes of buffers that match the search
  std::vector<uint8_t> type;    // AllocationType; of most bytes when several
};

// A point's rows in one order. Building O(n log n); holds copies, so it outlives what it was built from.
class Strip {
 public:
  Strip(const Module& module, const std::vector<LiveRow>& rows, Order order);

  Bytes total() const { return start_.back(); }
  size_t size() const { return rows_.size(); }

  // [lo, hi) bytes on `pixels` px, segments at least `min_pixels` wide as far as possible. O(rows in range).
  // `matches` (per row of Buffers) may be null: then nothing counts as matched.
  StripSegments Segments(Bytes lo, Bytes hi, double pixels, double min_pixels,
                         const std::vector<bool>* matches = nullptr) const;
  // Row index at a position, or size(). O(log n).
  size_t At(Bytes position) const;
  // Row index of a buffer, or size(). O(n).
  size_t Find(uint32_t buffer) const;
  Bytes start(size_t row) const { return start_[row]; }
  Bytes end(size_t row) const { return start_[row + 1]; }
  const LiveRow& row(size_t i) const { return rows_[i]; }

 private:
  std::vector<LiveRow> rows_;  // sorted
  std::vector<Bytes> start_;   // rows + 1
};

}  // namespace xmv

#endif  // XMV_CORE_VIEW_STRIP_H_
