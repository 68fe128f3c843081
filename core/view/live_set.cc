#include "core/view/live_set.h"

#include <algorithm>
#include <numeric>
#include <string>
#include <string_view>
#include <tuple>

#include "core/analysis/source.h"

namespace xmv {

std::vector<LiveRow> LiveAt(const Module& module, const SpaceUsage& usage, ProgramPoint point) {
  const Buffers& buffers = module.assignment.buffers;
  const Allocations& allocations = module.assignment.allocations;
  std::vector<LiveRow> rows;
  for (const WholeProgramBuffer& whole : usage.whole_program) {
    const Bytes size = allocations.size[whole.allocation];
    rows.push_back({whole.buffer, allocations.type(whole.allocation), size,
                    std::min(module.unpadded[whole.buffer], size), 0, usage.points});
  }
  for (const Interval& interval : usage.replay.intervals) {
    if (interval.start > point) break;  // sorted by start
    if (point >= interval.end) continue;
    const Bytes size = buffers.size[interval.root];
    rows.push_back({interval.display, allocations.type(buffers.allocation[interval.root]), size,
                    std::min(module.unpadded[interval.root], size), interval.start, interval.end});
  }
  return rows;
}

std::vector<LiveRow> AllBuffers(const Module& module, const SpaceUsage& usage) {
  const Buffers& buffers = module.assignment.buffers;
  const Allocations& allocations = module.assignment.allocations;
  std::vector<LiveRow> rows;
  for (uint32_t i = 0; i < buffers.size_rows(); ++i) {
    const uint32_t allocation = buffers.allocation[i];
    if (allocation == kNone || allocations.space[allocation] != usage.space) continue;
    Span own;
    if (allocations.whole_program(allocation))
      own = {0, usage.points};
    else if (!usage.replay.own.empty())
      own = usage.replay.own[i];
    rows.push_back({i, allocations.type(allocation), buffers.size[i], std::min(module.unpadded[i], buffers.size[i]),
                    own.start, own.end});
  }
  return rows;
}

std::vector<uint32_t> Sorted(const Module& module, const std::vector<LiveRow>& rows, Order order) {
  std::vector<uint32_t> out(rows.size());
  std::iota(out.begin(), out.end(), 0u);
  const auto by = [&](auto key) {
    std::stable_sort(out.begin(), out.end(), [&](uint32_t x, uint32_t y) { return key(rows[x]) < key(rows[y]); });
  };
  const StringTable& strings = module.assignment.strings;
  switch (order) {
    case Order::kProgram:
      break;
    case Order::kSize:
      by([](const LiveRow& r) { return -r.size; });
      break;
    case Order::kPadding:
      by([](const LiveRow& r) { return -(r.size - r.unpadded); });
      break;
    case Order::kUnpadded:
      by([](const LiveRow& r) { return -r.unpadded; });
      break;
    case Order::kType:
      by([](const LiveRow& r) { return static_cast<int>(r.type); });
      break;
    case Order::kOffset:
      by([&](const LiveRow& r) { return module.assignment.buffers.offset[r.buffer]; });
      break;
    case Order::kStart:
      by([](const LiveRow& r) { return r.start; });
      break;
    case Order::kEnd:
      by([](const LiveRow& r) { return r.end; });
      break;
    case Order::kShape:
      by([&](const LiveRow& r) { return strings.Get(module.shape[r.buffer]); });
      break;
    case Order::kSource: {
      // By file, then line; what has none comes last.
      by([&](const LiveRow& r) {
        const uint32_t instruction = module.instruction[r.buffer];
        const SourceLocation source = instruction == kNone ? SourceLocation() : SourceOf(module, instruction);
        return std::make_tuple(source.file.empty(), source.file, source.line);
      });
      break;
    }
    case Order::kOpName:
      by([&](const LiveRow& r) {
        const uint32_t instruction = module.instruction[r.buffer];
        return instruction == kNone ? std::string_view() : strings.Get(module.instructions.op_name[instruction]);
      });
      break;
    case Order::kName: {
      std::vector<std::string> names;
      names.reserve(rows.size());
      for (const LiveRow& row : rows) names.push_back(BufferName(module, row.buffer));
      std::stable_sort(out.begin(), out.end(), [&](uint32_t x, uint32_t y) { return names[x] < names[y]; });
      break;
    }
  }
  return out;
}

}  // namespace xmv
