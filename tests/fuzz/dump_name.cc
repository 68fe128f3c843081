// Paths, one a line: every file is either opened or set aside with a reason, once. Shapes as text, too.
#include "core/base/text.h"
#include "core/formats/dump_plan.h"
#include "core/model/shape.h"
#include "core/model/shape_text.h"
#include "tests/fuzz/fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  std::string_view text(reinterpret_cast<const char*>(data), size);
  std::vector<xmv::PathAndSize> files;
  xmv::TextShape shape;
  while (!text.empty()) {
    const std::string_view line = xmv::TakeUntil(text, '\n');
    files.push_back({std::string(line), line.size()});
    const size_t length = xmv::ReadShape(line, shape);
    xmv::MustHold(length <= line.size() ? "" : "a shape longer than its text");
    if (length > 0) {
      const xmv::Bytes unpadded = xmv::UnpaddedBytes(shape), padded = xmv::PaddedBytes(shape);
      xmv::MustHold(unpadded >= 0 && unpadded <= xmv::kMaxBytes && padded >= 0 && padded <= xmv::kMaxBytes ? ""
                                                                                                           : "a size");
    }
    static_cast<void>(xmv::PaddingReason(line));
  }
  const xmv::DumpPlan plan = xmv::PlanDump(files);
  std::vector<int> seen(files.size(), 0);
  for (const uint32_t file : plan.open) ++seen[file];
  for (const xmv::SetAside& aside : plan.aside) {
    ++seen[aside.file];
    xmv::MustHold(aside.reason.empty() ? "no reason" : "");
  }
  for (const int times : seen) xmv::MustHold(times == 1 ? "" : "a file planned more or less than once");
  return 0;
}
