#include "core/analysis/source.h"

#include <algorithm>

namespace xmv {

std::vector<Frame> StackOf(const Module& module, uint32_t instruction) {
  const StackFrames& frames = module.frames;
  const StringTable& strings = module.assignment.strings;
  std::vector<Frame> out;
  int64_t id = module.instructions.stack_frame[instruction];
  // A stack without a cycle visits each frame once at most. Python's own limit is 1,000 calls.
  constexpr size_t kDeepest = 5000;
  const size_t most = std::min(frames.size_rows(), kDeepest);
  while (id > 0 && static_cast<size_t>(id) <= frames.size_rows() && out.size() <= most) {
    const size_t i = static_cast<size_t>(id - 1);
    out.push_back({strings.Get(frames.file[i]), strings.Get(frames.function[i]), frames.line[i], frames.column[i]});
    id = frames.parent[i];
  }
  if (out.size() > most) out.resize(most == kDeepest ? most : 1);
  return out;
}

SourceLocation SourceOf(const Module& module, uint32_t instruction) {
  const std::string_view file = module.assignment.strings.Get(module.instructions.source_file[instruction]);
  if (!file.empty()) return {file, module.instructions.source_line[instruction]};
  const int64_t id = module.instructions.stack_frame[instruction];
  if (id <= 0 || static_cast<size_t>(id) > module.frames.size_rows()) return {};
  const size_t i = static_cast<size_t>(id - 1);
  return {module.assignment.strings.Get(module.frames.file[i]), module.frames.line[i]};
}

}  // namespace xmv
