// Reads shapes back from the text XLA prints, which is all that text dumps and error messages have.
#ifndef XMV_CORE_MODEL_SHAPE_TEXT_H_
#define XMV_CORE_MODEL_SHAPE_TEXT_H_

#include <cstdint>
#include <string_view>
#include <vector>

#include "core/base/units.h"

namespace xmv {

// An array's shape, or how many elements a tuple has. Meant to be read into again and again: that keeps the vectors'
// memory.
struct TextShape {
  int element_type = 0;                 // xla.PrimitiveType; kTuple for a tuple
  int64_t tuple_elements = 0;           // of a tuple
  std::vector<int64_t> dimensions;      // dynamic ones at their bound
  std::vector<int64_t> minor_to_major;  // as far as printed; empty: default (last dimension fastest)
  std::vector<int64_t> tiles;           // dimensions of all tiles, outermost tile first; 0: folded into the next ("*")
  std::vector<size_t> tile_begin;       // tiles + 1, into `tiles`
  int64_t element_bits = 0;             // E(n), 0 if not packed
  int64_t memory_space = 0;             // S(n)
};

// Reads the shape at the front of `text`, e.g. "bf16[8,128]{1,0:T(8,128)(2,1)S(1)}" or "(f32[2]{0}, s32[])", and
// returns its length in characters; 0 if no shape begins there. Grammar: xla::ShapeUtil::HumanStringWithLayout and
// xla::Layout::ToString; unknown parts of a layout are passed over. O(length).
size_t ReadShape(std::string_view text, TextShape& shape);

// As UnpaddedBytes of the same shape as a proto (shape.h).
Bytes UnpaddedBytes(const TextShape& shape);

// Bytes of the shape in its layout: dimensions rounded up to the tiles. A tuple, or a layout without tiles: the same as
// unpadded. Saturates at kMaxBytes.
Bytes PaddedBytes(const TextShape& shape);

}  // namespace xmv

#endif  // XMV_CORE_MODEL_SHAPE_TEXT_H_
