// HLO as text.
#include "core/formats/hlo_program.h"

#include "tests/fuzz/fuzz.h"
#include "tests/unit/exercise.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  xmv::PiecewiseSource source(data, size);
  xmv::Result<xmv::Module> module = xmv::ReadHloProgram(source, {});
  xmv::MustHold(module.ok() ? xmv::ExerciseModule(std::move(*module), 4) : xmv::CheckError(module.error()));
  return 0;
}
