// What happened between two program points.
#ifndef XMV_CORE_VIEW_CHANGE_H_
#define XMV_CORE_VIEW_CHANGE_H_

#include <cstdint>
#include <vector>

#include "core/view/live_set.h"

namespace xmv {

// allocated: live at the later point only; freed: at the earlier only; kept: at both. Each largest first. The bytes of
// allocated less those of freed are the difference of live bytes between the points.
struct Change {
  std::vector<LiveRow> allocated, freed, kept;
  Bytes allocated_bytes = 0, freed_bytes = 0, kept_bytes = 0;
};

// O(n log n) for n buffers live at either point.
Change ChangeBetween(const Module& module, const SpaceUsage& usage, ProgramPoint from, ProgramPoint to);

}  // namespace xmv

#endif  // XMV_CORE_VIEW_CHANGE_H_
