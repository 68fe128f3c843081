#include "core/view/point_state.h"

namespace xmv {

PointState StateAt(const Module& module, const SpaceUsage& usage, ProgramPoint point) {
  const Traces& traces = module.assignment.traces;
  const StringTable& strings = module.assignment.strings;
  PointState out;
  out.point = point;
  out.live = usage.live(point);
  out.unpadded = usage.unpadded(point);
  out.extent = usage.extent(point);
  out.change = out.live - (point == 0 ? usage.whole_program_bytes : usage.live(point - 1));
  out.by_type = usage.whole_program_by_type;
  out.by_type[static_cast<size_t>(AllocationType::kTemporary)] += out.live - usage.whole_program_bytes;
  out.live_buffers = usage.buffers_live(point);
  if (usage.trace != kNone && !usage.replay.live.empty()) {
    static constexpr const char* kKinds[] = {"alloc", "free", "share", "unknown", ""};
    const uint32_t event = traces.event_begin[usage.trace] + static_cast<uint32_t>(point);
    out.instruction = strings.Get(traces.instruction[event]);
    out.computation = strings.Get(traces.computation[event]);
    out.event_kind = kKinds[static_cast<size_t>(traces.kind[event])];
    out.event_buffer = traces.buffer[event];
  } else if (static_cast<size_t>(point) < module.schedule.size()) {
    out.instruction = strings.Get(module.schedule[static_cast<size_t>(point)]);
    out.computation = module.entry_computation;
  }
  return out;
}

}  // namespace xmv
