#include "core/view/card.h"

#include <algorithm>

#include "core/analysis/source.h"
#include "core/model/shape.h"

namespace xmv {
namespace {

constexpr size_t kMostSharers = 50;

std::string ParameterText(const Allocations& a, uint32_t allocation) {
  if (!(a.flags[allocation] & kFlagParameter)) return {};
  std::string out = "parameter " + std::to_string(a.parameter[allocation]);
  const uint32_t begin = a.index_begin[allocation], end = a.index_begin[allocation + 1];
  if (begin == end) return out;
  out += " {";
  for (uint32_t i = begin; i < end; ++i) out += (i > begin ? "," : "") + std::to_string(a.shape_index[i]);
  return out + '}';
}

std::string FrameText(const Frame& frame) {
  std::string out(frame.file.empty() ? std::string_view("?") : frame.file);
  if (frame.line >= 0) out += ':' + std::to_string(frame.line) + ':' + std::to_string(frame.column);
  if (!frame.function.empty()) out += ' ' + std::string(frame.function);
  return out;
}

void AddSharer(const Module& module, Card& card, uint32_t buffer) {
  if (card.sharers.size() < kMostSharers) card.sharers.push_back(BufferName(module, buffer));
  ++card.sharer_count;
}

void AddInstruction(const Module& module, uint32_t instruction, Card& card) {
  const StringTable& strings = module.assignment.strings;
  card.opcode = strings.Get(module.instructions.opcode[instruction]);
  card.op_name = strings.Get(module.instructions.op_name[instruction]);
  const SourceLocation source = SourceOf(module, instruction);
  card.source_file = source.file;
  card.source_line = std::max(0, source.line);
  for (const Frame& frame : StackOf(module, instruction)) card.stack.push_back(FrameText(frame));
}

}  // namespace

Result<Card> MakeCard(const Module& module, const SpaceUsage& usage, const Relations& relations, uint32_t buffer) {
  const Buffers& b = module.assignment.buffers;
  const Allocations& a = module.assignment.allocations;
  if (buffer >= b.size_rows())
    return Error{Code::kNoSuchBuffer, "There is no buffer " + std::to_string(buffer) + " in this module.", ""};
  Card card;
  card.id = b.id[buffer];
  card.name = BufferName(module, buffer);
  card.shape = module.assignment.strings.Get(module.shape[buffer]);
  card.size = b.size[buffer];
  card.unpadded = std::min(module.unpadded[buffer], card.size);
  if (card.unpadded < card.size) {
    card.padding_reason = PaddingReason(card.shape);
    if (card.padding_reason.empty()) card.padding_reason = "rounded up to the allocator's granularity";
  }
  card.space = b.space[buffer];
  card.offset = b.offset[buffer];
  if (module.instruction[buffer] != kNone) AddInstruction(module, module.instruction[buffer], card);

  const uint32_t allocation = b.allocation[buffer];
  if (allocation != kNone) {
    card.type = a.type(allocation);
    card.space = a.space[allocation];
    card.allocation = a.index[allocation];
    card.allocation_bytes = a.size[allocation];
    card.parameter = ParameterText(a, allocation);
    card.whole_program = a.whole_program(allocation);
    card.aliased_with_output =
        (a.flags[allocation] & kFlagParameter) && (a.flags[allocation] & (kFlagLiveOut | kFlagAliasedWithOutput));
  }
  card.space_name = SpaceName(card.space, module.platform);

  if (card.whole_program) {
    card.lifetime_known = true;
    card.lifetimes.emplace_back(0, usage.points);
    for (uint32_t i = a.assigned_begin[allocation]; i < a.assigned_begin[allocation + 1]; ++i) {
      if (a.assigned[i] != buffer) AddSharer(module, card, a.assigned[i]);
    }
  } else if (!usage.replay.own.empty() && usage.replay.own[buffer].start >= 0) {
    card.lifetime_known = true;
    const uint32_t root = usage.replay.root[buffer];
    for (const uint32_t i : relations.Intervals(root)) {
      const Interval& interval = usage.replay.intervals[i];
      if (root == buffer || interval.display == buffer) card.lifetimes.emplace_back(interval.start, interval.end);
    }
    // A buffer that only joined memory already in use holds it from its own event to its own free.
    if (card.lifetimes.empty())
      card.lifetimes.emplace_back(usage.replay.own[buffer].start,
                                  std::max(usage.replay.own[buffer].start, usage.replay.own[buffer].end));
    for (const uint32_t other : relations.Sharers(root)) {
      if (other != buffer) AddSharer(module, card, other);
    }
  }
  return card;
}

}  // namespace xmv
