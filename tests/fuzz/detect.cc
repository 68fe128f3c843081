// Telling what a file is, from its first bytes and from its fields.
#include "core/formats/detect.h"

#include "core/formats/field_signature.h"
#include "tests/fuzz/wire_mutator.h"
#include "tests/unit/exercise.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  xmv::PiecewiseSource source(data, size);
  const xmv::Result<xmv::Format> format = xmv::Detect(source, {0, size});
  if (!format.ok()) xmv::MustHold(xmv::CheckError(format.error()));
  static_cast<void>(xmv::FormatByFields(source, {0, size}));
  return 0;
}
