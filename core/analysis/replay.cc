#include "core/analysis/replay.h"

#include <algorithm>
#include <queue>
#include <utility>

namespace xmv {
namespace {

// Reference counts of shared memory, and who shares with whom.
class Sharing {
 public:
  enum class Change : uint8_t { kNone, kTake, kGive, kFault };
  struct Step {
    Change change = Change::kNone;
    uint32_t root = kNone;
  };

  explicit Sharing(size_t buffers) : canonical_(buffers), count_(buffers, 0) {
    for (size_t i = 0; i < buffers; ++i) canonical_[i] = static_cast<uint32_t>(i);
  }

  // Whose memory `buffer` uses. Halves paths, so chains of any length stay cheap.
  uint32_t Root(uint32_t buffer) {
    while (canonical_[buffer] != buffer) buffer = canonical_[buffer] = canonical_[canonical_[buffer]];
    return buffer;
  }
  bool shares(uint32_t buffer) const { return canonical_[buffer] != buffer; }

  Step Apply(EventKind kind, uint32_t buffer, uint32_t share_with) {
    switch (kind) {
      case EventKind::kAlloc: {
        if (!shares(buffer) && count_[buffer] > 0) return {Change::kFault};  // allocated while it is
        canonical_[buffer] = buffer;
        count_[buffer] = 1;
        return {Change::kTake, buffer};
      }
      case EventKind::kFree: {
        const uint32_t root = Root(buffer);
        if (count_[root] == 0) return {Change::kFault};  // freed twice
        return {--count_[root] == 0 ? Change::kGive : Change::kNone, root};
      }
      case EventKind::kShare: {
        if (share_with == kNone) return {Change::kFault};
        const uint32_t root = Root(share_with);
        if (root == buffer) return {Change::kFault};  // a circle
        canonical_[buffer] = root;
        return {++count_[root] == 1 ? Change::kTake : Change::kNone, root};
      }
      case EventKind::kUnknown:
      case EventKind::kNone:
        break;
    }
    return {Change::kFault};
  }

 private:
  std::vector<uint32_t> canonical_;
  std::vector<uint32_t> count_;
};

// Highest offset in use over open intervals: a heap from which closed ones are thrown out when they surface.
class Extent {
 public:
  void Open(Bytes end, uint32_t interval) { heap_.emplace(end, interval); }
  Bytes Top(const std::vector<Interval>& intervals, ProgramPoint now) {
    while (!heap_.empty() && intervals[heap_.top().second].end <= now) heap_.pop();
    return heap_.empty() ? 0 : heap_.top().first;
  }

 private:
  std::priority_queue<std::pair<Bytes, uint32_t>> heap_;
};

// The buffer whose memory an event shares; kNone when it is missing or, as to XProf, unknown for want of an allocation.
uint32_t SharedBuffer(const Assignment& assignment, uint32_t event) {
  const uint32_t buffer = assignment.traces.share_with[event];
  return buffer != kNone && assignment.buffers.allocation[buffer] != kNone ? buffer : kNone;
}

}  // namespace

Bytes PeakOfTrace(const Assignment& assignment, uint32_t trace) {
  const Traces& t = assignment.traces;
  Sharing sharing(assignment.buffers.size_rows());
  Bytes live = 0, peak = 0;
  for (uint32_t e = t.event_begin[trace]; e < t.event_begin[trace + 1]; ++e) {
    const uint32_t buffer = t.buffer[e];
    if (buffer == kNone || assignment.buffers.allocation[buffer] == kNone) continue;
    const Sharing::Step step = sharing.Apply(t.kind[e], buffer, SharedBuffer(assignment, e));
    if (step.change == Sharing::Change::kTake) {
      if (!AddBytes(live, assignment.buffers.size[step.root])) return kMaxBytes;
      peak = std::max(peak, live);
    }
    if (step.change == Sharing::Change::kGive) live -= assignment.buffers.size[step.root];
  }
  return peak;
}

Replay ReplayTrace(const Module& module, uint32_t trace, XprofSpans* xprof) {
  const Assignment& assignment = module.assignment;
  const Traces& t = assignment.traces;
  const Buffers& b = assignment.buffers;
  const uint32_t first = t.event_begin[trace];
  const ProgramPoint n = static_cast<ProgramPoint>(t.events(trace));
  const size_t buffers = b.size_rows();

  std::vector<Bytes> xprof_unpadded = module.unpadded;
  for (const XprofShape& shape : module.xprof_shapes) xprof_unpadded[shape.buffer] = shape.unpadded;

  Replay out;
  out.live.resize(static_cast<size_t>(n));
  out.unpadded.resize(static_cast<size_t>(n));
  out.extent.resize(static_cast<size_t>(n));
  out.held.resize(static_cast<size_t>(n));
  out.own.resize(buffers);
  out.root.resize(buffers);
  if (xprof) {
    xprof->span.resize(buffers);
    xprof->unpadded.resize(static_cast<size_t>(n));
  }

  Sharing sharing(buffers);
  Extent extent;
  std::vector<uint32_t> open(buffers, kNone);  // per root: its interval
  std::vector<Bytes> base(assignment.allocations.size_rows(),
                          -1);  // where each allocation is stacked; normally just one
  Bytes stacked = 0;
  Bytes live = 0, unpadded = 0;
  uint32_t held = 0;
  // XProf's unpadded sizes may be larger than padded ones, by any factor in a forged file: may wrap, unlike `live`.
  uint64_t unpadded_xprof = 0;
  const auto saturated = [](uint64_t sum) { return static_cast<Bytes>(std::min<uint64_t>(sum, kMaxBytes)); };

  for (ProgramPoint p = 0; p < n; ++p) {
    const uint32_t e = first + static_cast<uint32_t>(p);
    const uint32_t buffer = t.buffer[e];
    // XProf knows only buffers that are assigned to an allocation.
    const bool known = buffer != kNone && b.allocation[buffer] != kNone;
    Sharing::Step step;
    if (known) step = sharing.Apply(t.kind[e], buffer, SharedBuffer(assignment, e));
    if (!known || step.change == Sharing::Change::kFault) {
      out.passed_over += t.kind[e] != EventKind::kNone;
    } else if (t.kind[e] == EventKind::kFree) {
      out.own[buffer].end = p;
    } else {
      out.own[buffer] = {p, n};
    }
    if (step.change == Sharing::Change::kTake) {
      const uint32_t root = step.root;
      Bytes& at = base[b.allocation[root]];
      if (at < 0) {
        at = stacked;
        out.stacked.push_back(b.allocation[root]);
        stacked += assignment.allocations.size[b.allocation[root]];
      }
      ++held;
      open[root] = static_cast<uint32_t>(out.intervals.size());
      out.intervals.push_back({root, buffer, p, n});
      extent.Open(at + b.offset[root] + b.size[root], open[root]);
      if (!AddBytes(live, b.size[root])) {
        out.too_large = true;
        return out;
      }
      unpadded += std::min(module.unpadded[root], b.size[root]);
      unpadded_xprof += static_cast<uint64_t>(xprof_unpadded[root]);
      if (live > out.peak) {
        out.peak = live;
        out.peak_point = p;
        out.peak_unpadded = saturated(unpadded_xprof);
      }
      if (xprof) xprof->span[buffer] = {p, n - 1};
    }
    if (step.change == Sharing::Change::kGive) {
      const uint32_t root = step.root;
      out.intervals[open[root]].end = p;
      --held;
      live -= b.size[root];
      unpadded -= std::min(module.unpadded[root], b.size[root]);
      unpadded_xprof -= static_cast<uint64_t>(xprof_unpadded[root]);
      if (xprof && out.intervals[open[root]].display == root) xprof->span[root].end = p;
    }
    // A sharer's span ends with its own free, even if others still hold the memory.
    if (xprof && known && t.kind[e] == EventKind::kFree && sharing.shares(buffer) && xprof->span[buffer].start >= 0)
      xprof->span[buffer].end = p;
    const size_t i = static_cast<size_t>(p);
    out.live[i] = live;
    out.unpadded[i] = unpadded;
    out.held[i] = held;
    out.extent[i] = extent.Top(out.intervals, p);
    if (xprof) xprof->unpadded[i] = saturated(unpadded_xprof);
  }
  for (uint32_t i = 0; i < buffers; ++i) {
    out.root[i] = sharing.Root(i);
  }
  return out;
}

}  // namespace xmv
