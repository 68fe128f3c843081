#include "core/view/raster.h"

#include <algorithm>
#include <cmath>

namespace xmv {
namespace {

constexpr unsigned kFull = 255;
constexpr uint64_t kOpaque = kFull * kFull;

// The four bytes of a colour in four 16-bit lanes, weighted by its own alpha; alpha itself stays.
uint64_t Lanes(Rgba color) {
  const uint64_t alpha = color >> 24;
  const auto channel = [&](int shift) { return ((color >> shift & 0xff) * alpha + 127) / 255; };
  return channel(0) | channel(8) << 16 | channel(16) << 32 | alpha << 48;
}

// Coverage of cell i by [a, b), in 65536ths.
uint32_t Coverage(double a, double b, int i) {
  const double covered = std::min(b, i + 1.0) - std::max(a, static_cast<double>(i));
  return covered >= 1 ? 65536u : static_cast<uint32_t>(std::max(0.0, covered * 65536));
}

}  // namespace

void Raster::Add(size_t pixel, uint64_t color, unsigned coverage) {
  uint64_t& lanes = lanes_[pixel];
  if (coverage == 0) {
    if (lanes != 0) return;
    coverage = 1;  // a trace of what is alone in its pixel
  }
  const uint64_t room = kOpaque - (lanes >> 48);
  const uint64_t alpha = color >> 48;
  if (alpha * coverage > room) {
    if (alpha == 0) return;
    coverage = static_cast<unsigned>(room / alpha);
  }
  lanes += color * coverage;  // no lane can overflow: each is at most 255 · 255 in sum
}

void Raster::Fill(double x0, double y0, double x1, double y1, Rgba color) {
  x0 = std::max(x0, 0.0);
  y0 = std::max(y0, 0.0);
  x1 = std::min(x1, static_cast<double>(width_));
  y1 = std::min(y1, static_cast<double>(height_));
  if (!(x1 > x0) || !(y1 > y0)) return;
  const uint64_t lanes = Lanes(color);
  const int left = static_cast<int>(x0), right = std::min(width_ - 1, static_cast<int>(std::ceil(x1)) - 1);
  const int top = static_cast<int>(y0), bottom = std::min(height_ - 1, static_cast<int>(std::ceil(y1)) - 1);
  const size_t stride = static_cast<size_t>(width_);
  const uint32_t first = Coverage(x0, x1, left), last = Coverage(x0, x1, right);
  for (int y = top; y <= bottom; ++y) {
    const uint32_t row = Coverage(y0, y1, y);
    const size_t begin = static_cast<size_t>(y) * stride;
    Add(begin + static_cast<size_t>(left), lanes, Rounded(uint64_t{row} * first >> 16));
    if (right == left) continue;
    Add(begin + static_cast<size_t>(right), lanes, Rounded(uint64_t{row} * last >> 16));
    const size_t inner = begin + static_cast<size_t>(left) + 1, end = begin + static_cast<size_t>(right);
    if (row == 65536 && lanes >> 48 == kFull) {
      // Fully covered: whatever rounding left there before does not matter.
      std::fill(lanes_.begin() + static_cast<std::ptrdiff_t>(inner), lanes_.begin() + static_cast<std::ptrdiff_t>(end),
                lanes * kFull);
    } else {
      for (size_t pixel = inner; pixel < end; ++pixel) Add(pixel, lanes, Rounded(row));
    }
  }
}

void Raster::Compose(Rgba background, int faintest, Rgba* out) const {
  const uint64_t back = Lanes(background | 0xff000000u);
  const uint64_t floor = static_cast<uint64_t>(faintest) * kFull;
  for (size_t i = 0; i < lanes_.size(); ++i) {
    uint64_t lanes = lanes_[i];
    if (lanes == 0) {
      out[i] = background | 0xff000000u;
      continue;
    }
    uint64_t alpha = lanes >> 48;
    uint64_t channels[3] = {lanes & 0xffff, lanes >> 16 & 0xffff, lanes >> 32 & 0xffff};
    if (alpha < floor) {
      if (alpha == 0) alpha = 1;
      for (uint64_t& channel : channels) channel = channel * floor / alpha;
      alpha = floor;
    }
    const uint64_t rest = kOpaque - alpha;
    Rgba pixel = 0xff000000u;
    for (int c = 0; c < 3; ++c) {
      const uint64_t value = (channels[c] * kFull + (back >> (16 * c) & 0xffff) * rest) / kOpaque;
      pixel |= static_cast<Rgba>(std::min<uint64_t>(value, 255)) << (8 * c);
    }
    out[i] = pixel;
  }
}

void Raster::Premultiplied(Rgba* out) const {
  for (size_t i = 0; i < lanes_.size(); ++i) {
    const uint64_t lanes = lanes_[i];
    Rgba pixel = 0;
    // Rounded up, so that what is there stays there.
    for (int c = 0; c < 4; ++c)
      pixel |= static_cast<Rgba>(((lanes >> (16 * c) & 0xffff) + kFull - 1) / kFull) << (8 * c);
    out[i] = pixel;
  }
}

}  // namespace xmv
