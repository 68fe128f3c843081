// What file names tell, and which of many files are opened.
#include <catch2/catch_test_macros.hpp>
#include <string>
#include <vector>

#include "core/formats/dump_plan.h"

namespace xmv {
namespace {

std::string Describe(const std::string& path) {
  const DumpName n = ParseDumpName(path);
  return std::string(DumpKindName(n.kind)) + " " + std::to_string(n.module_number) + " " + n.module_name + " [" +
         n.target + "] " + n.pass + (n.compressed ? " gz" : "") + (n.timestamp.empty() ? "" : " @" + n.timestamp);
}

// "open a, b | aside c" by base names.
std::string Plan(const std::vector<PathAndSize>& files) {
  const DumpPlan plan = PlanDump(files);
  const auto base = [&](uint32_t i) { return files[i].path.substr(files[i].path.rfind('/') + 1); };
  std::string out;
  for (const uint32_t i : plan.open) out += (out.empty() ? "" : ", ") + base(i);
  out += " |";
  for (const SetAside& aside : plan.aside) {
    CHECK_FALSE(aside.reason.empty());
    out += " " + base(aside.file);
  }
  CHECK(plan.open.size() + plan.aside.size() == files.size());
  return out;
}

}  // namespace

TEST_CASE("names of dump files are taken apart", "[formats][names]") {
  const struct {
    const char* path;
    const char* what;
  } rows[] = {
      {"module_0007.jit_train_step.cl_123.after_optimizations.hlo.pb", "proto 7 jit_train_step [] after_optimizations"},
      {"d/module_0007.jit_train_step.cl_123.after_optimizations.hlo.pb.gz",
       "proto 7 jit_train_step [] after_optimizations gz"},
      {"module_0001.jit_generate.sm_9.0a_gpu_after_optimizations-buffer-assignment.txt",
       "assignment-text 1 jit_generate [sm_9.0a_gpu] after_optimizations"},
      {"module_0001.jit__a.b_.gfx942_gpu_after_optimizations-live-range.txt",
       "live-range-text 1 jit__a.b_ [gfx942_gpu] after_optimizations"},
      {"module_0000.jit_f.cpu_after_optimizations-buffer-assignment-values.txt",
       "values-text 0 jit_f [cpu] after_optimizations"},
      {"module_0000.jit_f.cpu_after_optimizations-memory-usage-report.txt",
       "report-text 0 jit_f [cpu] after_optimizations"},
      {"module_0000.jit_f.cpu_after_optimizations-memory-usage-report.pb",
       "report-proto 0 jit_f [cpu] after_optimizations"},
      {"module_0000.jit_f.cpu_after_optimizations.txt", "hlo-text 0 jit_f [cpu] after_optimizations"},
      {"1691234567890.module_12345.jit_f.cpu_after_optimizations.hlo.pb",
       "proto 12345 jit_f [cpu] after_optimizations @1691234567890"},
      {"module_0000.jit_f.before_optimizations.hlo.pb", "other-pass 0 jit_f [] before_optimizations"},
      {"module_0000.jit_f.cl_9.after_optimizations_before_buffer_assignment.hlo.pb",
       "other-pass 0 jit_f [] after_optimizations_before_buffer_assignment"},
      {"module_0000.jit_f.cl_9.after_codegen.txt", "other-pass 0 jit_f [] after_codegen"},
      {"module_0000.jit_f.cl_9.oom_intermediate_module.hlo.pb", "other-pass 0 jit_f [] oom_intermediate_module"},
      {"module_0003.jit_f.0042.post-layout_assignment.after_cse.before_dce.txt",
       "other-pass 3 jit_f [] 0042.post-layout_assignment.after_cse.before_dce"},
      {"module_0000.jit_f.cl_9.target_arguments.txt", "chip-facts 0 jit_f [] target_arguments"},
      {"module_0001.jit_f.gpu_target_config.pbtxt", "chip-facts 1 jit_f [] gpu_target_config"},
      {"module_0001.jit_f.thunk_sequence.txt", "other-dump 1 jit_f [] thunk_sequence"},
      {"module_0001.jit_compiled_schedule.cpu_after_optimizations.hlo.pb",
       "proto 1 jit_compiled_schedule [cpu] after_optimizations"},
      {"module_0001.after_optimizations.hlo.pb", "proto 1  [] after_optimizations"},
      {"dump/module_0002.jit_f/cpu_after_optimizations-buffer-assignment.txt",
       "assignment-text 2 jit_f [cpu] after_optimizations"},
      {"dump/module_0002.jit_f.cl_5/module.mlir", "other-dump 2 jit_f [] module.mlir"},
      {"module_0000.jit_f.cpu_after_optimizations-live-range (1).txt",
       "live-range-text 0 jit_f [cpu] after_optimizations"},
      {"module_0000.jit_f.cpu_after_optimizations - Copy (2).txt", "hlo-text 0 jit_f [cpu] after_optimizations"},
      {"module_0000.jit_f.cpu_after_optimizations.hlo copy 3.pb", "proto 0 jit_f [cpu] after_optimizations"},
      {"module_0000.jit_f.cpu_after_optimizations (12).hlo.pb", "proto 0 jit_f [cpu] after_optimizations"},
      {"module_0000.jit_f.cpu_after_optimizations.hlo.pb (1).gz", "proto 0 jit_f [cpu] after_optimizations gz"},
      {"module_0000.jit_f.cpu_after_optimizations.hlo.pb copy", "proto 0 jit_f [cpu] after_optimizations"},
      {"module_0000.jit_f.cpu_after_optimizations-mine.txt", "unknown 0 jit_f [cpu] after_optimizations"},
      {"module_0000.jit_f.cpu_after_optimizations.dot", "other-dump 0 jit_f [cpu] after_optimizations"},
      {"buffer-assignment (copy).txt", "assignment-text -1  [] "},
      {" (1)", "unknown -1  [] "},
      {"step-buffer-assignment.txt", "assignment-text -1 step [] "},
      {"plugins/profile/2024_05_01_12_00_00/host-7.xplane.pb", "profile -1  []  @2024_05_01_12_00_00"},
      {"plugins/profile/x/jit_f(123).hlo_proto.pb", "xprof-module -1 jit_f(123) [] "},
      {"plugins/profile/x/host.trace.json.gz", "xprof-other -1  []  gz"},
      {"run.tar.gz", "archive -1  []  gz"},
      {"dump.zip", "archive -1  [] "},
      {"train.log", "log -1  [] "},
      {"module_7.txt.py", "foreign -1  [] "},
      {"src/model.py", "foreign -1  [] "},
      {"weights.safetensors", "foreign -1  [] "},
      {"whatever", "unknown -1  [] "},
      {"", "unknown -1  [] "},
  };
  for (const auto& row : rows) {
    INFO(row.path);
    CHECK(Describe(row.path) == row.what);
  }
}

TEST_CASE("files of one module have one group and no others", "[formats][names]") {
  const auto group = [](const char* path) { return ParseDumpName(path).group; };
  const std::string one = group("d/module_0001.jit_f.sm_9.0a_gpu_after_optimizations.hlo.pb");
  CHECK_FALSE(one.empty());
  CHECK(group("d/module_0001.jit_f.sm_9.0a_gpu_after_optimizations-live-range.txt") == one);
  CHECK(group("d/module_0001.jit_f.gpu_target_config.pbtxt") == one);
  CHECK(group("d/module_0001.jit_f.before_optimizations.txt") == one);
  CHECK(group("e/module_0001.jit_f.sm_9.0a_gpu_after_optimizations.hlo.pb") != one);
  CHECK(group("d/module_0002.jit_f.sm_9.0a_gpu_after_optimizations.hlo.pb") != one);
  CHECK(group("d/module_0001.jit_g.sm_9.0a_gpu_after_optimizations.hlo.pb") != one);
  CHECK(group("d/module_0001.jit_f/gpu_after_optimizations.txt") == one);
  CHECK(group("d/notes.txt").empty());
}

TEST_CASE("of a folder only what is needed is opened, the largest module first", "[formats][names]") {
  const std::string a = "d/module_0001.jit_a.cl_1.", b = "d/module_0002.jit_b.cl_1.";
  CHECK(Plan({{a + "after_optimizations-buffer-assignment.txt", 10},
              {a + "after_optimizations.hlo.pb", 100},
              {a + "after_optimizations-memory-usage-report.pb", 5},
              {a + "after_optimizations-memory-usage-report.txt", 5},
              {a + "before_optimizations.hlo.pb", 999},
              {a + "target_arguments.txt", 4},
              {b + "after_optimizations.hlo.pb", 300}}) ==
        "module_0002.jit_b.cl_1.after_optimizations.hlo.pb, module_0001.jit_a.cl_1.after_optimizations.hlo.pb, "
        "module_0001.jit_a.cl_1.after_optimizations-memory-usage-report.pb, "
        "module_0001.jit_a.cl_1.target_arguments.txt | "
        "module_0001.jit_a.cl_1.after_optimizations-buffer-assignment.txt "
        "module_0001.jit_a.cl_1.after_optimizations-memory-usage-report.txt "
        "module_0001.jit_a.cl_1.before_optimizations.hlo.pb");
  CHECK(Plan({{a + "after_optimizations-live-range.txt", 10},
              {a + "after_optimizations-buffer-assignment-values.txt", 70},
              {a + "after_optimizations-buffer-assignment.txt", 20}}) ==
        "module_0001.jit_a.cl_1.after_optimizations-buffer-assignment.txt, "
        "module_0001.jit_a.cl_1.after_optimizations-live-range.txt, "
        "module_0001.jit_a.cl_1.after_optimizations-buffer-assignment-values.txt |");
  CHECK(Plan({{a + "before_optimizations.hlo.pb", 10}, {a + "target_arguments.txt", 3}}) ==
        " | module_0001.jit_a.cl_1.before_optimizations.hlo.pb module_0001.jit_a.cl_1.target_arguments.txt");
  CHECK(Plan({{"d/train.log", 5000}, {"d/h.xplane.pb", 10}, {"d/h2.xplane.pb", 0}, {"d/x.py", 1}, {"d/blob", 9000}}) ==
        "h.xplane.pb, blob, train.log | h2.xplane.pb x.py");
  // What was saved by hand next to a dump is no module of its own, but is one alone.
  CHECK(Plan({{a + "after_optimizations.hlo.pb", 10}, {"d/memory-analysis.json", 5}, {"d/buffer-assignment.pb", 5}}) ==
        "module_0001.jit_a.cl_1.after_optimizations.hlo.pb | memory-analysis.json buffer-assignment.pb");
  CHECK(Plan({{"d/memory-analysis.json", 5}}) == "memory-analysis.json |");
  CHECK(Plan({}) == " |");
  // A second copy changes nothing; what was renamed is opened where the proto is missing.
  CHECK(Plan({{a + "after_optimizations-live-range (1).txt", 10},
              {a + "after_optimizations-buffer-assignment (1).txt", 20},
              {a + "after_optimizations-buffer-assignment.txt", 20}}) ==
        "module_0001.jit_a.cl_1.after_optimizations-buffer-assignment (1).txt, "
        "module_0001.jit_a.cl_1.after_optimizations-live-range (1).txt | "
        "module_0001.jit_a.cl_1.after_optimizations-buffer-assignment.txt");
  CHECK(Plan({{a + "after_optimizations.hlo.pb.old", 10}}) ==
        "module_0001.jit_a.cl_1.after_optimizations.hlo.pb.old |");
  CHECK(Plan({{a + "after_optimizations.hlo.pb.old", 10}, {a + "after_optimizations.hlo.pb", 9}}) ==
        "module_0001.jit_a.cl_1.after_optimizations.hlo.pb | module_0001.jit_a.cl_1.after_optimizations.hlo.pb.old");
}

TEST_CASE("what takes the place of a damaged main file is planned, too", "[formats][names]") {
  const std::string a = "d/module_0001.jit_a.cl_1.after_optimizations";
  const std::vector<PathAndSize> files = {{a + "-buffer-assignment.txt", 10},  {a + ".hlo.pb", 100},
                                          {a + "-live-range.txt", 5},          {a + "-memory-usage-report.pb", 5},
                                          {a + "-memory-usage-report.txt", 5}, {a + ".txt", 50}};
  const DumpPlan plan = PlanDump(files);
  CHECK(plan.open == std::vector<uint32_t>{1, 3, 2});
  REQUIRE(plan.instead.size() == 2);
  CHECK(plan.instead[0].file == 1);
  CHECK(plan.instead[0].open == std::vector<uint32_t>{0, 5});
  // Report and live ranges are opened anyway, and the HLO text with the assignment.
  CHECK(plan.instead[1].file == 0);
  CHECK(plan.instead[1].open == std::vector<uint32_t>{4});
  CHECK(PlanDump({files[1], files[3]}).instead.empty());
}

TEST_CASE("a dump of ten thousand modules is planned at once", "[formats][names]") {
  std::vector<PathAndSize> files;
  for (int i = 0; i < 10000; ++i) {
    const std::string stem = "dump/module_" + std::to_string(100000 + i) + ".jit_f" + std::to_string(i % 7) + ".cl_1.";
    files.push_back({stem + "after_optimizations.hlo.pb", static_cast<FileOffset>(i + 1)});
    files.push_back({stem + "before_optimizations.hlo.pb", 7});
    files.push_back({stem + "after_optimizations-live-range.txt", i % 2 == 0 ? FileOffset{7} : FileOffset{70'000'000}});
  }
  const DumpPlan plan = PlanDump(files);
  CHECK(plan.groups.size() == 10000);
  REQUIRE(plan.open.size() == 15000);  // large live ranges are not worth the check
  CHECK(plan.open[0] == 29997);
  CHECK(plan.groups[0].name.module_number == 109999);
  CHECK(plan.groups[0].folder == "dump");
  CHECK(plan.groups[0].files.size() == 3);
}

}  // namespace xmv
