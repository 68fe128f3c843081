// Readers of what is left when there is no proto: usage reports, statistics, XProf's JSON, HLO text, chip descriptions.
#include <catch2/catch_test_macros.hpp>
#include <fstream>
#include <iterator>
#include <memory>
#include <sstream>
#include <string>

#include "core/analysis/space_usage.h"
#include "core/formats/chip_facts.h"
#include "core/formats/text_module.h"
#include "core/io/gzip.h"
#include "core/session.h"
#include "tests/unit/file_source.h"

namespace xmv {
namespace {

std::string Data(const std::string& path) { return std::string(XMV_TESTS_DIR) + "/data/" + path; }

std::string Contents(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  REQUIRE(in.good());
  return {std::istreambuf_iterator<char>(in), {}};
}

Result<Module> Read(Format format, std::string text) {
  MemorySource source(std::move(text));
  return ReadTextModule(format, {&source}, {});
}

bool Mentions(const Module& module, const char* words) {
  for (const Error& fault : module.assignment.faults) {
    if (fault.message.find(words) != std::string::npos || fault.hint.find(words) != std::string::npos) return true;
  }
  return false;
}

std::string_view Text(const Module& module, StringId id) { return module.assignment.strings.Get(id); }

}  // namespace

TEST_CASE("a usage report of today", "[formats][small]") {
  const Result<Module> module =
      Read(Format::kUsageReportText,
           "Memory Space: default (color=0)\nTotal bytes: 20200500 (19.26MiB)\n"
           "  cumulative_size;       size;       offset; used_by_n_values; shapes_list\n"
           "  ------------------------------------------------------------\n"
           "   16.00MiB( 33%);   16.00MiB;            0;                2; f32[2048,2048], f32[784,2048]\n"
           "   19.26MiB(100%);   3.26MiB;     16777216;                1; f32[855638]\n"
           "\n"
           "  cumulative_size;       size;       offset; used_by_n_values; shapes_list\n"
           "  ------------------------------------------------------------\n"
           "       512B(100%);       512B;            0;                2; 2×f32[]\n\n\n"
           "Memory Space: vmem (color=1)\nTotal bytes: 4 (4B)\n"
           "  cumulative_size;       size;       offset; used_by_n_values; shapes_list\n"
           "  ------------------------------------------------------------\n"
           "        4B(100%);         4B;            0;                1; u32[]\n"
           "The rest 2 values are less than 1% of the total size and not shown.\n");
  REQUIRE(module.ok());
  const Assignment& a = module->assignment;
  REQUIRE(a.allocations.size_rows() == 4);
  CHECK(a.allocations.size == std::vector<Bytes>{16777216 + 3422552, 512, 4, 220});
  CHECK(a.allocations.type(0) == AllocationType::kTemporary);
  CHECK(a.allocations.type(1) == AllocationType::kParameter);
  CHECK(a.allocations.space[2] == 1);
  CHECK(a.buffers.size == std::vector<Bytes>{16777216, 3422552, 512, 4, 220});  // exact where a shape tells
  CHECK(Text(*module, module->shape[2]) == "f32[]");
  CHECK(Text(*module, module->shape[0]).empty());
  CHECK(a.traces.size_rows() == 1);
  CHECK(PeakOfTrace(a, 0) == 16777216 + 3422552);
  CHECK(Mentions(*module, "the most that can be"));
  CHECK(Mentions(*module, "count as arguments"));
  CHECK(Mentions(*module, "only as a sum"));
}

TEST_CASE("slots of a usage report that share memory count once", "[formats][small]") {
  const Result<Module> module = Read(Format::kUsageReportText,
                                     "Memory Space: default (color=0)\nTotal bytes: 4096 (4.0KiB)\n"
                                     "  cumulative_size;       size;       offset; used_by_n_values; shapes_list\n"
                                     "     2.0KiB( 33%);     2.0KiB;            0;                2; 2×f32[512]\n"
                                     "     4.0KiB( 66%);     2.0KiB;         2048;                1; f32[512]\n"
                                     "     5.0KiB( 83%);     1.0KiB;         1536;                1; f32[256]\n"
                                     "     5.5KiB( 99%);       512B;            0;                1; f32[128]\n"
                                     "\n");
  REQUIRE(module.ok());
  const Assignment& a = module->assignment;
  CHECK(a.allocations.size == std::vector<Bytes>{4096});
  CHECK(PeakOfTrace(a, 0) == 4096);
  CHECK(a.buffers.size == std::vector<Bytes>{2048, 2048});
  const Result<SpaceUsage> usage = Analyse(*module, 0, kNone);
  REQUIRE(usage.ok());
  for (const Error& note : usage->notes) CHECK(note.code != Code::kInconsistent);
  // What no slot listed holds may be in use, too.
  const Result<Module> gaps = Read(Format::kUsageReportText,
                                   "Memory Space: default (color=0)\nTotal bytes: 9216 (9.0KiB)\n"
                                   "  cumulative_size;       size;       offset; used_by_n_values; shapes_list\n"
                                   "     4.0KiB( 50%);     4.0KiB;         5120;                1; f32[1024]\n"
                                   "     8.0KiB(100%);     4.0KiB;            0;                1; f32[1024]\n\n");
  REQUIRE(gaps.ok());
  CHECK(PeakOfTrace(gaps->assignment, 0) == 9216);
  CHECK(gaps->assignment.buffers.size == std::vector<Bytes>{4096, 4096, 1024});
  // Impossible offsets are no crash.
  for (const char* offset : {"9223372036854775807", "-9223372036854775807", "4611686018427387904"}) {
    const Result<Module> far = Read(Format::kUsageReportText,
                                    "Memory Space: default (color=0)\nTotal bytes: 9216 (9.0KiB)\n"
                                    "  cumulative_size;       size;       offset; used_by_n_values; shapes_list\n"
                                    "     4.0KiB( 50%);     4.0KiB;         " +
                                        std::string(offset) +
                                        ";                1; f32[1024]\n"
                                        "     8.0KiB(100%);     4.0KiB;            0;                1; f32[1024]\n\n");
    CHECK((!far.ok() || PeakOfTrace(far->assignment, 0) >= 4096));
  }
  // Of a slot that lies in others in part, the rest counts.
  const Result<Module> part = Read(Format::kUsageReportText,
                                   "Memory Space: default (color=0)\nTotal bytes: 3072 (3.0KiB)\n"
                                   "  cumulative_size;       size;       offset; used_by_n_values; shapes_list\n"
                                   "     2.0KiB( 50%);     2.0KiB;            0;                2; 2×f32[512]\n"
                                   "     4.0KiB(100%);     2.0KiB;         1024;                1; f32[512]\n\n");
  REQUIRE(part.ok());
  CHECK(PeakOfTrace(part->assignment, 0) == 3072);
  CHECK(part->assignment.buffers.size == std::vector<Bytes>{2048, 1024});
  CHECK(part->assignment.buffers.offset == std::vector<Bytes>{0, 2048});
}
TEST_CASE("a usage report of 2023 tells kinds", "[formats][small]") {
  const Result<Module> module =
      Read(Format::kUsageReportText,
           "Total bytes used: 96 (96B)\n\nAllocations sorted by size:\n\n"
           "cumulative_size; total_size - cumulative_size; allocation\n"
           "------------------------------------------------------------------------------\n"
           "       64B( 67%);        32B; allocation 3: size 64, preallocated-temp:\n"
           "       96B(100%);         0B; allocation 0: size 32, parameter 0, shape |f32[8]| at ShapeIndex {}:\n"
           "\n\nAllocations sorted by size with their values:\n"
           "allocation 3: size 64, preallocated-temp:\n\n"
           "\tcumulative_size;       size;       offset; used_by_n_values; shapes_list\n"
           "\t------------------------------------------------------------\n"
           "\t      32B( 50%);        32B;            0;                1; f32[8]\n"
           "\t      64B(100%);        32B;           32;                2; 2×f32[8]\n\n"
           "allocation 0: size 32, parameter 0, shape |f32[8]| at ShapeIndex {}:\n");
  REQUIRE(module.ok());
  const Allocations& a = module->assignment.allocations;
  REQUIRE(a.size_rows() == 2);
  CHECK(a.index == std::vector<int64_t>{3, 0});
  CHECK(a.type(0) == AllocationType::kTemporary);
  CHECK(a.type(1) == AllocationType::kParameter);
  CHECK(module->assignment.buffers.offset == std::vector<Bytes>{0, 32, 0});
  CHECK_FALSE(Mentions(*module, "count as arguments"));
}

TEST_CASE("usage reports as text and as proto agree with the program", "[formats][small]") {
  for (const std::string& stem : {std::string("jax/mlp_train_donated/module_0000.jit_train_step.cl_1014260217."),
                                  std::string("jax/gpu_decode/module_0001.jit_generate.sm_9.0a_gpu_")}) {
    for (const char* ending : {".txt", ".pb"}) {
      INFO(stem << ending);
      Session report, proto;
      REQUIRE(report
                  .AddFile(stem + "after_optimizations-memory-usage-report" + ending,
                           OpenFile(Data(stem + "after_optimizations-memory-usage-report" + ending)), {})
                  .ok());
      REQUIRE(proto.AddFile("p", OpenFile(Data(stem + "after_optimizations.hlo.pb")), {}).ok());
      const ModuleInfo r = report.modules().at(0), p = proto.modules().at(0);
      CHECK(r.name == p.name);
      REQUIRE(r.spaces.size() == p.spaces.size());
      // Everything at once is no less than the peak, and thread-local allocations are in it.
      CHECK(r.spaces[0].peak >= p.spaces[0].peak - 1024);
      CHECK(r.spaces[0].total >= p.spaces[0].total);
      CHECK(r.spaces[0].total - p.spaces[0].total < 16384);
    }
  }
}

TEST_CASE("memory statistics", "[formats][small]") {
  const Result<Module> module =
      Read(Format::kMemoryStats,
           "CompiledMemoryStats(generated_code_size_in_bytes=100, argument_size_in_bytes=4466688, "
           "output_size_in_bytes=4204652, alias_size_in_bytes=4204544, temp_size_in_bytes=2361344, "
           "host_generated_code_size_in_bytes=0, host_argument_size_in_bytes=64, host_output_size_in_bytes=0, "
           "host_alias_size_in_bytes=0, host_temp_size_in_bytes=0, peak_memory_in_bytes=123456)");
  REQUIRE(module.ok());
  const Allocations& a = module->assignment.allocations;
  CHECK(a.size == std::vector<Bytes>{4204544, 4466688 - 4204544, 4204652 - 4204544, 100, 2361344, 64});
  CHECK(a.space == std::vector<Space>{0, 0, 0, 0, 0, 5});
  const Result<SpaceUsage> usage = Analyse(*module, 0, kNone);
  REQUIRE(usage.ok());
  CHECK(usage->peak() == 4466688 + 108 + 100 + 2361344);
  CHECK(usage->aliased_output == 4204544);
  CHECK(Mentions(*module, "123,456 bytes"));
  CHECK(Read(Format::kMemoryStats, "{\n \"argument_size_in_bytes\": 370,\n \"temp_size_in_bytes\": 30\n}").ok());
  const Result<Module> none = Read(Format::kMemoryStats, "CompiledMemoryStats(argument_size_in_bytes=0)");
  REQUIRE_FALSE(none.ok());
  CHECK(none.error().code == Code::kNoMemory);
}

TEST_CASE("XProf's own answer gives XProf's own curve", "[formats][small]") {
  // file, module, space, golden: everything in tests/data that XProf has answered.
  std::istringstream index(Contents(Data("golden/index.tsv")));
  std::string line;
  std::getline(index, line);
  size_t compared = 0;
  while (std::getline(index, line)) {
    std::istringstream columns(line);
    std::string file, name, space_text, golden;
    std::getline(columns, file, '\t');
    std::getline(columns, name, '\t');
    std::getline(columns, space_text, '\t');
    std::getline(columns, golden, '\t');
    INFO(golden);
    const Space space = std::stoll(space_text);
    Session original, answer;
    REQUIRE(original.AddFile(file, OpenFile(Data(file)), {}).ok());
    const Result<FileInfo> added = answer.AddFile(golden, OpenFile(Data("golden/" + golden)), {});
    if (!added.ok()) {
      CHECK(added.error().code == Code::kNoMemory);  // XProf shows nothing either
      continue;
    }
    CHECK(FormatName(added->format) == "XProf memory_viewer JSON");
    uint32_t module = kNone;
    for (const ModuleInfo& m : original.modules()) {
      if (m.title == name || m.name == name) module = m.index;
    }
    REQUIRE(module != kNone);
    auto x = original.View(module, space, kNone);
    const ModuleInfo info = answer.modules().at(0);
    REQUIRE_FALSE(info.spaces.empty());
    auto y = answer.View(0, info.spaces[0].space, kNone);
    REQUIRE((x.ok() && y.ok()));
    CHECK(info.name == name.substr(0, info.name.size()));
    CHECK((*y)->usage().peak() == (*x)->usage().peak());
    CHECK((*y)->usage().total == (*x)->usage().total);
    CHECK((*y)->usage().replay.live == (*x)->usage().replay.live);
    CHECK((*y)->usage().replay.peak_point == (*x)->usage().replay.peak_point);
    CHECK((*y)->usage().replay.passed_over == 0);
    ++compared;
  }
  CHECK(compared > 20);
}

TEST_CASE("what is no answer of XProf's", "[formats][small]") {
  CHECK(Read(Format::kXprofResult, "{\"heapSizes\":[0,1").error().code == Code::kCorrupt);
  CHECK(Read(Format::kXprofResult, "{\"moduleName\":\"a\",\"entryComputationName\":\"b\"}").error().code ==
        Code::kNoMemory);
  // A curve and nothing else is still a curve.
  const Result<Module> curve = Read(Format::kXprofResult, "{\"heapSizes\":[0,2,5,5,3,0]}");
  REQUIRE(curve.ok());
  const Result<SpaceUsage> usage = Analyse(*curve, 0, kNone);
  REQUIRE(usage.ok());
  CHECK(usage->peak() == Bytes{5} << 20);
  CHECK(usage->points == 5);
}

TEST_CASE("HLO text shows arguments and outputs", "[formats][small]") {
  const Result<Module> module = Read(
      Format::kHloText,
      "HloModule jit_f, is_scheduled=true, input_output_alias={ {1}: (0, {}, may-alias) }, "
      "entry_computation_layout={(f32[10,3]{1,0:T(8,128)})->(f32[], f32[10,3]{1,0:T(8,128)})}\n\n"
      "%fused (p: f32[10,3]) -> f32[] {\n  %p = f32[10,3]{1,0} parameter(0)\n}\n\n"
      "ENTRY %main.2 (a.1: f32[10,3], b.1: (f32[4], s8[])) -> (f32[], f32[10,3]) {\n"
      "  %a.1 = f32[10,3]{1,0:T(8,128)} parameter(0), sharding={replicated}, metadata={op_name=\"params[\\'w\\']\"}\n"
      "  %b.1 = (f32[4]{0:T(128)}, s8[]) parameter(1)\n"
      "  ROOT %tuple = (f32[]{:T(128)}, /*index=1*/f32[10,3]{1,0:T(8,128)}) tuple(%x, %a.1)\n}\n");
  REQUIRE(module.ok());
  CHECK(module->name == "jit_f");
  CHECK(module->entry_computation == "main.2");
  CHECK(module->platform == Platform::kTpu);
  CHECK(module->schedule.size() == 3);
  const Allocations& a = module->assignment.allocations;
  CHECK(a.size == std::vector<Bytes>{8192, 512, 1, 512});
  CHECK(a.type(0) == AllocationType::kParameter);
  CHECK((a.flags[0] & kFlagLiveOut) != 0);
  CHECK(a.type(3) == AllocationType::kOutput);
  CHECK(BufferName(*module, 1) == "b.1{0}");
  CHECK(module->unpadded[0] == 120);
  CHECK(Text(*module, module->instructions.op_name[module->instruction[0]]) == "params['w']");
  CHECK(Mentions(*module, "arguments and outputs are shown"));

  Session session;
  const std::string path = "profiles/train_step.as_text.txt";
  const Result<FileInfo> file = session.AddFile(path, OpenFile(Data(path)), {});
  REQUIRE(file.ok());
  CHECK(session.modules()[0].name == "jit_train_step");
  CHECK(session.modules()[0].spaces[0].parameters == 4466688);  // as memory_analysis() says
  CHECK(Read(Format::kHloText, "HloModule jit_f\n").error().code == Code::kNoBufferAssignment);
}

TEST_CASE("chips by their descriptions", "[formats][small]") {
  struct Row {
    const char* text;
    const char* chip;
    Bytes memory, reserved, scoped;
  };
  constexpr Bytes kNo = kUnknownBytes;
  for (const Row& row : {
           Row{"reserved_hbm_usage_bytes: 0\ntpu_topology_args {\n  version: TPU_VERSION_VIPERFISH\n  variant: "
               "\"lite\"\n}\n",
               "TPU v5e", kNo, 0, kNo},
           Row{"tpu_topology_args {\n  version: TPU_VERSION_VIPERFISH\n}\nreserved_hbm_usage_bytes: 1048576\n",
               "TPU v5p", kNo, 1048576, kNo},
           Row{"tpu_topology_args {\n  version: TPU_VERSION_GHOSTLITE\n}\n", "TPU v6e", kNo, kNo, kNo},
           Row{"tpu_topology_args {\n  version: TPU_VERSION_PUFFERFISH\n}\n", "TPU v4", kNo, kNo, kNo},
           Row{"tpu_topology_args {\n  version: TPU_VERSION_UNHEARD_OF\n}\n", "TPU UNHEARD_OF", kNo, kNo, kNo},
           Row{"xla_tpu_scoped_vmem_limit_kib: 32768\nxla_tpu_user_reserved_hbm_bytes: 5\n", "", kNo, 5, 33554432},
           Row{"gpu_device_info {\n  device_memory_size: 84978434048\n  name: \"NVIDIA H100\"\n}\nruntime_version {\n",
               "NVIDIA H100", 84978434048, kNo, kNo},
       }) {
    INFO(row.text);
    REQUIRE(IsChipFacts(row.text));
    const ChipFacts facts = ReadChipFacts(row.text);
    CHECK(facts.chip == row.chip);
    CHECK(facts.memory == row.memory);
    CHECK(facts.reserved == row.reserved);
    CHECK(facts.scoped_vmem == row.scoped);
  }
}

}  // namespace xmv
