// One memory space of one module as the screen asks for it: everything that depends on what is selected, kept between
// questions so that each costs its answer.
#ifndef XMV_CORE_VIEW_SPACE_VIEW_H_
#define XMV_CORE_VIEW_SPACE_VIEW_H_

#include <map>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "core/analysis/relations.h"
#include "core/analysis/schedule_axis.h"
#include "core/analysis/space_usage.h"
#include "core/base/status.h"
#include "core/model/module.h"
#include "core/view/curve.h"
#include "core/view/live_set.h"
#include "core/view/memory_map.h"
#include "core/view/search.h"
#include "core/view/strip.h"

namespace xmv {

// What x means on curve and map. Program points remain the currency of everything else.
enum class Axis : uint8_t { kEvents, kSchedule };

// Keeps its module alive.
class SpaceView {
 public:
  SpaceView(uint32_t module_index, std::shared_ptr<const Module> module, SpaceUsage usage);
  SpaceView(const SpaceView&) = delete;
  SpaceView& operator=(const SpaceView&) = delete;

  uint32_t module_index() const { return module_index_; }
  const Module& module() const { return *module_; }
  const SpaceUsage& usage() const { return usage_; }
  ProgramPoint Clamp(double point) const;

  // The x axis of curve() and map(). False, and nothing changes, when the module has no schedule for it.
  bool SetAxis(Axis axis);
  Axis axis() const { return axis_; }
  // Position of a program point (or of the end, `points`) on the axis, and the point that stands for a position.
  ProgramPoint ToAxis(ProgramPoint point) const;
  ProgramPoint ToPoint(double position) const;

  const Curve& curve() const { return *curve_; }
  // Made when first asked for: O(n log n).
  MemoryMap& map();

  // Buffers live at a point, and the same in an order, all or only those that match the search. Kept for the point
  // asked for last. First call O(n log n).
  const std::vector<LiveRow>& Live(ProgramPoint point) const;
  const Strip& StripAt(ProgramPoint point, Order order, bool matches_only = false) const;

  // All buffers of the space in an order, live or not, all or only those that match the search. First call O(n log n).
  const Strip& StripOfAll(Order order, bool matches_only = false) const;

  // Made when first asked for.
  const Relations& relations() const;

  // Sets what is searched for; an empty query ends it. See Search() for the language and the error.
  Status Find(std::string_view query, const PatternTest& test);
  const Matches& matches() const { return matches_; }
  // Null when nothing is searched for.
  const std::vector<bool>* marks() const { return matches_.of.empty() ? nullptr : &matches_.of; }

 private:
  const Strip& Kept(std::map<std::pair<Order, bool>, Strip>& strips, const std::vector<LiveRow>& rows, Order order,
                    bool matches_only) const;
  const ScheduleAxis* schedule() const { return axis_ == Axis::kSchedule ? &*schedule_ : nullptr; }

  uint32_t module_index_;
  std::shared_ptr<const Module> module_;
  SpaceUsage usage_;
  Axis axis_ = Axis::kEvents;
  std::optional<ScheduleAxis> schedule_;  // made when first asked for
  std::unique_ptr<Curve> curve_;
  std::unique_ptr<MemoryMap> map_;
  Matches matches_;
  mutable ProgramPoint live_point_ = -1;
  mutable std::vector<LiveRow> live_;
  mutable std::vector<LiveRow> all_;
  mutable std::map<std::pair<Order, bool>, Strip> strips_;
  mutable std::map<std::pair<Order, bool>, Strip> all_strips_;
  mutable std::unique_ptr<Relations> relations_;
};

}  // namespace xmv

#endif  // XMV_CORE_VIEW_SPACE_VIEW_H_
