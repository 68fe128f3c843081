#include "core/formats/text_module.h"

#include <string>

#include "core/formats/buffer_assignment_text.h"
#include "core/formats/hlo_program.h"
#include "core/formats/memory_stats.h"
#include "core/formats/usage_report.h"
#include "core/formats/xprof_result.h"
#include "core/io/read_all.h"

namespace xmv {
namespace {

constexpr FileOffset kLargestJson = FileOffset{1} << 30;
constexpr FileOffset kLargestStats = FileOffset{1} << 20;

}  // namespace

int Worth(Format format) {
  switch (format) {
    case Format::kHloProto:
    case Format::kBufferAssignmentProto:
    case Format::kHloSnapshot:
    case Format::kXSpace:
      return kProtoWorth;
    case Format::kBufferAssignmentText:
      return 50;
    case Format::kXprofResult:
      return 40;
    case Format::kUsageReportProto:
      return 30;
    case Format::kUsageReportText:
      return 20;
    case Format::kMemoryStats:
      return 10;
    case Format::kHloText:
      return 5;
    default:
      return 0;
  }
}

Result<Module> ReadTextModule(Format format, const std::vector<ByteSource*>& sources,
                              const std::function<void(FileOffset)>& progress) {
  switch (format) {
    case Format::kUsageReportText:
      return ReadUsageReportText(*sources[0]);
    case Format::kUsageReportProto:
      return ReadUsageReportProto(*sources[0]);
    case Format::kHloText:
      return ReadHloProgram(*sources[0], progress);
    case Format::kXprofResult:
    case Format::kMemoryStats: {
      const bool json = format == Format::kXprofResult;
      Result<std::string> text = ReadAll(*sources[0], json ? kLargestJson : kLargestStats);
      if (!text.ok()) return text.error();
      return json ? ReadXprofResult(*text) : ReadMemoryStats(*text);
    }
    default:
      return ReadAssignmentText(sources, progress);
  }
}

}  // namespace xmv
