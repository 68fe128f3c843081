#include "core/view/raster.h"

#include <algorithm>
#include <cmath>

namespace xmv {
namespace {

constexpr uint32_t kFull = 4096;           // a pixel covered whole
constexpr uint32_t kOpaque = kFull * 255;  // and its alpha then

// Coverage of cell i by [a, b), in 65536ths.
uint32_t Coverage(double a, double b, int i) {
  const double covered = std::min(b, i + 1.0) - std::max(a, static_cast<double>(i));
  return covered >= 1 ? 65536u : static_cast<uint32_t>(std::max(0.0, covered * 65536));
}

uint32_t Byte(float value) { return value >= 255 ? 255u : static_cast<uint32_t>(value); }

}  // namespace

Raster::Cell Raster::Premultiply(Rgba color) {
  const uint64_t alpha = color >> 24;
  const auto channel = [&](int shift) { return ((color >> shift & 0xff) * alpha + 127) / 255; };
  return {channel(0) | channel(8) << 32, channel(16) | alpha << 32};
}

void Raster::Fill(double x0, double y0, double x1, double y1, Rgba color) {
  x0 = std::max(x0, 0.0);
  y0 = std::max(y0, 0.0);
  x1 = std::min(x1, static_cast<double>(width_));
  y1 = std::min(y1, static_cast<double>(height_));
  if (!(x1 > x0) || !(y1 > y0)) return;
  const Cell cell = Premultiply(color);
  const int left = static_cast<int>(x0), right = std::min(width_ - 1, static_cast<int>(std::ceil(x1)) - 1);
  const int top = static_cast<int>(y0), bottom = std::min(height_ - 1, static_cast<int>(std::ceil(y1)) - 1);
  const uint32_t first = Coverage(x0, x1, left), last = Coverage(x0, x1, right);
  for (int y = top; y <= bottom; ++y) {
    const uint32_t row = Coverage(y0, y1, y);
    Cell* cells = Row(y);
    // What the row adds to each pixel: `begin` to the first, `inner` to those between, `end` to the last.
    const int64_t begin = Rounded(uint64_t{row} * first >> 16);
    cells[left].Add(cell, begin);
    if (right == left) {
      if (left + 1 < width_) cells[left + 1].Add(cell, -begin);
      continue;
    }
    const int64_t inner = row == 65536 ? kFull : Rounded(row), end = Rounded(uint64_t{row} * last >> 16);
    cells[left + 1].Add(cell, inner - begin);
    cells[right].Add(cell, end - inner);
    if (right + 1 < width_) cells[right + 1].Add(cell, -end);
  }
}

void Raster::Compose(Rgba background, int faintest, Rgba* out) const {
  background |= 0xff000000u;
  const float red = static_cast<float>(background & 0xff), green = static_cast<float>(background >> 8 & 0xff),
              blue = static_cast<float>(background >> 16 & 0xff);
  const float floor = static_cast<float>(faintest) / 255;
  for (int y = 0; y < height_; ++y) {
    const Cell* cells = Row(y);
    Cell sum;
    Rgba pixel = background;
    for (int x = 0; x < width_; ++x, ++out) {
      if (!cells[x].zero()) {
        sum.red_green += cells[x].red_green;
        sum.blue_alpha += cells[x].blue_alpha;
        if (sum.zero()) {
          pixel = background;
        } else {
          // The blocks' share of the pixel, and what their sums are to be multiplied by.
          float share = static_cast<float>(sum.alpha()) / kOpaque;
          float scale = 1.0f / kFull;
          if (share > 1 || share < floor) {
            const float wanted = share > 1 ? 1 : floor;
            scale *= share > 0 ? wanted / share : 0;
            share = wanted;
          }
          const float rest = 1 - share;
          pixel = 0xff000000u | Byte(static_cast<float>(sum.red()) * scale + red * rest) |
                  Byte(static_cast<float>(sum.green()) * scale + green * rest) << 8 |
                  Byte(static_cast<float>(sum.blue()) * scale + blue * rest) << 16;
        }
      }
      *out = pixel;
    }
  }
}

void Raster::Premultiplied(Rgba* out) const {
  for (int y = 0; y < height_; ++y) {
    const Cell* cells = Row(y);
    Cell sum;
    for (int x = 0; x < width_; ++x, ++out) {
      sum.red_green += cells[x].red_green;
      sum.blue_alpha += cells[x].blue_alpha;
      const uint64_t alpha = sum.alpha(), full = alpha > kOpaque ? (alpha + 254) / 255 : kFull;
      // Rounded up, so that what is there stays there.
      const auto byte = [&](uint64_t lane) {
        return static_cast<Rgba>(std::min<uint64_t>(255, (lane + full - 1) / full));
      };
      *out = byte(sum.red()) | byte(sum.green()) << 8 | byte(sum.blue()) << 16 | byte(alpha) << 24;
    }
  }
}

}  // namespace xmv
