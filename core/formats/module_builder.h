// Builds a Module row by row, for readers whose files have no ids to tie things together.
#ifndef XMV_CORE_FORMATS_MODULE_BUILDER_H_
#define XMV_CORE_FORMATS_MODULE_BUILDER_H_

#include <cstdint>
#include <string_view>
#include <vector>

#include "core/base/status.h"
#include "core/model/module.h"
#include "core/model/shape_text.h"

namespace xmv {

class ModuleBuilder {
 public:
  Module& module() { return module_; }
  StringTable& strings() { return module_.assignment.strings; }

  // Begins an allocation; buffers that follow belong to it. Its parameter's shape index, if any, is appended to
  // allocations().shape_index before. Returns its row.
  uint32_t AddAllocation(int64_t index, Bytes size, Space space, uint8_t flags, int64_t parameter = 0);

  // Adds a buffer to the last allocation (which there must be) and ties it to the instruction of that name, which is
  // made if it is new. `index` is a shape index as text, "{1,0}" or "". The unpadded size is read off the shape; where
  // it has none, `size`. Returns its row.
  uint32_t AddBuffer(int64_t id, std::string_view instruction, std::string_view index, Space space, Bytes size,
                     Bytes offset, std::string_view shape);

  // Row of the instruction of that name; kNone if no buffer is defined by one.
  uint32_t FindInstruction(std::string_view name);

  // Appends an event to the trace being built; EndTrace() closes it.
  void AddEvent(EventKind kind, uint32_t buffer, StringId instruction);
  void EndTrace();

  bool tiled() const { return tiled_; }  // a shape had tiles, as only TPU's have

  // Checks it (Check in module.h) and hands it out. The builder is of no use afterwards.
  Result<Module> Finish();

 private:
  Module module_;
  // Unpadded bytes of a shape; kNoShape if it is none or has no size of its own.
  Bytes UnpaddedOf(StringId shape);

  static constexpr Bytes kNoShape = -1, kUnread = -2;
  std::vector<uint32_t> row_of_name_;  // instruction's row per StringId, kNone if none
  std::vector<Bytes> unpadded_of_;     // per StringId of a shape: few of them are many buffers'
  TextShape shape_;
  bool tiled_ = false;
};

// Takes a shape index, "{1,0}", off the front of `text` and appends its numbers.
void TakeShapeIndex(std::string_view& text, std::vector<int64_t>& index);

}  // namespace xmv

#endif  // XMV_CORE_FORMATS_MODULE_BUILDER_H_
