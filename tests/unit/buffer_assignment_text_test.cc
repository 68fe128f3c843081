// Text dumps against the protos of the same compilation, and the grammar's corners one by one.
#include "core/formats/buffer_assignment_text.h"

#include <algorithm>
#include <array>
#include <catch2/catch_test_macros.hpp>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <string>
#include <tuple>

#include "core/analysis/space_usage.h"
#include "core/formats/document.h"
#include "core/formats/live_range_trace.h"
#include "tests/unit/file_source.h"

namespace xmv {
namespace {

namespace fs = std::filesystem;

// The file in a folder whose name ends so; empty if there is none.
std::string FileIn(const fs::path& folder, const std::string& ending) {
  for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
    const std::string name = entry.path().filename().string();
    if (name.size() >= ending.size() && name.compare(name.size() - ending.size(), ending.size(), ending) == 0)
      return entry.path().string();
  }
  return {};
}

Result<Module> ReadFiles(const std::vector<std::string>& paths) {
  std::vector<std::unique_ptr<ByteSource>> sources;
  std::vector<ByteSource*> texts;
  for (const std::string& path : paths) {
    sources.push_back(OpenFile(path));
    texts.push_back(sources.back().get());
  }
  return ReadAssignmentText(texts, {});
}

Result<Module> ReadText(std::string text) {
  MemorySource source(std::move(text));
  return ReadAssignmentText({&source}, {});
}

Module ReadProto(const std::string& path) {
  Result<Document> document = OpenDocument(OpenFile(path), {});
  REQUIRE(document.ok());
  const Program& program = document->programs.at(0);
  Result<Assignment> assignment = LoadAssignment(*document->source, program, {});
  REQUIRE(assignment.ok());
  Result<Module> module = LoadProgram(*document->source, program, std::move(*assignment), {});
  REQUIRE(module.ok());
  return std::move(*module);
}

std::string_view Text(const Module& module, StringId id) { return module.assignment.strings.Get(id); }

// Everything that text and proto must agree on, by XLA's ids.
void CheckSame(const Module& text, const Module& proto) {
  const Allocations &a = text.assignment.allocations, &b = proto.assignment.allocations;
  REQUIRE(a.size_rows() == b.size_rows());
  for (uint32_t i = 0; i < a.size_rows(); ++i) {
    INFO("allocation " << a.index[i]);
    CHECK(a.index[i] == b.index[i]);
    CHECK(a.size[i] == b.size[i]);
    CHECK(a.space[i] == b.space[i]);
    CHECK(a.type(i) == b.type(i));
    CHECK(a.parameter[i] == b.parameter[i]);
    const auto index = [](const Allocations& x, uint32_t row) {
      return std::vector<int64_t>(x.shape_index.begin() + x.index_begin[row],
                                  x.shape_index.begin() + x.index_begin[row + 1]);
    };
    CHECK(index(a, i) == index(b, i));
    CHECK(a.assigned_begin[i + 1] == b.assigned_begin[i + 1]);
  }
  const Buffers &x = text.assignment.buffers, &y = proto.assignment.buffers;
  REQUIRE(x.size_rows() == y.size_rows());
  std::map<int64_t, uint32_t> rows;
  for (uint32_t i = 0; i < y.size_rows(); ++i) rows[y.id[i]] = i;
  size_t different = 0;
  for (uint32_t i = 0; i < x.size_rows(); ++i) {
    REQUIRE(rows.count(x.id[i]) == 1);
    const uint32_t k = rows[x.id[i]];
    const bool same = x.size[i] == y.size[k] && x.offset[i] == y.offset[k] && x.space[i] == y.space[k] &&
                      x.allocation[i] == y.allocation[k] && text.unpadded[i] == proto.unpadded[k] &&
                      Text(text, text.shape[i]) == Text(proto, proto.shape[k]) &&
                      BufferName(text, i) == BufferName(proto, k);
    different += !same;
    if (!same) {
      INFO(BufferName(text, i) << " / " << BufferName(proto, k));
      INFO(std::string(Text(text, text.shape[i])) << " / " << std::string(Text(proto, proto.shape[k])));
      CHECK(std::tuple(x.size[i], x.offset[i], x.space[i], x.allocation[i], text.unpadded[i]) ==
            std::tuple(y.size[k], y.offset[k], y.space[k], y.allocation[k], proto.unpadded[k]));
    }
  }
  CHECK(different == 0);
}

// Bytes of a space's temporary buffers that no heap event mentions.
Bytes WithoutEvents(const Assignment& a, Space space) {
  std::vector<bool> mentioned(a.buffers.size_rows(), false);
  for (const uint32_t buffer : a.traces.buffer) {
    if (buffer != kNone) mentioned[buffer] = true;
  }
  Bytes bytes = 0;
  for (uint32_t i = 0; i < a.buffers.size_rows(); ++i) {
    const uint32_t allocation = a.buffers.allocation[i];
    if (!mentioned[i] && allocation != kNone && a.allocations.temporary(allocation) && a.buffers.space[i] == space)
      bytes += a.buffers.size[i];
  }
  return bytes;
}

std::vector<fs::path> Folders() {
  std::vector<fs::path> folders;
  const char* shared = std::getenv("XMV_SHARED");
  for (const std::string& root :
       {std::string(XMV_TESTS_DIR) + "/data/jax", shared ? std::string(shared) + "/data/jax" : std::string()}) {
    if (root.empty() || !fs::exists(root)) continue;
    for (const fs::directory_entry& entry : fs::directory_iterator(root)) folders.push_back(entry.path());
  }
  std::sort(folders.begin(), folders.end());
  return folders;
}

}  // namespace

TEST_CASE("text and proto of one compilation agree", "[formats][text]") {
  size_t compared = 0;
  for (const fs::path& folder : Folders()) {
    const std::string assignment = FileIn(folder, "-buffer-assignment.txt");
    const std::string ranges = FileIn(folder, "-live-range.txt");
    const std::string proto_file = FileIn(folder, "after_optimizations.hlo.pb");
    if (assignment.empty() || ranges.empty() || proto_file.empty()) continue;
    INFO(folder.string());
    ++compared;
    const Result<Module> text = ReadFiles({assignment, ranges});
    REQUIRE(text.ok());
    const Module proto = ReadProto(proto_file);
    CheckSame(*text, proto);

    const std::vector<SpaceSummary> by_text = Summarize(text->assignment), by_proto = Summarize(proto.assignment);
    REQUIRE(by_text.size() == by_proto.size());
    for (size_t i = 0; i < by_text.size(); ++i) {
      INFO("space " << by_text[i].space);
      CHECK(by_text[i].total == by_proto[i].total);
      CHECK(by_text[i].parameters == by_proto[i].parameters);
      CHECK(by_text[i].temporaries == by_proto[i].temporaries);
      // In main memory the curves differ by the buffers that the compiler's own events leave out: on TPU the tables of
      // asynchronous copies and SparseCore's work areas, which have live ranges but no events.
      if (by_text[i].space == 0) {
        CHECK(by_text[i].peak >= by_proto[i].peak);
        CHECK(by_text[i].peak - by_proto[i].peak <= WithoutEvents(proto.assignment, 0));
      }
      // In VMEM and CMEM the compiler's events count shared bytes twice; the text's never do.
      if (by_text[i].space <= 5) CHECK(by_text[i].peak <= by_text[i].total);
    }
  }
  CHECK(compared > 0);
}

TEST_CASE("parts may come in one file, in any order, with anything between", "[formats][text]") {
  const std::string assignment =
      "BufferAssignment:\n"
      "allocation 0: size 16, parameter 1, shape |(f32[4], s32[])| at ShapeIndex {0}:\n"
      " value: <7 p.1{0} @0> (size=16,offset=0): f32[4]{0}\n"
      "allocation 1: 0x55f1, size 48, color 1, page 0, preallocated-temp:\n"
      " value: <8 fusion.1{0,1} @1> (size=16,offset=32): f32[3]{0:T(128)S(1)}\n"
      " value: <9 while.2{} (phi) @1> (size=32,offset=0): (s32[], f32[2]{0}, pred[])\n"
      "allocation 2: size 8, output shape is |(f32[2], f32[])|, constant, thread-local, maybe-live-out:\n"
      "\nTotal bytes used: 72 (72B)\n";
  const std::string values =
      "\nUsed values:\n"
      "<8 fusion.1{0,1} @1>\n positions:\n  fusion.1 {0,1}\n uses:\n  add, operand 0\n"
      " from instruction:%fusion.1 = (f32[3]{0}, s32[]) fusion(f32[4]{0} %p.1), kind=kLoop, calls=%c, "
      "metadata={op_type=\"Add\" op_name=\"jit(f)/x[\\'a\\']\" source_file=\"f.py\" source_line=12}\n";
  const std::string ranges =
      "HloLiveRange (max 3):\n  InstructionSequence:\n    0:p.1\n    1:fusion.1\n    2:while.2\n"
      "  BufferLiveRange:\n    p.1{0}:0-3\n    fusion.1{0,1}:1-2\n    while.2{}:2-3\n"
      "  Live ranges at 2 (peak):\n    while.2{}: 24 bytes (cumulative: 24 bytes)\n"
      "  Stack trace breakdown for peak usage: 24 bytes\n    main (100.0%, total: 24 bytes)\n";
  for (const std::string& text : {assignment + values + ranges, ranges + assignment + values}) {
    const Result<Module> module = ReadText(text);
    REQUIRE(module.ok());
    const Allocations& a = module->assignment.allocations;
    REQUIRE(a.size_rows() == 3);
    CHECK(a.size == std::vector<Bytes>{16, 48, 8});
    CHECK(a.space == std::vector<Space>{0, 1, 0});
    CHECK(a.type(0) == AllocationType::kParameter);
    CHECK(a.parameter[0] == 1);
    CHECK(a.shape_index == std::vector<int64_t>{0});
    CHECK(a.type(1) == AllocationType::kTemporary);
    CHECK(a.flags[2] == (kFlagConstant | kFlagThreadLocal | kFlagLiveOut));
    const Buffers& b = module->assignment.buffers;
    REQUIRE(b.size_rows() == 3);
    CHECK(b.id == std::vector<int64_t>{7, 8, 9});
    CHECK(BufferName(*module, 1) == "fusion.1{0,1}");
    CHECK(BufferName(*module, 2) == "while.2");
    CHECK(module->unpadded == std::vector<Bytes>{16, 12, 24});
    const uint32_t row = module->instruction[1];
    CHECK(Text(*module, module->instructions.opcode[row]) == "fusion");
    CHECK(Text(*module, module->instructions.op_name[row]) == "jit(f)/x['a']");
    CHECK(Text(*module, module->instructions.source_file[row]) == "f.py");
    CHECK(module->instructions.source_line[row] == 12);
    REQUIRE(module->assignment.traces.size_rows() == 1);
    CHECK(module->assignment.traces.events(0) == 4);
    CHECK(PeakOfTrace(module->assignment, 0) == 48);
    REQUIRE(module->assignment.faults.size() == 1);
    CHECK(module->assignment.faults[0].code == Code::kFromText);
    CHECK(module->platform == Platform::kTpu);
  }
}

TEST_CASE("a dump of 2018 prints values in another way", "[formats][text]") {
  const Result<Module> module = ReadText(
      "BufferAssignment:\n"
      "allocation 0: 0x7f0a, size 16, parameter 0, shape |f32[4]| at ShapeIndex {}:\n"
      "  p[](#0 @0) [0,16]: f32[4]{0}\n"
      "allocation 1: 0x7f0b, size 64, preallocated-temp:\n"
      "  fusion[1,0](#3 @0) [16,32]: f32[8]{0}\n");
  REQUIRE(module.ok());
  const Buffers& b = module->assignment.buffers;
  REQUIRE(b.size_rows() == 2);
  CHECK(b.id == std::vector<int64_t>{0, 3});
  CHECK(b.offset == std::vector<Bytes>{0, 16});
  CHECK(b.size == std::vector<Bytes>{16, 32});
  CHECK(BufferName(*module, 0) == "p");
  CHECK(BufferName(*module, 1) == "fusion{1,0}");
  CHECK(module->assignment.traces.size_rows() == 0);
  REQUIRE(module->assignment.no_order);
  CHECK(module->assignment.no_order->hint.find("-live-range.txt") != std::string::npos);
}

TEST_CASE("indentation eaten and lines ended by CR LF", "[formats][text]") {
  const Result<Module> module = ReadText(
      "BufferAssignment:\r\nallocation 0: size 32, preallocated-temp:\r\n"
      "value: <1 a @0> (size=16,offset=0): f32[4]{0}\r\nvalue: <2 b @0> (size=16,offset=16): f32[4]{0}\r\n"
      "HloLiveRange (max 2):\r\nInstructionSequence:\r\n0:a\r\n1:b\r\nBufferLiveRange:\r\na{}:0-1\r\nb{}:1-2\r\n");
  REQUIRE(module.ok());
  CHECK(module->assignment.buffers.size_rows() == 2);
  CHECK(module->schedule.size() == 2);
  REQUIRE(module->assignment.traces.size_rows() == 1);
  CHECK(PeakOfTrace(module->assignment, 0) == 32);
}

TEST_CASE("texts that cannot be drawn say what is missing", "[formats][text]") {
  struct Row {
    const char* text;
    Code code;
    const char* message;
  };
  for (const Row& row : {
           Row{"HloLiveRange (max 1):\n  BufferLiveRange:\n    a{}:0-1\n", Code::kNeedsCompanion, "no allocations"},
           Row{"Used values:\n<1 a @0>\n from instruction:%a = f32[] add(%b)\n", Code::kNeedsCompanion,
               "no allocations"},
           Row{"BufferAssignment:\n", Code::kNeedsCompanion, "no allocations"},
           Row{"", Code::kNeedsCompanion, "no allocations"},
           Row{"BufferAssignment:\nallocation 0: size 9223372036854775807:\n", Code::kSizeOverflow, "claims"},
           Row{"BufferAssignment:\nallocation 0: size -5:\n", Code::kSizeOverflow, "claims -5"},
           Row{"BufferAssignment:\nallocation 0: size 4:\n value: <0 a @0> (size=4,offset=-9): f32[]\n",
               Code::kSizeOverflow, "offset"},
       }) {
    INFO(row.text);
    const Result<Module> module = ReadText(row.text);
    REQUIRE_FALSE(module.ok());
    CHECK(CodeName(module.error().code) == CodeName(row.code));
    CHECK(module.error().message.find(row.message) != std::string::npos);
  }
}

TEST_CASE("who shares memory is told by bytes and time", "[formats][text]") {
  struct Row {
    const char* what;
    std::vector<std::array<Bytes, 4>> ranges;  // offset, size, start, end
    const char* events;
    Bytes peak;
  };
  for (const Row& row : {
           Row{"apart in time", {{0, 8, 0, 1}, {0, 8, 2, 3}}, "A0 F0 A1 F1", 8},
           Row{"apart in bytes", {{0, 8, 0, 2}, {8, 8, 1, 3}}, "A0 A1 F0 F1", 16},
           Row{"in place", {{0, 8, 0, 1}, {0, 8, 1, 3}}, "A0 S1 F0 F1", 8},
           Row{"in place, smaller", {{0, 8, 0, 1}, {0, 4, 1, 3}}, "A0 F0 A1 F1", 8},
           Row{"inside one that stays", {{0, 8, 0, 5}, {4, 4, 1, 3}}, "A0 S1 F1 F0", 8},
           Row{"over two that end", {{0, 8, 0, 2}, {8, 8, 0, 2}, {4, 8, 2, 4}}, "A0 A1 F1 F0 A2 F2", 16},
           Row{"over one of two that share", {{0, 8, 0, 2}, {0, 8, 1, 2}, {0, 16, 2, 3}}, "A0 S1 F0 F1 A2 F2", 16},
           Row{"over one that stays: both count", {{0, 8, 0, 5}, {4, 8, 1, 2}}, "A0 A1 F1 F0", 16},
           Row{"no bytes", {{0, 0, 0, 1}, {0, 0, 0, 1}}, "A0 A1 F0 F1", 0},
           Row{"ends before it starts: left out", {{0, 8, 3, 1}, {0, 8, 2, 3}}, "A1 F1", 8},
       }) {
    INFO(row.what);
    Assignment a;
    a.allocations = {.index = {0}, .size = {1 << 20}, .space = {0}, .flags = {0}, .parameter = {0}};
    std::vector<LiveRange> ranges;
    for (const auto& [offset, size, start, end] : row.ranges) {
      const uint32_t buffer = static_cast<uint32_t>(a.buffers.size_rows());
      a.buffers.id.push_back(buffer);
      a.buffers.size.push_back(size);
      a.buffers.offset.push_back(offset);
      a.buffers.allocation.push_back(0);
      a.buffers.instruction_name.push_back(0);
      ranges.push_back({static_cast<int32_t>(start), static_cast<int32_t>(end)});
    }
    AppendTraces(ranges, {}, a);
    REQUIRE(a.traces.size_rows() == 1);
    std::string events;
    for (uint32_t e = 0; e < a.traces.kind.size(); ++e) {
      events += (events.empty() ? "" : " ");
      events += "AFS?"[static_cast<size_t>(a.traces.kind[e])] + std::to_string(a.traces.buffer[e]);
    }
    CHECK(events == row.events);
    CHECK(PeakOfTrace(a, 0) == row.peak);
  }
}

}  // namespace xmv
