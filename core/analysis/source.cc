#include "core/analysis/source.h"

namespace xmv {

std::vector<Frame> StackOf(const Module& module, uint32_t instruction) {
  const StackFrames& frames = module.frames;
  const StringTable& strings = module.assignment.strings;
  std::vector<Frame> out;
  int64_t id = module.instructions.stack_frame[instruction];
  // A stack without a cycle visits each frame once at most.
  while (id > 0 && static_cast<size_t>(id) <= frames.size_rows() && out.size() <= frames.size_rows()) {
    const size_t i = static_cast<size_t>(id - 1);
    out.push_back({strings.Get(frames.file[i]), strings.Get(frames.function[i]), frames.line[i], frames.column[i]});
    id = frames.parent[i];
  }
  if (out.size() > frames.size_rows()) out.resize(1);
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
