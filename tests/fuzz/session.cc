// Opens any bytes as a file and asks everything of it that the page asks: no input may crash, hang, or take memory out
// of proportion to its size, and what is shown must add up (tests/unit/invariants.h).
#include "tests/fuzz/wire_mutator.h"
#include "tests/unit/exercise.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  xmv::MustHold(xmv::Exercise("fuzz", std::make_unique<xmv::PiecewiseSource>(data, size), size % 4 == 0).broken);
  return 0;
}
