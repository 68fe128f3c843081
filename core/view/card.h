// Everything about one buffer, for the details card.
#ifndef XMV_CORE_VIEW_CARD_H_
#define XMV_CORE_VIEW_CARD_H_

#include <string>
#include <utility>
#include <vector>

#include "core/analysis/relations.h"
#include "core/analysis/space_usage.h"
#include "core/base/status.h"
#include "core/model/module.h"

namespace xmv {

// See BufferCard in wasm/memory_viewer.d.ts for what each field means to a person.
struct Card {
  int64_t id = 0;
  std::string name, opcode, op_name, shape, padding_reason, space_name, parameter, source_file;
  Bytes size = 0, unpadded = 0;
  AllocationType type = AllocationType::kTemporary;
  Space space = 0;
  int64_t allocation = -1;
  Bytes allocation_bytes = 0, offset = 0;
  bool aliased_with_output = false, whole_program = false, lifetime_known = false;
  std::vector<std::pair<ProgramPoint, ProgramPoint>> lifetimes;
  int32_t source_line = 0;
  std::vector<std::string> stack;
  std::vector<std::string> sharers;  // the first 50
  size_t sharer_count = 0;
};

// Error when there is no such buffer. O(what is on the card).
Result<Card> MakeCard(const Module& module, const SpaceUsage& usage, const Relations& relations, uint32_t buffer);

}  // namespace xmv

#endif  // XMV_CORE_VIEW_CARD_H_
