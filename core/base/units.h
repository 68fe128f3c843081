// The units of the core, spelled in types, and how bytes are written for people.
#ifndef XMV_CORE_BASE_UNITS_H_
#define XMV_CORE_BASE_UNITS_H_

#include <cstdint>
#include <string>

namespace xmv {

using Bytes = int64_t;         // sizes and offsets in memory
using ProgramPoint = int32_t;  // index of a heap event; the state right after it
using FileOffset = uint64_t;   // position in a file, which may be larger than memory

// Sizes above this are refused (Code::kSizeOverflow): no machine has 8 PiB, and a double still counts exactly here.
inline constexpr Bytes kMaxBytes = Bytes{1} << 53;

// sum += value; false, and sum unchanged, when the result leaves [0, kMaxBytes] or value is negative.
[[nodiscard]] inline bool AddBytes(Bytes& sum, Bytes value) {
  if (value < 0 || value > kMaxBytes || sum > kMaxBytes - value) return false;
  sum += value;
  return true;
}

// "1.50 GiB", "336.0 MiB", "512 B": binary units, three or four digits, as the page prints them (www/base/bytes.ts).
std::string HumanBytes(Bytes bytes);

// "1,234,567".
std::string Thousands(int64_t number);

}  // namespace xmv

#endif  // XMV_CORE_BASE_UNITS_H_
