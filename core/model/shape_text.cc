#include "core/model/shape_text.h"

#include <algorithm>

#include "core/base/text.h"
#include "core/model/primitive_type.h"

namespace xmv {
namespace {

constexpr size_t kMostDimensions = 64;  // XLA itself stops at fewer; more is not a shape

// "1,0" up to a character that belongs to no list. "<=8" (dynamic) reads 8, "?" (unbounded) and "*" (folded) read 0.
void TakeNumbers(std::string_view& text, std::vector<int64_t>& numbers) {
  for (size_t n = 0; !text.empty() && n < kMostDimensions; ++n) {
    int64_t number = 0;
    Take(text, "<=");
    if (!TakeNumber(text, number) && !Take(text, "?") && !Take(text, "*")) return;
    numbers.push_back(number);
    if (!Take(text, ",")) return;
    if (!text.empty() && text[0] == ' ') text.remove_prefix(1);
  }
}

// What follows the dimension order: "T(8,128)(2,1)S(1)", up to the closing brace.
void TakeLayoutRest(std::string_view& text, TextShape& shape) {
  while (!text.empty() && text[0] != '}') {
    if (text[0] == 'T') {
      text.remove_prefix(1);
      while (Take(text, "(")) {
        TakeNumbers(text, shape.tiles);
        shape.tile_begin.push_back(shape.tiles.size());
        if (!Take(text, ")")) return;
      }
    } else if (Take(text, "E(")) {
      TakeNumber(text, shape.element_bits);
      TakeUntil(text, ')');
    } else if (Take(text, "S(")) {
      TakeNumber(text, shape.memory_space);
      TakeUntil(text, ')');
    } else if (text[0] == '(') {  // of a mark that is not known
      TakeUntil(text, ')');
    } else {
      text.remove_prefix(1);
    }
  }
}

size_t ReadTuple(std::string_view text, TextShape& shape) {
  shape.element_type = kTuple;
  // Only the elements of the outermost tuple are counted; brackets and braces hold commas of their own.
  int depth = 0;
  bool any = false;
  for (size_t at = 0; at < text.size(); ++at) {
    switch (text[at]) {
      case '(':
      case '[':
      case '{':
        ++depth;
        break;
      case ')':
      case ']':
      case '}':
        if (--depth > 0) break;
        shape.tuple_elements += any;
        return text[at] == ')' ? at + 1 : 0;
      case ',':
        shape.tuple_elements += depth == 1;
        break;
      case ' ':
        break;
      default:
        any = true;
    }
  }
  return 0;
}

}  // namespace

size_t ReadShape(std::string_view text, TextShape& shape) {
  shape.element_type = 0;
  shape.tuple_elements = shape.element_bits = shape.memory_space = 0;
  shape.dimensions.clear();
  shape.minor_to_major.clear();
  shape.tiles.clear();
  shape.tile_begin.assign(1, 0);
  if (text.empty()) return 0;
  if (text[0] == '(') return ReadTuple(text, shape);
  std::string_view rest = text;
  const bool in_buffer = Take(rest, "b(");
  size_t letters = 0;
  while (letters < rest.size() && letters < 16 && (IsLetter(rest[letters]) || IsDigit(rest[letters]))) ++letters;
  shape.element_type = TypeOf(rest.substr(0, letters));
  rest.remove_prefix(letters);
  if (shape.element_type < 0 || !Take(rest, "[")) return 0;
  TakeNumbers(rest, shape.dimensions);
  if (!Take(rest, "]")) return 0;
  // "{" may also open something else, e.g. a computation after a result shape; a layout has digits, ':' or nothing.
  if (rest.size() > 1 && rest[0] == '{' && (IsDigit(rest[1]) || rest[1] == ':' || rest[1] == '}')) {
    rest.remove_prefix(1);
    TakeNumbers(rest, shape.minor_to_major);
    if (Take(rest, ":")) TakeLayoutRest(rest, shape);
    if (!Take(rest, "}")) return 0;
  }
  if (in_buffer && !Take(rest, ")")) return 0;
  return text.size() - rest.size();
}

Bytes UnpaddedBytes(const TextShape& shape) {
  if (shape.element_type == kTuple) return std::min(shape.tuple_elements, kMaxBytes / 8) * 8;
  return ArrayBytes(shape.element_type, shape.dimensions.data(), shape.dimensions.size(), shape.element_bits);
}

Bytes PaddedBytes(const TextShape& shape) {
  const size_t rank = shape.dimensions.size();
  if (shape.tile_begin.size() < 2 || shape.minor_to_major.size() != rank ||
      std::find(shape.tiles.begin(), shape.tiles.end(), 0) != shape.tiles.end())
    return UnpaddedBytes(shape);
  std::vector<int64_t> physical;  // slowest dimension first
  for (size_t i = rank; i-- > 0;) {
    const int64_t dimension = shape.minor_to_major[i];
    if (dimension < 0 || static_cast<size_t>(dimension) >= rank) return UnpaddedBytes(shape);
    physical.push_back(shape.dimensions[static_cast<size_t>(dimension)]);
  }
  // A tile splits the fastest dimensions it covers into "how many tiles" and "place in the tile"; the next tile then
  // covers places.
  for (size_t t = 0; t + 1 < shape.tile_begin.size(); ++t) {
    const size_t begin = shape.tile_begin[t], size = shape.tile_begin[t + 1] - begin;
    if (physical.size() < size) physical.insert(physical.begin(), size - physical.size(), 1);
    const size_t first = physical.size() - size;
    for (size_t i = 0; i < size; ++i) {
      const int64_t tile = shape.tiles[begin + i];
      if (tile < 0) return UnpaddedBytes(shape);
      physical[first + i] = physical[first + i] / tile + (physical[first + i] % tile != 0);
      physical.push_back(tile);
    }
  }
  return ArrayBytes(shape.element_type, physical.data(), physical.size(), shape.element_bits);
}

}  // namespace xmv
