// Who belongs to whom: sharers of memory, lifetimes of it, buffers of an instruction, copies between memory spaces.
// Indexed once, so that a question costs its answer.
#ifndef XMV_CORE_ANALYSIS_RELATIONS_H_
#define XMV_CORE_ANALYSIS_RELATIONS_H_

#include <cstdint>
#include <vector>

#include "core/analysis/space_usage.h"
#include "core/base/groups.h"
#include "core/model/module.h"

namespace xmv {

// Buffers in other spaces that a buffer was copied from (its instruction's first operand, through those that only hand
// memory on) or copied to (buffers whose instruction reads it first).
struct SpaceLinks {
  std::vector<uint32_t> from, to;
};

class Relations {
 public:
  // O(buffers + intervals). Both must outlive it.
  Relations(const Module& module, const SpaceUsage& usage);

  // Buffers with an event in the trace that use the memory of `root` (Replay::root), itself included.
  Groups::Members Sharers(uint32_t root) const { return sharers_.Of(root); }
  // Rows of Replay::intervals in which the memory of `root` is held.
  Groups::Members Intervals(uint32_t root) const { return intervals_.Of(root); }
  // At most `most` of each kind.
  SpaceLinks Links(uint32_t buffer, size_t most) const;

 private:
  const Module& module_;
  Groups sharers_, intervals_;
  Groups buffers_of_;  // instruction row → buffers it defines
  Groups readers_of_;  // instruction row → instruction rows whose first operand it is
};

}  // namespace xmv

#endif  // XMV_CORE_ANALYSIS_RELATIONS_H_
