// Paints blocks into pixels by area: a pixel's colour is each block's colour weighted by the share of the pixel that
// the block covers, so that blocks far smaller than a pixel add up to an honest density.
#ifndef XMV_CORE_VIEW_RASTER_H_
#define XMV_CORE_VIEW_RASTER_H_

#include <cstddef>
#include <cstdint>
#include <vector>

namespace xmv {

// 0xAABBGGRR: the byte order of ImageData on every machine that runs browsers.
using Rgba = uint32_t;

// Accumulates coverage; each pixel holds four 16-bit lanes (red, green, blue, alpha) premultiplied, 255 · 255 being
// full. What exceeds a full pixel (only where blocks overlap) is left out.
class Raster {
 public:
  Raster(int width, int height)
      : width_(width), height_(height), lanes_(static_cast<std::size_t>(width) * static_cast<std::size_t>(height), 0) {}

  // A rectangle in pixels, fractions allowed, cut to the raster. O(pixels touched). However small it is, it leaves a
  // trace in the pixel under its middle.
  void Fill(double x0, double y0, double x1, double y1, Rgba color);

  // The picture over an opaque background. Pixels with anything in them are at least `faintest` of 255 visible.
  // O(pixels).
  void Compose(Rgba background, int faintest, Rgba* out) const;
  // The picture with transparency (premultiplied), for later averaging. O(pixels).
  void Premultiplied(Rgba* out) const;

  // Sets a pixel from four 16-bit lanes of 0 … 255, premultiplied.
  void Set(int x, int y, uint64_t lanes) {
    lanes_[static_cast<std::size_t>(y) * static_cast<std::size_t>(width_) + static_cast<std::size_t>(x)] = lanes * 255;
  }

  int width() const { return width_; }
  int height() const { return height_; }

 private:
  void Add(std::size_t pixel, uint64_t color, unsigned coverage);

  // A coverage in 65536ths as 255ths, up or down by turns, so that many tiny ones add up to their true sum.
  unsigned Rounded(uint64_t share) {
    dither_ = static_cast<uint16_t>(dither_ + 40503);  // 65536 divided by the golden ratio: spread evenly
    return static_cast<unsigned>((share * 255 + dither_) >> 16);
  }

  uint16_t dither_ = 0;

  int width_, height_;
  std::vector<uint64_t> lanes_;
};

}  // namespace xmv

#endif  // XMV_CORE_VIEW_RASTER_H_
