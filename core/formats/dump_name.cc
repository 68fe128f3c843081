#include "core/formats/dump_name.h"

#include <algorithm>

#include "core/base/text.h"

namespace xmv {
namespace {

// Words with which what follows a module's name begins. Longer ones first where one begins with another.
constexpr std::string_view kPasses[] = {
    "after_optimizations_before_buffer_assignment",
    "after_optimizations_after_buffer_assignment",
    "after_optimizations",
    "before_optimizations",
    "after_codegen",
    "after_spmd_partitioner",
    "oom_intermediate_module",
};
constexpr std::string_view kFacts[] = {"target_arguments", "tpu_comp_env", "gpu_target_config"};
constexpr std::string_view kOthers[] = {"hlo_module_config", "debug_options",  "autotune_results", "thunk_sequence",
                                        "thunk_metadata",    "basic_compiler", "transfer_stats",   "flagfile",
                                        "execution_options", "ir-no-opt",      "ir-with-opt",      "ir-no-conv",
                                        "module.mlir",       "topology.pb"};

// Endings of files that nothing here can read, whatever they are called.
constexpr std::string_view kForeignEndings[] = {
    ".py",    ".pyc",  ".so",     ".o",       ".a",       ".cc",       ".h",           ".cpp", ".c",
    ".js",    ".ts",   ".mjs",    ".css",     ".html",    ".htm",      ".svg",         ".png", ".jpg",
    ".jpeg",  ".gif",  ".webp",   ".pdf",     ".dot",     ".md",       ".rst",         ".csv", ".tsv",
    ".npy",   ".npz",  ".h5",     ".hdf5",    ".ckpt",    ".msgpack",  ".safetensors", ".bin", ".ptx",
    ".cubin", ".ll",   ".bc",     ".s",       ".asm",     ".mlir",     ".yaml",        ".yml", ".toml",
    ".lock",  ".sh",   ".ipynb",  ".parquet", ".arrow",   ".tfrecord", ".prof",        ".whl", ".mp4",
    ".wav",   ".onnx", ".sqlite", ".db",      ".SSTABLE", ".nsys-rep", ".ncu-rep"};

bool EndsWithAny(std::string_view name, std::initializer_list<std::string_view> endings) {
  return std::any_of(endings.begin(), endings.end(), [&](std::string_view e) { return EndsWith(name, e); });
}

bool IsForeign(std::string_view name) {
  return std::any_of(std::begin(kForeignEndings), std::end(kForeignEndings),
                     [&](std::string_view ending) { return EndsWith(name, ending); });
}

// Takes " (1)", " (copy)", " - Copy", " copy" or " copy 2" off the end.
bool TakeCopyMark(std::string_view& stem) {
  std::string_view rest = stem;
  const auto take = [&](std::string_view mark) {
    if (!EndsWith(rest, mark)) return false;
    rest.remove_suffix(mark.size());
    return true;
  };
  const auto take_digits = [&] {
    const size_t before = rest.size();
    while (!rest.empty() && IsDigit(rest.back())) rest.remove_suffix(1);
    return rest.size() < before;
  };
  bool found = take(" - Copy") || take(" copy") || take(" (copy)");
  if (!found && take(")")) found = take_digits() && take(" (");
  if (!found) {
    rest = stem;
    found = take_digits() && take(" copy ");
  }
  if (!found || rest.empty()) return false;
  stem = rest;
  return true;
}

// Without what browsers and desktops add before the ending of a second copy: "a (1).txt", "a.hlo - Copy (2).pb".
std::string WithoutCopyMarks(std::string_view name) {
  std::string out(name);
  // The mark may stand before either part of .hlo.pb.
  size_t end = out.size();
  for (int parts = 0; parts < 3 && end != std::string::npos && end > 0; ++parts) {
    std::string_view stem = std::string_view(out).substr(0, end);
    while (TakeCopyMark(stem)) {
    }
    out.erase(stem.size(), end - stem.size());
    end = out.rfind('.', stem.size() - 1);
  }
  return out;
}

// Takes "1691234567890." and "module_0007" off the front of a name or of a folder's.
bool TakeStem(std::string_view& name, DumpName& out) {
  std::string_view rest = name;
  size_t digits = 0;
  while (digits < rest.size() && IsDigit(rest[digits])) ++digits;
  if (digits >= 9 && digits < rest.size() && rest[digits] == '.') {
    out.timestamp = rest.substr(0, digits);
    rest.remove_prefix(digits + 1);
  }
  // Numbers have at least four digits.
  if (!Take(rest, "module_") || rest.size() < 4 || !std::all_of(rest.begin(), rest.begin() + 4, IsDigit) ||
      !TakeNumber(rest, out.module_number)) {
    out.timestamp.clear();
    out.module_number = -1;
    return false;
  }
  if (!rest.empty() && rest[0] != '.') {
    out.module_number = -1;
    return false;
  }
  Take(rest, ".");
  name = rest;
  return true;
}

// "jit_step.sm_9.0a_gpu_", "jit_step.cl_123.", "jit_step.cpu_" → name, target.
void SplitName(std::string_view text, DumpName& out) {
  if (EndsWith(text, "_")) {
    // A target follows the name behind a dot and may have one of its own.
    text.remove_suffix(1);
    size_t dot = std::max(text.rfind(".sm_") + 1, text.rfind(".gfx") + 1);
    if (dot == 0) dot = text.rfind('.') + 1;
    out.target = text.substr(dot);
    text = text.substr(0, dot);
  }
  if (EndsWith(text, ".")) text.remove_suffix(1);
  if (const size_t build = text.rfind(".cl_"); build != std::string_view::npos) {
    const std::string_view digits = text.substr(build + 4);
    if (!digits.empty() && std::all_of(digits.begin(), digits.end(), IsDigit)) text = text.substr(0, build);
  }
  out.module_name = text;
}

DumpKind KindOfPass(std::string_view pass, std::string_view rest) {
  if (pass != "after_optimizations")
    return EndsWithAny(rest, {".hlo.pb", ".txt", ".pb", ".pbtxt"}) ? DumpKind::kOtherPass : DumpKind::kOtherDump;
  if (rest == ".hlo.pb" || rest == ".pb" || rest == ".hlo_snapshot.pb" || rest == ".hlo_proto.pb")
    return DumpKind::kProto;
  if (rest == "-buffer-assignment.txt") return DumpKind::kAssignmentText;
  if (rest == "-buffer-assignment-values.txt") return DumpKind::kValuesText;
  if (rest == "-live-range.txt") return DumpKind::kLiveRangeText;
  if (rest == "-memory-usage-report.txt") return DumpKind::kUsageReportText;
  if (rest == "-memory-usage-report.pb") return DumpKind::kUsageReportProto;
  if (rest == ".txt") return DumpKind::kHloText;
  // Renamed, or of a compiler that writes more than is known here: contents decide.
  return IsForeign(rest) ? DumpKind::kOtherDump : DumpKind::kUnknown;
}

// What stands behind the module's stem: "jit_step.cl_123.after_optimizations-live-range.txt".
void ReadRest(std::string_view name, DumpName& out) {
  size_t at = std::string_view::npos;
  std::string_view found;
  const auto look = [&](std::string_view word, bool behind_target = true) {
    for (size_t here = name.find(word); here != std::string_view::npos; here = name.find(word, here + 1)) {
      if (here > 0 && name[here - 1] != '.' && !(behind_target && name[here - 1] == '_')) continue;
      if (here < at) {
        at = here;
        found = word;
      }
      return;
    }
  };
  for (const std::string_view word : kPasses) look(word);
  for (const std::string_view word : kFacts) look(word);
  for (const std::string_view word : kOthers) look(word, false);
  // A dump of every pass: "jit_step.0003.pipeline.after_x.before_y.txt".
  size_t numbered = 0;
  while ((numbered = name.find('.', numbered)) != std::string_view::npos) {
    const std::string_view rest = name.substr(numbered + 1);
    if (rest.size() > 5 && rest[4] == '.' && std::all_of(rest.begin(), rest.begin() + 4, IsDigit) &&
        Contains(rest, ".after_") && numbered < at) {
      at = numbered + 1;
      found = rest.substr(0, rest.rfind('.'));
      break;
    }
    ++numbered;
  }
  if (at == std::string_view::npos) {
    out.kind = DumpKind::kOtherDump;
    out.module_name = name.substr(0, name.rfind('.'));
    return;
  }
  out.pass = found;
  SplitName(name.substr(0, at), out);
  const std::string_view rest = name.substr(at + found.size());
  if (std::find(std::begin(kPasses), std::end(kPasses), found) != std::end(kPasses))
    out.kind = KindOfPass(found, rest);
  else if (std::find(std::begin(kFacts), std::end(kFacts), found) != std::end(kFacts))
    out.kind = DumpKind::kChipFacts;
  else
    out.kind = Contains(found, ".after_") ? DumpKind::kOtherPass : DumpKind::kOtherDump;
}

// Texts of a dump that somebody renamed keep their ending.
bool ReadLooseName(std::string_view name, std::string_view folder, DumpName& out) {
  constexpr std::pair<std::string_view, DumpKind> kEndings[] = {
      {"buffer-assignment-values.txt", DumpKind::kValuesText},
      {"buffer-assignment.txt", DumpKind::kAssignmentText},
      {"live-range.txt", DumpKind::kLiveRangeText},
      {"memory-usage-report.txt", DumpKind::kUsageReportText},
      {"memory-usage-report.pb", DumpKind::kUsageReportProto},
      {"target_arguments.txt", DumpKind::kChipFacts},
      {"tpu_comp_env.txt", DumpKind::kChipFacts},
      {"gpu_target_config.pbtxt", DumpKind::kChipFacts},
  };
  for (const auto& [ending, kind] : kEndings) {
    if (!EndsWith(name, ending)) continue;
    out.kind = kind;
    std::string_view stem = name.substr(0, name.size() - ending.size());
    while (!stem.empty() && (stem.back() == '-' || stem.back() == '.' || stem.back() == '_')) stem.remove_suffix(1);
    out.module_name = stem;
    out.group = std::string(folder) + "|" + std::string(stem);
    return true;
  }
  return false;
}

DumpKind KindByEnding(std::string_view name) {
  if (EndsWith(name, ".xplane.pb")) return DumpKind::kProfile;
  if (EndsWithAny(name, {".hlo_proto.pb"})) return DumpKind::kXprofModule;
  if (EndsWithAny(name, {".overview_page.pb", ".kernel_stats.pb", ".input_pipeline.pb", ".tensorflow_stats.pb",
                         ".op_stats.pb", ".op_stats_v2.pb", ".memory_profile.json", ".trace.json", ".trace",
                         ".pod_viewer.pb", ".op_profile.json", ".op_profile.pb", "cache_version.txt",
                         ".dcn_collective_stats.pb", ".inference_stats.pb"}) ||
      Contains(name, "events.out.tfevents"))
    return DumpKind::kXprofOther;
  if (EndsWithAny(name, {".zip", ".tar", ".tgz"})) return DumpKind::kArchive;
  if (EndsWithAny(name, {".log", ".txt", ".out", ".err", ".stderr", ".stdout"})) return DumpKind::kLog;
  if (IsForeign(name)) return DumpKind::kForeign;
  if (!name.empty() && name[0] == '.') return DumpKind::kForeign;  // .DS_Store and the like
  return DumpKind::kUnknown;
}

}  // namespace

std::string_view DumpKindName(DumpKind kind) {
  constexpr std::string_view kNames[] = {
      "proto",      "assignment-text", "live-range-text", "values-text", "report-text",  "report-proto", "hlo-text",
      "chip-facts", "other-pass",      "other-dump",      "profile",     "xprof-module", "xprof-other",  "archive",
      "log",        "unknown",         "foreign"};
  return kNames[static_cast<size_t>(kind)];
}

DumpName ParseDumpName(std::string_view path) {
  DumpName out;
  const size_t slash = path.find_last_of("/\\");
  std::string_view folder = slash == std::string_view::npos ? std::string_view() : path.substr(0, slash);
  const std::string original = WithoutCopyMarks(slash == std::string_view::npos ? path : path.substr(slash + 1));
  std::string_view name = original;
  if (EndsWith(name, ".gz")) {
    out.compressed = true;
    name.remove_suffix(3);
  }
  std::string_view stem = name;
  const size_t folder_slash = folder.find_last_of("/\\");
  std::string_view folder_name = folder_slash == std::string_view::npos ? folder : folder.substr(folder_slash + 1);
  if (TakeStem(stem, out)) {
    ReadRest(stem, out);
  } else if (TakeStem(folder_name, out)) {
    // The stem is the folder's name: put together, it reads like a file's.
    const std::string whole = std::string(folder_name) + "." + std::string(name);
    ReadRest(whole, out);
    if (out.kind == DumpKind::kOtherDump && out.pass.empty()) SplitName(folder_name, out);
    folder = folder_slash == std::string_view::npos ? std::string_view() : folder.substr(0, folder_slash);
  } else if (!ReadLooseName(name, folder, out)) {
    out.kind = KindByEnding(name);
    if (out.kind == DumpKind::kProfile) {
      out.host = name.substr(0, name.size() - 10);
      out.timestamp = folder_name;
    }
    if (out.kind == DumpKind::kXprofModule) out.module_name = name.substr(0, name.size() - 13);
    if (out.compressed && EndsWith(name, ".tar")) out.kind = DumpKind::kArchive;
  }
  if (out.module_number >= 0) {
    out.group =
        std::string(folder) + "|" + out.timestamp + "|" + std::to_string(out.module_number) + "|" + out.module_name;
  }
  return out;
}

}  // namespace xmv
