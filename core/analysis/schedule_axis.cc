#include "core/analysis/schedule_axis.h"

#include <algorithm>

namespace xmv {

ScheduleAxis MakeScheduleAxis(const Module& module, const SpaceUsage& usage) {
  ScheduleAxis out;
  if (usage.trace == kNone || usage.replay.live.empty() || module.schedule.empty()) return out;
  IdMap position_of;  // instruction name → position; names are unique in a module
  for (size_t i = 0; i < module.schedule.size(); ++i) {
    if (module.schedule[i] != 0) position_of.Set(module.schedule[i], static_cast<uint32_t>(i));
  }
  const Traces& traces = module.assignment.traces;
  const uint32_t first = traces.event_begin[usage.trace];
  const size_t events = usage.replay.live.size();
  out.position.resize(events);
  ProgramPoint at = 0;
  for (size_t p = 0; p < events; ++p) {
    const uint32_t event = first + static_cast<uint32_t>(p);
    uint32_t position = position_of.Get(traces.instruction[event]);
    if (position == kNone) position = module.caller_position.Get(traces.computation[event]);
    // A free is recorded under the instruction that defined the buffer's next use or the buffer itself, which may lie
    // behind; time does not run backwards.
    if (position != kNone) at = std::max(at, static_cast<ProgramPoint>(position));
    out.position[p] = at;
  }
  out.point.assign(module.schedule.size(), -1);
  for (size_t p = 0; p < events; ++p) {
    ProgramPoint& best = out.point[static_cast<size_t>(out.position[p])];
    if (best < 0 || usage.replay.live[p] > usage.replay.live[static_cast<size_t>(best)])
      best = static_cast<ProgramPoint>(p);
  }
  // Positions without an event are in the state that the last event before left.
  ProgramPoint last = -1;
  size_t next = 0;
  for (size_t s = 0; s < out.point.size(); ++s) {
    while (next < events && out.position[next] <= static_cast<ProgramPoint>(s))
      last = static_cast<ProgramPoint>(next++);
    if (out.point[s] < 0) out.point[s] = last;
  }
  return out;
}

}  // namespace xmv
