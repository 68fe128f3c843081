// The replay's rules on traces small enough to check by hand. Real ones are in the golden test.
#include <catch2/catch_test_macros.hpp>
#include <string>
#include <vector>

#include "core/analysis/space_usage.h"

namespace xmv {
namespace {

struct Event {
  EventKind kind;
  uint32_t buffer;
  uint32_t share_with = kNone;
};
constexpr EventKind A = EventKind::kAlloc, F = EventKind::kFree, S = EventKind::kShare;

// One temporary allocation with buffers of these sizes laid end to end, and one trace.
Module MakeModule(const std::vector<Bytes>& sizes, const std::vector<Event>& events) {
  Module module;
  Assignment& assignment = module.assignment;
  Bytes offset = 0;
  for (size_t i = 0; i < sizes.size(); ++i) {
    assignment.buffers.id.push_back(static_cast<int64_t>(100 + i));
    assignment.buffers.size.push_back(sizes[i]);
    assignment.buffers.space.push_back(0);
    assignment.buffers.instruction_id.push_back(0);
    assignment.buffers.instruction_name.push_back(0);
    assignment.buffers.allocation.push_back(0);
    assignment.buffers.offset.push_back(offset);
    assignment.buffers.index_begin.push_back(0);
    assignment.allocations.assigned.push_back(static_cast<uint32_t>(i));
    assignment.allocations.assigned_size.push_back(sizes[i]);
    offset += sizes[i];
  }
  assignment.allocations.index.push_back(0);
  assignment.allocations.size.push_back(offset);
  assignment.allocations.space.push_back(0);
  assignment.allocations.flags.push_back(0);
  assignment.allocations.parameter.push_back(0);
  assignment.allocations.index_begin.push_back(0);
  assignment.allocations.assigned_begin.push_back(static_cast<uint32_t>(sizes.size()));
  for (const Event& event : events) {
    assignment.traces.kind.push_back(event.kind);
    assignment.traces.buffer.push_back(event.buffer);
    assignment.traces.share_with.push_back(event.share_with);
    assignment.traces.instruction.push_back(0);
    assignment.traces.computation.push_back(0);
  }
  assignment.traces.event_begin.push_back(static_cast<uint32_t>(events.size()));
  module.instruction.assign(sizes.size(), kNone);
  module.shape.assign(sizes.size(), 0);
  module.unpadded = sizes;
  return module;
}

using Series = std::vector<Bytes>;

}  // namespace

TEST_CASE("alloc and free", "[replay]") {
  const Module module = MakeModule({10, 20}, {{A, 0}, {A, 1}, {F, 0}, {F, 1}});
  const Replay replay = ReplayTrace(module, 0);
  CHECK(replay.live == Series{10, 30, 20, 0});
  CHECK(replay.extent == Series{10, 30, 30, 0});
  CHECK(replay.peak == 30);
  CHECK(replay.peak_point == 1);
  REQUIRE(replay.intervals.size() == 2);
  CHECK(replay.intervals[0].end == 2);
  CHECK(replay.intervals[1].start == 1);
  CHECK(replay.passed_over == 0);
  CHECK(PeakOfTrace(module.assignment, 0) == 30);
}

TEST_CASE("the peak is the first of equal ones", "[replay]") {
  const Replay replay = ReplayTrace(MakeModule({10, 10}, {{A, 0}, {F, 0}, {A, 1}, {F, 1}}), 0);
  CHECK(replay.peak_point == 0);
}

TEST_CASE("a buffer that shares costs nothing and keeps the memory", "[replay]") {
  const Replay replay = ReplayTrace(MakeModule({10, 10}, {{A, 0}, {S, 1, 0}, {F, 0}, {F, 1}}), 0);
  CHECK(replay.live == Series{10, 10, 10, 0});
  REQUIRE(replay.intervals.size() == 1);
  CHECK(replay.intervals[0].end == 3);
  CHECK(replay.root == std::vector<uint32_t>{0, 0});
  CHECK(replay.own[1].start == 1);
  CHECK(replay.own[1].end == 3);
}

TEST_CASE("sharing memory that was freed takes it again, for the sharer", "[replay]") {
  XprofSpans spans;
  const Replay replay = ReplayTrace(MakeModule({10, 10}, {{A, 0}, {F, 0}, {S, 1, 0}, {F, 1}}), 0, &spans);
  CHECK(replay.live == Series{10, 0, 10, 0});
  REQUIRE(replay.intervals.size() == 2);
  CHECK(replay.intervals[1].root == 0);
  CHECK(replay.intervals[1].display == 1);
  CHECK(replay.intervals[1].start == 2);
  CHECK(spans.span[0].end == 1);
  CHECK(spans.span[1].start == 2);
  CHECK(spans.span[1].end == 3);
}

TEST_CASE("a chain of sharers ends at one root", "[replay]") {
  const Replay replay =
      ReplayTrace(MakeModule({10, 10, 10}, {{A, 0}, {S, 1, 0}, {F, 0}, {S, 2, 1}, {F, 1}, {F, 2}}), 0);
  CHECK(replay.live == Series{10, 10, 10, 10, 10, 0});
  CHECK(replay.root == std::vector<uint32_t>{0, 0, 0});
}

TEST_CASE("what is never freed lives to the end", "[replay]") {
  const Replay replay = ReplayTrace(MakeModule({10, 5}, {{A, 0}, {A, 1}, {F, 1}}), 0);
  CHECK(replay.intervals[0].end == 3);
  CHECK(replay.live == Series{10, 15, 10});
}

TEST_CASE("events that contradict the ones before are passed over and counted", "[replay]") {
  const Module module = MakeModule(
      {10, 10},
      {{A, 0}, {A, 0}, {F, 0}, {F, 0}, {F, 1}, {S, 1, 1}, {S, 1, kNone}, {EventKind::kUnknown, 1}, {A, kNone}});
  const Replay replay = ReplayTrace(module, 0);
  CHECK(replay.live == Series{10, 10, 0, 0, 0, 0, 0, 0, 0});
  CHECK(replay.passed_over == 7);
  CHECK(PeakOfTrace(module.assignment, 0) == 10);
}

TEST_CASE("two buffers cannot share with each other", "[replay]") {
  const Replay replay = ReplayTrace(MakeModule({10, 10}, {{A, 0}, {S, 1, 0}, {S, 0, 1}, {F, 1}, {F, 0}}), 0);
  CHECK(replay.passed_over == 1);
  CHECK(replay.live.back() == 0);
}

TEST_CASE("padding counts once, and never below zero", "[replay]") {
  Module module = MakeModule({100, 100}, {{A, 0}, {A, 1}, {F, 0}});
  module.unpadded = {40, 140};  // a shape larger than its buffer: no negative padding
  const Replay replay = ReplayTrace(module, 0);
  CHECK(replay.unpadded == Series{40, 140, 100});
  CHECK(replay.peak_unpadded == 180);  // XProf's figure takes it as it is
}

TEST_CASE("a space without a trace has a flat curve and says so", "[replay]") {
  Module module = MakeModule({10}, {});
  module.schedule = {0, 0, 0};
  const Result<SpaceUsage> usage = Analyse(module, 0, kNone);
  REQUIRE(usage.ok());
  CHECK(usage->trace == kNone);
  CHECK(usage->points == 3);
  CHECK(usage->live(2) == 0);
  CHECK(usage->untraced_temporary == 10);
  REQUIRE(usage->notes.size() == 1);
  CHECK(usage->notes[0].code == Code::kNoSuchTrace);
  CHECK(usage->notes[0].hint.find("-live-range.txt") != std::string::npos);
}

TEST_CASE("a space the module does not use is an error that names those it uses", "[replay]") {
  const Result<SpaceUsage> usage = Analyse(MakeModule({10}, {{A, 0}}), 1, kNone);
  REQUIRE_FALSE(usage.ok());
  CHECK(usage.error().code == Code::kNoSuchSpace);
  CHECK(usage.error().hint == "It uses: HBM.");
}

}  // namespace xmv
