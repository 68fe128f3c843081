// Files that are wrong on purpose: sizes, counts and nesting that no program has. Each must give exactly one error, or
// exactly the right numbers with the fault named.
#include <catch2/catch_test_macros.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/io/gzip.h"
#include "core/session.h"
#include "tests/unit/hostile.h"
#include "tests/unit/proto_builder.h"

namespace xmv {

TEST_CASE("the program that the hostile ones are made from is sound", "[hostile]") {
  const auto view = ViewOf(SmallHlo().bytes());
  CHECK(view->usage().peak() == 1800);
  CHECK(view->usage().replay.peak_point == 1);
  CHECK(view->usage().total == 2024);
  CHECK(view->usage().replay.live == Series{300, 800, 500, 0});
  CHECK(view->usage().notes.empty());
  CHECK(CardOf(*view, 1).name == "x");
  CHECK(CardOf(*view, 1).shape == "f32[256]{0}");
}

// ── Lengths and sizes

TEST_CASE("a length past the end of the file", "[hostile]") {
  Proto file = Proto().Message(1, SmallHlo().module());
  CHECK(ErrorOf(file.Claim(3, uint64_t{1} << 40, SmallHlo().assignment().bytes()).bytes()).code == Code::kTruncated);
  file = Proto().Message(1, SmallHlo().module());
  CHECK(ErrorOf(file.Claim(3, UINT64_MAX).bytes()).code == Code::kTruncated);
}

TEST_CASE("a length past the end of the message that holds it", "[hostile]") {
  const auto with = [](const Proto& assignment) {
    return Proto().Message(1, SmallHlo().module()).Message(3, assignment).Text(99, "more file").bytes();
  };
  for (const uint64_t length : {uint64_t{5}, uint64_t{1} << 31, uint64_t{1} << 32, uint64_t{1} << 63, UINT64_MAX}) {
    CHECK(ErrorOf(with(SmallHlo().assignment().Claim(1, length))).code == Code::kCorrupt);
    CHECK(ErrorOf(with(SmallHlo().assignment().Message(1, Proto().Claim(3, length)))).code == Code::kCorrupt);
    CHECK(ErrorOf(with(SmallHlo().assignment().Message(3, Proto().Claim(10, length)))).code == Code::kCorrupt);
    CHECK(ErrorOf(with(SmallHlo().assignment().Message(4, Proto().Claim(1, length)))).code == Code::kCorrupt);
  }
}

TEST_CASE("sizes and offsets that no memory has", "[hostile]") {
  for (const int64_t size : {INT64_MAX, INT64_MIN, int64_t{-1}, kMaxBytes + 1}) {
    Hlo hlo = SmallHlo();
    hlo.allocations[1] = Allocation(1, size, {{2, 0, 300}, {3, 512, 500}});
    CHECK(ErrorOf(hlo.bytes()).code == Code::kSizeOverflow);
    hlo = SmallHlo();
    hlo.buffers[1] = Buffer(2, size, 12);
    CHECK(ErrorOf(hlo.bytes()).code == Code::kSizeOverflow);
    hlo = SmallHlo();
    hlo.allocations[1] = Allocation(1, 1024, {{2, size, 300}, {3, 512, 500}});
    CHECK(ErrorOf(hlo.bytes()).code == Code::kSizeOverflow);
    hlo = SmallHlo();
    hlo.allocations[1] = Allocation(1, 1024, {{2, 0, size}, {3, 512, 500}});
    CHECK(ErrorOf(hlo.bytes()).code == Code::kSizeOverflow);
  }
}

TEST_CASE("allocations that add up to more than any memory", "[hostile]") {
  Hlo hlo = SmallHlo();
  hlo.allocations.push_back(Allocation(2, kMaxBytes, {}));
  CHECK(ErrorOf(hlo.bytes()).code == Code::kSizeOverflow);
  // In different spaces too: a trace may cross them.
  hlo.allocations.back() = Allocation(2, kMaxBytes, {}, {}, 9);
  CHECK(ErrorOf(hlo.bytes()).code == Code::kSizeOverflow);
}

TEST_CASE("live bytes that add up to more than any memory", "[hostile]") {
  // Buffers larger than their allocation, thousands live at once: the sum would wrap.
  Hlo hlo = SmallHlo();
  std::vector<Proto> events;
  std::vector<Assigned> assigned;
  for (int64_t id = 100; id < 2200; ++id) {
    hlo.buffers.push_back(Buffer(id, kMaxBytes, 12));
    assigned.push_back({id, 0, kMaxBytes});
    events.push_back(Alloc(id));
  }
  hlo.allocations.push_back(Allocation(2, 1024, assigned, {}, 3));
  hlo.traces.push_back(Trace(events));
  CHECK(ErrorOf(hlo.bytes(), 3).code == Code::kSizeOverflow);
  // The other space of the same program is all right.
  CHECK(ViewOf(hlo.bytes(), 0)->usage().peak() == 1800);
}

TEST_CASE("buffers that are never live add up to more than any memory", "[hostile]") {
  Hlo hlo = SmallHlo();
  std::vector<Assigned> assigned;
  for (int64_t id = 100; id < 2200; ++id) {
    hlo.buffers.push_back(Buffer(id, kMaxBytes, 12));
    assigned.push_back({id, 0, kMaxBytes});
  }
  hlo.allocations.push_back(Allocation(2, 1024, assigned));
  CHECK(ViewOf(hlo.bytes())->usage().peak() == 1800);
}

TEST_CASE("one buffer taken again and again without being given back", "[hostile]") {
  Hlo hlo = SmallHlo();
  hlo.buffers[1] = Buffer(2, kMaxBytes, 12);
  std::vector<Proto> events;
  for (int i = 0; i < 2200; ++i) {
    events.push_back(Alloc(2));
    events.push_back(Share(2, 3));
  }
  hlo.traces = {Trace(events)};
  CHECK(ErrorOf(hlo.bytes()).code == Code::kSizeOverflow);
}

TEST_CASE("shapes of more bytes than any memory, thousands live at once", "[hostile]") {
  Hlo hlo = SmallHlo();
  hlo.instructions[1] = Instruction(12, "x", Shape({INT64_MAX, INT64_MAX, 3}));
  std::vector<Proto> events;
  std::vector<Assigned> assigned;
  for (int64_t id = 100; id < 2200; ++id) {
    hlo.buffers.push_back(Buffer(id, 10, 12));
    assigned.push_back({id, 0, 10});
    events.push_back(Alloc(id));
  }
  hlo.allocations.push_back(Allocation(2, 1024, assigned, {}, 3));
  hlo.traces.push_back(Trace(events));
  const auto view = ViewOf(hlo.bytes(), 3);
  CHECK(view->usage().peak() == 21000);
  CHECK(view->usage().unpadded(view->usage().replay.peak_point) == 21000);
  // Dimensions near 2^63 also go into the reason for padding.
  hlo.instructions[1] = Instruction(
      12, "x",
      Shape({0, INT64_MAX - 1}).Message(5, Proto().Numbers(1, {1, 0}).Message(6, Proto().Numbers(1, {8, 128}))));
  CHECK(CardOf(*ViewOf(hlo.bytes()), 1).unpadded == 0);
}

TEST_CASE("a message of gigabytes where a few bytes belong", "[hostile]") {
  constexpr FileOffset kVast = FileOffset{6} << 30;
  const Hlo hlo = SmallHlo();
  const std::string module = Proto().Message(1, hlo.module()).bytes();
  const auto open = [&](const std::string& front_of_assignment, Code expected) {
    const FileOffset rest = kVast - module.size() - 6;  // 6: tag and length of the assignment
    const std::string front = module + Proto::Tag(3, 2) + Proto::Varint(rest) + front_of_assignment;
    auto source = std::make_unique<VastSource>(front, kVast);
    VastSource* vast = source.get();
    Session session;
    const Result<FileInfo> file = session.AddFile("vast", std::move(source), {});
    REQUIRE_FALSE(file.ok());
    CHECK(file.error().code == expected);
    (void)vast;
  };
  const Stopwatch watch;
  // A buffer, an allocation, an event whose text is said to be 5 GB long.
  const std::string text = Proto::Varint(FileOffset{5} << 30);
  const std::string outer = Proto::Varint((FileOffset{5} << 30) + 7);
  open(Proto::Tag(1, 2) + outer + Proto::Tag(3, 2) + text, Code::kCorrupt);  // zeros are no fields
  open(Proto::Tag(1, 2) + outer + Proto::Tag(77, 2) + text, Code::kCorrupt);
  open(Proto::Tag(3, 2) + outer + Proto::Tag(10, 2) + text, Code::kLimit);  // a shape index of 5 billion zeros
  CHECK(watch.seconds() < 10);
}

TEST_CASE("more rows than the tool takes", "[hostile]") {
  // Two bytes a row in the file, a hundred in memory.
  const auto many = [](uint32_t field) {
    std::string rows;
    rows.reserve(2 * kRowLimit + 2);
    for (size_t i = 0; i <= kRowLimit; ++i) rows.append({static_cast<char>(field << 3 | 2), '\0'});
    return rows;
  };
  Hlo hlo = SmallHlo();
  hlo.more_assignment.Raw(many(1));
  CHECK(ErrorOf(hlo.bytes()).code == Code::kLimit);
  hlo = SmallHlo();
  hlo.more_assignment.Raw(many(3));
  CHECK(ErrorOf(hlo.bytes()).code == Code::kLimit);
  hlo = SmallHlo();
  hlo.traces.push_back(Proto().Raw(many(1)));
  CHECK(ErrorOf(hlo.bytes()).code == Code::kLimit);
}

TEST_CASE("a million entries of an allocation that name nothing", "[hostile]") {
  Hlo hlo = SmallHlo();
  std::string entries;
  for (int i = 0; i < 1000000; ++i) entries += Proto::Tag(9, 2) + '\0';
  hlo.allocations[1].Raw(entries);
  const auto view = ViewOf(hlo.bytes());
  CHECK(view->usage().peak() == 1800);
  CHECK(Noted(*view, Code::kInconsistent, "1,000,000 entries of allocations name a logical buffer"));
}

TEST_CASE("more memory spaces than any machine has", "[hostile]") {
  Hlo hlo = SmallHlo();
  for (int64_t i = 0; i < 50000; ++i) hlo.allocations.push_back(Allocation(2 + i, 8, {}, {}, 100 + i));
  for (int i = 0; i < 50000; ++i) hlo.traces.push_back(Trace({}));
  const Stopwatch watch;
  CHECK(ErrorOf(hlo.bytes()).code == Code::kLimit);
  CHECK(watch.seconds() < 2);
}

TEST_CASE("thousands of traces of thousands of allocations", "[hostile]") {
  Hlo hlo = SmallHlo();
  for (int64_t i = 0; i < 30000; ++i) {
    hlo.buffers.push_back(Buffer(1000 + i, 8, 12));
    hlo.allocations.push_back(Allocation(2 + i, 8, {{1000 + i, 0, 8}}));
    hlo.traces.push_back(Trace({Alloc(1000 + i)}));
  }
  const Stopwatch watch;
  const auto view = ViewOf(hlo.bytes());
  CHECK(view->usage().traces.size() == 30001);
  CHECK(view->usage().total == 2024 + 240000);
  CHECK(view->usage().untraced_temporary == 240000);
  CHECK(watch.seconds() < 4);
}

TEST_CASE("one trace over thousands of allocations", "[hostile]") {
  Hlo hlo = SmallHlo();
  std::vector<Proto> events;
  for (int64_t i = 0; i < 30000; ++i) {
    hlo.buffers.push_back(Buffer(1000 + i, 8, 12));
    hlo.allocations.push_back(Allocation(2 + i, 8, {{1000 + i, 0, 8}}));
    events.push_back(Alloc(1000 + i));
  }
  hlo.traces = {Trace(events)};
  const Stopwatch watch;
  const auto view = ViewOf(hlo.bytes());
  CHECK(watch.seconds() < 4);
  CHECK(view->usage().peak() == 1000 + 240000);
}

// ── Nesting and cycles

TEST_CASE("tuples nested 10,000 deep", "[hostile]") {
  std::string shape = Shape({4}).bytes();
  for (int i = 0; i < 10000; ++i) shape = Proto().Number(2, 13).Text(4, shape).bytes();
  Hlo hlo = SmallHlo();
  hlo.instructions[1] = Instruction(12, "x", Proto().Raw(shape));
  CHECK(ErrorOf(hlo.bytes()).code == Code::kCorrupt);
}

TEST_CASE("tuples nested as deep as protobuf allows", "[hostile]") {
  std::string shape = Shape({4}).bytes();
  std::string text = "f32[4]{0}";
  for (int i = 0; i < 98; ++i) {
    shape = Proto().Number(2, 13).Text(4, shape).bytes();
    text = "(" + text + ")";
  }
  Hlo hlo = SmallHlo();
  hlo.instructions[1] = Instruction(12, "x", Proto().Raw(shape));
  hlo.buffers[1] = Buffer(2, 300, 12, std::vector<int64_t>(500, 0));
  hlo.buffers[2] = Buffer(3, 500, 12);
  const auto view = ViewOf(hlo.bytes());
  CHECK(CardOf(*view, 1).shape == "f32[4]{0}");
  CHECK(CardOf(*view, 2).shape == text);
}

TEST_CASE("groups nested without end", "[hostile]") {
  // Wire type 3, which nothing of XLA's uses.
  Hlo hlo = SmallHlo();
  hlo.more_module.Raw(std::string(100000, '\x0b'));
  CHECK(ErrorOf(hlo.bytes()).code == Code::kCorrupt);
}

}  // namespace xmv
