#include "core/view/rows.h"

#include <algorithm>

#include "core/analysis/source.h"

namespace xmv {

Rows MakeRows(const Module& module, const Strip& strip, bool descending, size_t from, size_t count) {
  const StringTable& strings = module.assignment.strings;
  Rows out;
  out.total = strip.size();
  from = std::min(from, out.total);
  const size_t to = from + std::min(count, out.total - from);
  for (size_t i = from; i < to; ++i) {
    const LiveRow& row = strip.row(descending ? out.total - 1 - i : i);
    const uint32_t instruction = module.instruction[row.buffer];
    out.buffer.push_back(static_cast<int32_t>(row.buffer));
    out.name.push_back(BufferName(module, row.buffer));
    out.shape.emplace_back(strings.Get(module.shape[row.buffer]));
    out.op_name.emplace_back();
    out.source.emplace_back();
    if (instruction != kNone) {
      out.op_name.back() = strings.Get(module.instructions.op_name[instruction]);
      const SourceLocation source = SourceOf(module, instruction);
      if (!source.file.empty()) out.source.back() = std::string(source.file) + ":" + std::to_string(source.line);
    }
    out.type.push_back(static_cast<uint8_t>(row.type));
    out.size.push_back(static_cast<double>(row.size));
    out.unpadded.push_back(static_cast<double>(row.unpadded));
    out.offset.push_back(static_cast<double>(module.assignment.buffers.offset[row.buffer]));
    out.start.push_back(row.start);
    out.end.push_back(row.end);
  }
  return out;
}

}  // namespace xmv
