// Reads HloProto, and the bare HloModuleProto, BufferAssignmentProto and HloSnapshot that hold parts of one.
//
// Source of the format: openxla/xla xla/service/hlo.proto; field numbers in proto/memory.proto and hlo_proto.cc.
// A program is read in two steps: ReadAssignment (enough to list it with its peaks, no instruction touched), then
// ReadModule (one sequential pass over the instructions that decodes only those which define a buffer).
#ifndef XMV_CORE_FORMATS_HLO_PROTO_H_
#define XMV_CORE_FORMATS_HLO_PROTO_H_

#include <optional>
#include <string>

#include "core/base/status.h"
#include "core/io/wire_reader.h"
#include "core/model/module.h"

namespace xmv {

// Where one program lies in a source.
struct ProgramParts {
  std::optional<WireRange> module;      // HloModuleProto
  std::optional<WireRange> assignment;  // BufferAssignmentProto
};

// Finds the parts of the HloProto in `range`. Reads only tags. Fields other than the two are allowed and skipped.
Result<ProgramParts> FindParts(WireReader& reader, WireRange range);

// Of the HloModuleProto in `range`: its name, its entry computation's name and, from the first few hundred
// instructions, the platform. Reads no further than it must.
struct ModuleHead {
  std::string name;
  std::string entry_computation;
  Platform platform = Platform::kUnknown;
};
Result<ModuleHead> ReadModuleHead(WireReader& reader, WireRange range);

// The whole BufferAssignmentProto; O(its bytes). Checked (see Check in module.h).
Result<Assignment> ReadAssignment(WireReader& reader, WireRange range);

// The module for an assignment that was read from the same program. `module` may be missing: then names and shapes are
// too, and a fault says so. One pass over the module's bytes.
Result<Module> ReadModule(WireReader& reader, const std::optional<WireRange>& module, Assignment assignment);

}  // namespace xmv

#endif  // XMV_CORE_FORMATS_HLO_PROTO_H_
