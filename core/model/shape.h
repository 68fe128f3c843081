// Shapes as XLA prints them, and what they would take without padding.
#ifndef XMV_CORE_MODEL_SHAPE_H_
#define XMV_CORE_MODEL_SHAPE_H_

#include <string>
#include <string_view>

#include "core/base/units.h"
#include "proto/memory.pb.h"

namespace xmv {

// The subshape at a shape index, e.g. {1,0}: element 0 of element 1 of a tuple. Stops where the shape has no such
// element. O(length of the index).
const proto::Shape& ResolveShape(const proto::Shape& shape, const int64_t* index, size_t count);

// XProf's way: only the last element of the index, applied to the outermost tuple.
const proto::Shape& ResolveShapeLikeXprof(const proto::Shape& shape, const int64_t* index, size_t count);

// "bf16[8,128]{1,0:T(8,128)(2,1)S(1)}", as xla::ShapeUtil::HumanStringWithLayout. Nesting is bounded by the parser.
std::string ShapeText(const proto::Shape& shape);

// Bytes of the shape's elements packed without padding, dynamic dimensions at their bound; 8 for each element of a
// tuple (its pointer table); 0 for tokens. Saturates at kMaxBytes.
Bytes UnpaddedBytes(const proto::Shape& shape);

// Which dimension padding comes from, read off a shape's text: "dimension 1: 1 → 128 (tile 8×128)". Empty when the
// layout has no tile or every dimension fits.
std::string PaddingReason(std::string_view shape_text);

}  // namespace xmv

#endif  // XMV_CORE_MODEL_SHAPE_H_
