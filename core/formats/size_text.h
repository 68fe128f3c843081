// Reads sizes as XLA, libtpu and TSL print them for people.
#ifndef XMV_CORE_FORMATS_SIZE_TEXT_H_
#define XMV_CORE_FORMATS_SIZE_TEXT_H_

#include <string_view>

#include "core/base/units.h"

namespace xmv {

// No number where one could be: "unknown size", or a message that leaves it out.
inline constexpr Bytes kUnknownBytes = INT64_MIN;

struct SizeText {
  Bytes bytes = 0;     // may be negative; cut to ±kMaxBytes
  bool exact = false;  // printed in bytes, not rounded to a few digits
};

// Takes a size off the front of `text` (white space before it too): "512B", "4.0K", "15.48G" (libtpu: powers of 1024
// without "iB"), "6.00MiB", "-25.62GiB" (XLA, TSL), "1610612736 bytes", "1,610,612,736", "1 610 612 736 bytes",
// "0x10000000". A letter behind the unit does not belong to it ("0BOutput"). False, and nothing taken, if there is no
// number.
bool TakeSize(std::string_view& text, SizeText& size);

}  // namespace xmv

#endif  // XMV_CORE_FORMATS_SIZE_TEXT_H_
