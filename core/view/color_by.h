// What colours on the map mean: each block belongs to one class of a legend.
#ifndef XMV_CORE_VIEW_COLOR_BY_H_
#define XMV_CORE_VIEW_COLOR_BY_H_

#include <cstdint>
#include <string>
#include <vector>

#include "core/analysis/space_usage.h"
#include "core/model/module.h"
#include "core/view/blocks.h"

namespace xmv {

// The numbers are memory_viewer.d.ts's ColorBy.
enum class ColorBy : uint8_t { kType, kDataType, kOpcode, kLayer, kPadding, kLifetime };
inline constexpr int kColorBys = 6;

// At most this many classes by name; the rest are "other", the last class.
inline constexpr size_t kMostClasses = 10;

struct Legend {
  std::vector<std::string> label;
  std::vector<uint32_t> blocks;     // how many in each class
  std::vector<double> byte_points;  // bytes × program points: how much of the map is theirs
  std::vector<uint8_t> class_of;    // per row of Blocks
};

// Classes with a natural order (type, padding, lifetime) keep it; the others come by their share of the map, largest
// first. O(blocks).
Legend Classify(const Module& module, const SpaceUsage& usage, const Blocks& blocks, ColorBy by);

// "jit(step)/jvp(attention)/dot_general" → "jvp(attention)"; "state['params']['w']" → "state['params']": the first part
// below the program that names a layer. Empty for an empty path.
std::string LayerOf(std::string_view op_name);

}  // namespace xmv

#endif  // XMV_CORE_VIEW_COLOR_BY_H_
