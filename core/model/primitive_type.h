// XLA's element types: how they are spelled and how many bits an element takes.
#ifndef XMV_CORE_MODEL_PRIMITIVE_TYPE_H_
#define XMV_CORE_MODEL_PRIMITIVE_TYPE_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/base/units.h"

namespace xmv {

// Numbers of xla.PrimitiveType (xla/xla_data.proto) that are no element types of arrays.
inline constexpr int kTuple = 13, kOpaque = 14, kToken = 17, kBuffer = 34;

// "bf16"; "type99" for a number that is not known.
std::string TypeName(int type);

// The number of a spelling, -1 if there is none. O(number of types).
int TypeOf(std::string_view name);

bool IsIntegral(int type);

// Bytes of an array: its elements packed without padding. `packed_bits` is the layout's element size E(n), 0 when it
// has none: then every element takes whole bytes. 0 for types without bytes of their own. Saturates at kMaxBytes.
Bytes ArrayBytes(int type, const int64_t* dimensions, size_t rank, int64_t packed_bits);

}  // namespace xmv

#endif  // XMV_CORE_MODEL_PRIMITIVE_TYPE_H_
