#include "core/analysis/links.h"

namespace xmv {

SpaceLinks LinksOf(const Module& module, uint32_t buffer, size_t most) {
  SpaceLinks out;
  const uint32_t instruction = module.instruction[buffer];
  if (instruction == kNone) return out;
  const Buffers& b = module.assignment.buffers;
  const uint32_t source = module.instructions.operand[instruction];
  for (uint32_t other = 0; other < b.size_rows(); ++other) {
    if (b.space[other] == b.space[buffer] || module.instruction[other] == kNone) continue;
    const uint32_t its = module.instruction[other];
    // An asynchronous copy defines its destination and a handle (sync flag) in one tuple; equal shapes tell the data.
    const bool same_data = module.unpadded[other] == module.unpadded[buffer];
    if (its == source && same_data && out.from.size() < most) out.from.push_back(other);
    if (module.instructions.operand[its] == instruction && same_data && out.to.size() < most) out.to.push_back(other);
  }
  return out;
}

}  // namespace xmv
