// XProf's memory_viewer JSON.
#include "core/formats/xprof_result.h"

#include "tests/fuzz/fuzz.h"
#include "tests/unit/exercise.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  xmv::Result<xmv::Module> module = xmv::ReadXprofResult(std::string_view(reinterpret_cast<const char*>(data), size));
  xmv::MustHold(module.ok() ? xmv::ExerciseModule(std::move(*module), 4) : xmv::CheckError(module.error()));
  return 0;
}
