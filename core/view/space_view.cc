#include "core/view/space_view.h"

#include <algorithm>
#include <iterator>

namespace xmv {

SpaceView::SpaceView(uint32_t module_index, std::shared_ptr<const Module> module, SpaceUsage usage)
    : module_index_(module_index),
      module_(std::move(module)),
      usage_(std::move(usage)),
      curve_(std::make_unique<Curve>(usage_, nullptr)) {}

ProgramPoint SpaceView::Clamp(double point) const {
  if (!(point > 0)) return 0;  // NaN too
  return point >= usage_.points ? usage_.points - 1 : static_cast<ProgramPoint>(point);
}

bool SpaceView::SetAxis(Axis axis) {
  if (axis == axis_) return true;
  if (axis == Axis::kSchedule) {
    if (!schedule_) schedule_ = MakeScheduleAxis(*module_, usage_);
    if (schedule_->empty()) return false;
  }
  axis_ = axis;
  curve_ = std::make_unique<Curve>(usage_, schedule());
  map_.reset();
  return true;
}

ProgramPoint SpaceView::ToAxis(ProgramPoint point) const {
  if (!schedule()) return point;
  return point >= usage_.points ? curve_->length() : schedule_->position[static_cast<size_t>(std::max(0, point))];
}

ProgramPoint SpaceView::ToPoint(double position) const {
  if (!schedule()) return Clamp(position);
  const size_t last = schedule_->point.size() - 1;
  const size_t at = !(position > 0) ? 0 : std::min(last, static_cast<size_t>(std::min(position, 4e9)));
  return std::max(0, schedule_->point[at]);
}

MemoryMap& SpaceView::map() {
  if (!map_) {
    map_ = std::make_unique<MemoryMap>(*module_, usage_, schedule());
    map_->SetMatches(marks());
  }
  return *map_;
}

const std::vector<LiveRow>& SpaceView::Live(ProgramPoint point) const {
  if (point != live_point_) {
    live_ = LiveAt(*module_, usage_, point);
    live_point_ = point;
    strips_.clear();
  }
  return live_;
}

const Strip& SpaceView::Kept(std::map<std::pair<Order, bool>, Strip>& strips, const std::vector<LiveRow>& rows,
                             Order order, bool matches_only) const {
  matches_only = matches_only && marks() != nullptr;
  const auto found = strips.find({order, matches_only});
  if (found != strips.end()) return found->second;
  std::vector<LiveRow> kept;
  if (matches_only) {
    std::copy_if(rows.begin(), rows.end(), std::back_inserter(kept),
                 [&](const LiveRow& row) { return matches_.of[row.buffer]; });
  }
  return strips.emplace(std::make_pair(order, matches_only), Strip(*module_, matches_only ? kept : rows, order))
      .first->second;
}

const Strip& SpaceView::StripAt(ProgramPoint point, Order order, bool matches_only) const {
  const std::vector<LiveRow>& rows = Live(point);
  return Kept(strips_, rows, order, matches_only);
}

const Strip& SpaceView::StripOfAll(Order order, bool matches_only) const {
  if (all_.empty()) all_ = AllBuffers(*module_, usage_);
  return Kept(all_strips_, all_, order, matches_only);
}

const Relations& SpaceView::relations() const {
  if (!relations_) relations_ = std::make_unique<Relations>(*module_, usage_);
  return *relations_;
}

Status SpaceView::Find(std::string_view query, const PatternTest& test) {
  Result<Matches> found = Search(*module_, usage_, query, test);
  if (!found.ok()) return found.error();
  matches_ = std::move(*found);
  strips_.clear();
  all_strips_.clear();
  if (map_) map_->SetMatches(marks());
  return {};
}

}  // namespace xmv
