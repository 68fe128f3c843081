#include "core/view/landmarks.h"

namespace xmv {

std::vector<ProgramPoint> LocalPeaks(const SpaceUsage& usage, Bytes least) {
  std::vector<ProgramPoint> out;
  if (usage.replay.live.empty()) return {0};
  Bytes low = 0;
  ProgramPoint top = -1;  // highest since the last valley; -1 while still falling
  const auto value = [&](ProgramPoint p) { return usage.replay.live[static_cast<size_t>(p)]; };
  for (ProgramPoint p = 0; p < usage.points; ++p) {
    const Bytes live = value(p);
    if (top < 0) {
      if (live < low) low = live;
      if (live - low >= least && live > low) top = p;
    } else if (live > value(top)) {
      top = p;
    } else if (value(top) - live >= least) {
      out.push_back(top);
      top = -1;
      low = live;
    }
  }
  if (top >= 0) out.push_back(top);
  if (out.empty()) out.push_back(usage.replay.peak_point);
  return out;
}

ProgramPoint FirstAbove(const SpaceUsage& usage, Bytes limit) {
  if (usage.peak() <= limit) return -1;
  if (usage.replay.live.empty()) return 0;
  for (ProgramPoint p = 0; p < usage.points; ++p) {
    if (usage.live(p) > limit) return p;
  }
  return -1;
}

ProgramPoint FindInstruction(const Module& module, const SpaceUsage& usage, std::string_view text, ProgramPoint from) {
  if (text.empty()) return -1;
  const Traces& traces = module.assignment.traces;
  const auto name = [&](ProgramPoint p) {
    if (usage.trace != kNone && !usage.replay.live.empty()) {
      return module.assignment.strings.Get(
          traces.instruction[traces.event_begin[usage.trace] + static_cast<uint32_t>(p)]);
    }
    return static_cast<size_t>(p) < module.schedule.size()
               ? module.assignment.strings.Get(module.schedule[static_cast<size_t>(p)])
               : std::string_view();
  };
  ProgramPoint partial = -1;
  for (ProgramPoint i = 0; i < usage.points; ++i) {
    const ProgramPoint p = static_cast<ProgramPoint>((int64_t{from} + i) % usage.points);
    if (name(p) == text) return p;
    if (partial < 0 && name(p).find(text) != std::string_view::npos) partial = p;
  }
  return partial;
}

}  // namespace xmv
