// Out-of-memory messages in logs: whatever is found must be numbers that can be shown.
#include "core/formats/log_scanner.h"

#include "tests/fuzz/fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  xmv::PiecewiseSource source(data, size);
  const xmv::Result<xmv::LogReports> log = xmv::ScanLog(source, {});
  xmv::MustHold(log.ok() ? "" : "a log in memory that cannot be read");
  uint64_t before = 0;
  for (const xmv::OomReport& report : log->reports) {
    const auto plausible = [](xmv::Bytes bytes) {
      return bytes == xmv::kUnknownBytes || (bytes >= -2 * xmv::kMaxBytes && bytes <= 2 * xmv::kMaxBytes);
    };
    xmv::MustHold(report.line >= 1 && report.offset < size && report.count >= 1 ? "" : "a report from nowhere");
    xmv::MustHold(report.offset >= before ? "" : "reports out of order");
    before = report.offset;
    xmv::MustHold(!report.title.empty() && !report.advice.empty() && !report.excerpt.empty() ? ""
                                                                                             : "a report of nothing");
    xmv::MustHold(plausible(report.needed) && plausible(report.capacity) && plausible(report.exceeded) ? "" : "sizes");
    for (const xmv::OomAllocation& allocation : report.allocations)
      xmv::MustHold(plausible(allocation.size) && allocation.expansion >= 1 ? "" : "an allocation's size");
  }
  return 0;
}
