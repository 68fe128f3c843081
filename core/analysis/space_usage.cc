#include "core/analysis/space_usage.h"

#include <algorithm>
#include <map>

#include "core/base/stable_order.h"

namespace xmv {
namespace {

// The allocation's largest buffer, first wins; kNone if it holds none of any size.
uint32_t LargestBuffer(const Assignment& assignment, uint32_t allocation) {
  const Allocations& a = assignment.allocations;
  uint32_t best = kNone;
  Bytes best_size = 0;
  for (uint32_t i = a.assigned_begin[allocation]; i < a.assigned_begin[allocation + 1]; ++i) {
    const Bytes size = assignment.buffers.size[a.assigned[i]];
    if (size > best_size) {
      best_size = size;
      best = a.assigned[i];
    }
  }
  return best;
}

Error NoSuchSpace(const Module& module, Space space) {
  std::string used;
  for (const SpaceSummary& summary : Summarize(module.assignment))
    used += (used.empty() ? "" : ", ") + SpaceName(summary.space, module.platform);
  return {Code::kNoSuchSpace, module.name + " uses no memory in " + SpaceName(space, module.platform) + ".",
          used.empty() ? "" : "It uses: " + used + "."};
}

// Bytes of the trace's buffers that lie, at the peak, where other live ones do. O(intervals + live · log live).
Bytes OverlapAtPeak(const Module& module, const Replay& replay) {
  const Buffers& buffers = module.assignment.buffers;
  struct Placed {
    uint32_t allocation;
    Bytes lo, hi;
    bool operator<(const Placed& other) const {
      return allocation != other.allocation ? allocation < other.allocation : lo < other.lo;
    }
  };
  std::vector<Placed> live;
  for (const Interval& interval : replay.intervals) {
    if (interval.start > replay.peak_point || interval.end <= replay.peak_point) continue;
    const uint32_t b = interval.root;
    live.push_back({buffers.allocation[b], buffers.offset[b], buffers.offset[b] + buffers.size[b]});
  }
  std::sort(live.begin(), live.end());
  Bytes twice = 0, top = 0;
  for (size_t i = 0; i < live.size(); ++i) {
    if (i > 0 && live[i].allocation != live[i - 1].allocation) top = 0;
    twice += std::max<Bytes>(0, std::min(top, live[i].hi) - live[i].lo);
    top = std::max(top, live[i].hi);
  }
  return twice;
}

void NoteOddities(const Module& module, SpaceUsage& usage) {
  const auto note = [&](Code code, std::string message, std::string hint) {
    usage.notes.push_back({code, std::move(message), std::move(hint)});
  };
  if (usage.trace == kNone && usage.temporary_allocation > 0 && module.assignment.no_order) {
    usage.notes.push_back(*module.assignment.no_order);
  } else if (usage.trace == kNone && usage.temporary_allocation > 0) {
    note(Code::kNoSuchTrace,
         "The compiler left no order of events for the temporaries of this space (" +
             HumanBytes(usage.temporary_allocation) +
             "), so their lifetimes are unknown and the peak shown leaves them out.",
         module.assignment.traces.size_rows() == 0
             ? "The file has no heap traces at all, as of a program from the persistent compilation cache, which loses "
               "them. Open the …-live-range.txt of the same module's dump with it: that has an order."
             : "The compiler wrote no heap trace for this space. The …-buffer-assignment.txt and …-live-range.txt of "
               "its "
               "dump have an order: open these two alone.");
  } else if (usage.untraced_temporary > 0) {
    note(Code::kNoSuchTrace,
         HumanBytes(usage.untraced_temporary) +
             " of temporaries lie in allocations that the shown trace does not simulate. They are in the total, not in "
             "the curve.",
         "");
  }
  if (usage.trace != kNone) {
    const uint32_t allocation = AllocationOfTrace(module.assignment, usage.trace);
    const Bytes size = allocation == kNone ? 0 : module.assignment.allocations.size[allocation];
    if (size > 0 && usage.replay.peak > size) {
      note(Code::kInconsistent,
           "Up to " + HumanBytes(usage.replay.peak) + " of temporaries are live at once in " + HumanBytes(size) +
               " of allocation: the compiler lets buffers overlap that it proves never to conflict. The extent line "
               "tells what is really occupied.",
           "");
    } else if (const Bytes overlap = OverlapAtPeak(module, usage.replay); overlap > 0) {
      note(Code::kInconsistent,
           HumanBytes(overlap) +
               " of the buffers live at the peak lie in memory of other live ones: the compiler lets buffers overlap "
               "that it proves never to conflict. The extent line tells what is really occupied.",
           "");
    }
    if (usage.unattributed > 0 && usage.unattributed >= size / 20) {
      note(Code::kInconsistent,
           HumanBytes(usage.unattributed) +
               " of the temporary allocation are explained by no heap event; they are shown as unattributed.",
           "");
    }
    if (usage.replay.passed_over > 0) {
      note(Code::kInconsistent,
           Thousands(static_cast<int64_t>(usage.replay.passed_over)) +
               " heap events contradict the ones before them and were passed over.",
           "");
    }
  }
  for (const Error& fault : module.assignment.faults) usage.notes.push_back(fault);
}

}  // namespace

uint32_t AllocationOfTrace(const Assignment& assignment, uint32_t trace) {
  const Traces& t = assignment.traces;
  if (t.events(trace) == 0) return kNone;
  const uint32_t buffer = t.buffer[t.event_begin[trace]];
  return buffer == kNone ? kNone : assignment.buffers.allocation[buffer];
}

std::vector<uint32_t> TracesOf(const Assignment& assignment, Space space) {
  const Allocations& a = assignment.allocations;
  const uint32_t traces = static_cast<uint32_t>(assignment.traces.size_rows());
  std::vector<uint32_t> trace_of(a.size_rows(), kNone);
  for (uint32_t t = 0; t < traces; ++t) {
    const uint32_t allocation = AllocationOfTrace(assignment, t);
    if (allocation != kNone) trace_of[allocation] = t;  // the last one counts
  }
  std::vector<uint32_t> out;
  std::vector<bool> chosen(traces, false);
  for (uint32_t i = 0; i < a.size_rows(); ++i) {
    if (a.space[i] != space || !a.temporary(i) || trace_of[i] == kNone) continue;
    out.push_back(trace_of[i]);
    chosen[trace_of[i]] = true;
  }
  // Traces that simulate something else but have events in this space, most events first.
  std::vector<std::pair<size_t, uint32_t>> others;
  for (uint32_t t = 0; t < traces; ++t) {
    if (chosen[t]) continue;
    size_t events = 0;
    for (uint32_t e = assignment.traces.event_begin[t]; e < assignment.traces.event_begin[t + 1]; ++e) {
      const uint32_t buffer = assignment.traces.buffer[e];
      events += buffer != kNone && assignment.buffers.allocation[buffer] != kNone &&
                assignment.buffers.space[buffer] == space;
    }
    if (events > 0) others.emplace_back(events, t);
  }
  StableSort(others, [](const auto& x, const auto& y) { return x.first > y.first; });
  for (const auto& other : others) out.push_back(other.second);
  return out;
}

std::vector<SpaceSummary> Summarize(const Assignment& assignment) {
  const Allocations& a = assignment.allocations;
  std::map<Space, SpaceSummary> spaces;
  for (uint32_t i = 0; i < a.size_rows(); ++i) {
    SpaceSummary& s = spaces[a.space[i]];
    s.space = a.space[i];
    if (a.type(i) == AllocationType::kThreadLocal) continue;
    s.total += a.size[i];
    if (a.type(i) == AllocationType::kParameter) s.parameters += a.size[i];
    if (a.temporary(i))
      s.temporaries += a.size[i];
    else if (LargestBuffer(assignment, i) != kNone)
      s.peak += a.size[i];
  }
  std::vector<SpaceSummary> out;
  for (auto& [space, summary] : spaces) {
    const std::vector<uint32_t> traces = TracesOf(assignment, space);
    if (!traces.empty()) {
      summary.peak += PeakOfTrace(assignment, traces[0]);
      summary.points = assignment.traces.events(traces[0]);
    }
    if (summary.total > 0) out.push_back(summary);
  }
  return out;
}

Result<SpaceUsage> Analyse(const Module& module, Space space, uint32_t trace, XprofSpans* xprof) {
  const Assignment& assignment = module.assignment;
  const Allocations& a = assignment.allocations;
  SpaceUsage out;
  out.space = space;
  if (std::find(a.space.begin(), a.space.end(), space) == a.space.end()) return NoSuchSpace(module, space);
  out.traces = TracesOf(assignment, space);
  out.trace = trace == kNone ? (out.traces.empty() ? kNone : out.traces[0]) : trace;
  if (trace != kNone && std::find(out.traces.begin(), out.traces.end(), trace) == out.traces.end()) {
    return Error{Code::kNoSuchTrace,
                 "Trace " + std::to_string(trace) + " has no events in " + SpaceName(space, module.platform) + ".", ""};
  }
  if (out.trace != kNone) out.replay = ReplayTrace(module, out.trace, xprof);
  if (out.replay.too_large) {
    return Error{Code::kSizeOverflow,
                 "The buffers live at once in " + SpaceName(space, module.platform) + " add up to more than " +
                     HumanBytes(kMaxBytes) + ", which is impossible.",
                 "The file is damaged or was not written by XLA. Dump it again."};
  }

  const uint32_t traced = out.trace == kNone ? kNone : AllocationOfTrace(assignment, out.trace);
  for (uint32_t i = 0; i < a.size_rows(); ++i) {
    if (a.space[i] != space) continue;
    out.buffers += a.assigned_begin[i + 1] - a.assigned_begin[i];
    if (a.flags[i] & (kFlagThreadLocal | kFlagTuple)) out.xprof_non_reusable += a.size[i];
    if (a.type(i) == AllocationType::kThreadLocal) {
      out.thread_local_bytes += a.size[i];
      continue;
    }
    out.total += a.size[i];
    if (a.flags[i] & kFlagParameter) out.xprof_parameters += a.size[i];
    if (a.flags[i] & kFlagLiveOut) out.xprof_live_out += a.size[i];
    if (a.temporary(i)) {
      out.temporary_allocation += a.size[i];
      if (i != traced) out.untraced_temporary += a.size[i];
      continue;
    }
    out.xprof_indefinite += a.size[i];
    const uint32_t buffer = LargestBuffer(assignment, i);
    if (buffer == kNone) {
      out.unrepresented += a.size[i];
      continue;
    }
    out.whole_program.push_back({i, buffer});
    out.whole_program_by_type[static_cast<size_t>(a.type(i))] += a.size[i];
    out.whole_program_bytes += a.size[i];
    out.whole_program_unpadded += std::min(module.unpadded[buffer], a.size[i]);
    if (a.type(i) == AllocationType::kParameter && (a.flags[i] & kFlagLiveOut)) out.aliased_output += a.size[i];
  }
  if (out.trace == kNone) {
    out.points = std::max<ProgramPoint>(1, static_cast<ProgramPoint>(module.schedule.size()));
  } else {
    out.points = std::max<ProgramPoint>(1, static_cast<ProgramPoint>(out.replay.live.size()));
    // A trace may simulate another space's allocation and have events in this one.
    if (traced != kNone && a.temporary(traced) && a.space[traced] == space) {
      const Bytes used =
          out.replay.extent.empty() ? 0 : *std::max_element(out.replay.extent.begin(), out.replay.extent.end());
      out.unattributed = std::max<Bytes>(0, a.size[traced] - used);
    }
  }
  NoteOddities(module, out);
  return out;
}

}  // namespace xmv
