// The memory map of a space by viewport: a picture, what lies under a point, labels for what is large enough.
#ifndef XMV_CORE_VIEW_MEMORY_MAP_H_
#define XMV_CORE_VIEW_MEMORY_MAP_H_

#include <cstdint>
#include <vector>

#include "core/analysis/schedule_axis.h"
#include "core/view/block_index.h"
#include "core/view/blocks.h"
#include "core/view/color_by.h"
#include "core/view/pyramid.h"
#include "core/view/raster.h"

namespace xmv {

// A viewport in the map's own units and device pixels. Addresses grow upwards on screen: y1 is the top edge.
struct Viewport {
  double x0, x1;  // program points, or schedule positions
  double y0, y1;  // addresses
  int width, height;
};

// A block wide and high enough for text, in device pixels of the viewport.
struct Label {
  uint32_t buffer;
  float x, y, width, height;
};

class MemoryMap {
 public:
  // Over program points or, given an axis, over schedule positions. Building O(n log n). What it is made from must
  // outlive the map.
  MemoryMap(const Module& module, const SpaceUsage& usage, const ScheduleAxis* axis);

  const Blocks& blocks() const { return blocks_; }

  // Colours blocks by something else from now on. O(blocks); O(1) if it is what they are coloured by.
  const Legend& SetColorBy(ColorBy by);
  // One colour per class of the legend (alpha 0: not drawn), and what shows through. Cheap; pictures are made anew.
  void SetPalette(std::vector<Rgba> palette, Rgba background);

  // Fades all buffers but those marked (per row of Buffers); null: none. The marks must stay as long as they are set.
  void SetMatches(const std::vector<bool>* matches);

  // Paints the viewport into width × height pixels. With at most kExactBlocks blocks in view, or if `exact`, each is
  // painted; otherwise the picture comes from the pyramid and costs its pixels only. Returns whether it is exact.
  bool Paint(const Viewport& view, bool exact, Rgba* out);

  // Row of blocks() at a position, kNone where memory is free. Of overlapping ones the smallest. O(log n).
  uint32_t At(double point, double address) const;

  // The largest blocks in view that are at least so wide and high, at most `most`. O(log n + blocks in view), bounded:
  // with more than kExactBlocks in view there are none.
  std::vector<Label> Labels(const Viewport& view, float min_width, float min_height, size_t most) const;

  // Bytes of each class of the legend that are live at a position of the axis. O(log n + blocks there).
  std::vector<double> LiveByClass(ProgramPoint position) const;

  // Rows of blocks() of a buffer: its intervals, in their order. O(1) each.
  std::vector<uint32_t> RowsOf(uint32_t buffer) const;

  static constexpr size_t kExactBlocks = 40000;

 private:
  void GroupByBuffer();
  Box BoxOf(const Viewport& view) const;
  void PaintBlocks(const Viewport& view, const Box& box, Raster& raster) const;
  void PaintPyramid(const Viewport& view, Rgba* out);

  const Module& module_;
  const SpaceUsage& usage_;
  Blocks blocks_;
  ProgramPoint length_;  // of the x axis
  const std::vector<bool>* matches_ = nullptr;
  BlockIndex index_;
  // Rows of blocks_ by buffer: those of b are by_buffer_[first_of_[b]] up to by_buffer_[first_of_[b + 1]].
  std::vector<uint32_t> by_buffer_, first_of_;
  ColorBy color_by_ = ColorBy::kType;
  Legend legend_;
  std::vector<Rgba> palette_;
  Rgba background_ = 0xffffffffu;
  Pyramid pyramid_;  // of the current colours; empty until needed
};

}  // namespace xmv

#endif  // XMV_CORE_VIEW_MEMORY_MAP_H_
