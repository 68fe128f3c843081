#include "core/view/curve.h"

#include <algorithm>

namespace xmv {
namespace {

constexpr size_t kFan = 16;

void Widen(MinMax& range, MinMax by) {
  range.min = std::min(range.min, by.min);
  range.max = std::max(range.max, by.max);
}

}  // namespace

RangeMinMax::RangeMinMax(const std::vector<Bytes>* values) : values_(values) {
  size_t n = values->size();
  while (n > kFan) {
    std::vector<MinMax> level((n + kFan - 1) / kFan);
    for (size_t i = 0; i < n; ++i) {
      const MinMax value = levels_.empty() ? MinMax{(*values)[i], (*values)[i]} : levels_.back()[i];
      if (i % kFan == 0)
        level[i / kFan] = value;
      else
        Widen(level[i / kFan], value);
    }
    n = level.size();
    levels_.push_back(std::move(level));
  }
}

MinMax RangeMinMax::Of(size_t from, size_t to) const {
  MinMax out{(*values_)[from], (*values_)[from]};
  // Both ends are eaten up to block borders, then the rest is asked one level higher.
  for (size_t level = 0; from < to; ++level) {
    const auto at = [&](size_t i) { return level == 0 ? MinMax{(*values_)[i], (*values_)[i]} : levels_[level - 1][i]; };
    if (level >= levels_.size() || to - from < 2 * kFan) {
      for (; from < to; ++from) Widen(out, at(from));
      break;
    }
    for (; from % kFan; ++from) Widen(out, at(from));
    for (; to % kFan; --to) Widen(out, at(to - 1));
    from /= kFan;
    to /= kFan;
  }
  return out;
}

Curve::Curve(const SpaceUsage& usage, const ScheduleAxis* axis) : usage_(usage), length_(usage.points) {
  if (usage.replay.live.empty()) return;
  const std::vector<Bytes>* series[3] = {&usage.replay.live, &usage.replay.unpadded, &usage.replay.extent};
  if (axis && !axis->empty()) {
    length_ = static_cast<ProgramPoint>(axis->point.size());
    for (int k = 0; k < 3; ++k) {
      scheduled_[k].reserve(axis->point.size());
      for (const ProgramPoint p : axis->point)
        scheduled_[k].push_back(p < 0 ? 0 : (*series[k])[static_cast<size_t>(p)]);
      series[k] = &scheduled_[k];
    }
  }
  live_ = RangeMinMax(series[0]);
  unpadded_ = RangeMinMax(series[1]);
  extent_ = RangeMinMax(series[2]);
}

CurveColumns Curve::Columns(ProgramPoint from, ProgramPoint to, int columns) const {
  from = std::clamp<ProgramPoint>(from, 0, length_ - 1);
  to = std::clamp<ProgramPoint>(to, from + 1, length_);
  const int64_t count = std::clamp<int64_t>(columns, 1, to - from);
  CurveColumns out;
  for (int64_t i = 0; i < count; ++i) {
    const int64_t begin = from + (to - from) * i / count, end = from + (to - from) * (i + 1) / count;
    MinMax live{0, 0}, unpadded{0, 0}, extent{0, 0};
    if (!usage_.replay.live.empty()) {
      const size_t a = static_cast<size_t>(begin), b = static_cast<size_t>(end);
      live = live_.Of(a, b);
      unpadded = unpadded_.Of(a, b);
      extent = extent_.Of(a, b);
    }
    out.point.push_back(static_cast<double>(begin));
    out.live_min.push_back(static_cast<double>(live.min + usage_.whole_program_bytes));
    out.live_max.push_back(static_cast<double>(live.max + usage_.whole_program_bytes));
    out.unpadded_min.push_back(static_cast<double>(unpadded.min + usage_.whole_program_unpadded));
    out.unpadded_max.push_back(static_cast<double>(unpadded.max + usage_.whole_program_unpadded));
    out.extent_max.push_back(static_cast<double>(extent.max + usage_.whole_program_bytes));
  }
  out.point.push_back(static_cast<double>(to));
  return out;
}

}  // namespace xmv
