#include "core/view/memory_map.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace xmv {
namespace {

// The pyramid's base. Twice a large screen across; programs have more points than memories have rows.
constexpr int kBaseWidth = 2048, kBaseHeight = 1024;
constexpr int kFaintest = 40;   // of 255: how visible the smallest block is
constexpr double kGapFrom = 4;  // blocks at least so large in both directions keep a gap of half a pixel around

// A little lighter or darker by buffer, so that neighbours of one class can be told apart; the same everywhere.
Rgba Shade(Rgba color, uint32_t buffer) {
  const uint32_t hash = buffer * 2654435761u >> 28;  // 0 … 15
  const int percent = 88 + static_cast<int>(hash);   // 88 … 103
  Rgba out = color & 0xff000000u;
  for (int shift = 0; shift < 24; shift += 8) {
    const int value = static_cast<int>(color >> shift & 0xff) * percent / 100;
    out |= static_cast<Rgba>(std::min(value, 255)) << shift;
  }
  return out;
}

}  // namespace

MemoryMap::MemoryMap(const Module& module, const SpaceUsage& usage, const ScheduleAxis* axis)
    : module_(module), usage_(usage), blocks_(LayOut(module, usage)), length_(usage.points) {
  if (axis && !axis->empty()) {
    length_ = static_cast<ProgramPoint>(axis->point.size());
    const auto position = [&](ProgramPoint p) {
      return p >= usage.points ? length_ : axis->position[static_cast<size_t>(p)];
    };
    for (size_t i = 0; i < blocks_.size(); ++i) {
      const bool whole = blocks_.start[i] == 0 && blocks_.end[i] == usage.points;
      blocks_.start[i] = whole ? 0 : position(blocks_.start[i]);
      // One that lives within a single instruction is seen too.
      blocks_.end[i] = std::max(position(blocks_.end[i]), blocks_.start[i] + 1);
    }
  }
  index_ = BlockIndex(blocks_);
  GroupByBuffer();
  SetColorBy(ColorBy::kType);
}

void MemoryMap::GroupByBuffer() {
  // Counted, summed up, then put in place from behind.
  const uint32_t last = blocks_.buffer.empty() ? 0 : *std::max_element(blocks_.buffer.begin(), blocks_.buffer.end());
  first_of_.assign(size_t{last} + 2, 0);
  for (const uint32_t buffer : blocks_.buffer) ++first_of_[buffer];
  std::partial_sum(first_of_.begin(), first_of_.end(), first_of_.begin());
  by_buffer_.resize(blocks_.size());
  for (size_t row = blocks_.size(); row-- > 0;)
    by_buffer_[--first_of_[blocks_.buffer[row]]] = static_cast<uint32_t>(row);
}

void MemoryMap::SetMatches(const std::vector<bool>* matches) {
  matches_ = matches;
  pyramid_ = {};
}

const Legend& MemoryMap::SetColorBy(ColorBy by) {
  if (by == color_by_ && !legend_.label.empty()) return legend_;  // asked again for another point
  color_by_ = by;
  legend_ = Classify(module_, usage_, blocks_, by);
  palette_.assign(legend_.label.size(), 0xff808080u);
  pyramid_ = {};
  return legend_;
}

void MemoryMap::SetPalette(std::vector<Rgba> palette, Rgba background) {
  palette.resize(legend_.label.size(), 0xff808080u);
  if (palette == palette_ && background == background_) return;
  palette_ = std::move(palette);
  background_ = background;
  pyramid_ = {};
}

Box MemoryMap::BoxOf(const Viewport& view) const {
  const auto point = [&](double x) { return static_cast<ProgramPoint>(std::clamp<double>(x, 0, length_)); };
  const auto address = [&](double y) {
    return static_cast<Bytes>(std::clamp<double>(y, 0, static_cast<double>(blocks_.top)));
  };
  return {point(std::floor(view.x0)), point(std::ceil(view.x1)), address(std::floor(view.y0)),
          address(std::ceil(view.y1))};
}

void MemoryMap::PaintBlocks(const Viewport& view, const Box& box, Raster& raster) const {
  const double sx = view.width / (view.x1 - view.x0), sy = view.height / (view.y1 - view.y0);
  index_.ForEach(box, [&](uint32_t row, const Box& b) {
    Rgba color = palette_[legend_.class_of[row]];
    if (matches_ && !(*matches_)[blocks_.buffer[row]]) color = (color & 0x00ffffffu) | (color >> 24) / 6 << 24;
    if (color >> 24 == 0) return;
    double x0 = (b.x0 - view.x0) * sx, x1 = (b.x1 - view.x0) * sx;
    double y0 = (view.y1 - static_cast<double>(b.y1)) * sy, y1 = (view.y1 - static_cast<double>(b.y0)) * sy;
    if (x1 - x0 >= kGapFrom && y1 - y0 >= kGapFrom) {
      // On whole pixels, so that edges are crisp, with a gap to the right and below.
      x0 = std::round(x0);
      x1 = std::round(x1) - 1;
      y0 = std::round(y0);
      y1 = std::round(y1) - 1;
    }
    raster.Fill(x0, y0, x1, y1, Shade(color, blocks_.buffer[row]));
  });
}

void MemoryMap::PaintPyramid(const Viewport& view, Rgba* out) {
  const double top = static_cast<double>(blocks_.top), points = length_;
  if (pyramid_.empty()) {
    const int width = std::min(kBaseWidth, std::max(1, length_));
    const Viewport all{0, points, 0, top, width, kBaseHeight};
    Raster base(width, kBaseHeight);
    PaintBlocks(all, BoxOf(all), base);
    pyramid_ = Pyramid(base);
  }
  const double sx = std::min(kBaseWidth, std::max(1, length_)) / points, sy = kBaseHeight / top;
  pyramid_.Sample({view.x0 * sx, view.x1 * sx, (top - view.y1) * sy, (top - view.y0) * sy, view.width, view.height},
                  background_, kFaintest, out);
}

bool MemoryMap::Paint(const Viewport& view, bool exact, Rgba* out) {
  const Box box = BoxOf(view);
  if (!exact && index_.Count(box, kExactBlocks + 1) > kExactBlocks) {
    PaintPyramid(view, out);
    return false;
  }
  Raster raster(view.width, view.height);
  PaintBlocks(view, box, raster);
  raster.Compose(background_, kFaintest, out);
  return true;
}

uint32_t MemoryMap::At(double point, double address) const {
  if (!(point >= 0) || point >= length_ || !(address >= 0) || address >= static_cast<double>(blocks_.top)) return kNone;
  const ProgramPoint p = static_cast<ProgramPoint>(point);
  const Bytes a = static_cast<Bytes>(address);
  uint32_t best = kNone;
  index_.ForEach({p, p + 1, a, a + 1}, [&](uint32_t row, const Box& b) {
    if (best == kNone || b.y1 - b.y0 < blocks_.hi[best] - blocks_.lo[best]) best = row;
  });
  return best;
}

std::vector<Label> MemoryMap::Labels(const Viewport& view, float min_width, float min_height, size_t most) const {
  std::vector<Label> out;
  const Box box = BoxOf(view);
  if (index_.Count(box, kExactBlocks + 1) > kExactBlocks) return out;
  const double sx = view.width / (view.x1 - view.x0), sy = view.height / (view.y1 - view.y0);
  index_.ForEach(box, [&](uint32_t row, const Box& b) {
    const double x0 = std::max(0.0, (b.x0 - view.x0) * sx), x1 = std::min<double>(view.width, (b.x1 - view.x0) * sx);
    const double y0 = std::max(0.0, (view.y1 - static_cast<double>(b.y1)) * sy),
                 y1 = std::min<double>(view.height, (view.y1 - static_cast<double>(b.y0)) * sy);
    if (x1 - x0 < min_width || y1 - y0 < min_height || palette_[legend_.class_of[row]] >> 24 == 0) return;
    out.push_back({blocks_.buffer[row], static_cast<float>(x0), static_cast<float>(y0), static_cast<float>(x1 - x0),
                   static_cast<float>(y1 - y0)});
  });
  const auto area = [](const Label& l) { return l.width * l.height; };
  const auto larger = [&](const Label& a, const Label& b) { return area(a) > area(b); };
  if (out.size() > most) {
    std::nth_element(out.begin(), out.begin() + static_cast<std::ptrdiff_t>(most), out.end(), larger);
    out.resize(most);
  }
  std::sort(out.begin(), out.end(), larger);
  return out;
}

std::vector<double> MemoryMap::LiveByClass(ProgramPoint position) const {
  std::vector<double> out(legend_.label.size(), 0);
  index_.ForEach({position, position + 1, 0, blocks_.top},
                 [&](uint32_t row, const Box& b) { out[legend_.class_of[row]] += static_cast<double>(b.y1 - b.y0); });
  return out;
}

std::vector<uint32_t> MemoryMap::RowsOf(uint32_t buffer) const {
  if (buffer == kNone || size_t{buffer} + 1 >= first_of_.size()) return {};
  return {by_buffer_.begin() + first_of_[buffer], by_buffer_.begin() + first_of_[buffer + 1]};
}

}  // namespace xmv
