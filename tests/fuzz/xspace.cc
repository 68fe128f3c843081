// Finding programs in profiles. Every range found must lie in the file.
#include "core/formats/xspace.h"

#include "tests/fuzz/wire_mutator.h"
#include "tests/unit/exercise.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  xmv::PiecewiseSource source(data, size);
  xmv::WireReader reader(source);
  for (const xmv::EmbeddedProgram& program : xmv::FindPrograms(reader, {0, size})) {
    if (program.range.empty() || program.range.end > size) xmv::MustHold("a program outside its file");
    if (program.id.empty()) xmv::MustHold("a program without an id");
  }
  if (!reader.status().ok()) xmv::MustHold(xmv::CheckError(reader.status().error()));
  return 0;
}
