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

// Puts a premultiplied pixel, spread over lanes, on an opaque background.
class Over {
 public:
  Over(Rgba background, int faintest)
      : opaque_(background | 0xff000000u), lanes_(Spread(opaque_)), faintest_(static_cast<uint32_t>(faintest)) {}

  Rgba operator()(uint64_t lanes) const {
    uint32_t alpha = static_cast<uint32_t>(lanes >> 48);
    if (alpha == 0) return opaque_;
    if (alpha < faintest_) {
      // No lane is above alpha, so none leaves its 16 bits.
      lanes = lanes * (faintest_ * 256 / alpha) >> 8 & kLaneMask;
      alpha = faintest_;
    }
    // A 255th of each lane, exactly: (v + 1 + v / 256) / 256.
    const uint64_t rest = lanes_ * (255 - alpha);
    return Pack(lanes + ((rest + 0x0001000100010001u + (rest >> 8 & kLaneMask)) >> 8 & kLaneMask)) | 0xff000000u;
  }

 private:
  Rgba opaque_;
  uint64_t lanes_;
  uint32_t faintest_;
};

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

void Pyramid::Sample(const Part& part, Rgba background, int faintest, Rgba* out) {
  const int i = LevelFor((part.x1 - part.x0) / part.width), j = LevelFor((part.y1 - part.y0) / part.height);
  const Image& image = Level(i, j);
  const double sx = 1.0 / (1 << i), sy = 1.0 / (1 << j);
  const Over over(background, faintest);
  const size_t width = static_cast<size_t>(part.width);
  std::vector<Cells> columns(width);
  for (int x = 0; x < part.width; ++x)
    columns[static_cast<size_t>(x)] = CellsOf(x, part.width, part.x0 * sx, part.x1 * sx, image.width);
  Cells before{-1, -1};
  for (int y = 0; y < part.height; ++y, out += width) {
    const Cells rows = CellsOf(y, part.height, part.y0 * sy, part.y1 * sy, image.height);
    if (rows.first == before.first && rows.last == before.last) {
      std::copy_n(out - width, width, out);
      continue;
    }
    before = rows;
    const Rgba* top = image.pixels.data() + static_cast<size_t>(rows.first) * static_cast<size_t>(image.width);
    const Rgba* bottom = image.pixels.data() + static_cast<size_t>(rows.last) * static_cast<size_t>(image.width);
    for (size_t x = 0; x < width; ++x) {
      const Cells c = columns[x];
      const uint64_t sum =
          Spread(top[c.first]) + Spread(top[c.last]) + Spread(bottom[c.first]) + Spread(bottom[c.last]);
      out[x] = over((sum + 0x0003000300030003u) >> 2 & kLaneMask);
    }
  }
}

}  // namespace xmv
