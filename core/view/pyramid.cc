#include "core/view/pyramid.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace xmv {
namespace {

constexpr uint64_t kLaneMask = 0x00ff00ff00ff00ffu;

// Four bytes spread over four 16-bit lanes, so that sums of them are one addition.
uint64_t Spread(Rgba pixel) {
  uint64_t v = pixel;
  v = (v | v << 16) & 0x0000ffff0000ffffu;
  return (v | v << 8) & kLaneMask;
}

Rgba Pack(uint64_t lanes) {
  lanes = (lanes | lanes >> 8) & 0x0000ffff0000ffffu;
  return static_cast<Rgba>(lanes | lanes >> 16);
}

// Average of two pixels, rounded up: what is there stays there.
Rgba Average(Rgba a, Rgba b) { return Pack((Spread(a) + Spread(b) + 0x0001000100010001u) >> 1 & kLaneMask); }

// Cells [first, last] of `count` that output pixel i of `pixels` averages; one or two where the level fits.
struct Cells {
  int first, last;
};
Cells CellsOf(int i, int pixels, double from, double to, int count) {
  const double step = (to - from) / pixels;
  const int first = std::clamp(static_cast<int>(from + i * step), 0, count - 1);
  const int last = std::clamp(static_cast<int>(std::ceil(from + (i + 1) * step)) - 1, first, count - 1);
  return {first, std::min(last, first + 1)};
}

int LevelFor(double cells_per_pixel) {
  int level = 0;
  for (; cells_per_pixel >= 2 && level < 16; cells_per_pixel /= 2) ++level;
  return level;
}

}  // namespace

Pyramid::Pyramid(const Raster& base) {
  Image image{base.width(), base.height(),
              std::vector<Rgba>(static_cast<size_t>(base.width()) * static_cast<size_t>(base.height()))};
  base.Premultiplied(image.pixels.data());
  levels_.emplace(std::make_pair(0, 0), std::move(image));
}

const Pyramid::Image& Pyramid::Level(int i, int j) {
  const auto found = levels_.find({i, j});
  if (found != levels_.end()) return found->second;
  const Image& from = i > 0 ? Level(i - 1, j) : Level(0, j - 1);
  const bool across = i > 0;
  Image image{
      across ? std::max(1, from.width / 2) : from.width, across ? from.height : std::max(1, from.height / 2), {}};
  image.pixels.resize(static_cast<size_t>(image.width) * static_cast<size_t>(image.height));
  const size_t stride = static_cast<size_t>(from.width);
  for (int y = 0; y < image.height; ++y) {
    for (int x = 0; x < image.width; ++x) {
      const size_t a = across ? static_cast<size_t>(y) * stride + static_cast<size_t>(2 * x)
                              : static_cast<size_t>(2 * y) * stride + static_cast<size_t>(x);
      const size_t b = across ? a + (2 * x + 1 < from.width) : (2 * y + 1 < from.height ? a + stride : a);
      image.pixels[static_cast<size_t>(y) * static_cast<size_t>(image.width) + static_cast<size_t>(x)] =
          Average(from.pixels[a], from.pixels[b]);
    }
  }
  return levels_.emplace(std::make_pair(i, j), std::move(image)).first->second;
}

void Pyramid::Sample(double x0, double x1, double y0, double y1, Raster& out) {
  const int i = LevelFor((x1 - x0) / out.width()), j = LevelFor((y1 - y0) / out.height());
  const Image& image = Level(i, j);
  const double sx = 1.0 / (1 << i), sy = 1.0 / (1 << j);
  std::vector<Cells> columns(static_cast<size_t>(out.width()));
  std::vector<Rgba> row(static_cast<size_t>(out.width()));
  for (int x = 0; x < out.width(); ++x)
    columns[static_cast<size_t>(x)] = CellsOf(x, out.width(), x0 * sx, x1 * sx, image.width);
  for (int y = 0; y < out.height(); ++y) {
    const Cells rows = CellsOf(y, out.height(), y0 * sy, y1 * sy, image.height);
    const Rgba* top = image.pixels.data() + static_cast<size_t>(rows.first) * static_cast<size_t>(image.width);
    const Rgba* bottom = image.pixels.data() + static_cast<size_t>(rows.last) * static_cast<size_t>(image.width);
    for (int x = 0; x < out.width(); ++x) {
      const Cells c = columns[static_cast<size_t>(x)];
      const uint64_t sum =
          Spread(top[c.first]) + Spread(top[c.last]) + Spread(bottom[c.first]) + Spread(bottom[c.last]);
      row[static_cast<size_t>(x)] = Pack((sum + 0x0003000300030003u) >> 2 & kLaneMask);
    }
    out.SetRow(y, row.data());
  }
}

}  // namespace xmv
