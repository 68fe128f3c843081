// CompiledMemoryStats(…), and the chip descriptions that are as short.
#include "core/formats/memory_stats.h"

#include "core/formats/chip_facts.h"
#include "tests/fuzz/fuzz.h"
#include "tests/unit/exercise.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  xmv::Result<xmv::Module> module = xmv::ReadMemoryStats(text);
  xmv::MustHold(module.ok() ? xmv::ExerciseModule(std::move(*module), 4) : xmv::CheckError(module.error()));
  const xmv::ChipFacts facts = xmv::ReadChipFacts(text);
  xmv::MustHold(facts.memory == xmv::kUnknownBytes || facts.memory >= 0 ? "" : "a chip of less than no memory");
  static_cast<void>(xmv::IsChipFacts(text));
  return 0;
}
