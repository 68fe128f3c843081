// Finding one's way along the curve: local peaks, the first point above a limit, instructions by name.
#ifndef XMV_CORE_VIEW_LANDMARKS_H_
#define XMV_CORE_VIEW_LANDMARKS_H_

#include <string_view>
#include <vector>

#include "core/analysis/space_usage.h"
#include "core/model/module.h"

namespace xmv {

// Points at which the curve is higher than anything since it last rose by at least `least` bytes, and before it next
// falls by as much: the tops a person sees. In program order; the global peak is among them. O(points).
std::vector<ProgramPoint> LocalPeaks(const SpaceUsage& usage, Bytes least);

// The first point at which more than `limit` bytes are live, whole-program buffers included. -1: there is none; exactly
// `limit` bytes are not above it. O(points).
ProgramPoint FirstAbove(const SpaceUsage& usage, Bytes limit);

// The first point at or after `from`, going round once, whose event's instruction contains `text`; an exact match
// anywhere comes before a partial one. -1: none. O(points).
ProgramPoint FindInstruction(const Module& module, const SpaceUsage& usage, std::string_view text, ProgramPoint from);

}  // namespace xmv

#endif  // XMV_CORE_VIEW_LANDMARKS_H_
