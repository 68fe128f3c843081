#include <catch2/catch_test_macros.hpp>
#include <random>
#include <string>
#include <vector>

#include "core/session.h"
#include "tests/unit/file_source.h"

namespace xmv {
namespace {

std::string Data(const std::string& path) { return std::string(XMV_TESTS_DIR) + "/data/" + path; }

// A real training step for TPU: 5 spaces, sharing, padding.
struct Opened {
  Session session;
  std::unique_ptr<SpaceView> view;
  explicit Opened(const std::string& path, Space space) {
    REQUIRE(session.AddFile(path, OpenFile(Data(path)), {}).ok());
    auto result = session.View(session.modules()[0].index, space, kNone);
    REQUIRE(result.ok());
    view = std::move(*result);
  }
};

const char* const kSmall = "jax/transformer_small/module_0000.jit_train_step.after_optimizations.hlo.pb.gz";

}  // namespace

TEST_CASE("extremes of any range are right", "[view]") {
  std::mt19937 random(7);
  for (const size_t n : {size_t{1}, size_t{15}, size_t{16}, size_t{17}, size_t{300}, size_t{5000}}) {
    std::vector<Bytes> values(n);
    for (Bytes& value : values) value = static_cast<Bytes>(random() % 1000);
    const RangeMinMax index(&values);
    for (int i = 0; i < 300; ++i) {
      size_t a = random() % n, b = random() % n;
      if (a > b) std::swap(a, b);
      const MinMax got = index.Of(a, b + 1);
      const auto begin = values.begin() + static_cast<long>(a), end = values.begin() + static_cast<long>(b) + 1;
      REQUIRE(got.min == *std::min_element(begin, end));
      REQUIRE(got.max == *std::max_element(begin, end));
    }
  }
}

TEST_CASE("curve columns cover the range once and hold its peak", "[view]") {
  const Opened opened(kSmall, 1);
  const SpaceUsage& usage = opened.view->usage();
  for (const int columns : {1, 7, 100, 1000000}) {
    const CurveColumns c = opened.view->curve().Columns(0, usage.points, columns);
    REQUIRE(c.point.size() == c.live_max.size() + 1);
    CHECK(c.live_max.size() == std::min<size_t>(static_cast<size_t>(columns), static_cast<size_t>(usage.points)));
    CHECK(c.point.front() == 0);
    CHECK(c.point.back() == usage.points);
    CHECK(*std::max_element(c.live_max.begin(), c.live_max.end()) == static_cast<double>(usage.peak()));
  }
  const CurveColumns all = opened.view->curve().Columns(0, usage.points, usage.points);
  for (ProgramPoint p = 0; p < usage.points; ++p) {
    REQUIRE(all.live_min[static_cast<size_t>(p)] == static_cast<double>(usage.live(p)));
    REQUIRE(all.unpadded_max[static_cast<size_t>(p)] <= all.live_max[static_cast<size_t>(p)]);
  }
  // Nonsense ranges are cut to the curve.
  CHECK(opened.view->curve().Columns(-5, -2, 10).live_max.size() == 1);
  CHECK(opened.view->curve().Columns(usage.points + 9, 3, 0).live_max.size() == 1);
}

TEST_CASE("rows of a point add up to what is live there, at every point", "[view]") {
  for (const Space space : {0, 1, 2, 6}) {
    const Opened opened(kSmall, space);
    for (ProgramPoint p = 0; p < opened.view->usage().points; ++p) {
      Bytes sum = 0, unpadded = 0;
      for (const LiveRow& row : opened.view->Live(p)) {
        REQUIRE(row.unpadded <= row.size);
        sum += row.size;
        unpadded += row.unpadded;
      }
      REQUIRE(sum == opened.view->usage().live(p));
      REQUIRE(unpadded == opened.view->usage().unpadded(p));
      const PointState state = StateAt(opened.view->module(), opened.view->usage(), p);
      Bytes parts = 0;
      for (const Bytes bytes : state.by_type) parts += bytes;
      REQUIRE(parts == state.live);
      REQUIRE(state.live_buffers == static_cast<int64_t>(opened.view->Live(p).size()));
    }
  }
}

TEST_CASE("strips hold every byte, in each order", "[view]") {
  const Opened opened(kSmall, 0);
  const ProgramPoint peak = opened.view->usage().replay.peak_point;
  for (int order = 0; order < kOrders; ++order) {
    const Strip& strip = opened.view->StripAt(peak, static_cast<Order>(order));
    REQUIRE(strip.total() == opened.view->usage().peak());
    for (const double min_pixels : {0.0, 3.0, 50.0}) {
      const StripSegments s = strip.Segments(0, strip.total(), 1000, min_pixels);
      double at = 0;
      size_t buffers = 0;
      for (size_t i = 0; i < s.start.size(); ++i) {
        REQUIRE(s.start[i] == at);
        REQUIRE((s.count[i] == 1) == (s.buffer[i] >= 0));
        at = s.end[i];
        buffers += s.count[i];
      }
      CHECK(at == static_cast<double>(strip.total()));
      CHECK(buffers == strip.size());
    }
  }
  const Strip& by_size = opened.view->StripAt(peak, Order::kSize);
  for (size_t i = 1; i < by_size.size(); ++i) REQUIRE(by_size.row(i - 1).size >= by_size.row(i).size);
  const Strip& by_padding = opened.view->StripAt(peak, Order::kPadding);
  const auto padding = [&](size_t i) { return by_padding.row(i).size - by_padding.row(i).unpadded; };
  for (size_t i = 1; i < by_padding.size(); ++i) REQUIRE(padding(i - 1) >= padding(i));
}

TEST_CASE("a strip is cut to a range and tells what lies where", "[view]") {
  const Opened opened(kSmall, 0);
  const Strip& strip = opened.view->StripAt(opened.view->usage().replay.peak_point, Order::kSize);
  for (size_t row = 0; row < strip.size(); ++row) {
    if (strip.row(row).size == 0) continue;
    REQUIRE(strip.At(strip.start(row)) == row);
    REQUIRE(strip.At(strip.end(row) - 1) == row);
    REQUIRE(strip.Find(strip.row(row).buffer) == row);
  }
  CHECK(strip.At(-1) == strip.size());
  CHECK(strip.At(strip.total()) == strip.size());
  CHECK(strip.Find(UINT32_MAX - 1) == strip.size());
  const StripSegments one = strip.Segments(strip.start(1) + 1, strip.end(1) - 1, 100, 3);
  REQUIRE(one.buffer.size() == 1);
  CHECK(one.buffer[0] == static_cast<int32_t>(strip.row(1).buffer));
  CHECK(strip.Segments(5, 5, 100, 3).start.empty());
  CHECK(strip.Segments(0, strip.total(), 0, 3).start.empty());
}

TEST_CASE("a card has everything XProf's has, and the rest", "[view]") {
  const Opened opened("jax/padding_waste/module_0000.jit_padding_waste.cl_1014260217.after_optimizations.hlo.pb", 0);
  const Strip& strip = opened.view->StripAt(opened.view->usage().replay.peak_point, Order::kPadding);
  const Result<Card> card =
      MakeCard(opened.view->module(), opened.view->usage(), opened.view->relations(), strip.row(0).buffer);
  REQUIRE(card.ok());
  CHECK(card->size > card->unpadded);
  CHECK_FALSE(card->name.empty());
  CHECK_FALSE(card->shape.empty());
  CHECK_FALSE(card->padding_reason.empty());
  CHECK(card->space_name == "HBM");
  CHECK(card->lifetime_known);
  CHECK(card->lifetimes.size() == 1);
  CHECK_FALSE(MakeCard(opened.view->module(), opened.view->usage(), opened.view->relations(), kNone).ok());
}

TEST_CASE("a card leads to the line of code", "[view]") {
  const Opened opened("jax/gpu_decode/module_0001.jit_generate.sm_9.0a_gpu_after_optimizations.hlo.pb", 0);
  const Strip& strip = opened.view->StripAt(opened.view->usage().replay.peak_point, Order::kSize);
  const Result<Card> card =
      MakeCard(opened.view->module(), opened.view->usage(), opened.view->relations(), strip.row(0).buffer);
  REQUIRE(card.ok());
  CHECK(card->name == "loop_dynamic_update_slice_fusion.7");
  CHECK(card->opcode == "fusion");
  CHECK(card->op_name == "jit(generate)/while/body/closed_call/dynamic_update_slice");
  CHECK(card->source_file == "make_corpus.py");
  CHECK(card->source_line == 245);
  REQUIRE(card->stack.size() == 10);
  CHECK(card->stack[1].substr(0, 21) == "make_corpus.py:252:15");
  CHECK(card->type == AllocationType::kParameter);
  CHECK(card->parameter.substr(0, 10) == "parameter ");
  CHECK(card->aliased_with_output);
  CHECK(card->whole_program);
  CHECK(card->sharer_count == card->sharers.size());
  CHECK(card->sharer_count > 0);
}

}  // namespace xmv
