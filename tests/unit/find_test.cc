// Search, changes between points, landmarks and links, on real programs.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <string>

#include "core/session.h"
#include "tests/unit/file_source.h"

namespace xmv {
namespace {

std::string Data(const std::string& path) { return std::string(XMV_TESTS_DIR) + "/data/" + path; }
const char* const kSmall = "jax/transformer_small/module_0000.jit_train_step.after_optimizations.hlo.pb.gz";
const char* const kDecode = "jax/gpu_decode/module_0001.jit_generate.sm_9.0a_gpu_after_optimizations.hlo.pb";

std::unique_ptr<SpaceView> Open(Session& session, const std::string& path, Space space) {
  REQUIRE(session.AddFile(path, OpenFile(Data(path)), {}).ok());
  auto view = session.View(session.modules()[0].index, space, kNone);
  REQUIRE(view.ok());
  return std::move(*view);
}

// "Patterns" of these tests are plain prefixes: what the page's regular expressions do is not the core's business.
bool Prefix(const std::string& pattern, std::string_view text) { return text.substr(0, pattern.size()) == pattern; }

size_t Count(SpaceView& view, std::string_view query) {
  const Status status = view.Find(query, Prefix);
  INFO(query);
  REQUIRE(status.ok());
  return view.matches().count;
}

}  // namespace

TEST_CASE("search understands text, fields, sizes and patterns", "[find]") {
  Session session;
  const auto view = Open(session, kDecode, 0);
  const size_t all = static_cast<size_t>(view->usage().buffers);
  CHECK(Count(*view, "size>=0") == all);
  CHECK(Count(*view, "size<0B") == 0);
  const size_t large = Count(*view, "size>1MiB");
  CHECK(large > 0);
  CHECK(large < all);
  CHECK(Count(*view, "size>1024K") == large);
  CHECK(Count(*view, "size<=1MiB") == all - large);
  CHECK(Count(*view, "padding>0") + Count(*view, "padding=0") == all);
  const size_t updates = Count(*view, "loop_dynamic_update_slice");
  CHECK(updates > 0);
  CHECK(Count(*view, "LOOP_Dynamic_update_SLICE") == updates);
  CHECK(Count(*view, "name:loop_dynamic_update_slice") == updates);
  CHECK(Count(*view, "name:/loop_dynamic_update_slice/") == updates);
  CHECK(Count(*view, "/loop_dynamic_update_slice/") >= updates);
  CHECK(Count(*view, "op:while/body") > 0);
  CHECK(Count(*view, "src:make_corpus.py:245") > 0);
  CHECK(Count(*view, "shape:bf16[8,2,16,1024,8,128]") > 0);
  CHECK(Count(*view, "opcode:fusion type:temporary") > 0);
  CHECK(Count(*view, "opcode:fusion type:temporary size>1GiB") == 0);
  CHECK(Count(*view, "\"no such thing\"") == 0);
  CHECK(view->marks() != nullptr);
  CHECK(Count(*view, "   ") == 0);
  CHECK(view->marks() == nullptr);  // searching for nothing is not searching
}

TEST_CASE("what a search cannot be understood as is said", "[find]") {
  Session session;
  const auto view = Open(session, kDecode, 0);
  for (const char* query : {"size>much", "size>", "op:", "//", "size>5XB"}) {
    const Status status = view->Find(query, Prefix);
    INFO(query);
    REQUIRE_FALSE(status.ok());
    CHECK(status.error().code == Code::kBadQuery);
    CHECK_FALSE(status.error().hint.empty());
  }
}

TEST_CASE("strips and rows know the matches", "[find]") {
  Session session;
  const auto view = Open(session, kDecode, 0);
  const ProgramPoint peak = view->usage().replay.peak_point;
  REQUIRE(view->Find("size>1MiB", Prefix).ok());
  Bytes bytes = 0;
  size_t count = 0;
  for (const LiveRow& row : view->Live(peak)) {
    if (!(*view->marks())[row.buffer]) continue;
    bytes += row.size;
    ++count;
  }
  const Strip& strip = view->StripAt(peak, Order::kSize);
  double matched = 0;
  for (const double m : strip.Segments(0, strip.total(), 800, 3, view->marks()).matched) matched += m;
  CHECK(matched == static_cast<double>(bytes));
  CHECK(view->StripAt(peak, Order::kSize, true).size() == count);
  CHECK(MakeRows(view->module(), view->StripAt(peak, Order::kName, true), false, 0, 1000).total == count);
}

TEST_CASE("a change is the difference of what is live", "[find]") {
  Session session;
  const auto view = Open(session, kSmall, 1);
  const SpaceUsage& usage = view->usage();
  for (ProgramPoint a = 0; a < usage.points; a += 37) {
    for (ProgramPoint b = a; b < usage.points; b += 53) {
      const Change change = ChangeBetween(view->module(), usage, a, b);
      REQUIRE(change.allocated_bytes - change.freed_bytes == usage.live(b) - usage.live(a));
      REQUIRE(change.kept_bytes + change.freed_bytes == usage.live(a));
      for (size_t i = 1; i < change.allocated.size(); ++i)
        REQUIRE(change.allocated[i - 1].size >= change.allocated[i].size);
      const Change back = ChangeBetween(view->module(), usage, b, a);
      REQUIRE(back.allocated_bytes == change.allocated_bytes);
    }
  }
}

TEST_CASE("local peaks are tops, the global one among them", "[find]") {
  Session session;
  const auto view = Open(session, kSmall, 1);
  const SpaceUsage& usage = view->usage();
  for (const Bytes least : {Bytes{1}, usage.replay.peak / 20, usage.replay.peak}) {
    const std::vector<ProgramPoint> peaks = LocalPeaks(usage, least);
    REQUIRE_FALSE(peaks.empty());
    CHECK(std::is_sorted(peaks.begin(), peaks.end()));
    const bool found =
        std::any_of(peaks.begin(), peaks.end(), [&](ProgramPoint p) { return usage.live(p) == usage.peak(); });
    CHECK(found);
  }
  CHECK(LocalPeaks(usage, 1).size() > LocalPeaks(usage, usage.replay.peak / 4).size());
}

TEST_CASE("the first point above a limit is where the curve passes it, not where it reaches it", "[find]") {
  for (const Space space : {Space{0}, Space{1}}) {
    Session session;
    const auto view = Open(session, kSmall, space);
    const SpaceUsage& usage = view->usage();
    for (const Bytes limit : {Bytes{-1}, Bytes{0}, usage.whole_program_bytes, usage.peak() / 2, usage.peak() - 1}) {
      const ProgramPoint first = FirstAbove(usage, limit);
      REQUIRE(first >= 0);
      CHECK(usage.live(first) > limit);
      for (ProgramPoint p = 0; p < first; ++p) REQUIRE(usage.live(p) <= limit);
    }
    CHECK(FirstAbove(usage, usage.peak() - 1) == usage.replay.peak_point);
    CHECK(FirstAbove(usage, usage.peak()) == -1);
    CHECK(FirstAbove(usage, kMaxBytes) == -1);
  }
  SpaceUsage flat;  // no trace: everything is there all along
  flat.whole_program_bytes = 100;
  CHECK(FirstAbove(flat, 99) == 0);
  CHECK(FirstAbove(flat, 100) == -1);
}

TEST_CASE("instructions are found by name, an exact one first", "[find]") {
  Session session;
  const auto view = Open(session, kDecode, 0);
  const SpaceUsage& usage = view->usage();
  const ProgramPoint exact = FindInstruction(view->module(), usage, "loop_add_fusion.8", 0);
  REQUIRE(exact >= 0);
  CHECK(StateAt(view->module(), usage, exact).instruction == "loop_add_fusion.8");
  const ProgramPoint partial = FindInstruction(view->module(), usage, "loop_add", usage.points - 1);
  CHECK(partial >= 0);
  CHECK(FindInstruction(view->module(), usage, "no such instruction", 0) == -1);
  CHECK(FindInstruction(view->module(), usage, "", 0) == -1);
}

TEST_CASE("copies between spaces lead both ways", "[find]") {
  Session session;
  const auto view = Open(session, "jax/matmul/module_0000.jit_matmul.cl_1014260217.after_optimizations.hlo.pb", 1);
  const uint32_t copy = view->usage().replay.intervals.at(0).display;
  CHECK(BufferName(view->module(), copy) == "copy-start{0}");
  const SpaceLinks links = view->relations().Links(copy, 10);
  REQUIRE(links.from.size() == 1);
  CHECK(view->module().assignment.buffers.space[links.from[0]] == 0);
  const SpaceLinks back = view->relations().Links(links.from[0], 10);
  CHECK(std::find(back.to.begin(), back.to.end(), copy) != back.to.end());
}

}  // namespace xmv
