// The curve by viewport: any range of program points in any number of columns, at a cost that does not grow with it.
#ifndef XMV_CORE_VIEW_CURVE_H_
#define XMV_CORE_VIEW_CURVE_H_

#include <cstdint>
#include <vector>

#include "core/analysis/schedule_axis.h"
#include "core/analysis/space_usage.h"
#include "core/base/units.h"

namespace xmv {

struct MinMax {
  Bytes min, max;
};

// Smallest and largest value of any range of a series. Building O(n), asking O(log n), n / 8 pairs of memory: level k
// holds the extremes of blocks of 16^(k+1) values, so a range is at most 32 reads a level.
class RangeMinMax {
 public:
  RangeMinMax() = default;
  explicit RangeMinMax(const std::vector<Bytes>* values);
  // Of [from, to), which must not be empty.
  MinMax Of(size_t from, size_t to) const;

 private:
  const std::vector<Bytes>* values_ = nullptr;
  std::vector<std::vector<MinMax>> levels_;
};

// Parallel columns; column i covers program points [point[i], point[i + 1]).
struct CurveColumns {
  std::vector<double> point;
  std::vector<double> live_min, live_max, unpadded_min, unpadded_max, extent_max;
};

// Answers for one SpaceUsage, which must outlive it, over program points or, given an axis, over schedule positions.
class Curve {
 public:
  Curve(const SpaceUsage& usage, const ScheduleAxis* axis);
  Curve(const Curve&) = delete;
  Curve& operator=(const Curve&) = delete;

  ProgramPoint length() const { return length_; }
  // [from, to) on the axis, cut to the curve; at least one column. O(columns · log n).
  CurveColumns Columns(ProgramPoint from, ProgramPoint to, int columns) const;

 private:
  const SpaceUsage& usage_;
  ProgramPoint length_;
  std::vector<Bytes> scheduled_[3];  // live, unpadded, extent by schedule position
  RangeMinMax live_, unpadded_, extent_;
};

}  // namespace xmv

#endif  // XMV_CORE_VIEW_CURVE_H_
