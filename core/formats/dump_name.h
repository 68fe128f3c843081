// Tells from a file's path what it is likely to be and which module it belongs to, without opening it.
#ifndef XMV_CORE_FORMATS_DUMP_NAME_H_
#define XMV_CORE_FORMATS_DUMP_NAME_H_

#include <cstdint>
#include <string>
#include <string_view>

namespace xmv {

// Contents decide in the end (detect.h); names decide which of ten thousand files are worth opening.
enum class DumpKind : uint8_t {
  kProto,             // ….hlo.pb of the pass that has the buffer assignment
  kAssignmentText,    // …-buffer-assignment.txt
  kLiveRangeText,     // …-live-range.txt
  kValuesText,        // …-buffer-assignment-values.txt
  kUsageReportText,   // …-memory-usage-report.txt
  kUsageReportProto,  // …-memory-usage-report.pb
  kHloText,           // …after_optimizations.txt
  kChipFacts,         // target_arguments.txt, tpu_comp_env.txt, gpu_target_config.pbtxt
  kOtherPass,         // HLO of another pass, as proto or text: no buffer assignment in it
  kOtherDump,         // something else of a dump: MLIR, LLVM IR, PTX, thunks, configurations
  kProfile,           // .xplane.pb
  kXprofModule,       // an XProf session's <module>.hlo_proto.pb
  kXprofOther,        // its other results and caches
  kArchive,           // .zip, .tar, .tar.gz, .tgz
  kLog,               // .log, .txt, .out, .err: may hold an error message
  kUnknown,           // an ending that says nothing, or .pb or .json: worth a look
  kForeign,           // an ending of files that are none of ours
};
std::string_view DumpKindName(DumpKind kind);  // as in the list above, "proto", "assignment-text", …

struct DumpName {
  DumpKind kind = DumpKind::kUnknown;
  int64_t module_number = -1;  // module_0007 → 7; -1: none
  std::string module_name;     // "jit_train_step", without build ("cl_123") and target
  std::string target;          // "sm_9.0a_gpu", "cpu", "" for TPU
  std::string timestamp;       // "1691234567890", of --xla_dump_include_timestamp; or of the profile's folder
  std::string pass;            // "after_optimizations", "before_optimizations", …
  std::string host;            // of an .xplane.pb
  bool compressed = false;     // .gz
  // Equal for files of one module of one dump and for no others; "" for files of no module.
  std::string group;
};

// Grammar (openxla/xla: FilenameFor in xla/service/dump.cc):
//   [folder/][<timestamp>.]module_<number>[.<name>][.cl_<build>].[<target>_]<pass>[-<text>].<ending>[.gz]
// The stem may also be a folder with the rest in it, as newer CPU dumps have it. Names and targets may have dots of
// their own (sm_9.0a). What a copy's name has in addition, as " (1)" or " - Copy", does not count. O(length).
DumpName ParseDumpName(std::string_view path);

}  // namespace xmv

#endif  // XMV_CORE_FORMATS_DUMP_NAME_H_
