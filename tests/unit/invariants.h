// What must hold of any file that loads, however damaged (DESIGN.md, "Invariants"): checked here from the columns
// alone, by other means than the core uses. For unit tests, damaged files and the fuzzer.
#ifndef XMV_TESTS_UNIT_INVARIANTS_H_
#define XMV_TESTS_UNIT_INVARIANTS_H_

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "core/analysis/space_usage.h"
#include "core/model/module.h"
#include "core/view/curve.h"
#include "core/view/live_set.h"
#include "core/view/point_state.h"
#include "core/view/strip.h"

namespace xmv {

class Invariants {
 public:
  Invariants(const Module& module, const SpaceUsage& usage) : m_(module), u_(usage) {}

  // The first one broken, in words; empty if all hold. O(events + buffers), plus O(live) at a few points.
  std::string Broken() {
    Columns();
    if (broken_.empty()) Totals();
    if (broken_.empty()) Intervals();
    if (broken_.empty()) LiveEverywhere();
    if (broken_.empty()) Placement();
    if (broken_.empty()) Lookups();
    for (const ProgramPoint p : Samples()) {
      if (broken_.empty()) Point(p);
    }
    if (broken_.empty()) CurveByViewport();
    return broken_;
  }

 private:
  void Expect(bool holds, const std::string& what) {
    if (!holds && broken_.empty()) broken_ = what;
  }
  void Same(int64_t actual, int64_t expected, const std::string& what) {
    Expect(actual == expected, what + ": " + std::to_string(actual) + ", not " + std::to_string(expected));
  }

  // The peak, both ends, and a few in between.
  std::vector<ProgramPoint> Samples() const {
    std::vector<ProgramPoint> out{u_.replay.peak_point, 0, u_.points - 1};
    for (int i = 1; i < 6; ++i) out.push_back(static_cast<ProgramPoint>(int64_t{u_.points} * i / 6));
    return out;
  }

  // Parallel columns are parallel, and every cross reference is in range.
  void Columns() {
    const Buffers& b = m_.assignment.buffers;
    const Allocations& a = m_.assignment.allocations;
    const Traces& t = m_.assignment.traces;
    const size_t buffers = b.size_rows(), allocations = a.size_rows(), instructions = m_.instructions.size_rows();
    Expect(b.size.size() == buffers && b.space.size() == buffers && b.instruction_id.size() == buffers &&
               b.instruction_name.size() == buffers && b.allocation.size() == buffers && b.offset.size() == buffers &&
               b.index_begin.size() == buffers + 1 && b.index_begin.back() == b.shape_index.size(),
           "columns of buffers differ in length");
    Expect(a.size.size() == allocations && a.space.size() == allocations && a.flags.size() == allocations &&
               a.parameter.size() == allocations && a.index_begin.size() == allocations + 1 &&
               a.assigned_begin.size() == allocations + 1 && a.assigned_begin.back() == a.assigned.size() &&
               a.assigned_size.size() == a.assigned.size(),
           "columns of allocations differ in length");
    Expect(t.kind.size() == t.event_begin.back() && t.buffer.size() == t.kind.size() &&
               t.share_with.size() == t.kind.size() && t.instruction.size() == t.kind.size() &&
               t.computation.size() == t.kind.size(),
           "columns of events differ in length");
    Expect(m_.instruction.size() == buffers && m_.shape.size() == buffers && m_.unpadded.size() == buffers,
           "the module's columns differ in length from the buffers'");
    if (!broken_.empty()) return;
    const auto below = [](const std::vector<uint32_t>& column, size_t limit) {
      return std::all_of(column.begin(), column.end(), [&](uint32_t i) { return i == kNone || i < limit; });
    };
    Expect(below(b.allocation, allocations) && below(a.assigned, buffers) && below(t.buffer, buffers) &&
               below(t.share_with, buffers) && below(m_.instruction, instructions),
           "a reference points past its column");
    const size_t strings = m_.assignment.strings.size();
    Expect(below(t.instruction, strings) && below(m_.shape, strings) && below(m_.instructions.name, strings) &&
               below(m_.instructions.op_name, strings) && below(m_.schedule, strings) && below(m_.frames.file, strings),
           "a string id points past the table");
    Expect(std::all_of(m_.unpadded.begin(), m_.unpadded.end(), [](Bytes n) { return n >= 0 && n <= kMaxBytes; }),
           "an unpadded size is out of range");
  }

  // Parts sum to totals; every byte of every allocation is in exactly one of them.
  void Totals() {
    const Allocations& a = m_.assignment.allocations;
    Bytes all = 0, temporary = 0;
    for (uint32_t i = 0; i < a.size_rows(); ++i) {
      if (a.space[i] != u_.space) continue;
      all += a.size[i];
      if (a.temporary(i)) temporary += a.size[i];
    }
    Bytes whole = 0, by_type = 0;
    for (const WholeProgramBuffer& w : u_.whole_program) whole += a.size[w.allocation];
    for (const Bytes bytes : u_.whole_program_by_type) by_type += bytes;
    Same(u_.whole_program_bytes, whole, "whole-program bytes");
    Same(by_type, whole, "whole-program bytes by type");
    Same(u_.temporary_allocation, temporary, "temporary allocation");
    Same(u_.total, whole + u_.unrepresented + temporary, "total");
    Same(u_.total + u_.thread_local_bytes, all, "total and thread-local");
    Expect(u_.aliased_output <= u_.whole_program_by_type[static_cast<size_t>(AllocationType::kParameter)],
           "more donated bytes than parameters");
    Expect(u_.untraced_temporary >= 0 && u_.untraced_temporary <= temporary, "more untraced than temporary bytes");
    Expect(u_.unattributed >= 0 && u_.unattributed <= temporary, "more unattributed than temporary bytes");
    Expect(u_.whole_program_unpadded >= 0 && u_.whole_program_unpadded <= whole, "unpadded bytes above padded ones");
    for (const SpaceSummary& summary : Summarize(m_.assignment)) {
      if (summary.space != u_.space) continue;
      Same(summary.total, u_.total, "the listing's total");
      // The listing shows the default trace.
      if (u_.traces.empty() || u_.trace == u_.traces[0]) Same(summary.peak, u_.peak(), "the listing's peak");
    }
  }

  void Intervals() {
    const Replay& r = u_.replay;
    const ProgramPoint n = static_cast<ProgramPoint>(r.live.size());
    Expect(u_.points == std::max<ProgramPoint>(1, n) || u_.trace == kNone, "points and curve differ in length");
    Expect(r.unpadded.size() == r.live.size() && r.extent.size() == r.live.size(), "curves differ in length");
    ProgramPoint last = 0;
    for (const Interval& interval : r.intervals) {
      Expect(interval.root < m_.unpadded.size() && interval.display < m_.unpadded.size(), "interval of no buffer");
      Expect(interval.start >= last && interval.start < n && interval.end > interval.start && interval.end <= n,
             "interval [" + std::to_string(interval.start) + ", " + std::to_string(interval.end) + ") of " +
                 std::to_string(n) + " points");
      last = interval.start;
    }
    for (const Span& span : r.own)
      Expect(span.start == -1 || (span.start >= 0 && span.end >= span.start && span.end <= n), "span out of range");
    for (size_t i = 0; i < r.root.size(); ++i)
      Expect(r.root[i] < r.root.size() && r.root[r.root[i]] == r.root[i], "a canonical buffer that shares itself");
  }

  // At every point: live bytes = the sizes of the intervals that cover it, by differences; the peak is the first
  // largest.
  void LiveEverywhere() {
    const Replay& r = u_.replay;
    const size_t n = r.live.size();
    std::vector<Bytes> change(n + 1, 0), change_unpadded(n + 1, 0);
    for (const Interval& interval : r.intervals) {
      const Bytes size = m_.assignment.buffers.size[interval.root];
      const Bytes unpadded = std::min(m_.unpadded[interval.root], size);
      change[static_cast<size_t>(interval.start)] += size;
      change[static_cast<size_t>(interval.end)] -= size;
      change_unpadded[static_cast<size_t>(interval.start)] += unpadded;
      change_unpadded[static_cast<size_t>(interval.end)] -= unpadded;
    }
    Bytes live = 0, unpadded = 0, peak = 0;
    size_t peak_point = 0;
    for (size_t p = 0; p < n; ++p) {
      live += change[p];
      unpadded += change_unpadded[p];
      if (r.live[p] != live || r.unpadded[p] != unpadded) {
        Same(r.live[p], live, "live bytes at point " + std::to_string(p));
        Same(r.unpadded[p], unpadded, "unpadded bytes at point " + std::to_string(p));
      }
      Expect(live >= 0 && unpadded >= 0 && unpadded <= live && r.extent[p] >= 0, "impossible bytes at a point");
      if (live > peak) {
        peak = live;
        peak_point = p;
      }
    }
    Same(r.peak, peak, "peak");
    Same(r.peak_point, static_cast<int64_t>(peak_point), "peak's point");
    Same(u_.peak(), u_.whole_program_bytes + peak, "peak of the space");
  }

  // Offsets lie inside their allocation, or a fault says so.
  void Placement() {
    const Buffers& b = m_.assignment.buffers;
    const Allocations& a = m_.assignment.allocations;
    const bool told = std::any_of(m_.assignment.faults.begin(), m_.assignment.faults.end(), [](const Error& fault) {
      return fault.message.find("past the end of their allocation") != std::string::npos;
    });
    for (size_t i = 0; i < b.size_rows(); ++i) {
      if (b.allocation[i] == kNone) continue;
      Expect(b.size[i] >= 0 && b.size[i] <= kMaxBytes && b.offset[i] >= 0 && b.offset[i] <= kMaxBytes,
             "a buffer's size or offset is out of range");
      if (a.temporary(b.allocation[i]))
        Expect(told || b.offset[i] + b.size[i] <= a.size[b.allocation[i]], "a buffer past its allocation, untold");
    }
  }

  void Lookups() {
    Expect(u_.trace == kNone || std::find(u_.traces.begin(), u_.traces.end(), u_.trace) != u_.traces.end(),
           "the trace shown is none of the space's");
  }

  // The extent at a point by looking at every interval. Allocations are stacked as they are first taken from.
  Bytes ExtentAt(ProgramPoint p) const {
    const Buffers& b = m_.assignment.buffers;
    std::vector<Bytes> base(m_.assignment.allocations.size_rows(), -1);
    Bytes stacked = 0, extent = 0;
    for (const Interval& interval : u_.replay.intervals) {
      const uint32_t allocation = b.allocation[interval.root];
      if (base[allocation] < 0) {
        base[allocation] = stacked;
        stacked += m_.assignment.allocations.size[allocation];
      }
      if (interval.start <= p && p < interval.end)
        extent = std::max(extent, base[allocation] + b.offset[interval.root] + b.size[interval.root]);
    }
    return extent;
  }

  // What the screen shows at a point adds up to the curve there.
  void Point(ProgramPoint p) {
    const std::vector<LiveRow> rows = LiveAt(m_, u_, p);
    Bytes live = 0, unpadded = 0;
    for (const LiveRow& row : rows) {
      live += row.size;
      unpadded += row.unpadded;
      Expect(row.unpadded >= 0 && row.unpadded <= row.size, "a row's unpadded size is out of range");
      Expect(row.start <= p && p < row.end, "a row that is not live");
    }
    const std::string at = " at point " + std::to_string(p);
    Same(live, u_.live(p), "rows" + at);
    Same(unpadded, u_.unpadded(p), "unpadded rows" + at);
    if (!u_.replay.extent.empty()) Same(u_.replay.extent[static_cast<size_t>(p)], ExtentAt(p), "extent" + at);
    const PointState state = StateAt(m_, u_, p);
    Bytes by_type = 0;
    for (const Bytes bytes : state.by_type) by_type += bytes;
    Same(by_type, live, "bytes by type" + at);
    Same(state.live_buffers, static_cast<int64_t>(rows.size()), "live buffers" + at);
    for (const Order order : {Order::kSize, Order::kName, Order::kOffset}) {
      const Strip strip(m_, rows, order);
      Same(strip.total(), live, "strip" + at);
      const StripSegments segments = strip.Segments(0, strip.total(), 800, 2);
      double end = 0;
      size_t count = 0;
      for (size_t i = 0; i < segments.start.size(); ++i) {
        Expect(segments.start[i] == end && segments.end[i] > end, "a gap in the strip" + at);
        end = segments.end[i];
        count += segments.count[i];
      }
      Expect(end == static_cast<double>(live), "the strip's segments end early" + at);
      Expect(count <= rows.size(), "the strip has more buffers than rows" + at);
    }
  }

  // The curve by viewport has the extremes of the curve itself.
  void CurveByViewport() {
    const Curve curve(u_, nullptr);
    for (const int columns : {1, 7, 500}) {
      const CurveColumns c = curve.Columns(0, u_.points, columns);
      for (size_t i = 0; i + 1 < c.point.size() && broken_.empty(); ++i) {
        const ProgramPoint from = static_cast<ProgramPoint>(c.point[i]);
        const ProgramPoint to = static_cast<ProgramPoint>(c.point[i + 1]);
        Bytes lowest = u_.live(from), highest = lowest;
        for (ProgramPoint p = from; p < to; ++p) {
          lowest = std::min(lowest, u_.live(p));
          highest = std::max(highest, u_.live(p));
        }
        Same(static_cast<int64_t>(c.live_min[i]), lowest, "lowest of a column of the curve");
        Same(static_cast<int64_t>(c.live_max[i]), highest, "highest of a column of the curve");
      }
    }
  }

  const Module& m_;
  const SpaceUsage& u_;
  std::string broken_;
};

inline std::string CheckInvariants(const Module& module, const SpaceUsage& usage) {
  return Invariants(module, usage).Broken();
}

}  // namespace xmv

#endif  // XMV_TESTS_UNIT_INVARIANTS_H_
