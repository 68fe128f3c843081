// Inflating: bounded by the limit whatever the stream says, and the same whether or not the input comes in one piece.
#include "core/io/gzip.h"

#include "tests/fuzz/fuzz.h"
#include "tests/unit/exercise.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  constexpr xmv::FileOffset kLimit = xmv::FileOffset{4} << 20;
  xmv::PiecewiseSource source(data, size);
  if (!xmv::IsGzip(source)) return 0;
  const auto inflated = xmv::Inflate(source, {}, kLimit);
  if (!inflated.ok())
    xmv::MustHold(xmv::CheckError(inflated.error()));
  else if ((*inflated)->size() > kLimit)
    xmv::MustHold("more bytes than the limit");
  return 0;
}
