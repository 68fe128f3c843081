// Tells what a file is by its content, never by its name alone.
#ifndef XMV_CORE_FORMATS_DETECT_H_
#define XMV_CORE_FORMATS_DETECT_H_

#include <string_view>

#include "core/base/status.h"
#include "core/io/byte_source.h"
#include "core/io/wire_reader.h"

namespace xmv {

enum class Format {
  kHloProto,               // module and, of the right pass, its buffer assignment
  kHloModuleProto,         // bare module
  kBufferAssignmentProto,  // bare assignment
  kHloSnapshot,            // HloProto with arguments
  kXSpace,                 // a profile; programs in its metadata plane
  kBufferAssignmentText,   // …-buffer-assignment.txt, or the older file with everything in it
  kLiveRangeText,          // …-live-range.txt
  kBufferValuesText,       // …-buffer-assignment-values.txt
  kUsageReportText,        // …-memory-usage-report.txt
  kUsageReportProto,       // …-memory-usage-report.pb
  kMemoryStats,            // CompiledMemoryStats(…)
  kXprofResult,            // XProf's memory_viewer JSON
  kHloText,                // …after_optimizations.txt, as_text()
  kChipFacts,              // target_arguments.txt, tpu_comp_env.txt, gpu_target_config.pbtxt
  kLog,                    // any other text: an error message may be in it
  kZip,
  kTar,
};

std::string_view FormatName(Format format);

// Decides from the beginning of `range` (up to 64 KiB are looked at, so a cut-off file is still recognised as what it
// was). Everything that is not ours is an Error whose message says what it is and whose hint names the file to open
// instead.
Result<Format> Detect(ByteSource& source, WireRange range);

}  // namespace xmv

#endif  // XMV_CORE_FORMATS_DETECT_H_
