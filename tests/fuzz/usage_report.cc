// Memory usage reports: the first byte chooses text or proto.
#include "core/formats/usage_report.h"

#include "tests/fuzz/fuzz.h"
#include "tests/unit/exercise.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size == 0) return 0;
  xmv::PiecewiseSource source(data + 1, size - 1);
  xmv::Result<xmv::Module> module = data[0] % 2 ? xmv::ReadUsageReportText(source) : xmv::ReadUsageReportProto(source);
  xmv::MustHold(module.ok() ? xmv::ExerciseModule(std::move(*module), 4) : xmv::CheckError(module.error()));
  return 0;
}
