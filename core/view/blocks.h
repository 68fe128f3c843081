// Every buffer of a space as a block: address × program order. What the memory map draws.
#ifndef XMV_CORE_VIEW_BLOCKS_H_
#define XMV_CORE_VIEW_BLOCKS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "core/analysis/space_usage.h"
#include "core/model/module.h"

namespace xmv {

// A range of addresses of the map with one meaning, from the bottom up.
struct Band {
  std::string label;  // "Parameters", "Outputs", "Constants", "Temporaries (allocation 12)", …
  AllocationType type;
  Bytes lo, hi;
  bool whole_program;  // can be folded away: nothing in it changes
};

// Parallel columns, one row a block. Blocks never overlap, except in spaces where the compiler overlaps buffers.
struct Blocks {
  std::vector<uint32_t> buffer;          // the buffer to show for it
  std::vector<ProgramPoint> start, end;  // [start, end)
  std::vector<Bytes> lo, hi;             // addresses of the map
  std::vector<AllocationType> type;
  std::vector<Band> bands;
  Bytes top = 0;  // end of the last band
  size_t size() const { return buffer.size(); }
};

// Whole-program allocations by type, then the replayed trace's allocation with its buffers at their offsets, then
// temporary allocations whose order is unknown (their buffers over the whole program). O(buffers + intervals).
Blocks LayOut(const Module& module, const SpaceUsage& usage);

}  // namespace xmv

#endif  // XMV_CORE_VIEW_BLOCKS_H_
