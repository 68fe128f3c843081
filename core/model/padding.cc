// Explains padding from a shape's text, which is all that text dumps have. Kept apart from shape.cc, which writes it.
#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "core/model/shape.h"
#include "core/model/shape_text.h"

namespace xmv {
namespace {

struct Expansion {
  size_t dimension;
  int64_t from, to;
};

}  // namespace

std::string PaddingReason(std::string_view shape_text) {
  TextShape shape;
  if (ReadShape(shape_text, shape) == 0 || shape.tile_begin.size() < 2) return {};
  const std::vector<int64_t>& dimensions = shape.dimensions;
  const std::vector<int64_t>& minor_to_major = shape.minor_to_major;
  const std::vector<int64_t> tile(shape.tiles.begin(),
                                  shape.tiles.begin() + static_cast<ptrdiff_t>(shape.tile_begin[1]));
  if (tile.empty()) return {};

  std::string tile_text;
  for (const int64_t t : tile) tile_text += (tile_text.empty() ? "" : "×") + std::to_string(t);
  if (dimensions.empty()) return "a scalar takes a whole tile (" + tile_text + ")";

  // The tile's last dimension covers the fastest varying one, and so on outwards.
  std::vector<Expansion> found;
  for (size_t i = 0; i < tile.size() && i < minor_to_major.size(); ++i) {
    const int64_t t = tile[tile.size() - 1 - i];
    const int64_t d = minor_to_major[i];
    if (t <= 1 || d < 0 || static_cast<size_t>(d) >= dimensions.size()) continue;
    const int64_t size = dimensions[static_cast<size_t>(d)];
    if (size > kMaxBytes || t > kMaxBytes) continue;  // damaged: rounding up would overflow
    if (size > 0 && size % t != 0) found.push_back({static_cast<size_t>(d), size, size / t * t + t});
  }
  std::sort(found.begin(), found.end(), [](const Expansion& a, const Expansion& b) {
    return static_cast<double>(a.to) / static_cast<double>(a.from) >
           static_cast<double>(b.to) / static_cast<double>(b.from);
  });
  std::string out;
  for (const Expansion& e : found) {
    out += (out.empty() ? "dimension " : ", dimension ") + std::to_string(e.dimension) + ": " + std::to_string(e.from) +
           " → " + std::to_string(e.to);
  }
  return out.empty() ? out : out + " (tile " + tile_text + ")";
}

}  // namespace xmv
