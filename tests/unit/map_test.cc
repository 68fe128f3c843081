// The memory map: index and hit tests against brute force, painting against exact area shares.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <cstdlib>
#include <random>
#include <string>
#include <vector>

#include "core/session.h"
#include "core/view/block_index.h"
#include "core/view/raster.h"
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

// Blocks that tile a memory without overlap: columns of random heights, each row cut at random points.
Blocks RandomBlocks(std::mt19937& random, size_t rows, ProgramPoint points) {
  Blocks blocks;
  for (size_t r = 0; r < rows; ++r) {
    const Bytes lo = blocks.top, hi = lo + 1 + static_cast<Bytes>(random() % 1000);
    for (ProgramPoint x = static_cast<ProgramPoint>(random() % 5); x < points;) {
      const ProgramPoint end = std::min<ProgramPoint>(points, x + 1 + static_cast<ProgramPoint>(random() % 40));
      blocks.buffer.push_back(static_cast<uint32_t>(blocks.buffer.size()));
      blocks.start.push_back(x);
      blocks.end.push_back(end);
      blocks.lo.push_back(lo);
      blocks.hi.push_back(hi);
      blocks.type.push_back(AllocationType::kTemporary);
      x = end + static_cast<ProgramPoint>(random() % 6);
    }
    blocks.top = hi;
  }
  return blocks;
}

int Channel(Rgba pixel, int shift) { return static_cast<int>(pixel >> shift & 0xff); }

}  // namespace

TEST_CASE("the block index finds and counts what brute force finds", "[map]") {
  std::mt19937 random(3);
  for (const size_t rows : {size_t{0}, size_t{1}, size_t{3}, size_t{60}}) {
    const Blocks blocks = RandomBlocks(random, rows, 300);
    const BlockIndex index(blocks);
    CHECK(index.size() == blocks.size());
    for (int i = 0; i < 200; ++i) {
      const ProgramPoint x0 = static_cast<ProgramPoint>(random() % 300),
                         x1 = x0 + static_cast<ProgramPoint>(random() % 100);
      const Bytes y0 = static_cast<Bytes>(random() % 20000), y1 = y0 + static_cast<Bytes>(random() % 9000);
      const Box box{x0, x1, y0, y1};
      std::vector<uint32_t> want, got;
      for (uint32_t b = 0; b < blocks.size(); ++b) {
        if (box.Overlaps({blocks.start[b], blocks.end[b], blocks.lo[b], blocks.hi[b]})) want.push_back(b);
      }
      index.ForEach(box, [&](uint32_t row, const Box&) { got.push_back(row); });
      std::sort(got.begin(), got.end());
      REQUIRE(got == want);
      REQUIRE(index.Count(box, 1000000) == want.size());
      REQUIRE(index.Count(box, 5) == std::min<size_t>(5, want.size()));
    }
  }
}

TEST_CASE("a pixel's colour is the share of its area", "[map]") {
  constexpr Rgba kBlack = 0xff000000u, kWhite = 0xffffffffu;
  Raster raster(4, 2);
  raster.Fill(0, 0, 1, 1, kBlack);                    // a full pixel
  raster.Fill(1.25, 0, 1.75, 1, kBlack);              // half of the next
  raster.Fill(2, 0, 4, 0.25, kBlack);                 // a quarter of two
  raster.Fill(0.4, 1.4, 0.400001, 1.400001, kBlack);  // next to nothing
  std::vector<Rgba> out(8);
  raster.Compose(kWhite, 0, out.data());
  CHECK(Channel(out[0], 0) == 0);
  CHECK(std::abs(Channel(out[1], 0) - 128) <= 1);
  CHECK(std::abs(Channel(out[2], 8) - 191) <= 1);
  CHECK(std::abs(Channel(out[3], 16) - 191) <= 1);
  CHECK(Channel(out[4], 0) == 254);  // never nothing
  CHECK(out[5] == kWhite);
  raster.Compose(kWhite, 40, out.data());
  CHECK(Channel(out[4], 0) == 215);  // and never invisible
  CHECK(out[5] == kWhite);
}

TEST_CASE("blocks of any size add up to their area, and never beyond a pixel", "[map]") {
  Raster raster(1, 1);
  for (int i = 0; i < 100; ++i) raster.Fill(0, i / 100.0, 0.5, (i + 1) / 100.0, 0xff0000ffu);  // half the pixel, red
  std::vector<Rgba> out(1);
  raster.Compose(0xff000000u, 0, out.data());
  CHECK(std::abs(Channel(out[0], 0) - 128) <= 2);  // not a hundred roundings in one direction
  for (int i = 0; i < 100; ++i) raster.Fill(0, 0, 1, 1, 0xff00ff00u);
  raster.Compose(0xff000000u, 0, out.data());
  CHECK(Channel(out[0], 0) + Channel(out[0], 8) <= 256);
  CHECK(Channel(out[0], 16) == 0);
  // Rectangles outside, empty or not numbers paint nothing.
  Raster clean(2, 2);
  clean.Fill(-5, -5, 0, 0, 0xff0000ffu);
  clean.Fill(2, 0, 9, 9, 0xff0000ffu);
  clean.Fill(1, 1, 1, 2, 0xff0000ffu);
  clean.Fill(0.0 / 0.0, 0, 1, 1, 0xff0000ffu);
  std::vector<Rgba> blank(4);
  clean.Compose(0xffffffffu, 40, blank.data());
  CHECK(blank == std::vector<Rgba>(4, 0xffffffffu));
}

TEST_CASE("the pyramid shows what exact painting shows, on average", "[map]") {
  std::mt19937 random(5);
  const Blocks blocks = RandomBlocks(random, 300, 600);
  const double top = static_cast<double>(blocks.top);
  const auto paint = [&](Raster& raster) {
    for (size_t i = 0; i < blocks.size(); ++i) {
      raster.Fill(blocks.start[i] * raster.width() / 600.0, static_cast<double>(blocks.lo[i]) * raster.height() / top,
                  blocks.end[i] * raster.width() / 600.0, static_cast<double>(blocks.hi[i]) * raster.height() / top,
                  0xff000000u);
    }
  };
  Raster base(512, 256);
  paint(base);
  Pyramid pyramid(base);
  Raster exact(100, 60);
  paint(exact);
  std::vector<Rgba> a(6000), b(6000);
  exact.Compose(0xffffffffu, 0, a.data());
  pyramid.Sample({0, 512, 0, 256, 100, 60}, 0xffffffffu, 0, b.data());
  double sum_a = 0, sum_b = 0;
  for (size_t i = 0; i < a.size(); ++i) {
    sum_a += Channel(a[i], 0);
    sum_b += Channel(b[i], 0);
  }
  CHECK(std::abs(sum_a - sum_b) / 6000 < 6);  // of 255
}

TEST_CASE("the pyramid is put on its background as exact painting is", "[map]") {
  // One pixel for each alpha and the same red; pixel for pixel, so that nothing is averaged.
  Raster base(256, 1);
  for (int x = 0; x < 256; ++x) base.Fill(x, 0, x + 1, 1, static_cast<Rgba>(x) << 24 | 0x0000c8u);
  for (const int faintest : {0, 40}) {
    std::vector<Rgba> a(256), b(256);
    base.Compose(0xff4080f0u, faintest, a.data());
    Pyramid(base).Sample({0, 256, 0, 1, 256, 1}, 0xff4080f0u, faintest, b.data());
    for (size_t x = 0; x < 256; ++x) {
      CAPTURE(x, faintest);
      for (const int shift : {0, 8, 16, 24}) CHECK(std::abs(Channel(a[x], shift) - Channel(b[x], shift)) <= 1);
    }
  }
}

TEST_CASE("the map lays every live byte out, and the hit test finds it", "[map]") {
  for (const auto& [path, space] : {std::pair<const char*, Space>{kSmall, 1}, {kSmall, 0}, {kDecode, 0}}) {
    Session session;
    const auto view = Open(session, path, space);
    MemoryMap& map = view->map();
    const Blocks& blocks = map.blocks();
    CHECK(blocks.top == view->usage().total - view->usage().unrepresented);
    for (const ProgramPoint p : {0, view->usage().points / 2, view->usage().replay.peak_point}) {
      Bytes live = 0;
      for (size_t i = 0; i < blocks.size(); ++i) {
        if (blocks.start[i] <= p && p < blocks.end[i]) live += blocks.hi[i] - blocks.lo[i];
      }
      CHECK(live == view->usage().live(p));
    }
    for (size_t i = 0; i < blocks.size(); i += 7) {
      const double x = (blocks.start[i] + blocks.end[i]) / 2.0 - 0.25;
      const double y = (static_cast<double>(blocks.lo[i]) + static_cast<double>(blocks.hi[i])) / 2;
      const uint32_t hit = map.At(x, y);
      REQUIRE(hit != kNone);
      REQUIRE(static_cast<double>(blocks.lo[hit]) <= y);
      REQUIRE(y < static_cast<double>(blocks.hi[hit]));
      REQUIRE(blocks.start[hit] <= x);
      REQUIRE(x < blocks.end[hit]);
    }
    CHECK(map.At(-1, 0) == kNone);
    CHECK(map.At(0, static_cast<double>(blocks.top)) == kNone);
    CHECK(map.At(0.0 / 0.0, 1) == kNone);
  }
}

TEST_CASE("temporaries of one allocation never overlap in bytes and time where sharing is in the trace", "[map]") {
  Session session;
  const auto view = Open(session, kDecode, 0);
  const Blocks& blocks = view->map().blocks();
  for (size_t i = 0; i < blocks.size(); ++i) {
    for (size_t k = i + 1; k < blocks.size(); ++k) {
      const bool time = blocks.start[i] < blocks.end[k] && blocks.start[k] < blocks.end[i];
      const bool bytes = blocks.lo[i] < blocks.hi[k] && blocks.lo[k] < blocks.hi[i];
      REQUIRE_FALSE((time && bytes));
    }
  }
}

TEST_CASE("legends put every block in one class, and palettes hide classes", "[map]") {
  Session session;
  const auto view = Open(session, kSmall, 1);
  MemoryMap& map = view->map();
  for (int by = 0; by < kColorBys; ++by) {
    const Legend& legend = map.SetColorBy(static_cast<ColorBy>(by));
    REQUIRE(legend.label.size() <= kMostClasses + 1);
    REQUIRE(legend.class_of.size() == map.blocks().size());
    uint32_t sum = 0;
    for (const uint32_t count : legend.blocks) sum += count;
    CHECK(sum == map.blocks().size());
    double live = 0;
    for (const double bytes : map.LiveByClass(view->usage().replay.peak_point)) live += bytes;
    CHECK(live == static_cast<double>(view->usage().peak()));
  }
  const Viewport all{0, static_cast<double>(view->usage().points), 0, static_cast<double>(map.blocks().top), 50, 40};
  std::vector<Rgba> out(2000);
  map.SetPalette(std::vector<Rgba>(20, 0x00123456u), 0xffffffffu);
  CHECK(map.Paint(all, false, out.data()));
  CHECK(out == std::vector<Rgba>(2000, 0xffffffffu));
  map.SetPalette(std::vector<Rgba>(20, 0xff123456u), 0xffffffffu);
  map.Paint(all, false, out.data());
  CHECK(out != std::vector<Rgba>(2000, 0xffffffffu));
  CHECK_FALSE(map.Labels(all, 5, 2, 3).empty());
  CHECK(map.Labels(all, 5, 2, 3).size() <= 3);
}

TEST_CASE("layers are read off framework paths", "[map]") {
  CHECK(LayerOf("jit(train_step)/jvp(attention)/bqhd,bkhd->bhqk/dot_general") == "jvp(attention)");
  CHECK(LayerOf("jit(train_step)/transpose(jvp(mlp))/dot_general") == "transpose(jvp(mlp))");
  CHECK(LayerOf("jit(generate)/while/body/closed_call/dynamic_update_slice") == "dynamic_update_slice");
  CHECK(LayerOf("state['params']['layer_0']['kernel']") == "state['params']");
  CHECK(LayerOf("").empty());
}

TEST_CASE("the schedule axis keeps order and ends", "[map]") {
  Session session;
  const auto view = Open(session, kSmall, 1);
  const SpaceUsage& usage = view->usage();
  REQUIRE(view->SetAxis(Axis::kSchedule));
  CHECK(view->curve().length() == static_cast<ProgramPoint>(view->module().schedule.size()));
  ProgramPoint last = 0;
  for (ProgramPoint p = 0; p < usage.points; ++p) {
    REQUIRE(view->ToAxis(p) >= last);
    last = view->ToAxis(p);
  }
  CHECK(view->ToAxis(usage.points) == view->curve().length());
  // The point that stands for the peak's position is the peak.
  CHECK(usage.live(view->ToPoint(view->ToAxis(usage.replay.peak_point))) == usage.peak());
  const CurveColumns all = view->curve().Columns(0, view->curve().length(), 1 << 20);
  CHECK(*std::max_element(all.live_max.begin(), all.live_max.end()) == static_cast<double>(usage.peak()));
  for (size_t i = 0; i < view->map().blocks().size(); ++i)
    REQUIRE(view->map().blocks().start[i] < view->map().blocks().end[i]);
  CHECK(view->SetAxis(Axis::kEvents));
  CHECK(view->curve().length() == usage.points);
}

}  // namespace xmv
