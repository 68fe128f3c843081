// The buffers live at a program point, as rows that can be sorted, cut and drawn.
#ifndef XMV_CORE_VIEW_LIVE_SET_H_
#define XMV_CORE_VIEW_LIVE_SET_H_

#include <cstdint>
#include <vector>

#include "core/analysis/space_usage.h"
#include "core/model/module.h"

namespace xmv {

// One live buffer. The sizes of a point's rows add up to SpaceUsage::live(point).
struct LiveRow {
  uint32_t buffer;  // row of Buffers, the one to show
  AllocationType type;
  Bytes size;
  Bytes unpadded;           // never more than size
  ProgramPoint start, end;  // [0, points) for whole-program buffers
};

// Rows in program order: whole-program buffers as the file lists them, then temporaries by allocation event, which is
// XProf's order. O(whole-program buffers + intervals).
std::vector<LiveRow> LiveAt(const Module& module, const SpaceUsage& usage, ProgramPoint point);

// All buffers assigned to the space, whether the trace mentions them or not, each with its own part of it: from its
// event to its own free; [0, points) for whole-program buffers, -1 where nothing tells. Sizes count shared memory again
// and again, so they add up to nothing. O(buffers).
std::vector<LiveRow> AllBuffers(const Module& module, const SpaceUsage& usage);

// What rows can be sorted by; the numbers are memory_viewer.d.ts's Order.
enum class Order : uint8_t {
  kProgram,
  kSize,
  kPadding,
  kName,
  kType,
  kOffset,
  kStart,
  kEnd,
  kUnpadded,
  kOpName,
  kShape,
  kSource
};
inline constexpr int kOrders = 12;

// Indices into `rows` in the given order: numbers largest first, text and program points smallest first. Ties stay in
// program order. O(n log n).
std::vector<uint32_t> Sorted(const Module& module, const std::vector<LiveRow>& rows, Order order);

}  // namespace xmv

#endif  // XMV_CORE_VIEW_LIVE_SET_H_
