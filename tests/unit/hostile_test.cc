// Files that are wrong on purpose, made by hand. Each must give exactly one error, or exactly the right numbers with
// the fault named.
#include <catch2/catch_test_macros.hpp>
#include <ctime>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/io/gzip.h"
#include "core/session.h"
#include "tests/unit/exercise.h"
#include "tests/unit/invariants.h"
#include "tests/unit/proto_builder.h"

namespace xmv {
namespace {

Result<FileInfo> Open(Session& session, std::string bytes) {
  return session.AddFile("file", std::make_unique<MemorySource>(std::move(bytes)), {});
}

// The error of a file that cannot be opened, or whose only program cannot be shown.
Error ErrorOf(std::string bytes, Space space = 0) {
  Session session;
  const Result<FileInfo> file = Open(session, std::move(bytes));
  if (!file.ok()) return file.error();
  const std::vector<ModuleInfo> modules = session.modules();
  REQUIRE(modules.size() == 1);
  if (modules[0].failure) return *modules[0].failure;
  const auto view = session.View(0, space, kNone);
  REQUIRE_FALSE(view.ok());
  return view.error();
}

// A space of the only program, which must open.
std::unique_ptr<SpaceView> ViewOf(std::string bytes, Space space = 0) {
  Session session;
  const Result<FileInfo> file = Open(session, std::move(bytes));
  if (!file.ok()) FAIL(CodeName(file.error().code) << ": " << file.error().message);
  auto view = session.View(0, space, kNone);
  if (!view.ok()) FAIL(CodeName(view.error().code) << ": " << view.error().message);
  CHECK(ViewExercise(**view).Broken() == "");
  (*view)->SetAxis(Axis::kEvents);
  CHECK(session.XprofJson(0, space).ok());
  return std::move(*view);
}

bool Noted(const SpaceView& view, Code code, std::string_view words) {
  for (const Error& note : view.usage().notes) {
    if (note.code == code && note.message.find(words) != std::string::npos) return true;
  }
  return false;
}

Card CardOf(const SpaceView& view, uint32_t buffer) {
  const Result<Card> card = MakeCard(view.module(), view.usage(), view.relations(), buffer);
  REQUIRE(card.ok());
  return *card;
}

using Series = std::vector<Bytes>;

// Processor time, so that a busy machine fails nothing.
class Stopwatch {
 public:
  double seconds() const { return static_cast<double>(std::clock() - start_) / CLOCKS_PER_SEC; }

 private:
  std::clock_t start_ = std::clock();
};

// Whether a text is JSON (RFC 8259) in valid UTF-8. Numbers are taken on trust.
class JsonChecker {
 public:
  explicit JsonChecker(std::string_view text) : text_(text) {}
  bool Valid() { return Value() && text_.empty(); }

 private:
  bool Take(char c) {
    if (text_.empty() || text_[0] != c) return false;
    text_.remove_prefix(1);
    return true;
  }
  bool Value() {
    if (text_.empty()) return false;
    if (text_[0] == '"') return String();
    if (Take('{')) {
      if (Take('}')) return true;
      do {
        if (!String() || !Take(':') || !Value()) return false;
      } while (Take(','));
      return Take('}');
    }
    if (Take('[')) {
      if (Take(']')) return true;
      do {
        if (!Value()) return false;
      } while (Take(','));
      return Take(']');
    }
    const size_t end = text_.find_first_not_of("+-.0123456789aeflnrstu");
    if (end == 0) return false;
    text_.remove_prefix(std::min(end, text_.size()));
    return true;
  }
  bool String() {
    if (!Take('"')) return false;
    while (!text_.empty() && text_[0] != '"') {
      const unsigned char c = static_cast<unsigned char>(text_[0]);
      if (c < 0x20) return false;
      size_t length = c < 0x80 ? 1 : c < 0xc2 ? 0 : c < 0xe0 ? 2 : c < 0xf0 ? 3 : c < 0xf5 ? 4 : 0;
      if (c == '\\') length = text_.size() > 1 && text_[1] == 'u' ? 6 : 2;
      if (length == 0 || length > text_.size()) return false;
      for (size_t i = 1; i < length && c >= 0x80; ++i) {
        if ((static_cast<unsigned char>(text_[i]) & 0xc0) != 0x80) return false;
      }
      text_.remove_prefix(length);
    }
    return Take('"');
  }

  std::string_view text_;
};

// A file far larger than memory: bytes at its front, then zeros.
class VastSource final : public ByteSource {
 public:
  VastSource(std::string front, FileOffset size) : front_(std::move(front)), size_(size) {}
  FileOffset size() const override { return size_; }
  size_t Read(FileOffset offset, size_t length, char* out) override {
    length = static_cast<size_t>(std::min<FileOffset>(length, offset < size_ ? size_ - offset : 0));
    for (size_t i = 0; i < length; ++i) out[i] = offset + i < front_.size() ? front_[offset + i] : '\0';
    largest = std::max(largest, length);
    total += length;
    return length;
  }
  size_t largest = 0, total = 0;

 private:
  std::string front_;
  FileOffset size_;
};

}  // namespace

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

TEST_CASE("names of 10 MB", "[hostile]") {
  const std::string name(10 << 20, 'n');
  Hlo hlo = SmallHlo();
  hlo.name = name;
  hlo.instructions[1] = Proto()
                            .Text(1, name)
                            .Text(2, name)
                            .Message(3, Shape({256}))
                            .Message(7, Proto().Text(1, name).Text(2, name).Text(3, name))
                            .Number(35, 12)
                            .Text(43, name);
  hlo.traces = {Trace({Event(0, 2, 0, name), Alloc(3)})};
  const Stopwatch watch;
  const auto view = ViewOf(hlo.bytes());
  CHECK(watch.seconds() < 2);
  CHECK(view->usage().peak() == 1800);
  const Card card = CardOf(*view, 1);
  CHECK(card.name.substr(0, 1000) == name.substr(0, 1000));
  CHECK(card.name.size() <= kNameLimit);
  CHECK(card.opcode.size() <= kNameLimit);
  CHECK(card.op_name.size() <= kNameLimit);
  CHECK(card.source_file.size() <= kNameLimit);
  CHECK(StateAt(view->module(), view->usage(), 0).instruction.size() <= kNameLimit);
}

TEST_CASE("names that are markup, hidden, reversed or no text at all", "[hostile]") {
  const std::vector<std::string> names = {
      "<img src=x onerror=alert(1)>",
      "</script><script>alert(1)</script>",
      "\"; DROP TABLE buffers; --",
      "\xe2\x80\xae"
      "gnp.exe\xe2\x80\xac",  // right-to-left override
      "a\xe2\x80\x8b\xe2\x80\x8d\xef\xbb\xbf"
      "b",  // zero-width space, joiner, byte order mark
      std::string("nul\0inside", 10),
      "tab\tline\nreturn\r\x1b[31mred\x7f",
      "\xc0\xaf\xed\xa0\x80\xf5\x80\x80\x80\xff\xfe",  // overlong, surrogate, past U+10FFFF, never valid
      "cut off in a character \xe2\x82",
      "\xf0\x9f\x92\xbe \xe4\xb8\xad\xe6\x96\x87",  // well-formed: 💾 中文
  };
  for (const std::string& name : names) {
    Hlo hlo = SmallHlo();
    hlo.name = name;
    hlo.instructions[1] =
        Instruction(12, name, Shape({256}), Proto().Text(1, name).Text(2, name).Text(3, name).Number(15, 1));
    hlo.more_module.Message(17, Proto()
                                    .Text(1, name)
                                    .Text(2, name)
                                    .Message(3, Proto().Number(1, 1).Number(2, 1))
                                    .Message(4, Proto().Number(1, 1)));
    // Large enough to be named one by one in XProf's JSON.
    hlo.buffers[1] = Buffer(2, 30000, 12);
    hlo.allocations[1] = Allocation(1, 40000, {{2, 0, 30000}, {3, 30000, 500}});
    hlo.traces = {Trace({Event(0, 2, 0, name), Alloc(3)})};
    const auto view = ViewOf(hlo.bytes());
    const Card card = CardOf(*view, 1);
    CHECK(card.name == name);
    CHECK(card.op_name == name);
    CHECK(card.source_file == name);
    CHECK(view->module().name == name);

    Session session;
    REQUIRE(Open(session, hlo.bytes()).ok());
    const Result<std::string> json = session.XprofJson(0, 0);
    REQUIRE(json.ok());
    CHECK(JsonChecker(*json).Valid());
  }
}

// ── Compressed files

TEST_CASE("a gzip bomb ends at the limit", "[hostile]") {
  // 16 MiB of zeros take 16 KB; members add up.
  const std::string member = Gzip(std::string(16 << 20, '\0'), 9);
  CHECK(member.size() < 20000);
  std::string bomb;
  for (int i = 0; i < 10; ++i) bomb += member;
  MemorySource source(bomb);
  const auto inflated = Inflate(source, {}, FileOffset{100} << 20);
  REQUIRE_FALSE(inflated.ok());
  CHECK(inflated.error().code == Code::kTooLarge);
  CHECK(inflated.error().message.find("100 MiB") != std::string::npos);
  MemorySource again(bomb);
  const auto enough = Inflate(again, {}, FileOffset{160} << 20);
  REQUIRE(enough.ok());
  CHECK((*enough)->size() == FileOffset{160} << 20);
  static_assert(kInflateLimit < (FileOffset{1} << 31), "must fit a string of a 32-bit program");
}

TEST_CASE("a trailer that claims gigabytes", "[hostile]") {
  std::string file = Gzip(SmallHlo().bytes());
  file.replace(file.size() - 4, 4, "\xff\xff\xff\x7f");
  CHECK(ErrorOf(file).code == Code::kCompressedCorrupt);
}

TEST_CASE("a gzip file cut off anywhere", "[hostile]") {
  const std::string whole = Gzip(SmallHlo().bytes());
  for (size_t length = 3; length < whole.size(); ++length) {
    CAPTURE(length);
    CHECK(ErrorOf(whole.substr(0, length)).code == Code::kTruncated);
  }
}

TEST_CASE("a gzip file with something behind it", "[hostile]") {
  const std::string whole = Gzip(SmallHlo().bytes());
  for (const std::string& tail :
       {std::string(1000, '\0'), std::string("garbage"), std::string("\x1f"), std::string("\x1f\x8b"),
        std::string("\x1fgarbage that begins like a member"), std::string("\x1f\x8b\x07garbage")}) {
    CAPTURE(tail);
    CHECK(ViewOf(whole + tail)->usage().peak() == 1800);
  }
  // A second member that is cut off is data lost, not garbage.
  CHECK(ErrorOf(whole + whole.substr(0, whole.size() / 2)).code == Code::kTruncated);
}

TEST_CASE("a gzip file of several members", "[hostile]") {
  const std::string bytes = SmallHlo().bytes();
  const std::string two = Gzip(bytes.substr(0, 100)) + Gzip(bytes.substr(100));
  CHECK(ViewOf(two)->usage().peak() == 1800);
  CHECK(ViewOf(Gzip("") + two + Gzip("") + Gzip(""))->usage().peak() == 1800);
  CHECK(ErrorOf(Gzip("")).code == Code::kEmptyFile);
}

TEST_CASE("gzip inside gzip", "[hostile]") {
  // Not undone twice: that nobody makes by accident.
  CHECK(ErrorOf(Gzip(Gzip(SmallHlo().bytes()))).code == Code::kUnknownFormat);
}

// ── Profiles

TEST_CASE("programs in the first, the last and a middle plane", "[hostile]") {
  const std::string hlo = SmallHlo().bytes();
  const Proto programs = Plane("/host:metadata", {{5, ProgramMetadata(5, "m", hlo)}});
  const Proto trace = Plane("/device:TPU:0", {{1, Proto().Number(1, 1).Text(2, "fusion.1")}},
                            {Proto().Number(1, 1).Text(2, "XLA Ops"), Proto().Text(2, std::string(50000, 'e'))});
  for (const std::vector<Proto>& planes : std::vector<std::vector<Proto>>{
           {programs, trace, trace}, {trace, programs, trace}, {trace, trace, programs}, {programs}}) {
    Session session;
    REQUIRE(Open(session, Proto().Messages(1, planes).Text(4, "host").bytes()).ok());
    const std::vector<ModuleInfo> modules = session.modules();
    REQUIRE(modules.size() == 1);
    CHECK(modules[0].title == "m(5)");
    CHECK(modules[0].peak() == 1800);
    CHECK(session.View(0, 0, kNone).ok());
  }
}

TEST_CASE("program ids that repeat, and none", "[hostile]") {
  Hlo other = SmallHlo();
  other.name = "another";
  const std::string a = SmallHlo().bytes(), b = other.bytes();
  const auto titles = [](const std::vector<Proto>& planes) {
    Session session;
    const Result<FileInfo> file = Open(session, Proto().Messages(1, planes).bytes());
    std::vector<std::string> out;
    if (file.ok()) {
      for (uint32_t i = 0; i < file->module_count; ++i) {
        for (const ModuleInfo& module : session.modules()) {
          if (module.index == i) out.push_back(module.title);
        }
      }
    }
    return out;
  };
  using Titles = std::vector<std::string>;
  // The same program in both planes that may hold it: listed once.
  CHECK(titles({Plane("/host:metadata", {{5, ProgramMetadata(5, "m", a)}}),
                Plane("/host:CPU", {{5, ProgramMetadata(5, "m", a)}})}) == Titles{"m(5)"});
  // Two programs with one id: both, for neither may be dropped.
  CHECK(titles({Plane("/host:metadata", {{5, ProgramMetadata(5, "m", a)}, {5, ProgramMetadata(5, "m", b)}})}) ==
        Titles{"m(5)", "another(5)"});
  // 0 is an id, and proto3 does not write it.
  CHECK(titles({Plane("/host:metadata", {{0, Proto().Text(2, "m").Message(5, Proto().Number(1, 1).Text(6, a))},
                                         {0, Proto().Text(2, "x").Message(5, Proto().Number(1, 1).Text(6, b))}})}) ==
        Titles{"m(0)", "another(0)"});
  // The id in the name is the program's; the metadata's own may be a running number.
  CHECK(titles({Plane("/host:metadata", {{1, ProgramMetadata(1, "m(77)", a)}})}) == Titles{"m(77)"});
  CHECK(titles({Plane("/host:metadata", {{1, ProgramMetadata(1, "m(7x)", a)}})}) == Titles{"m(1)"});
  CHECK(titles({Plane("/host:metadata", {{1, ProgramMetadata(-1, ")", a)}})}) == Titles{"m(18446744073709551615)"});
}

TEST_CASE("a plane without a name", "[hostile]") {
  // Nothing says that it is another's: its programs count.
  Session session;
  const Proto trace = Plane("/device:TPU:0", {}, {Proto().Text(2, "line")});
  REQUIRE(
      Open(session, Proto().Messages(1, {trace, Plane("", {{5, ProgramMetadata(5, "m", SmallHlo().bytes())}})}).bytes())
          .ok());
  CHECK(session.modules().at(0).title == "m(5)");
}

TEST_CASE("programs in another plane are not looked for", "[hostile]") {
  Session session;
  const auto file =
      Open(session,
           Proto().Messages(1, {Plane("/device:TPU:0", {{5, ProgramMetadata(5, "m", SmallHlo().bytes())}})}).bytes());
  REQUIRE_FALSE(file.ok());
  CHECK(file.error().code == Code::kNoPrograms);
}

TEST_CASE("a profile with one damaged program among others", "[hostile]") {
  Hlo broken = SmallHlo();
  broken.allocations[1] = Allocation(1, -5, {});
  const Proto plane = Plane("/host:metadata", {{5, ProgramMetadata(5, "good", SmallHlo().bytes())},
                                               {6, ProgramMetadata(6, "bad", broken.bytes())},
                                               {7, ProgramMetadata(7, "nonsense", "\xff\xff\xff\xff")},
                                               {8, ProgramMetadata(8, "text", "no program")}});
  Session session;
  REQUIRE(Open(session, Proto().Message(1, plane).bytes()).ok());
  const std::vector<ModuleInfo> modules = session.modules();
  REQUIRE(modules.size() == 4);
  CHECK(modules[0].title == "m(5)");
  CHECK(modules[0].peak() == 1800);
  REQUIRE(modules[1].failure);
  CHECK(modules[1].failure->code == Code::kSizeOverflow);
  REQUIRE(modules[2].failure);
  CHECK(modules[2].title == "nonsense(7)");
  CHECK(modules[2].failure->code == Code::kCorrupt);
  REQUIRE(modules[3].failure);
  CHECK(modules[3].failure->code == Code::kCorrupt);
}

TEST_CASE("a profile inside a profile", "[hostile]") {
  std::string space =
      Proto().Message(1, Plane("/host:metadata", {{5, ProgramMetadata(5, "m", SmallHlo().bytes())}})).bytes();
  for (int i = 0; i < 20; ++i)
    space = Proto().Message(1, Plane("/host:metadata", {{5, ProgramMetadata(5, "m", space)}})).bytes();
  Session session;
  const auto file = Open(session, space);
  REQUIRE_FALSE(file.ok());
  CHECK(file.error().code == Code::kCorrupt);
}

// ── Old files, other serialisers

TEST_CASE("old files name instructions instead of numbering them", "[hostile]") {
  Hlo hlo = SmallHlo();
  const auto buffer = [](int64_t id, int64_t size, std::string_view name) {
    return Proto().Number(1, id).Number(2, size).Message(3, Proto().Text(1, "main").Text(2, name));
  };
  hlo.buffers = {buffer(1, 1000, "p"), buffer(2, 300, "x"), buffer(3, 500, "y")};
  const auto view = ViewOf(hlo.bytes());
  CHECK(view->usage().peak() == 1800);
  CHECK(CardOf(*view, 1).name == "x");
  CHECK(CardOf(*view, 1).shape == "f32[256]{0}");
  CHECK(view->usage().notes.empty());
}

TEST_CASE("repeated numbers one field each, as proto2 wrote them", "[hostile]") {
  Hlo hlo = SmallHlo();
  Proto shape;
  shape.Number(2, 11).Numbers(3, {4, 8}, false).Message(5, Proto().Numbers(1, {1, 0}, false));
  hlo.instructions[1] = Instruction(12, "x", Tuple({shape, shape}));
  hlo.buffers[1] = Proto().Number(1, 2).Number(2, 300).Message(3, Proto().Numbers(3, {1, 0}, false).Number(4, 12));
  const auto schedule = [](bool packed) {
    return Proto().Message(1, Proto().Number(1, 7).Message(2, Proto().Numbers(1, {11, 12, 13}, packed)));
  };
  hlo.traces = {};
  for (const bool packed : {true, false}) {
    Hlo scheduled = hlo;
    scheduled.more_module.Message(7, schedule(packed));
    const auto view = ViewOf(scheduled.bytes());
    CHECK(CardOf(*view, 1).name == "x{1,0}");
    CHECK(CardOf(*view, 1).shape == "f32[4,8]{1,0}");
    REQUIRE(view->usage().points == 3);
    CHECK(StateAt(view->module(), view->usage(), 1).instruction == "x");
  }
}

TEST_CASE("fields in reverse order", "[hostile]") {
  const Proto::Backwards backwards;
  Hlo hlo = SmallHlo();
  const std::string bytes = hlo.bytes();
  const auto view = ViewOf(bytes);
  CHECK(view->usage().replay.live == Series{300, 800, 500, 0});
  CHECK(view->usage().peak() == 1800);
  CHECK(CardOf(*view, 1).name == "x");
  CHECK(CardOf(*view, 1).shape == "f32[256]{0}");
  CHECK(view->module().entry_computation == "main");
  CHECK(ViewOf(hlo.assignment().bytes())->usage().peak() == 1800);
  CHECK(ErrorOf(hlo.module().bytes()).code == Code::kNoBufferAssignment);

  Session session;
  const Proto plane = Plane("/host:metadata", {{5, ProgramMetadata(5, "m", bytes)}}, {Proto().Text(2, "line")});
  REQUIRE(Open(session, Proto().Messages(1, {plane, plane}).Text(4, "host").bytes()).ok());
  REQUIRE(session.modules().size() == 1);
  CHECK(session.modules()[0].title == "m(5)");
  CHECK(session.modules()[0].peak() == 1800);
}

TEST_CASE("a file that fails while it is read", "[hostile]") {
  // Deleted or cut short after it was chosen: reads come back short.
  class Vanishing final : public ByteSource {
   public:
    Vanishing(std::string bytes, int reads) : bytes_(std::move(bytes)), reads_(reads) {}
    FileOffset size() const override { return bytes_.size(); }
    size_t Read(FileOffset offset, size_t length, char* out) override {
      return reads_-- > 0 ? bytes_.Read(offset, length, out) : 0;
    }

   private:
    MemorySource bytes_;
    int reads_;
  };
  Hlo hlo = SmallHlo();
  for (int i = 0; i < 5000; ++i) hlo.instructions.push_back(Instruction(1000 + i, "filler"));
  const std::string bytes = hlo.bytes();
  int failed = 0;
  for (const std::string& file : {bytes, Gzip(bytes)}) {
    for (int reads = 0; reads < 40; ++reads) {
      CAPTURE(reads);
      Session session;
      const auto added = session.AddFile("file", std::make_unique<Vanishing>(file, reads), {});
      if (!added.ok()) {
        ++failed;
        CHECK(added.error().code == Code::kReadFailed);
        continue;
      }
      const auto view = session.View(0, 0, kNone);
      if (!view.ok()) {
        ++failed;
        CHECK(view.error().code == Code::kReadFailed);
      } else {
        CHECK((*view)->usage().peak() == 1800);
      }
    }
  }
  CHECK(failed > 4);
}

}  // namespace xmv
