#include <catch2/catch_test_macros.hpp>
#include <string>

#include "core/model/shape.h"

namespace xmv {
namespace {

proto::Shape Array(int type, std::initializer_list<int64_t> dimensions) {
  proto::Shape shape;
  shape.set_element_type(type);
  for (const int64_t d : dimensions) shape.add_dimensions(d);
  for (int64_t i = static_cast<int64_t>(dimensions.size()); i-- > 0;) shape.mutable_layout()->add_minor_to_major(i);
  return shape;
}

void AddTile(proto::Shape& shape, std::initializer_list<int64_t> dimensions) {
  proto::Tile* tile = shape.mutable_layout()->add_tiles();
  for (const int64_t d : dimensions) tile->add_dimensions(d);
}

}  // namespace

TEST_CASE("shapes are written as XLA writes them", "[model]") {
  proto::Shape bf16 = Array(16, {1000, 1000});
  AddTile(bf16, {8, 128});
  AddTile(bf16, {2, 1});
  bf16.mutable_layout()->set_memory_space(1);
  bf16.mutable_layout()->set_tail_padding_alignment_in_elements(1);
  CHECK(ShapeText(bf16) == "bf16[1000,1000]{1,0:T(8,128)(2,1)S(1)}");

  proto::Shape scalar = Array(16, {});
  CHECK(ShapeText(scalar) == "bf16[]");
  AddTile(scalar, {256});
  CHECK(ShapeText(scalar) == "bf16[]{:T(256)}");

  proto::Shape s4 = Array(21, {16});
  s4.mutable_layout()->set_element_size_in_bits(4);
  s4.mutable_layout()->set_tail_padding_alignment_in_elements(64);
  CHECK(ShapeText(s4) == "s4[16]{0:L(64)E(4)}");

  proto::Shape dynamic = Array(11, {8, INT64_MIN});
  dynamic.add_is_dynamic_dimension(true);
  dynamic.add_is_dynamic_dimension(true);
  CHECK(ShapeText(dynamic) == "f32[<=8,?]{1,0}");

  proto::Shape tuple;
  tuple.set_element_type(13);
  *tuple.add_tuple_shapes() = scalar;
  tuple.add_tuple_shapes()->set_element_type(17);
  CHECK(ShapeText(tuple) == "(bf16[]{:T(256)}, token[])");

  proto::Shape unknown = Array(77, {1});
  CHECK(ShapeText(unknown) == "type77[1]{0}");
}

TEST_CASE("unpadded sizes", "[model]") {
  CHECK(UnpaddedBytes(Array(11, {3, 5})) == 60);
  CHECK(UnpaddedBytes(Array(1, {7})) == 7);    // pred takes a byte
  CHECK(UnpaddedBytes(Array(21, {7})) == 7);   // s4 without a packed layout takes a byte each
  CHECK(UnpaddedBytes(Array(18, {2})) == 32);  // c128
  CHECK(UnpaddedBytes(Array(17, {})) == 0);    // token
  CHECK(UnpaddedBytes(Array(11, {5, 0})) == 0);
  CHECK(UnpaddedBytes(Array(11, {})) == 4);
  CHECK(UnpaddedBytes(Array(77, {5})) == 0);
  CHECK(UnpaddedBytes(Array(12, {INT64_MAX, INT64_MAX})) == kMaxBytes);
  proto::Shape packed = Array(21, {7});
  packed.mutable_layout()->set_element_size_in_bits(4);
  CHECK(UnpaddedBytes(packed) == 4);
  proto::Shape tuple;
  tuple.set_element_type(13);
  tuple.add_tuple_shapes();
  tuple.add_tuple_shapes();
  CHECK(UnpaddedBytes(tuple) == 16);
}

TEST_CASE("shape indices are followed in full, and as XProf does by their last element", "[model]") {
  proto::Shape tuple;
  tuple.set_element_type(13);
  proto::Shape* inner = tuple.add_tuple_shapes();
  inner->set_element_type(13);
  *inner->add_tuple_shapes() = Array(11, {1});
  *inner->add_tuple_shapes() = Array(11, {2});
  *tuple.add_tuple_shapes() = Array(11, {3});
  const int64_t index[] = {0, 1};
  CHECK(ShapeText(ResolveShape(tuple, index, 2)) == "f32[2]{0}");
  CHECK(ShapeText(ResolveShapeLikeXprof(tuple, index, 2)) == "f32[3]{0}");
  const int64_t outside[] = {9};
  CHECK(&ResolveShape(tuple, outside, 1) == &tuple);
  const int64_t negative[] = {-1};
  CHECK(&ResolveShape(tuple, negative, 1) == &tuple);
  CHECK(&ResolveShapeLikeXprof(tuple, nullptr, 0) == &tuple);
}

TEST_CASE("padding is explained by the dimension that causes it", "[model]") {
  CHECK(PaddingReason("u32[12582912,1]{1,0:T(8,128)}") == "dimension 1: 1 → 128 (tile 8×128)");
  CHECK(PaddingReason("s32[8388608,8,4]{2,1,0:T(8,128)}") == "dimension 2: 4 → 128 (tile 8×128)");
  // Minor-to-major order decides which dimension meets which side of the tile.
  CHECK(PaddingReason("f32[3,100]{0,1:T(8,128)}") == "dimension 0: 3 → 128, dimension 1: 100 → 104 (tile 8×128)");
  CHECK(PaddingReason("bf16[]{:T(256)}") == "a scalar takes a whole tile (256)");
  CHECK(PaddingReason("f32[8,128]{1,0:T(8,128)}").empty());
  CHECK(PaddingReason("f32[8,128]{1,0}").empty());
  CHECK(PaddingReason("(f32[1]{0:T(128)})").empty());
  CHECK(PaddingReason("").empty());
  CHECK(PaddingReason("f32[<=5,128]{1,0:T(8,128)}") == "dimension 0: 5 → 8 (tile 8×128)");
  CHECK(PaddingReason("nonsense[[[{{{:T((((").empty());
}

}  // namespace xmv
