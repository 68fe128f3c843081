// What one memory space of a module holds: whole-program allocations plus one replayed trace, and sums that add up.
#ifndef XMV_CORE_ANALYSIS_SPACE_USAGE_H_
#define XMV_CORE_ANALYSIS_SPACE_USAGE_H_

#include <array>
#include <cstdint>
#include <vector>

#include "core/analysis/replay.h"
#include "core/base/status.h"
#include "core/base/units.h"
#include "core/model/module.h"

namespace xmv {

// Row of Allocations that a trace simulates: the one that owns its first event's buffer, since the index in the file is
// often wrong. kNone for a trace without events on assigned buffers. O(1) normally.
uint32_t AllocationOfTrace(const Assignment& assignment, uint32_t trace);

// The traces that simulate a space, XProf's choice first: that of the space's first temporary allocation that has one,
// else the one with most events on the space's buffers. Empty: the compiler left no order for this space.
std::vector<uint32_t> TracesOf(const Assignment& assignment, Space space);

// One line of a listing; needs no instructions.
struct SpaceSummary {
  Space space = 0;
  Bytes peak = 0;   // XProf's: represented whole-program allocations + replayed peak
  Bytes total = 0;  // sum of allocations
  Bytes parameters = 0;
  Bytes temporaries = 0;  // sum of temporary allocations
  uint32_t points = 0;    // events of its main trace
};

// All spaces in which memory is allocated, by number: main memory first. O(allocations + events).
std::vector<SpaceSummary> Summarize(const Assignment& assignment);

// An allocation that lives for the whole program, represented by its largest buffer (first wins), as in XProf.
struct WholeProgramBuffer {
  uint32_t allocation;
  uint32_t buffer;
};

struct SpaceUsage {
  Space space = 0;
  std::vector<uint32_t> traces;
  uint32_t trace = kNone;   // the one replayed
  Replay replay;            // empty without a trace
  ProgramPoint points = 1;  // length of the curve; without a trace the schedule's length, at least 1

  int64_t buffers = 0;  // logical buffers assigned to this space
  std::vector<WholeProgramBuffer> whole_program;
  std::array<Bytes, kAllocationTypes> whole_program_by_type{};  // allocation sizes, of represented ones
  Bytes whole_program_bytes = 0;                                // their sum
  Bytes whole_program_unpadded = 0;                             // the same without padding
  Bytes aliased_output = 0;      // parameters that also hold an output (donated); part of the parameters
  Bytes total = 0;               // = whole_program_bytes + unrepresented + temporary_allocation
  Bytes thread_local_bytes = 0;  // on top of all this: scratch of called computations, in no total (see module.h)
  Bytes unrepresented = 0;       // whole-program allocations without any buffer: XProf leaves them out of the peak
  Bytes temporary_allocation = 0;
  Bytes untraced_temporary = 0;  // temporaries whose allocation no shown trace simulates
  Bytes unattributed = 0;        // of the simulated allocation: above the highest offset any event explains
  // XProf's sums, over all allocations of the space (XPROF.md):
  Bytes xprof_parameters = 0, xprof_live_out = 0, xprof_non_reusable = 0, xprof_indefinite = 0;

  std::vector<Error> notes;  // what a person should know before trusting a number

  // States at a point (clamped by the caller to [0, points)); whole-program bytes included. O(1).
  Bytes live(ProgramPoint p) const {
    return whole_program_bytes + (replay.live.empty() ? 0 : replay.live[static_cast<size_t>(p)]);
  }
  Bytes unpadded(ProgramPoint p) const {
    return whole_program_unpadded + (replay.unpadded.empty() ? 0 : replay.unpadded[static_cast<size_t>(p)]);
  }
  Bytes extent(ProgramPoint p) const {
    return whole_program_bytes + (replay.extent.empty() ? 0 : replay.extent[static_cast<size_t>(p)]);
  }
  int64_t buffers_live(ProgramPoint p) const {
    return static_cast<int64_t>(whole_program.size()) + (replay.held.empty() ? 0 : replay.held[static_cast<size_t>(p)]);
  }
  Bytes peak() const { return whole_program_bytes + replay.peak; }
};

// `trace` must be one of TracesOf(space), or kNone for the first. Errors: the module does not use the space; no such
// trace. O(n log n) for n events and buffers.
Result<SpaceUsage> Analyse(const Module& module, Space space, uint32_t trace, XprofSpans* xprof = nullptr);

}  // namespace xmv

#endif  // XMV_CORE_ANALYSIS_SPACE_USAGE_H_
