// Finds the blocks in a rectangle of the map: a packed R-tree (sort-tile-recursive), built once, never changed.
//
// Packing: Leutenegger, Lopez, Edgington, "STR: a simple and efficient algorithm for R-tree packing" (1997). Blocks are
// sorted into vertical slices by time and within a slice by address; runs of 16 make a node. Blocks hardly overlap, so
// a point query visits a handful of nodes per level. Building O(n log n); 40 bytes a block.
#ifndef XMV_CORE_VIEW_BLOCK_INDEX_H_
#define XMV_CORE_VIEW_BLOCK_INDEX_H_

#include <cstdint>
#include <vector>

#include "core/base/units.h"
#include "core/view/blocks.h"

namespace xmv {

// Program points [x0, x1), addresses [y0, y1).
struct Box {
  ProgramPoint x0, x1;
  Bytes y0, y1;
  bool Overlaps(const Box& other) const { return x0 < other.x1 && other.x0 < x1 && y0 < other.y1 && other.y0 < y1; }
  bool Covers(const Box& other) const { return x0 <= other.x0 && other.x1 <= x1 && y0 <= other.y0 && other.y1 <= y1; }
};

class BlockIndex {
 public:
  BlockIndex() = default;
  explicit BlockIndex(const Blocks& blocks);

  // Calls visit(row of Blocks, box) for each block that overlaps `box`. O(log n + hits) for boxes that are not slivers.
  template <typename F>
  void ForEach(const Box& box, F&& visit) const {
    if (!boxes_.empty()) Walk(box, levels_.size() - 1, 0, visit);
  }

  // How many blocks overlap `box`, counting no further than `limit`. O(log n + nodes on the border).
  size_t Count(const Box& box, size_t limit) const;

  size_t size() const { return rows_.size(); }

 private:
  static constexpr size_t kFan = 16;

  // levels_[0] are the blocks themselves; node i of level k covers nodes [16 i, 16 i + 16) of level k - 1.
  const std::vector<Box>& Level(size_t level) const { return level == 0 ? boxes_ : levels_[level]; }

  template <typename F>
  void Walk(const Box& box, size_t level, size_t node, F& visit) const {
    const std::vector<Box>& here = Level(level);
    if (!here[node].Overlaps(box)) return;
    if (level == 0) {
      visit(rows_[node], here[node]);
      return;
    }
    const size_t end = node * kFan + kFan < Level(level - 1).size() ? node * kFan + kFan : Level(level - 1).size();
    for (size_t child = node * kFan; child < end; ++child) Walk(box, level - 1, child, visit);
  }
  void Count(const Box& box, size_t level, size_t node, size_t limit, size_t& count) const;

  std::vector<uint32_t> rows_;            // in packed order
  std::vector<Box> boxes_;                // parallel
  std::vector<std::vector<Box>> levels_;  // [0] stays empty
};

}  // namespace xmv

#endif  // XMV_CORE_VIEW_BLOCK_INDEX_H_
