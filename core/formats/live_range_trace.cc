#include "core/formats/live_range_trace.h"

#include <algorithm>
#include <map>
#include <utility>

#include "core/base/groups.h"

namespace xmv {
namespace {

// Ranges that overlap in no way the compiler makes could pile up on the same bytes; looking at so many is enough.
constexpr int kMostNeighbours = 64;

// Events of one allocation.
class Sweep {
 public:
  Sweep(const std::vector<LiveRange>& ranges, const std::vector<StringId>& schedule, Assignment& assignment)
      : ranges_(ranges), buffers_(assignment.buffers), traces_(assignment.traces), schedule_(schedule) {
    root_.assign(buffers_.size_rows(), kNone);
    next_member_.assign(buffers_.size_rows(), kNone);
    live_.assign(buffers_.size_rows(), 0);
    members_end_.assign(buffers_.size_rows(), 0);
    freed_.assign(buffers_.size_rows(), false);
  }

  // `members` are the allocation's buffers that have a range.
  void Run(Groups::Members members) {
    held_.clear();
    Sort(members, &LiveRange::start, by_start_);
    Sort(members, &LiveRange::end, by_end_);
    size_t freed = 0;
    const auto free_until = [&](int64_t last) {
      for (; freed < by_end_.size() && Position(by_end_[freed]) <= last; ++freed)
        Free(static_cast<uint32_t>(by_end_[freed]), Position(by_end_[freed]));
    };
    for (size_t i = 0; i < by_start_.size();) {
      const int32_t now = Position(by_start_[i]);
      free_until(int64_t{now} - 1);
      for (; i < by_start_.size() && Position(by_start_[i]) == now; ++i) Define(static_cast<uint32_t>(by_start_[i]));
      free_until(now);
    }
    free_until(INT32_MAX);
    traces_.event_begin.push_back(static_cast<uint32_t>(traces_.kind.size()));
  }

 private:
  // By position, those of one position in the file's order: the position in the upper half, the buffer in the lower.
  void Sort(Groups::Members members, int32_t LiveRange::*position, std::vector<uint64_t>& out) const {
    out.clear();
    for (const uint32_t buffer : members)
      out.push_back(uint64_t{static_cast<uint32_t>(ranges_[buffer].*position)} << 32 | buffer);
    std::sort(out.begin(), out.end());
  }
  static int32_t Position(uint64_t sorted) { return static_cast<int32_t>(sorted >> 32); }

  Bytes begin(uint32_t buffer) const { return buffers_.offset[buffer]; }
  Bytes end(uint32_t buffer) const { return buffers_.offset[buffer] + buffers_.size[buffer]; }

  void Define(uint32_t buffer) {
    const LiveRange& range = ranges_[buffer];
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

  const std::vector<LiveRange>& ranges_;
  const Buffers& buffers_;
  Traces& traces_;
  const std::vector<StringId>& schedule_;
  std::multimap<Bytes, uint32_t> held_;  // live roots by offset
  std::vector<uint32_t> over_;           // holders of the bytes asked for
  std::vector<uint64_t> by_start_, by_end_;
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
  std::vector<uint32_t> group(ranges.size(), kNone);
  for (uint32_t buffer = 0; buffer < ranges.size(); ++buffer) {
    const uint32_t allocation = assignment.buffers.allocation[buffer];
    if (allocation != kNone && allocations.temporary(allocation) && ranges[buffer].start >= 0 &&
        ranges[buffer].end >= ranges[buffer].start)
      group[buffer] = allocation;
  }
  const Groups groups(group, allocations.size_rows());
  Sweep sweep(ranges, schedule, assignment);
  for (uint32_t allocation = 0; allocation < allocations.size_rows(); ++allocation) {
    if (groups.Of(allocation).size() > 0) sweep.Run(groups.Of(allocation));
  }
}

}  // namespace xmv
