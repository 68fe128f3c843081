// Turns live ranges of a text dump into heap events, so that the rest of the core need not know where they come from.
#ifndef XMV_CORE_FORMATS_LIVE_RANGE_TRACE_H_
#define XMV_CORE_FORMATS_LIVE_RANGE_TRACE_H_

#include <cstdint>
#include <vector>

#include "core/model/module.h"

namespace xmv {

// xla::HloLiveRange: positions in the flattened schedule, both inclusive: a buffer whose last use is where another one
// is defined is live together with it.
struct LiveRange {
  int32_t start = -1;  // -1: not known
  int32_t end = -1;
};

// Appends one trace for each temporary allocation that has buffers with a range, events in order of position: at each
// first the buffers defined there are allocated, then those used there for the last time are freed, as
// xla::HeapSimulator does. `ranges` is parallel to the buffers; `schedule` names the instruction of each position (may
// be short).
//
// The text does not say who shares memory; the offsets do, since what overlaps in bytes and time is the same memory:
//   - same bytes as a live buffer, or inside it: shares with it;
//   - bytes of buffers that are all used for the last time right here: those are freed first (handed over).
// So the sum of live sizes never exceeds the allocation, which the compiler's own events do in VMEM, where they leave
// such sharing out. O(n log n) for n ranges, whatever they hold.
void AppendTraces(const std::vector<LiveRange>& ranges, const std::vector<StringId>& schedule, Assignment& assignment);

}  // namespace xmv

#endif  // XMV_CORE_FORMATS_LIVE_RANGE_TRACE_H_
