// Files that are wrong on purpose: parts that contradict each other, repeat, or are missing. Each must give exactly one
// error, or exactly the right numbers with the fault named.
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

TEST_CASE("call stacks that call themselves", "[hostile]") {
  const auto frames = [](const std::vector<std::pair<int, int>>& location_and_parent) {
    Proto index;
    index.Text(1, "a.py").Text(2, "f").Message(3, Proto().Number(1, 1).Number(2, 1).Number(3, 7).Number(4, 2));
    for (const auto& [location, parent] : location_and_parent)
      index.Message(4, Proto().Number(1, location).Number(2, parent));
    return index;
  };
  const auto stack = [&](const Proto& index, int64_t frame) {
    Hlo hlo = SmallHlo();
    hlo.instructions[1] = Instruction(12, "x", Shape({256}), Proto().Number(15, frame));
    hlo.more_module.Message(17, index);
    return CardOf(*ViewOf(hlo.bytes()), 1).stack;
  };
  using Stack = std::vector<std::string>;
  CHECK(stack(frames({{1, 0}, {1, 1}}), 2) == Stack{"a.py:7:2 f", "a.py:7:2 f"});
  CHECK(stack(frames({{1, 1}}), 1) == Stack{"a.py:7:2 f"});
  CHECK(stack(frames({{1, 2}, {1, 3}, {1, 1}}), 2) == Stack{"a.py:7:2 f"});
  CHECK(stack(frames({{1, 9}}), 1) == Stack{"a.py:7:2 f"});
  CHECK(stack(frames({{1, -1}}), 1) == Stack{"a.py:7:2 f"});
  CHECK(stack(frames({{9, 0}}), 1) == Stack{"?"});
  CHECK(stack(frames({{-9, 0}}), 1) == Stack{"?"});
  CHECK(stack(frames({{1, 0}}), 2).empty());
  CHECK(stack(frames({{1, 0}}), -2).empty());
  CHECK(stack(frames({{1, 0}}), INT64_MAX).empty());
}

TEST_CASE("buffers that share each other in a circle", "[hostile]") {
  Hlo hlo = SmallHlo();
  hlo.traces = {Trace({Share(2, 3), Share(3, 2), Free(2), Free(3)})};
  const auto view = ViewOf(hlo.bytes());
  // 2 takes the memory of 3; that 3 then shares with 2 says nothing; 2 gives it back; nothing is left for 3 to free.
  CHECK(view->usage().replay.live == Series{500, 500, 0, 0});
  CHECK(view->usage().replay.passed_over == 2);
  CHECK(Noted(*view, Code::kInconsistent, "2 heap events contradict"));
}

TEST_CASE("a chain of 100,000 buffers that share", "[hostile]") {
  Hlo hlo = SmallHlo();
  std::vector<Assigned> assigned;
  std::vector<Proto> events{Alloc(1000)};
  constexpr int64_t kCount = 100000;
  for (int64_t id = 1000; id < 1000 + kCount; ++id) {
    hlo.buffers.push_back(Buffer(id, 64, 12));
    assigned.push_back({id, 0, 64});
    if (id > 1000) events.push_back(Share(id, id - 1));
  }
  for (int64_t id = 1000; id < 1000 + kCount; ++id) events.push_back(Free(id));
  hlo.allocations[1] = Allocation(1, 64, assigned);
  hlo.traces = {Trace(events)};
  const Stopwatch watch;
  const auto view = ViewOf(hlo.bytes());
  CHECK(watch.seconds() < 4);
  CHECK(view->usage().replay.peak == 64);
  CHECK(view->usage().replay.intervals.size() == 1);
  CHECK(view->usage().replay.intervals[0].end == 2 * kCount - 1);
  CHECK(view->usage().replay.passed_over == 0);
  CHECK(CardOf(*view, 3).sharer_count == kCount - 1);
}

// ── Ids and references

TEST_CASE("ids used twice", "[hostile]") {
  Hlo hlo = SmallHlo();
  hlo.buffers.push_back(Buffer(2, 700, 13));  // the last one counts
  const auto view = ViewOf(hlo.bytes());
  CHECK(view->usage().replay.live == Series{700, 1200, 500, 0});
  CHECK(Noted(*view, Code::kInconsistent, "1 logical buffers use an id a second time"));
  // Of two instructions with one id the first counts.
  hlo = SmallHlo();
  hlo.instructions.push_back(Instruction(12, "impostor", Shape({1})));
  CHECK(CardOf(*ViewOf(hlo.bytes()), 1).name == "x");
}

TEST_CASE("an instruction repeated as often as buffers name it", "[hostile]") {
  Hlo hlo = SmallHlo();
  for (int i = 0; i < 30000; ++i) {
    hlo.buffers.push_back(Buffer(1000 + i, 8, 99));
    hlo.instructions.push_back(Proto().Number(35, 99));
  }
  const Stopwatch watch;
  CHECK(ViewOf(hlo.bytes())->usage().peak() == 1800);
  CHECK(watch.seconds() < 2);
}

TEST_CASE("a long shape shared by all buffers", "[hostile]") {
  Hlo hlo = SmallHlo();
  std::vector<Proto> elements(20000, Shape({1, 2, 3}));
  hlo.instructions.push_back(Instruction(99, "tuple", Tuple(elements)));
  for (int i = 0; i < 20000; ++i) hlo.buffers.push_back(Buffer(1000 + i, 8, 99, {i % 2 ? -1 : 30000}));
  const Stopwatch watch;
  CHECK(ViewOf(hlo.bytes())->usage().peak() == 1800);
  CHECK(watch.seconds() < 3);
}

TEST_CASE("unknown kinds of event, element type and wire fields", "[hostile]") {
  for (const int64_t kind : {int64_t{3}, int64_t{-1}, int64_t{1} << 40, INT64_MAX}) {
    Hlo hlo = SmallHlo();
    hlo.traces = {Trace({Alloc(2), Event(kind, 2), Alloc(3), Free(2), Free(3)})};
    hlo.instructions[1] = Instruction(12, "x", Shape({256}, 99));
    hlo.more_assignment.Number(1, 5).Fixed64(3, 5).Fixed32(4, 5).Text(2000, "unknown");
    hlo.more_module.Number(3, 5).Fixed64(7, 5).Fixed32(17, 5).Text(2000, "unknown");
    const auto view = ViewOf(hlo.bytes());
    CHECK(view->usage().replay.live == Series{300, 300, 800, 500, 0});
    CHECK(view->usage().replay.passed_over == 1);
    CHECK(Noted(*view, Code::kInconsistent, "1 heap events are of an unknown kind"));
    CHECK(CardOf(*view, 1).shape == "type99[256]{0}");
    CHECK(CardOf(*view, 1).unpadded == 0);
  }
}

TEST_CASE("events on buffers that do not exist or have no allocation", "[hostile]") {
  Hlo hlo = SmallHlo();
  hlo.buffers.push_back(Buffer(4, 100, 13));  // in no allocation
  hlo.traces = {Trace({Alloc(2), Alloc(77), Alloc(4), Share(3, 77), Share(3, 4), Free(77), Alloc(3)})};
  const auto view = ViewOf(hlo.bytes());
  CHECK(view->usage().replay.live == Series{300, 300, 300, 300, 300, 300, 800});
  CHECK(view->usage().replay.passed_over == 5);
  CHECK(Noted(*view, Code::kInconsistent, "2 heap events name a logical buffer"));
}

TEST_CASE("an allocation smaller than its buffers", "[hostile]") {
  Hlo hlo = SmallHlo();
  hlo.allocations[1] = Allocation(1, 400, {{2, 0, 300}, {3, 512, 500}});
  const auto view = ViewOf(hlo.bytes());
  CHECK(view->usage().replay.live == Series{300, 800, 500, 0});
  CHECK(view->usage().replay.extent == Series{300, 1012, 1012, 0});
  CHECK(Noted(*view, Code::kInconsistent, "1 buffers reach past the end of their allocation"));
  CHECK(Noted(*view, Code::kInconsistent, "live at once"));
}

TEST_CASE("an instruction that does not exist", "[hostile]") {
  Hlo hlo = SmallHlo();
  hlo.buffers[1] = Buffer(2, 300, 4711);
  const auto view = ViewOf(hlo.bytes());
  CHECK(view->usage().peak() == 1800);
  CHECK(CardOf(*view, 1).name == "buffer 2");
  CHECK(CardOf(*view, 1).shape == "");
  CHECK(CardOf(*view, 1).unpadded == 300);
  CHECK(Noted(*view, Code::kInconsistent, "1 logical buffers are defined by an instruction that is not in the module"));
}

TEST_CASE("instruction ids of 0", "[hostile]") {
  // Ids are (computation << 32) | n, so the first of computation 0 has 0, which proto3 leaves out.
  Hlo hlo = SmallHlo();
  hlo.instructions[1] = Proto().Text(1, "x").Text(2, "add").Message(3, Shape({256}));
  hlo.buffers[1] = Proto().Number(1, 2).Number(2, 300).Message(3, {});
  const auto view = ViewOf(hlo.bytes());
  CHECK(CardOf(*view, 1).name == "x");
  CHECK(view->usage().notes.empty());
}

TEST_CASE("buffer ids of 0 and shape indices out of range", "[hostile]") {
  Hlo hlo = SmallHlo();
  hlo.buffers[1] = Proto().Number(2, 300).Message(3, Proto().Numbers(3, {-1, INT64_MAX}).Number(4, 12));
  hlo.allocations[1] = Allocation(1, 1024, {{0, 0, 300}, {3, 512, 500}});
  hlo.traces = {Trace({Alloc(0), Alloc(3)})};
  const auto view = ViewOf(hlo.bytes());
  CHECK(view->usage().replay.live == Series{300, 800});
  CHECK(CardOf(*view, 1).name == "x{-1,9223372036854775807}");
  CHECK(CardOf(*view, 1).shape == "f32[256]{0}");
}

// ── Contradicting traces (XProf gives up on each: XPROF.md)

TEST_CASE("events that contradict the ones before", "[hostile]") {
  const auto replay = [](const std::vector<Proto>& events) {
    Hlo hlo = SmallHlo();
    hlo.traces = {Trace(events)};
    return ViewOf(hlo.bytes())->usage().replay;
  };
  SECTION("freed twice") {
    const Replay r = replay({Alloc(2), Free(2), Free(2), Alloc(3)});
    CHECK(r.live == Series{300, 0, 0, 500});
    CHECK(r.passed_over == 1);
  }
  SECTION("freed before it is allocated") {
    const Replay r = replay({Free(2), Alloc(2), Alloc(3)});
    CHECK(r.live == Series{0, 300, 800});
    CHECK(r.passed_over == 1);
  }
  SECTION("allocated twice") {
    const Replay r = replay({Alloc(2), Alloc(2), Free(2), Alloc(3)});
    CHECK(r.live == Series{300, 300, 0, 500});
    CHECK(r.passed_over == 1);
  }
  SECTION("shares with itself") {
    const Replay r = replay({Alloc(2), Share(2, 2), Free(2)});
    CHECK(r.live == Series{300, 300, 0});
    CHECK(r.passed_over == 1);
  }
  SECTION("shares with itself before it is allocated") {
    const Replay r = replay({Share(2, 2), Alloc(2), Free(2)});
    CHECK(r.live == Series{0, 300, 0});
    CHECK(r.passed_over == 1);
  }
  SECTION("a trace without events beside the real one") {
    Hlo hlo = SmallHlo();
    hlo.traces.insert(hlo.traces.begin(), Trace({}));
    CHECK(ViewOf(hlo.bytes())->usage().peak() == 1800);
  }
}

TEST_CASE("a trace over two allocations", "[hostile]") {
  Hlo hlo = SmallHlo();
  hlo.buffers.push_back(Buffer(4, 2000, 13));
  hlo.allocations.push_back(Allocation(2, 2048, {{4, 0, 2000}}));
  hlo.traces = {Trace({Alloc(2), Alloc(4), Alloc(3), Free(2)})};
  const auto view = ViewOf(hlo.bytes());
  CHECK(view->usage().replay.live == Series{300, 2300, 2800, 2500});
  CHECK(view->usage().replay.extent == Series{300, 3024, 3024, 3024});  // the second is stacked on the first
  CHECK(view->usage().total == 1000 + 1024 + 2048);
}

// ── Parts missing

TEST_CASE("an assignment without a module", "[hostile]") {
  const Hlo hlo = SmallHlo();
  for (const std::string& bytes : {Proto().Message(3, hlo.assignment()).bytes(), hlo.assignment().bytes()}) {
    const auto view = ViewOf(bytes);
    CHECK(view->usage().peak() == 1800);
    CHECK(CardOf(*view, 1).name == "buffer 2");
    CHECK(Noted(*view, Code::kNoModule, "without its module"));
  }
}

TEST_CASE("a module without an assignment, or with an empty one", "[hostile]") {
  Hlo hlo = SmallHlo();
  CHECK(ErrorOf(Proto().Message(1, hlo.module()).bytes()).code == Code::kNoBufferAssignment);
  CHECK(ErrorOf(hlo.module().bytes()).code == Code::kNoBufferAssignment);
  CHECK(ErrorOf(Proto().Message(1, hlo.module()).Text(3, "").bytes()).code == Code::kNoMemory);
  hlo.allocations = {};
  CHECK(ErrorOf(hlo.bytes()).code == Code::kNoMemory);
}

TEST_CASE("an allocation without buffers, a program without traces", "[hostile]") {
  Hlo hlo = SmallHlo();
  hlo.traces = {};
  hlo.allocations.push_back(Allocation(2, 50, {}, {kIsConstant}));
  const auto view = ViewOf(hlo.bytes());
  CHECK(view->usage().peak() == 1000);
  CHECK(view->usage().unrepresented == 50);
  CHECK(view->usage().total == 2074);
  CHECK(Noted(*view, Code::kNoSuchTrace, "lifetimes are unknown"));
}

TEST_CASE("a space that the program does not use", "[hostile]") {
  CHECK(ErrorOf(SmallHlo().bytes(), 4).code == Code::kNoSuchSpace);
  CHECK(ErrorOf(SmallHlo().bytes(), -1).code == Code::kNoSuchSpace);
}

// ── Names

}  // namespace xmv
