#include "core/formats/live_range_trace.h"

#include <algorithm>
#include <map>
#include <utility>

namespace xmv {
namespace {

// Ranges that overlap in no way the compiler makes could pile up on the same bytes; looking at so many is enough.
constexpr int kMostNeighbours = 64;

// Events of one allocation.
class Sweep {
 public:
  Sweep(Assignment& assignment, const std::vector<StringId>& schedule)
      : buffers_(assignment.buffers), traces_(assignment.traces), schedule_(schedule) {
    root_.assign(buffers_.size_rows(), kNone);
    next_member_.assign(buffers_.size_rows(), kNone);
    live_.assign(buffers_.size_rows(), 0);
    members_end_.assign(buffers_.size_rows(), 0);
    freed_.assign(buffers_.size_rows(), false);
  }

  // `by_start` and `by_end` hold the same ranges, sorted.
  void Run(const LiveRange* by_start, const LiveRange* by_end, size_t count) {
    held_.clear();
    size_t freed = 0;
    for (size_t i = 0; i < count;) {
      const int32_t now = by_start[i].start;
      for (; freed < count && by_end[freed].end < now; ++freed) Free(by_end[freed].buffer, by_end[freed].end);
      for (; i < count && by_start[i].start == now; ++i) Define(by_start[i]);
      for (; freed < count && by_end[freed].end == now; ++freed) Free(by_end[freed].buffer, now);
    }
    for (; freed < count; ++freed) Free(by_end[freed].buffer, by_end[freed].end);
    traces_.event_begin.push_back(static_cast<uint32_t>(traces_.kind.size()));
  }

 private:
  Bytes begin(uint32_t buffer) const { return buffers_.offset[buffer]; }
  Bytes end(uint32_t buffer) const { return buffers_.offset[buffer] + buffers_.size[buffer]; }

  void Define(const LiveRange& range) {
    const uint32_t buffer = range.buffer;
    if (root_[buffer] != kNone) return;  // named twice; the first range counts
    const uint32_t share = MakeRoom(buffer, range.start);
    root_[buffer] = share == kNone ? buffer : share;
    ++live_[root_[buffer]];
    if (share == kNone) {
      members_end_[buffer] = range.end;
      if (buffers_.size[buffer] > 0) held_.emplace(begin(buffer), buffer);
      Event(EventKind::kAlloc, buffer, kNone, range.start);
    } else {
      members_end_[share] = std::max(members_end_[share], range.end);
      next_member_[buffer] = next_member_[share];
      next_member_[share] = buffer;
      Event(EventKind::kShare, buffer, share, range.start);
    }
  }

  // The live buffer whose memory `buffer` uses, or kNone once what ends here has been freed from its bytes.
  uint32_t MakeRoom(uint32_t buffer, int32_t now) {
    if (buffers_.size[buffer] == 0) return kNone;
    over_.clear();
    int stay = 0;
    auto at = held_.lower_bound(end(buffer));
    while (at != held_.begin() && stay < kMostNeighbours) {
      const uint32_t holder = (--at)->second;
      if (end(holder) <= begin(buffer)) break;  // those further down end before, unless they overlap each other
      if (begin(holder) == begin(buffer) && end(holder) == end(buffer)) return holder;
      over_.push_back(holder);
      stay += members_end_[holder] > now;
    }
    for (const uint32_t holder : over_) {
      if (members_end_[holder] > now && begin(holder) <= begin(buffer) && end(holder) >= end(buffer)) return holder;
    }
    for (const uint32_t holder : over_) {
      if (members_end_[holder] > now) continue;
      for (uint32_t member = holder; member != kNone;) {
        const uint32_t next = next_member_[member];  // before Free() cuts the list
        Free(member, now);
        member = next;
      }
    }
    return kNone;
  }

  void Free(uint32_t buffer, int32_t now) {
    if (root_[buffer] == kNone || freed_[buffer]) return;
    freed_[buffer] = true;
    Event(EventKind::kFree, buffer, kNone, now);
    const uint32_t root = root_[buffer];
    if (--live_[root] > 0) return;
    const auto [first, last] = held_.equal_range(begin(root));
    for (auto at = first; at != last; ++at) {
      if (at->second == root) {
        held_.erase(at);
        return;
      }
    }
  }

  void Event(EventKind kind, uint32_t buffer, uint32_t share, int32_t now) {
    traces_.kind.push_back(kind);
    traces_.buffer.push_back(buffer);
    traces_.share_with.push_back(share);
    const size_t position = static_cast<size_t>(now);
    traces_.instruction.push_back(position < schedule_.size() ? schedule_[position]
                                                              : buffers_.instruction_name[buffer]);
    traces_.computation.push_back(0);
  }

  const Buffers& buffers_;
  Traces& traces_;
  const std::vector<StringId>& schedule_;
  std::multimap<Bytes, uint32_t> held_;  // live roots by offset
  std::vector<uint32_t> over_;           // holders of the bytes asked for
  // Per buffer:
  std::vector<uint32_t> root_;
  std::vector<uint32_t> next_member_;  // list of those that share with a root
  std::vector<uint32_t> live_;         // of a root: how many of those that share with it are live
  std::vector<int32_t> members_end_;   // of a root: the latest end of those that share with it
  std::vector<bool> freed_;
};

}  // namespace

void AppendTraces(const std::vector<LiveRange>& ranges, const std::vector<StringId>& schedule, Assignment& assignment) {
  const Allocations& allocations = assignment.allocations;
  // Grouped by allocation, those of temporaries only; in an allocation by position, ties as the file lists them.
  std::vector<LiveRange> by_start;
  for (const LiveRange& range : ranges) {
    const uint32_t allocation = assignment.buffers.allocation[range.buffer];
    if (allocation != kNone && allocations.temporary(allocation) && range.start >= 0 && range.end >= range.start)
      by_start.push_back(range);
  }
  const auto allocation = [&](const LiveRange& range) { return assignment.buffers.allocation[range.buffer]; };
  std::vector<LiveRange> by_end = by_start;
  const auto sort = [&](std::vector<LiveRange>& list, int32_t LiveRange::*key) {
    std::sort(list.begin(), list.end(), [&](const LiveRange& x, const LiveRange& y) {
      if (allocation(x) != allocation(y)) return allocation(x) < allocation(y);
      if (x.*key != y.*key) return x.*key < y.*key;
      return x.buffer < y.buffer;
    });
  };
  sort(by_start, &LiveRange::start);
  sort(by_end, &LiveRange::end);
  Sweep sweep(assignment, schedule);
  for (size_t begin = 0; begin < by_start.size();) {
    size_t end = begin + 1;
    while (end < by_start.size() && allocation(by_start[end]) == allocation(by_start[begin])) ++end;
    sweep.Run(by_start.data() + begin, by_end.data() + begin, end - begin);
    begin = end;
  }
}

}  // namespace xmv
