// Reads memory usage reports: …-memory-usage-report.txt in its three forms, and …-memory-usage-report.pb.
#ifndef XMV_CORE_FORMATS_USAGE_REPORT_H_
#define XMV_CORE_FORMATS_USAGE_REPORT_H_

#include "core/base/status.h"
#include "core/io/byte_source.h"
#include "core/model/module.h"

namespace xmv {

// Grammar (openxla/xla: BufferAssignment::MemoryUsageReport in xla/service/buffer_assignment.cc). Newest:
//
//   Memory Space: default (color=0)
//   Total bytes: 268468256 (256.03MiB)
//     cumulative_size;       size;       offset; used_by_n_values; shapes_list
//     ------------------------------------------------------------
//      64.00MiB( 50%);   64.00MiB;        32768;                2; f32[4096], 3×f32[4096,4096]
//
// one table for each allocation, a row for each offset in it. Before that "Total bytes used: n (human)", "Allocations
// sorted by size:" with rows "cumulative(p%); rest; allocation <i>: size n, parameter 0, …:", then "Allocations sorted
// by size with their values:" with the same allocations and, indented, tables as above.
//
// A row is a slot: values that use it one after another share it, so that there is no order in a report. What comes out
// has one buffer for each slot, all live at once, which is the most that can be; a FROM_TEXT fault says so. Sizes of
// slots are rounded in the text; those that a shape of the row explains are made exact, as are totals. Names are only
// in the proto.
Result<Module> ReadUsageReportText(ByteSource& source);

// The same from xla.MemoryUsageReportProto: exact sizes and allocation indices, names of values.
Result<Module> ReadUsageReportProto(ByteSource& source);

}  // namespace xmv

#endif  // XMV_CORE_FORMATS_USAGE_REPORT_H_
