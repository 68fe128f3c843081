// Copies between memory spaces: where a buffer in VMEM comes from in HBM, and the other way round.
#ifndef XMV_CORE_ANALYSIS_LINKS_H_
#define XMV_CORE_ANALYSIS_LINKS_H_

#include <cstdint>
#include <vector>

#include "core/model/module.h"

namespace xmv {

// Buffers in other spaces that a buffer was copied from (its instruction's first operand, through those that only hand
// memory on) or copied to (buffers whose instruction reads it first).
struct SpaceLinks {
  std::vector<uint32_t> from, to;
};

// At most `most` of each. O(buffers).
SpaceLinks LinksOf(const Module& module, uint32_t buffer, size_t most);

}  // namespace xmv

#endif  // XMV_CORE_ANALYSIS_LINKS_H_
