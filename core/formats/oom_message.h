// Reads one out-of-memory message from flat text: white space collapsed, loggers' prefixes gone (log_lines.h).
//
// Grammar: FORMATS §5, from libtpu's messages as they are seen in public reports and, for GPU and CPU,
// xla/service/buffer_assignment.cc (ToVerboseString), xla/tsl/framework/bfc_allocator.cc and xla/service/
// hlo_rematerialization.cc. Everything is found by its words, so lost line breaks and list numbers do not matter.
#ifndef XMV_CORE_FORMATS_OOM_MESSAGE_H_
#define XMV_CORE_FORMATS_OOM_MESSAGE_H_

#include <string_view>

#include "core/formats/oom_report.h"

namespace xmv {

// The first sentence of the first message in `flat`. True if there is one with numbers that say something; `end` is
// then behind it. O(length).
bool ReadOomHead(std::string_view flat, OomReport& report, size_t& end);

// What may follow it: the breakdown into parts, and the largest allocations. O(length).
void ReadOomBreakdown(std::string_view flat, OomReport& report);
void ReadOomAllocations(std::string_view flat, OomReport& report);

// Whether a cleaned line belongs to such a message, and whether it begins another one.
bool IsOomDetail(std::string_view line);
bool BeginsOomMessage(std::string_view line);

}  // namespace xmv

#endif  // XMV_CORE_FORMATS_OOM_MESSAGE_H_
