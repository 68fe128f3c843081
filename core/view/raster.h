// Paints blocks into pixels by area: a pixel's colour is each block's colour weighted by the share of the pixel that
// the block covers, so that blocks far smaller than a pixel add up to an honest density.
//
// Painting writes only where a row of a block begins and ends: the buffer holds differences along each row, and
// composing sums them up. So a block costs the rows it touches, however wide it is; thousands of thin ones across the
// whole map cost next to nothing, and a picture about its pixels.
#ifndef XMV_CORE_VIEW_RASTER_H_
#define XMV_CORE_VIEW_RASTER_H_

#include <cstddef>
#include <cstdint>
#include <vector>

namespace xmv {

// 0xAABBGGRR: the byte order of ImageData on every machine that runs browsers.
using Rgba = uint32_t;

class Raster {
 public:
  Raster(int width, int height)
      : width_(width), height_(height), cells_(static_cast<std::size_t>(width) * static_cast<std::size_t>(height)) {}

  // A rectangle in pixels, fractions allowed, cut to the raster. O(rows touched). However small it is, it leaves a
  // trace.
  void Fill(double x0, double y0, double x1, double y1, Rgba color);

  // The picture over an opaque background. Pixels with anything in them are at least `faintest` of 255 visible. Where
  // blocks overlap, they share the pixel by how much of it each covers. O(pixels).
  void Compose(Rgba background, int faintest, Rgba* out) const;
  // The picture with transparency (premultiplied), for later averaging. O(pixels).
  void Premultiplied(Rgba* out) const;

  int width() const { return width_; }
  int height() const { return height_; }

 private:
  // Four lanes of 32 bits (red and green; blue and alpha): premultiplied colour times coverage. Differences may be
  // negative; lanes then borrow from each other, which summing undoes, since every sum is a number without borrows.
  struct Cell {
    uint64_t red_green = 0, blue_alpha = 0;
    void Add(const Cell& color, int64_t coverage) {
      red_green += color.red_green * static_cast<uint64_t>(coverage);
      blue_alpha += color.blue_alpha * static_cast<uint64_t>(coverage);
    }
    bool zero() const { return (red_green | blue_alpha) == 0; }
    uint32_t red() const { return static_cast<uint32_t>(red_green); }
    uint32_t green() const { return static_cast<uint32_t>(red_green >> 32); }
    uint32_t blue() const { return static_cast<uint32_t>(blue_alpha); }
    uint32_t alpha() const { return static_cast<uint32_t>(blue_alpha >> 32); }
  };
  static Cell Premultiply(Rgba color);
  Cell* Row(int y) { return cells_.data() + static_cast<std::size_t>(y) * static_cast<std::size_t>(width_); }
  const Cell* Row(int y) const {
    return cells_.data() + static_cast<std::size_t>(y) * static_cast<std::size_t>(width_);
  }

  // A coverage in 65536ths as 4096ths, up or down by turns, so that many tiny ones add up to their true sum; at least
  // one.
  int64_t Rounded(uint64_t share) {
    dither_ = static_cast<uint16_t>(dither_ + 40503);  // 65536 divided by the golden ratio: spread evenly
    const uint64_t rounded = (share * 4096 + dither_) >> 16;
    return static_cast<int64_t>(rounded > 0 ? rounded : 1);
  }

  int width_, height_;
  uint16_t dither_ = 0;
  std::vector<Cell> cells_;
};

}  // namespace xmv

#endif  // XMV_CORE_VIEW_RASTER_H_
