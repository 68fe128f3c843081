#include "core/view/color_by.h"

#include <algorithm>
#include <string_view>
#include <unordered_map>

#include "core/base/stable_order.h"

namespace xmv {
namespace {

// Splits at the slashes that are not inside brackets: "transpose(jvp(a/b))/dot" has two parts.
std::vector<std::string_view> PathParts(std::string_view path) {
  std::vector<std::string_view> parts;
  int depth = 0;
  size_t begin = 0;
  for (size_t i = 0; i < path.size(); ++i) {
    if (path[i] == '(' || path[i] == '[') ++depth;
    if (path[i] == ')' || path[i] == ']') --depth;
    if (path[i] == '/' && depth <= 0) {
      parts.push_back(path.substr(begin, i - begin));
      begin = i + 1;
    }
  }
  parts.push_back(path.substr(begin));
  return parts;
}

// Parts of a path that frame the program rather than name a layer.
bool Structural(std::string_view part) {
  for (const std::string_view prefix :
       {"jit(", "pjit(", "xla_computation(", "checkpoint", "rematted_computation", "remat", "closed_call", "while",
        "body", "cond", "custom_vjp_call", "custom_jvp_call", "jvp()", "transpose(jvp())", "shard_map"}) {
    if (part.substr(0, prefix.size()) == prefix) return true;
  }
  return part.empty();
}

// Names by their share of the map; names beyond kMostClasses share the class "other".
Legend ByName(const Blocks& blocks, const std::vector<uint32_t>& name_of, const std::vector<std::string>& names) {
  std::vector<double> weight(names.size(), 0);
  for (size_t i = 0; i < blocks.size(); ++i) {
    weight[name_of[i]] +=
        static_cast<double>(blocks.hi[i] - blocks.lo[i]) * static_cast<double>(blocks.end[i] - blocks.start[i]);
  }
  const std::vector<uint32_t> order =
      StableOrder(names.size(), [&](uint32_t a, uint32_t b) { return weight[a] > weight[b]; });
  Legend out;
  std::vector<uint8_t> class_of(names.size());
  for (size_t rank = 0; rank < order.size(); ++rank) {
    class_of[order[rank]] = static_cast<uint8_t>(std::min(rank, kMostClasses));
    if (rank < kMostClasses) out.label.push_back(names[order[rank]].empty() ? "none" : names[order[rank]]);
  }
  if (names.size() > kMostClasses) out.label.push_back("other");
  out.class_of.resize(blocks.size());
  for (size_t i = 0; i < blocks.size(); ++i) out.class_of[i] = class_of[name_of[i]];
  return out;
}

template <typename F>
Legend Named(const Blocks& blocks, F&& name) {
  std::unordered_map<std::string, uint32_t> ids;
  std::vector<std::string> names;
  std::vector<uint32_t> name_of(blocks.size());
  for (size_t i = 0; i < blocks.size(); ++i) {
    std::string text = name(i);
    const auto [at, added] = ids.try_emplace(std::move(text), static_cast<uint32_t>(names.size()));
    if (added) names.push_back(at->first);
    name_of[i] = at->second;
  }
  return ByName(blocks, name_of, names);
}

template <typename F>
Legend Fixed(const Blocks& blocks, std::vector<std::string> labels, F&& class_of) {
  Legend out;
  out.label = std::move(labels);
  out.class_of.resize(blocks.size());
  for (size_t i = 0; i < blocks.size(); ++i) out.class_of[i] = static_cast<uint8_t>(class_of(i));
  return out;
}

}  // namespace

std::string LayerOf(std::string_view op_name) {
  const std::vector<std::string_view> parts = PathParts(op_name);
  if (parts.size() == 1) {  // a parameter's path: up to the first key
    const size_t bracket = op_name.find(']');
    return std::string(bracket == std::string_view::npos ? op_name : op_name.substr(0, bracket + 1));
  }
  for (size_t i = 0; i + 1 < parts.size(); ++i) {
    if (!Structural(parts[i])) return std::string(parts[i]);
  }
  return std::string(parts.back());
}

Legend Classify(const Module& module, const SpaceUsage& usage, const Blocks& blocks, ColorBy by) {
  const StringTable& strings = module.assignment.strings;
  const auto instruction = [&](size_t i) { return module.instruction[blocks.buffer[i]]; };
  Legend out;
  switch (by) {
    case ColorBy::kType:
      out = Fixed(blocks, {"Parameter", "Output", "Thread-local", "Constant", "Temporary"},
                  [&](size_t i) { return static_cast<int>(blocks.type[i]); });
      break;
    case ColorBy::kDataType:
      out = Named(blocks, [&](size_t i) {
        const std::string_view shape = strings.Get(module.shape[blocks.buffer[i]]);
        return shape.substr(0, 1) == "(" ? std::string("tuple") : std::string(shape.substr(0, shape.find('[')));
      });
      break;
    case ColorBy::kOpcode:
      out = Named(blocks, [&](size_t i) {
        return instruction(i) == kNone ? std::string()
                                       : std::string(strings.Get(module.instructions.opcode[instruction(i)]));
      });
      break;
    case ColorBy::kLayer:
      out = Named(blocks, [&](size_t i) {
        return instruction(i) == kNone ? std::string()
                                       : LayerOf(strings.Get(module.instructions.op_name[instruction(i)]));
      });
      break;
    case ColorBy::kPadding:
      out = Fixed(blocks, {"no padding", "under 10%", "10–50%", "50–90%", "over 90%"}, [&](size_t i) {
        const double size = static_cast<double>(blocks.hi[i] - blocks.lo[i]);
        const double share = 1 - static_cast<double>(module.unpadded[blocks.buffer[i]]) / size;
        return share <= 0 ? 0 : share < 0.1 ? 1 : share < 0.5 ? 2 : share < 0.9 ? 3 : 4;
      });
      break;
    case ColorBy::kLifetime:
      out = Fixed(blocks, {"under 1% of the program", "1–10%", "10–50%", "over 50%", "whole program"}, [&](size_t i) {
        const double share = static_cast<double>(blocks.end[i] - blocks.start[i]) / static_cast<double>(usage.points);
        return share >= 1 ? 4 : share >= 0.5 ? 3 : share >= 0.1 ? 2 : share >= 0.01 ? 1 : 0;
      });
      break;
  }
  out.blocks.assign(out.label.size(), 0);
  out.byte_points.assign(out.label.size(), 0);
  for (size_t i = 0; i < blocks.size(); ++i) {
    ++out.blocks[out.class_of[i]];
    out.byte_points[out.class_of[i]] +=
        static_cast<double>(blocks.hi[i] - blocks.lo[i]) * static_cast<double>(blocks.end[i] - blocks.start[i]);
  }
  return out;
}

}  // namespace xmv
