#include "core/base/units.h"

#include <cstdio>

namespace xmv {

std::string HumanBytes(Bytes bytes) {
  static constexpr const char* kUnits[] = {"B", "KiB", "MiB", "GiB", "TiB", "PiB"};
  double value = static_cast<double>(bytes);
  for (int unit = 0;; ++unit, value /= 1024) {
    const double magnitude = value < 0 ? -value : value;
    const int digits = unit == 0 || magnitude >= 999.95 ? 0 : magnitude >= 99.995 ? 1 : 2;
    // Not "1024 MiB": the next unit where rounding would come to that.
    if (magnitude >= (unit == 0 ? 1024 : 1023.5) && unit < 5) continue;
    char text[48];
    std::snprintf(text, sizeof text, "%.*f %s", digits, value, kUnits[unit]);
    return text;
  }
}

std::string Thousands(int64_t number) {
  std::string digits = std::to_string(number);
  const size_t sign = number < 0 ? 1 : 0;
  for (size_t at = digits.size(); at > sign + 3;) {
    at -= 3;
    digits.insert(at, ",");
  }
  return digits;
}

}  // namespace xmv
