#include "core/view/block_index.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace xmv {

BlockIndex::BlockIndex(const Blocks& blocks) {
  const size_t n = blocks.size();
  if (n == 0) return;
  // Keys of 32 bits are exact for program points and precise enough for addresses: they only decide the order.
  using Keyed = std::pair<uint32_t, uint32_t>;
  std::vector<Keyed> order(n);
  for (size_t i = 0; i < n; ++i)
    order[i] = {static_cast<uint32_t>(blocks.start[i]) + static_cast<uint32_t>(blocks.end[i]),
                static_cast<uint32_t>(i)};
  std::sort(order.begin(), order.end());
  const double scale = blocks.top > 0 ? 4294967295.0 / static_cast<double>(blocks.top) : 0;
  const size_t slices = static_cast<size_t>(std::ceil(std::sqrt(static_cast<double>(n) / kFan)));
  const size_t slice = ((n + slices - 1) / slices + kFan - 1) / kFan * kFan;  // whole nodes
  for (size_t begin = 0; begin < n; begin += slice) {
    const size_t end = std::min(n, begin + slice);
    for (size_t i = begin; i < end; ++i)
      // A buffer may lie past its allocation's end, and so past the top.
      order[i].first =
          static_cast<uint32_t>(std::min(static_cast<double>(blocks.lo[order[i].second]) * scale, 4294967295.0));
    std::sort(order.begin() + static_cast<std::ptrdiff_t>(begin), order.begin() + static_cast<std::ptrdiff_t>(end));
  }
  rows_.reserve(n);
  boxes_.reserve(n);
  for (const Keyed& keyed : order) {
    const uint32_t row = keyed.second;
    rows_.push_back(row);
    boxes_.push_back({blocks.start[row], blocks.end[row], blocks.lo[row], blocks.hi[row]});
  }
  levels_.emplace_back();
  while (Level(levels_.size() - 1).size() > 1) {
    const std::vector<Box>& below = Level(levels_.size() - 1);
    std::vector<Box> level;
    for (size_t i = 0; i < below.size(); ++i) {
      if (i % kFan == 0) {
        level.push_back(below[i]);
        continue;
      }
      Box& box = level.back();
      box = {std::min(box.x0, below[i].x0), std::max(box.x1, below[i].x1), std::min(box.y0, below[i].y0),
             std::max(box.y1, below[i].y1)};
    }
    levels_.push_back(std::move(level));
  }
}

size_t BlockIndex::Count(const Box& box, size_t limit) const {
  size_t count = 0;
  if (!boxes_.empty()) Count(box, levels_.size() - 1, 0, limit, count);
  return std::min(count, limit);
}

void BlockIndex::Count(const Box& box, size_t level, size_t node, size_t limit, size_t& count) const {
  if (count >= limit || !Level(level)[node].Overlaps(box)) return;
  if (level == 0) {
    ++count;
    return;
  }
  size_t leaves = 1;
  for (size_t i = 0; i < level; ++i) leaves *= kFan;
  if (box.Covers(Level(level)[node])) {
    count += std::min(leaves, boxes_.size() - node * leaves);
    return;
  }
  const size_t end = std::min(node * kFan + kFan, Level(level - 1).size());
  for (size_t child = node * kFan; child < end; ++child) Count(box, level - 1, child, limit, count);
}

}  // namespace xmv
