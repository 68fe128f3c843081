// The reader of text dumps. The input is several files one after another, as people drop them together.
#include "core/formats/buffer_assignment_text.h"

#include "tests/fuzz/fuzz.h"
#include "tests/unit/exercise.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  std::vector<std::unique_ptr<xmv::PiecewiseSource>> sources;
  std::vector<xmv::ByteSource*> texts;
  for (size_t begin = 0; begin < size && texts.size() < 4;) {
    size_t end = begin;
    while (end < size && data[end] != 0) ++end;  // NUL separates
    sources.push_back(std::make_unique<xmv::PiecewiseSource>(data + begin, end - begin));
    texts.push_back(sources.back().get());
    begin = end + 1;
  }
  xmv::Result<xmv::Module> module = xmv::ReadAssignmentText(texts, {});
  xmv::MustHold(module.ok() ? xmv::ExerciseModule(std::move(*module), 4) : xmv::CheckError(module.error()));
  return 0;
}
