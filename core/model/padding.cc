// Explains padding from a shape's text, which is all that text dumps have. Kept apart from shape.cc, which writes it.
#include <algorithm>
#include <charconv>
#include <string>
#include <string_view>
#include <vector>

#include "core/model/shape.h"

namespace xmv {
namespace {

// "1,0" → {1, 0}; a "*" (dimension folded into the next) and "<=8" (dynamic) are read as 0 and 8.
std::vector<int64_t> Numbers(std::string_view list) {
  std::vector<int64_t> out;
  while (!list.empty()) {
    const size_t comma = list.find(',');
    std::string_view item = list.substr(0, comma);
    list = comma == std::string_view::npos ? std::string_view() : list.substr(comma + 1);
    if (item.substr(0, 2) == "<=") item.remove_prefix(2);
    int64_t number = 0;
    std::from_chars(item.data(), item.data() + item.size(), number);
    out.push_back(number);
  }
  return out;
}

// What stands between `open` and the next `close` after `from`; moves `from` behind it.
std::string_view Between(std::string_view text, char open, char close, size_t& from) {
  const size_t begin = text.find(open, from);
  if (begin == std::string_view::npos) return {};
  const size_t end = text.find(close, begin);
  if (end == std::string_view::npos) return {};
  from = end + 1;
  return text.substr(begin + 1, end - begin - 1);
}

struct Expansion {
  size_t dimension;
  int64_t from, to;
};

}  // namespace

std::string PaddingReason(std::string_view shape_text) {
  if (shape_text.empty() || shape_text[0] == '(') return {};
  size_t at = 0;
  const std::vector<int64_t> dimensions = Numbers(Between(shape_text, '[', ']', at));
  const size_t colon = shape_text.find(":T(", at);
  if (at >= shape_text.size() || shape_text[at] != '{' || colon == std::string_view::npos) return {};
  const std::vector<int64_t> minor_to_major = Numbers(shape_text.substr(at + 1, colon - at - 1));
  size_t tile_at = colon;
  const std::vector<int64_t> tile = Numbers(Between(shape_text, '(', ')', tile_at));
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
