#include "core/formats/size_text.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "core/base/text.h"

namespace xmv {
namespace {

// Digits at the front in groups of three behind `separator`: how many characters "1,610,612,736" takes; 0 if they are
// not grouped so.
size_t Grouped(std::string_view text, char separator) {
  size_t at = 0;
  while (at < text.size() && at < 3 && IsDigit(text[at])) ++at;
  size_t groups = 0;
  while (at + 3 < text.size() && at > 0 && text[at] == separator && IsDigit(text[at + 1]) && IsDigit(text[at + 2]) &&
         IsDigit(text[at + 3]) && (at + 4 >= text.size() || !IsDigit(text[at + 4]))) {
    at += 4;
    ++groups;
  }
  return groups > 0 ? at : 0;
}

// "K", "KiB", "KB" → 10; also M, G, T, P, E; "B" and "bytes" → 0; nothing → -1. Takes it off the front.
int TakeUnit(std::string_view& text) {
  std::string_view rest = text;
  if (!rest.empty() && rest[0] == ' ') rest.remove_prefix(1);
  if (Take(rest, "bytes") || Take(rest, "byte") || Take(rest, "Bytes")) {
    text = rest;
    return 0;
  }
  constexpr std::string_view kPrefixes = "KMGTPE";
  const size_t prefix = rest.empty() ? std::string_view::npos : kPrefixes.find(rest[0] == 'k' ? 'K' : rest[0]);
  if (prefix != std::string_view::npos) {
    rest.remove_prefix(1);
    const bool binary = Take(rest, "iB") || Take(rest, "B") || Take(rest, "i");
    // "4.0Kernel" is no size, nor is "12 Google".
    if (!binary && ((!rest.empty() && (IsLetter(rest[0]) || IsDigit(rest[0]))) || text[0] == ' ')) return -1;
    text = rest;
    return 10 * (static_cast<int>(prefix) + 1);
  }
  if (text[0] != ' ' && Take(rest, "B")) {
    text = rest;
    return 0;
  }
  return -1;
}

Bytes Cut(double bytes) {
  const double most = static_cast<double>(kMaxBytes);
  return static_cast<Bytes>(std::min(std::max(bytes, -most), most));
}

bool TakeHexadecimal(std::string_view& text, SizeText& size) {
  std::string_view rest = text;
  if (!Take(rest, "0x")) return false;
  uint64_t value = 0;
  size_t digits = 0;
  for (; digits < rest.size() && digits < 16; ++digits) {
    const char c = rest[digits];
    const int digit = IsDigit(c)             ? c - '0'
                      : c >= 'a' && c <= 'f' ? c - 'a' + 10
                      : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                             : -1;
    if (digit < 0) break;
    value = value << 4 | static_cast<uint64_t>(digit);
  }
  if (digits == 0) return false;
  text = rest.substr(digits);
  // All ones: not set.
  size.bytes = value == UINT64_MAX ? kUnknownBytes : Cut(static_cast<double>(value));
  size.exact = true;
  return true;
}

}  // namespace

bool TakeSize(std::string_view& text, SizeText& size) {
  std::string_view rest = TrimLeft(text);
  if (TakeHexadecimal(rest, size)) {
    text = rest;
    return true;
  }
  const bool negative = Take(rest, "-");
  if (rest.empty() || !IsDigit(rest[0])) return false;
  size_t length = Grouped(rest, ',');
  if (length == 0) {
    // With spaces only where the unit says that it is one number.
    length = Grouped(rest, ' ');
    if (length > 0 && !StartsWith(rest.substr(length), " bytes")) length = 0;
  }
  double value = 0, digits_behind = 1;  // the power of ten of the digits behind the point
  bool fraction = false;
  if (length > 0) {
    for (const char c : rest.substr(0, length)) value = IsDigit(c) ? value * 10 + (c - '0') : value;
    rest.remove_prefix(length);
  } else {
    double scale = 1;
    for (length = 0; length < rest.size() && length < 40; ++length) {
      const char c = rest[length];
      if (c == '.' && !fraction && length + 1 < rest.size() && IsDigit(rest[length + 1])) {
        fraction = true;
      } else if (!IsDigit(c)) {
        break;
      } else {
        value = value * 10 + (c - '0');
        if (fraction) scale *= 10;
      }
    }
    value /= scale;
    digits_behind = scale;
    rest.remove_prefix(length);
  }
  int unit = rest.empty() ? -1 : TakeUnit(rest);
  if (fraction && unit < 0) {
    // A fraction of a byte is no size; a line may have been broken in the number: "21.9 0G".
    std::string_view broken = rest;
    double digits = 0, scale = digits_behind;
    if (!Take(broken, " ")) return false;
    while (!broken.empty() && IsDigit(broken[0])) {
      digits = digits * 10 + (broken[0] - '0');
      scale *= 10;
      broken.remove_prefix(1);
    }
    unit = broken.empty() ? -1 : TakeUnit(broken);
    if (unit < 0) return false;
    value += digits / scale;
    rest = broken;
  }
  size.bytes = Cut(std::round(std::ldexp(negative ? -value : value, std::max(unit, 0))));
  size.exact = unit <= 0 && !fraction;
  text = rest;
  return true;
}

}  // namespace xmv
