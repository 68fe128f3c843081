#include "core/model/shape.h"

#include <cstdint>

#include "core/model/primitive_type.h"

namespace xmv {
namespace {

void AppendIndexType(std::string& out, char mark, int type) {
  out += mark;
  out += '(' + (IsIntegral(type) ? TypeName(type) : "invalid") + ')';
}

template <typename Numbers>
void AppendNumbers(std::string& out, const Numbers& numbers) {
  bool first = true;
  for (const int64_t number : numbers) {
    if (!first) out += ',';
    first = false;
    // xla::Tile::kCombineDimension: this dimension is folded into the next.
    if (number == INT64_MIN)
      out += '*';
    else
      out += std::to_string(number);
  }
}

std::string LayoutText(const proto::Layout& layout) {
  std::string out = "{";
  AppendNumbers(out, layout.minor_to_major());
  std::string more;
  if (layout.tiles_size() > 0) {
    more += 'T';
    for (const proto::Tile& tile : layout.tiles()) {
      more += '(';
      AppendNumbers(more, tile.dimensions());
      more += ')';
    }
  }
  const auto number = [&](const char* mark, int64_t value) {
    more += std::string(mark) + '(' + std::to_string(value) + ')';
  };
  if (layout.tail_padding_alignment_in_elements() > 1) number("L", layout.tail_padding_alignment_in_elements());
  if (layout.index_primitive_type() != 0) AppendIndexType(more, '#', layout.index_primitive_type());
  if (layout.pointer_primitive_type() != 0) AppendIndexType(more, '*', layout.pointer_primitive_type());
  if (layout.element_size_in_bits() != 0) number("E", layout.element_size_in_bits());
  if (layout.memory_space() != 0) number("S", layout.memory_space());
  if (layout.split_configs_size() > 0) {
    more += "SC";
    for (const proto::SplitConfig& split : layout.split_configs()) {
      more += '(' + std::to_string(split.dimension()) + ':';
      AppendNumbers(more, split.split_indices());
      more += ')';
    }
  }
  if (layout.dynamic_shape_metadata_prefix_bytes() > 0) number("M", layout.dynamic_shape_metadata_prefix_bytes());
  if (!more.empty()) out += ':' + more;
  return out + '}';
}

void AppendShape(std::string& out, const proto::Shape& shape) {
  if (shape.element_type() == kTuple) {
    out += '(';
    for (int i = 0; i < shape.tuple_shapes_size(); ++i) {
      if (i > 0) out += ", ";
      if (i > 0 && i % 5 == 0) out += "/*index=" + std::to_string(i) + "*/";
      AppendShape(out, shape.tuple_shapes(i));
    }
    out += ')';
    return;
  }
  if (shape.element_type() == kBuffer && shape.tuple_shapes_size() == 1) {
    out += "b(";
    AppendShape(out, shape.tuple_shapes(0));
    out += ')';
    return;
  }
  out += TypeName(shape.element_type()) + '[';
  for (int i = 0; i < shape.dimensions_size(); ++i) {
    if (i > 0) out += ',';
    const bool dynamic = i < shape.is_dynamic_dimension_size() && shape.is_dynamic_dimension(i);
    if (dynamic && shape.dimensions(i) == INT64_MIN)
      out += '?';
    else
      out += (dynamic ? "<=" : "") + std::to_string(shape.dimensions(i));
  }
  out += ']';
  if (!shape.has_layout() || shape.element_type() == kToken || shape.element_type() == kOpaque) return;
  const std::string layout = LayoutText(shape.layout());
  if (shape.dimensions_size() > 0 || layout != "{}") out += layout;
}

}  // namespace

const proto::Shape& ResolveShape(const proto::Shape& shape, const int64_t* index, size_t count) {
  const proto::Shape* at = &shape;
  for (size_t i = 0; i < count; ++i) {
    if (index[i] < 0 || index[i] >= at->tuple_shapes_size()) break;
    at = &at->tuple_shapes(static_cast<int>(index[i]));
  }
  return *at;
}

const proto::Shape& ResolveShapeLikeXprof(const proto::Shape& shape, const int64_t* index, size_t count) {
  return count == 0 ? shape : ResolveShape(shape, index + count - 1, 1);
}

std::string ShapeText(const proto::Shape& shape) {
  std::string out;
  AppendShape(out, shape);
  return out;
}

Bytes UnpaddedBytes(const proto::Shape& shape) {
  const int type = shape.element_type();
  if (type == kTuple) return Bytes{8} * shape.tuple_shapes_size();
  if (type == kBuffer && shape.tuple_shapes_size() == 1) return UnpaddedBytes(shape.tuple_shapes(0));
  return ArrayBytes(type, shape.dimensions().data(), static_cast<size_t>(shape.dimensions_size()),
                    shape.layout().element_size_in_bits());
}

}  // namespace xmv
