// Files of one dump that belong together: what a session makes of them, in any order.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "core/session.h"
#include "tests/unit/file_source.h"
#include "tests/unit/proto_builder.h"

namespace xmv {
namespace {

namespace fs = std::filesystem;

std::string Data(const std::string& path) { return std::string(XMV_TESTS_DIR) + "/data/" + path; }

const std::string kMlp = "jax/mlp_train_donated/module_0000.jit_train_step.cl_1014260217.";
const std::string kCpu = "jax/cpu_mlp/module_0000.jit_train_step.cpu_after_optimizations";

Result<FileInfo> Open(Session& session, const std::string& path) {
  return session.AddFile(path, OpenFile(Data(path)), {});
}

Result<FileInfo> OpenText(Session& session, const std::string& name, std::string text) {
  return session.AddFile(name, std::make_unique<MemorySource>(std::move(text)), {});
}

}  // namespace

TEST_CASE("a buffer assignment takes its live ranges and names, whichever comes first", "[session][text]") {
  const std::string assignment = kCpu + "-buffer-assignment.txt", ranges = kCpu + "-live-range.txt",
                    values = kCpu + "-buffer-assignment-values.txt", hlo = kCpu + ".txt";
  for (const std::vector<std::string>& order : {std::vector<std::string>{assignment, ranges, values},
                                                {ranges, assignment, values},
                                                {ranges, values, assignment},
                                                {assignment, hlo, ranges},
                                                {hlo, assignment, ranges}}) {
    INFO(order[0] << " " << order[1] << " " << order[2]);
    Session session;
    for (const std::string& path : order) {
      const Result<FileInfo> added = Open(session, path);
      if (!added.ok()) CHECK(CodeName(added.error().code) == "NEEDS_COMPANION");
    }
    // What had to wait is listed too, once it belongs to something.
    REQUIRE(session.files().size() == order.size());
    for (const FileInfo& file : session.files()) CHECK((file.module_count == 1 || file.attached_to == 0));
    REQUIRE(session.modules().size() == 1);
    const ModuleInfo module = session.modules()[0];
    CHECK(module.name == "jit_train_step");
    CHECK(module.platform == Platform::kCpu);
    REQUIRE(module.spaces.size() == 1);
    CHECK(module.spaces[0].peak == 77004908);
    CHECK(module.spaces[0].points > 0);
    Result<std::unique_ptr<SpaceView>> view = session.View(module.index, 0, kNone);
    REQUIRE(view.ok());
    CHECK((*view)->usage().peak() == 77004908);
    const Module& m = (*view)->module();
    size_t named = 0;
    for (const StringId op : m.instructions.op_name) named += op != 0;
    CHECK(named > 20);
    CHECK(std::any_of((*view)->usage().notes.begin(), (*view)->usage().notes.end(),
                      [](const Error& note) { return note.code == Code::kFromText; }));
  }
}

TEST_CASE("stacks come with HLO text", "[session][text]") {
  Session session, proto;
  for (const char* part : {"-buffer-assignment.txt", "-live-range.txt", ".txt"})
    REQUIRE(Open(session, kCpu + part).ok());
  REQUIRE(Open(proto, kCpu + ".hlo.pb").ok());
  const auto from_text = session.View(0, 0, kNone), from_proto = proto.View(0, 0, kNone);
  REQUIRE((from_text.ok() && from_proto.ok()));
  // The same stacks and operators, buffer by buffer.
  const Module &t = (*from_text)->module(), &p = (*from_proto)->module();
  std::map<int64_t, uint32_t> rows;
  for (uint32_t i = 0; i < p.assignment.buffers.size_rows(); ++i) rows[p.assignment.buffers.id[i]] = i;
  const auto stack = [](const Module& m, uint32_t instruction) {
    std::string out;
    for (int32_t frame = m.instructions.stack_frame[instruction]; frame > 0;) {
      const size_t f = static_cast<size_t>(frame) - 1;
      out += std::string(m.assignment.strings.Get(m.frames.file[f])) + ":" + std::to_string(m.frames.line[f]) + " " +
             std::string(m.assignment.strings.Get(m.frames.function[f])) + "\n";
      frame = m.frames.parent[f];
    }
    return out;
  };
  for (uint32_t i = 0; i < t.assignment.buffers.size_rows(); ++i) {
    const uint32_t x = t.instruction[i], y = p.instruction[rows.at(t.assignment.buffers.id[i])];
    INFO(BufferName(t, i));
    CHECK(t.assignment.strings.Get(t.instructions.opcode[x]) == p.assignment.strings.Get(p.instructions.opcode[y]));
    CHECK(t.assignment.strings.Get(t.instructions.op_name[x]) == p.assignment.strings.Get(p.instructions.op_name[y]));
    CHECK(stack(t, x) == stack(p, y));
  }
}

TEST_CASE("the better file of a module counts, whichever comes first", "[session][text]") {
  const std::string proto = kMlp + "after_optimizations.hlo.pb",
                    assignment = kMlp + "after_optimizations-buffer-assignment.txt",
                    report = kMlp + "after_optimizations-memory-usage-report.pb",
                    report_text = kMlp + "after_optimizations-memory-usage-report.txt";
  SECTION("text, then proto") {
    Session session;
    REQUIRE(Open(session, report).ok());
    REQUIRE(Open(session, assignment).ok());
    REQUIRE(session.View(0, 0, kNone).ok());
    const Result<FileInfo> better = Open(session, proto);
    REQUIRE(better.ok());
    CHECK(better->attached_to == 0);
    REQUIRE(session.modules().size() == 1);
    CHECK(session.modules()[0].spaces[1].peak == 59973632);  // the compiler's own events
    const auto view = session.View(0, 1, kNone);
    REQUIRE(view.ok());
    CHECK((*view)->usage().peak() == 59973632);
    CHECK(session.files().size() == 3);
  }
  SECTION("proto, then what can only check it") {
    Session session;
    REQUIRE(Open(session, proto).ok());
    for (const std::string& path : {assignment, report, report_text, kMlp + "after_optimizations-live-range.txt"}) {
      const Result<FileInfo> added = Open(session, path);
      REQUIRE(added.ok());
      CHECK(added->attached_to == 0);
      CHECK(added->module_count == 0);
      CHECK_FALSE(added->note);
    }
    CHECK(session.modules().size() == 1);
  }
  SECTION("a report of another compilation") {
    Session session;
    REQUIRE(Open(session, proto).ok());
    const Result<FileInfo> added =
        OpenText(session, kMlp + "after_optimizations-memory-usage-report.txt",
                 "Total bytes used: 8 (8B)\n\nAllocations sorted by size:\n\n"
                 "cumulative_size; total_size - cumulative_size; allocation\n"
                 "--------\n        8B(100%);         0B; allocation 0: size 8, constant:\n");
    REQUIRE(added.ok());
    REQUIRE(added->note);
    CHECK(added->note->code == Code::kInconsistent);
  }
}

TEST_CASE("live ranges are a proto's order where it has none, and are held against it", "[session][text]") {
  // p, a parameter; x and y, temporaries side by side.
  const std::string name = "d/module_0001.jit_f.cl_1.after_optimizations";
  const std::string heading =
      "HloLiveRange (max 3):\n  InstructionSequence:\n    0:p\n    1:x\n    2:y\n  BufferLiveRange:\n";
  const std::string ranges = heading + "    p{}:0-3\n    x{}:1-3\n    y{}:2-3\n";
  Hlo hlo = SmallHlo();
  const Bytes with_order = [&] {
    Session session;
    REQUIRE(OpenText(session, name + ".hlo.pb", hlo.bytes()).ok());
    return session.modules()[0].spaces[0].peak;
  }();
  const auto code_of_notes = [](Session& session) {
    const auto view = session.View(0, 0, kNone);
    REQUIRE(view.ok());
    std::string codes;
    for (const Error& note : (*view)->usage().notes) codes += std::string(CodeName(note.code)) + " ";
    return codes;
  };
  const auto contains = [](const std::string& text, const char* what) { return text.find(what) != std::string::npos; };
  hlo.traces.clear();
  for (const bool text_first : {false, true}) {
    Session session;
    if (text_first) CHECK_FALSE(OpenText(session, name + "-live-range.txt", ranges).ok());
    REQUIRE(OpenText(session, name + ".hlo.pb", hlo.bytes()).ok());
    if (!text_first) {
      CHECK(session.modules()[0].spaces[0].points == 0);
      CHECK((*session.View(0, 0, kNone))->usage().notes[0].hint.find("-live-range.txt") != std::string::npos);
      CHECK(OpenText(session, name + "-live-range.txt", ranges)->attached_to == 0);
    }
    CHECK(session.modules()[0].spaces[0].peak == with_order);
    CHECK(session.modules()[0].spaces[0].points == 4);  // x, y begin; x, y end
    CHECK(contains(code_of_notes(session), "FROM_TEXT"));
  }
  {  // The proto takes the place of texts that have the order.
    Session session;
    const std::string assignment =
        "BufferAssignment:\nallocation 0: size 1000, parameter 0, shape |f32[250]| at ShapeIndex {}:\n"
        " value: <1 p @0> (size=1000,offset=0): f32[250]{0}\nallocation 1: size 1024, preallocated-temp:\n"
        " value: <2 x @0> (size=300,offset=0): f32[75]{0}\n value: <3 y @0> (size=500,offset=512): f32[125]{0}\n";
    REQUIRE(OpenText(session, name + "-buffer-assignment.txt", assignment).ok());
    REQUIRE(OpenText(session, name + "-live-range.txt", ranges).ok());
    CHECK(session.modules()[0].spaces[0].peak == with_order);
    CHECK(OpenText(session, name + ".hlo.pb", hlo.bytes())->attached_to == 0);
    CHECK(session.modules()[0].spaces[0].peak == with_order);
    CHECK(session.modules()[0].spaces[0].points == 4);
  }
  {  // A name twice is odd, not another program's.
    Session session;
    REQUIRE(OpenText(session, name + ".hlo.pb", hlo.bytes()).ok());
    REQUIRE(OpenText(session, name + "-live-range.txt", ranges + "    y{}:0-1\n").ok());
    CHECK(session.modules()[0].spaces[0].points == 4);
  }
  {  // A proto without an assignment: what belongs to it is no failure.
    Session session;
    REQUIRE(OpenText(session, name + ".hlo.pb", Proto().Message(1, hlo.module()).bytes()).ok());
    CHECK(OpenText(session, name + "-live-range.txt", ranges).ok());
    CHECK(session.files().size() == 2);
  }
  {  // Live ranges wait for their own module, not for the only one that lacks some.
    Session session;
    REQUIRE(Open(session, kCpu + "-buffer-assignment.txt").ok());
    CHECK_FALSE(OpenText(session, name + "-live-range.txt", ranges).ok());
    CHECK(session.files().size() == 1);
  }
  // Of another compilation: a buffer more, a buffer less.
  for (const char* other : {"    p{}:0-3\n    x{}:1-3\n    y{}:2-3\n    z{}:0-1\n", "    p{}:0-3\n    x{}:1-3\n"}) {
    Session session;
    REQUIRE(OpenText(session, name + ".hlo.pb", hlo.bytes()).ok());
    REQUIRE(OpenText(session, name + "-live-range.txt", heading + other).ok());
    CHECK(session.modules()[0].spaces[0].points == 0);
    CHECK(contains(code_of_notes(session), "INCONSISTENT"));
  }
  // The compiler's own events stay what counts.
  Session session;
  REQUIRE(OpenText(session, name + ".hlo.pb", SmallHlo().bytes()).ok());
  REQUIRE(OpenText(session, name + "-live-range.txt", ranges).ok());
  CHECK_FALSE(contains(code_of_notes(session), "FROM_TEXT"));
  CHECK_FALSE(contains(code_of_notes(session), "INCONSISTENT"));
}

TEST_CASE("renamed texts find each other; those of another module do not", "[session][text]") {
  Session session;
  const std::string text =
      "BufferAssignment:\nallocation 0: size 16, preallocated-temp:\n value: <1 a @0> (size=16,offset=0): f32[4]{0}\n";
  REQUIRE(OpenText(session, "one.txt", text).ok());
  const Result<FileInfo> wrong =
      OpenText(session, "x.txt", "HloLiveRange (max 1):\n  BufferLiveRange:\n    zz{}:0-1\n");
  REQUIRE(wrong.ok());
  CHECK(wrong->note->code == Code::kInconsistent);
  CHECK(session.modules()[0].spaces[0].points == 0);
  const Result<FileInfo> right =
      OpenText(session, "two.txt", "HloLiveRange (max 1):\n  BufferLiveRange:\n    a{}:0-1\n");
  REQUIRE(right.ok());
  CHECK_FALSE(right->note);
  CHECK(session.modules()[0].spaces[0].points == 2);
  CHECK(session.modules()[0].spaces[0].peak == 16);
}

TEST_CASE("chips are told by the files next to a module", "[session][text]") {
  Session session;
  // Alone it shows nothing, but says what it is and is kept.
  const Result<FileInfo> alone = Open(session, kMlp + "target_arguments.txt");
  REQUIRE_FALSE(alone.ok());
  CHECK(alone.error().code == Code::kNeedsCompanion);
  CHECK(alone.error().message.find("TPU v5e") != std::string::npos);
  REQUIRE(Open(session, kMlp + "after_optimizations.hlo.pb").ok());
  REQUIRE(session.files().size() == 2);
  CHECK(session.files()[1].attached_to == 0);
  CHECK(session.modules()[0].chip.chip == "TPU v5e");
  CHECK(session.modules()[0].chip.reserved == 0);
  const std::string gpu = "jax/gpu_decode/module_0001.jit_generate.";
  REQUIRE(Open(session, gpu + "sm_9.0a_gpu_after_optimizations.hlo.pb").ok());
  const Result<FileInfo> facts = Open(session, gpu + "gpu_target_config.pbtxt");
  REQUIRE(facts.ok());
  CHECK(facts->attached_to == 1);
  for (const ModuleInfo& module : session.modules()) {
    if (module.name != "jit_generate") continue;
    CHECK(module.chip.chip == "NVIDIA H100 80GB HBM3");
    CHECK(module.chip.memory == 84978434048);
  }
}

TEST_CASE("a log's messages are listed with the file", "[session][text]") {
  Session session;
  const Result<FileInfo> log = Open(session, "jax/hbm_oom/compile-error.txt");
  REQUIRE(log.ok());
  CHECK(FormatName(log->format) == "log");
  CHECK(log->report_count == 1);
  REQUIRE(session.reports().size() == 1);
  CHECK(session.reports()[0].report.program == "jit_train_step");
  const Result<FileInfo> none = OpenText(session, "train.log", "all is well\n");
  REQUIRE_FALSE(none.ok());
  CHECK(CodeName(none.error().code) == "TEXT_FILE");
  // As PowerShell saves it.
  std::string wide = "\xff\xfe";
  for (const char c : std::string("RESOURCE_EXHAUSTED: Out of memory allocating 80000000000 bytes.\r\n"))
    wide += {c, '\0'};
  REQUIRE(OpenText(session, "console.txt", wide).ok());
  CHECK(session.reports()[1].report.needed == 80000000000);
}

TEST_CASE("every folder of the data gives the same from its texts as from its proto", "[session][text]") {
  const char* shared = std::getenv("XMV_SHARED");
  if (!shared) SKIP("XMV_SHARED is not set");
  size_t folders = 0;
  for (const fs::directory_entry& folder : fs::directory_iterator(std::string(shared) + "/data/jax")) {
    if (folder.path().filename() == "transformer_huge") continue;  // it has no texts
    INFO(folder.path().string());
    std::vector<PathAndSize> files, texts;
    for (const fs::directory_entry& file : fs::recursive_directory_iterator(folder)) {
      if (!file.is_regular_file()) continue;
      const PathAndSize one{file.path().string(), file.file_size()};
      files.push_back(one);
      if (one.path.find(".pb") == std::string::npos) texts.push_back(one);
    }
    const auto open = [](Session& session, const std::vector<PathAndSize>& list) {
      for (const uint32_t i : PlanDump(list).open) {
        const Result<FileInfo> added = session.AddFile(list[i].path, OpenFile(list[i].path), {});
        INFO(list[i].path);
        CHECK((added.ok() || added.error().code == Code::kTextFile));
        if (added.ok()) CHECK_FALSE(added->note);
      }
    };
    Session all, text;
    open(all, files);
    open(text, texts);
    REQUIRE(all.modules().size() == 1);
    REQUIRE(text.modules().size() == 1);
    CHECK(all.modules()[0].name == text.modules()[0].name);
    CHECK(all.modules()[0].platform == text.modules()[0].platform);
    // Names and live ranges of the two agree.
    const auto view = all.View(0, all.modules()[0].spaces[0].space, kNone);
    REQUIRE(view.ok());
    for (const Error& note : (*view)->usage().notes)
      CHECK(note.message.find("live ranges that came") == std::string::npos);
    for (size_t i = 0; i < all.modules()[0].spaces.size(); ++i)
      CHECK(all.modules()[0].spaces[i].total == text.modules()[0].spaces[i].total);
    CHECK(all.reports().size() == text.reports().size());
    ++folders;
  }
  CHECK(folders == 27);
}

}  // namespace xmv
