// The readers of programs (HloProto: module and buffer assignment), without having to get past format detection.
#include "core/formats/hlo_proto.h"

#include "tests/fuzz/wire_mutator.h"
#include "tests/unit/exercise.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  xmv::PiecewiseSource source(data, size);
  xmv::WireReader reader(source);
  const xmv::Result<xmv::ProgramParts> parts = xmv::FindParts(reader, {0, size});
  if (!parts.ok() || !parts->assignment) return 0;
  xmv::Result<xmv::Assignment> assignment = xmv::ReadAssignment(reader, *parts->assignment);
  if (!assignment.ok()) {
    xmv::MustHold(xmv::CheckError(assignment.error()));
    return 0;
  }
  xmv::Result<xmv::Module> module = xmv::ReadModule(reader, parts->module, std::move(*assignment));
  xmv::MustHold(module.ok() ? xmv::ExerciseModule(std::move(*module), 4) : xmv::CheckError(module.error()));
  return 0;
}
