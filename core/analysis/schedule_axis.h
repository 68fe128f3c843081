// The other x axis: positions in the entry computation's schedule instead of heap events.
#ifndef XMV_CORE_ANALYSIS_SCHEDULE_AXIS_H_
#define XMV_CORE_ANALYSIS_SCHEDULE_AXIS_H_

#include <vector>

#include "core/analysis/space_usage.h"
#include "core/model/module.h"

namespace xmv {

// How program points and schedule positions correspond. Empty when the module has no schedule or the space no trace
// (whose curve runs over the schedule anyway).
struct ScheduleAxis {
  // Per program point: the position at which it happens. Never decreases. Events of other computations happen at the
  // instruction of the entry computation that calls them.
  std::vector<ProgramPoint> position;
  // Per schedule position: the program point that stands for it: the one with most live bytes among those that happen
  // there, else the last one before; -1 before the first event.
  std::vector<ProgramPoint> point;
  bool empty() const { return position.empty(); }
};

// O(events + schedule).
ScheduleAxis MakeScheduleAxis(const Module& module, const SpaceUsage& usage);

}  // namespace xmv

#endif  // XMV_CORE_ANALYSIS_SCHEDULE_AXIS_H_
