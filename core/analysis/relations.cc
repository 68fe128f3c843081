#include "core/analysis/relations.h"

namespace xmv {

Relations::Relations(const Module& module, const SpaceUsage& usage) : module_(module) {
  const size_t buffers = module.assignment.buffers.size_rows(), instructions = module.instructions.size_rows();
  std::vector<uint32_t> key(usage.replay.root);
  for (size_t i = 0; i < key.size(); ++i) {
    if (usage.replay.own[i].start < 0) key[i] = kNone;
  }
  sharers_ = Groups(key, buffers);
  key.clear();
  for (const Interval& interval : usage.replay.intervals) key.push_back(interval.root);
  intervals_ = Groups(key, buffers);
  buffers_of_ = Groups(module.instruction, instructions);
  readers_of_ = Groups(module.instructions.operand, instructions);
}

SpaceLinks Relations::Links(uint32_t buffer, size_t most) const {
  SpaceLinks out;
  const uint32_t instruction = module_.instruction[buffer];
  if (instruction == kNone) return out;
  const Buffers& b = module_.assignment.buffers;
  const auto add = [&](std::vector<uint32_t>& list, uint32_t of) {
    for (const uint32_t other : buffers_of_.Of(of)) {
      // An asynchronous copy defines its destination and a handle (sync flag) in one tuple; equal sizes tell the data.
      const bool copy = b.space[other] != b.space[buffer] && module_.unpadded[other] == module_.unpadded[buffer];
      if (copy && list.size() < most) list.push_back(other);
    }
  };
  add(out.from, module_.instructions.operand[instruction]);
  for (const uint32_t reader : readers_of_.Of(instruction)) add(out.to, reader);
  return out;
}

}  // namespace xmv
