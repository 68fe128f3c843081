// A picture of the whole map at several resolutions per axis, for frames in which too many blocks are in view to paint
// each: a frame then costs its pixels, whatever the number of blocks.
#ifndef XMV_CORE_VIEW_PYRAMID_H_
#define XMV_CORE_VIEW_PYRAMID_H_

#include <map>
#include <utility>
#include <vector>

#include "core/view/raster.h"

namespace xmv {

// Levels (i, j) are halved i times in x and j times in y ("ripmap"), made when first needed; all of them together take
// less than four times the base. Colours are premultiplied.
class Pyramid {
 public:
  Pyramid() = default;
  // Takes the base picture, painted so that it spans the whole map.
  explicit Pyramid(const Raster& base);

  bool empty() const { return levels_.empty(); }
  // A part of the base, in its pixels, and how many pixels it gets.
  struct Part {
    double x0, x1, y0, y1;
    int width, height;
  };
  // The part, averaged onto its pixels, over an opaque background; what is there is at least `faintest` of 255 visible,
  // as Raster::Compose does it. O(pixels).
  void Sample(const Part& part, Rgba background, int faintest, Rgba* out);

 private:
  struct Image {
    int width, height;
    std::vector<Rgba> pixels;
  };
  const Image& Level(int i, int j);

  std::map<std::pair<int, int>, Image> levels_;
};

}  // namespace xmv

#endif  // XMV_CORE_VIEW_PYRAMID_H_
