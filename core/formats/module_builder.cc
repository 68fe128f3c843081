#include "core/formats/module_builder.h"

#include <algorithm>
#include <utility>

#include "core/base/text.h"

namespace xmv {

void TakeShapeIndex(std::string_view& text, std::vector<int64_t>& index) {
  if (!Take(text, "{")) return;
  for (int64_t number; TakeNumber(text, number);) {
    index.push_back(number);
    if (!Take(text, ",")) break;
    text = TrimLeft(text);
  }
  TakeUntil(text, '}');
}

uint32_t ModuleBuilder::AddAllocation(int64_t index, Bytes size, Space space, uint8_t flags, int64_t parameter) {
  Allocations& a = module_.assignment.allocations;
  if (a.size_rows() > 0) a.assigned_begin.push_back(static_cast<uint32_t>(a.assigned.size()));
  a.index.push_back(index);
  a.size.push_back(size);
  a.space.push_back(space);
  a.flags.push_back(flags);
  a.parameter.push_back(parameter);
  a.index_begin.push_back(static_cast<uint32_t>(a.shape_index.size()));
  return static_cast<uint32_t>(a.size_rows() - 1);
}

Bytes ModuleBuilder::UnpaddedOf(StringId shape) {
  if (shape >= unpadded_of_.size())
    unpadded_of_.resize(std::max<size_t>(shape + size_t{1}, shape * size_t{2}), kUnread);
  Bytes& unpadded = unpadded_of_[shape];
  if (unpadded == kUnread) {
    unpadded = ReadShape(strings().Get(shape), shape_) > 0 ? UnpaddedBytes(shape_) : kNoShape;
    tiled_ |= shape_.tile_begin.size() > 1;
  }
  return unpadded;
}

uint32_t ModuleBuilder::AddBuffer(int64_t id, std::string_view instruction, std::string_view index, Space space,
                                  Bytes size, Bytes offset, std::string_view shape) {
  Allocations& a = module_.assignment.allocations;
  Buffers& b = module_.assignment.buffers;
  const uint32_t row = static_cast<uint32_t>(b.size_rows());
  const StringId name = strings().Intern(instruction);
  b.id.push_back(id);
  b.size.push_back(size);
  b.space.push_back(space);
  b.instruction_id.push_back(0);
  b.instruction_name.push_back(name);
  b.allocation.push_back(static_cast<uint32_t>(a.size_rows() - 1));
  b.offset.push_back(offset);
  TakeShapeIndex(index, b.shape_index);
  b.index_begin.push_back(static_cast<uint32_t>(b.shape_index.size()));
  a.assigned.push_back(row);
  a.assigned_size.push_back(size);

  module_.shape.push_back(strings().Intern(shape));
  const Bytes unpadded = UnpaddedOf(module_.shape.back());
  module_.unpadded.push_back(unpadded == kNoShape ? size : unpadded);
  if (name >= row_of_name_.size())
    row_of_name_.resize(std::max<size_t>(name + size_t{1}, row_of_name_.size() * 2), kNone);
  uint32_t& of_name = row_of_name_[name];
  if (of_name == kNone) {
    Instructions& rows = module_.instructions;
    of_name = static_cast<uint32_t>(rows.size_rows());
    rows.name.push_back(name);
    rows.opcode.push_back(0);
    rows.op_name.push_back(0);
    rows.source_file.push_back(0);
    rows.source_line.push_back(0);
    rows.stack_frame.push_back(0);
    rows.operand.push_back(kNone);
  }
  module_.instruction.push_back(of_name);
  return row;
}

uint32_t ModuleBuilder::FindInstruction(std::string_view name) {
  const StringId id = strings().Intern(name);
  return id < row_of_name_.size() ? row_of_name_[id] : kNone;
}

void ModuleBuilder::AddEvent(EventKind kind, uint32_t buffer, StringId instruction) {
  Traces& t = module_.assignment.traces;
  t.kind.push_back(kind);
  t.buffer.push_back(buffer);
  t.share_with.push_back(kNone);
  t.instruction.push_back(instruction);
  t.computation.push_back(0);
}

void ModuleBuilder::EndTrace() {
  Traces& t = module_.assignment.traces;
  t.event_begin.push_back(static_cast<uint32_t>(t.kind.size()));
}

Result<Module> ModuleBuilder::Finish() {
  Allocations& a = module_.assignment.allocations;
  if (a.size_rows() > 0) a.assigned_begin.push_back(static_cast<uint32_t>(a.assigned.size()));
  if (Status status = Check(module_.assignment); !status.ok()) return status.error();
  return std::move(module_);
}

}  // namespace xmv
