// Finds every out-of-memory message in a log of any size.
#ifndef XMV_CORE_FORMATS_LOG_SCANNER_H_
#define XMV_CORE_FORMATS_LOG_SCANNER_H_

#include <functional>
#include <vector>

#include "core/base/status.h"
#include "core/formats/oom_report.h"
#include "core/io/byte_source.h"

namespace xmv {

// One report for each different message, by line; copies are counted, and the fullest copy's details are kept. Errors
// come first in importance, not in order: see OomReport::is_error. Reports have title and advice (oom_advice.h).
//
// The log is read once in windows of a megabyte. Memory: the windows and at most kMostReports reports; what comes
// beyond those is not kept, and `left_out` counts it. Time: O(bytes), whatever they are. `progress`, if set, gets bytes
// read. Errors: kReadFailed.
struct LogReports {
  std::vector<OomReport> reports;
  uint64_t left_out = 0;
  uint64_t lines = 0;
};
inline constexpr size_t kMostReports = 200;
Result<LogReports> ScanLog(ByteSource& source, const std::function<void(FileOffset)>& progress);

}  // namespace xmv

#endif  // XMV_CORE_FORMATS_LOG_SCANNER_H_
