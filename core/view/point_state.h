// What is known about one program point.
#ifndef XMV_CORE_VIEW_POINT_STATE_H_
#define XMV_CORE_VIEW_POINT_STATE_H_

#include <array>
#include <string_view>

#include "core/analysis/space_usage.h"
#include "core/model/module.h"

namespace xmv {

// See PointInfo in wasm/memory_viewer.d.ts. by_type adds up to live.
struct PointState {
  ProgramPoint point = 0;
  std::string_view instruction, computation;  // live as long as the module
  const char* event_kind = "";
  uint32_t event_buffer = kNone;
  Bytes live = 0, change = 0, unpadded = 0, extent = 0;
  int64_t live_buffers = 0;
  std::array<Bytes, kAllocationTypes> by_type{};
};

// `point` in [0, usage.points). O(1).
PointState StateAt(const Module& module, const SpaceUsage& usage, ProgramPoint point);

}  // namespace xmv

#endif  // XMV_CORE_VIEW_POINT_STATE_H_
