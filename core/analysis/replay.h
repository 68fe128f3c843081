// Replays a heap simulator trace: how many bytes are live after each event, and which buffers they are.
//
// The rules are XProf's (XPROF.md; openxla/xprof hlo_proto_to_memory_visualization_utils.cc), so that curve, peak and
// lifetimes agree with it byte for byte. Where XProf gives up (a double free, an unknown event) the event is passed
// over and counted instead.
#ifndef XMV_CORE_ANALYSIS_REPLAY_H_
#define XMV_CORE_ANALYSIS_REPLAY_H_

#include <cstdint>
#include <vector>

#include "core/base/units.h"
#include "core/model/module.h"

namespace xmv {

// Memory held from the event that took it to the one that gave it back. Live at p when start <= p < end.
struct Interval {
  uint32_t root;     // buffer whose size counts
  uint32_t display;  // buffer to show for it: the root, or the one that took over its memory after a free
  ProgramPoint start;
  ProgramPoint end;  // the trace's length if never freed
};

// A buffer's own part of a trace: from the event that allocated or shared it to its own free.
struct Span {
  ProgramPoint start = -1;  // -1: no event
  ProgramPoint end = -1;
};

struct Replay {
  std::vector<Bytes> live;          // after event p, for each of the trace's n events
  std::vector<Bytes> unpadded;      // the same with every buffer at its unpadded size
  std::vector<Bytes> extent;        // highest offset in use: most bytes of the allocation that are needed at p
  std::vector<uint32_t> held;       // intervals live at p
  std::vector<Interval> intervals;  // by start; live ones at the peak in XProf's order
  Bytes peak = 0;
  ProgramPoint peak_point = 0;    // first event with the largest value
  Bytes peak_unpadded = 0;        // at that point, by XProf's unpadded sizes
  std::vector<Span> own;          // per buffer
  std::vector<uint32_t> root;     // per buffer: whose memory it uses; itself if it shares with none
  std::vector<uint32_t> stacked;  // allocations the trace touches, by first event; extents stack them in this order
  size_t passed_over = 0;         // events that contradict the ones before
  bool too_large = false;         // live bytes passed kMaxBytes at some point: nothing above may be used
};

// What XProf reports besides. Memory taken again after a free counts for the sharer that took it, not for its root.
struct XprofSpans {
  std::vector<Span> span;       // per buffer; end is inclusive; start -1: none
  std::vector<Bytes> unpadded;  // after event p, by XProf's unpadded sizes
};

// Replays one trace of a module. O(events · log events).
Replay ReplayTrace(const Module& module, uint32_t trace, XprofSpans* xprof = nullptr);

// Just the peak of a trace in bytes, for listings: needs no module. At most kMaxBytes. O(events).
Bytes PeakOfTrace(const Assignment& assignment, uint32_t trace);

}  // namespace xmv

#endif  // XMV_CORE_ANALYSIS_REPLAY_H_
