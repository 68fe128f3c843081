// Invariants 1 and 2 of DESIGN.md on valid modules made at random, against what their maker knows: it places every
// buffer itself, so it knows what is live at each point, and that nothing overlaps but what shares.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "core/session.h"
#include "tests/unit/exercise.h"
#include "tests/unit/file_source.h"
#include "tests/unit/proto_builder.h"

namespace xmv {
namespace {

// A module of two spaces; in each parameters, an output, a constant and temporaries placed by first fit.
class RandomModule {
 public:
  explicit RandomModule(unsigned seed) : random_(seed) {
    for (const Space space : {0, 1}) Make(space);
    for (const Proto& instruction : instructions_) hlo.instructions.push_back(instruction);
  }

  struct Expected {
    std::vector<Bytes> live;  // of temporaries, after each event
    Bytes whole = 0, temporary = 0;
    Bytes peak() const { return whole + (live.empty() ? 0 : *std::max_element(live.begin(), live.end())); }
  };

  Hlo hlo;
  std::map<Space, Expected> expected;

 private:
  struct Held {
    int64_t root;
    std::vector<int64_t> holders;  // buffers in the same memory that are not free yet
    Bytes offset, size;
  };

  int Below(int n) { return static_cast<int>(random_() % static_cast<unsigned>(n)); }
  Bytes RandomSize() { return Bytes{1} << Below(20) | Below(100); }

  int64_t AddBuffer(Bytes size, Space space) {
    const int64_t id = ++last_id_;
    instructions_.push_back(Instruction(1000 + id, "op." + std::to_string(id), Shape({(size + 3) / 4})));
    hlo.buffers.push_back(Buffer(id, size, 1000 + id, {}, space));
    return id;
  }

  void AddWhole(Space space, uint32_t flag) {
    const Bytes size = RandomSize();
    const int64_t id = AddBuffer(size, space);
    hlo.allocations.push_back(Allocation(last_allocation_++, size, {{id, 0, size}}, {flag}, space));
    expected[space].whole += size;
  }

  // The lowest gap between held blocks that is large enough.
  Bytes Place(std::vector<Held>& held, Bytes size) const {
    std::sort(held.begin(), held.end(), [](const Held& x, const Held& y) { return x.offset < y.offset; });
    Bytes at = 0;
    for (const Held& h : held) {
      if (h.offset - at >= size) break;
      at = h.offset + h.size;
    }
    return at;
  }

  void Make(Space space) {
    for (int i = Below(4); i-- > 0;) AddWhole(space, kIsParameter);
    if (Below(2)) AddWhole(space, kIsLiveOut);
    if (Below(2)) AddWhole(space, kIsConstant);
    std::vector<Held> held;
    std::vector<Proto> events;
    std::vector<Assigned> assigned;
    Bytes live = 0, top = 0;
    Expected& out = expected[space];
    const auto told = [&](Proto event) {
      events.push_back(std::move(event));
      out.live.push_back(live);
    };
    for (int steps = 1 + Below(120); steps > 0 || !held.empty(); --steps) {
      const int what = held.empty() ? 0 : steps <= 0 ? 9 : Below(10);
      if (what < 5) {
        const Bytes size = RandomSize(), offset = Place(held, size);
        const int64_t id = AddBuffer(size, space);
        assigned.push_back({id, offset, size});
        held.push_back({id, {id}, offset, size});
        live += size;
        top = std::max(top, offset + size);
        told(Alloc(id));
      } else if (what < 6) {
        // Another buffer in the memory of one that is live.
        Held& h = held[static_cast<size_t>(Below(static_cast<int>(held.size())))];
        const int64_t id = AddBuffer(h.size, space);
        assigned.push_back({id, h.offset, h.size});
        h.holders.push_back(id);
        told(Share(id, h.root));
      } else {
        const size_t i = static_cast<size_t>(Below(static_cast<int>(held.size())));
        Held& h = held[i];
        const size_t k = static_cast<size_t>(Below(static_cast<int>(h.holders.size())));
        const int64_t id = h.holders[k];
        h.holders.erase(h.holders.begin() + static_cast<std::ptrdiff_t>(k));
        if (h.holders.empty()) {
          live -= h.size;
          held.erase(held.begin() + static_cast<std::ptrdiff_t>(i));
        }
        told(Free(id));
      }
    }
    out.temporary = top;
    hlo.allocations.push_back(Allocation(last_allocation_, top, assigned, {}, space));
    hlo.traces.push_back(Trace(events).Number(3, last_allocation_++));
  }

  std::mt19937 random_;
  int64_t last_id_ = 0, last_allocation_ = 0;
  std::vector<Proto> instructions_;
};

// Blocks of the map that are at one time at one address.
size_t Overlaps(const Blocks& blocks) {
  size_t found = 0;
  for (size_t i = 0; i < blocks.size(); ++i) {
    for (size_t k = 0; k < i; ++k) {
      found += blocks.start[i] < blocks.end[k] && blocks.start[k] < blocks.end[i] && blocks.lo[i] < blocks.hi[k] &&
               blocks.lo[k] < blocks.hi[i];
    }
  }
  return found;
}

}  // namespace

TEST_CASE("random modules: live bytes, lifetimes and places are what their maker knows", "[replay][random]") {
  for (unsigned seed = 1; seed <= 300; ++seed) {
    CAPTURE(seed);
    const RandomModule made(seed);
    const std::string bytes = made.hlo.bytes();
    Session session;
    const Result<FileInfo> file = session.AddFile("random.hlo.pb", std::make_unique<MemorySource>(bytes), {});
    REQUIRE(file.ok());
    for (const auto& [space, expected] : made.expected) {
      CAPTURE(space);
      auto view = session.View(0, space, kNone);
      REQUIRE(view.ok());
      const SpaceUsage& usage = (*view)->usage();
      CHECK(usage.notes.empty());
      CHECK(usage.peak() == expected.peak());
      CHECK(usage.total == expected.whole + expected.temporary);
      REQUIRE(usage.points == static_cast<ProgramPoint>(expected.live.size()));
      Bytes area = 0, expected_area = 0;
      for (ProgramPoint p = 0; p < usage.points; ++p) {
        const Bytes live = expected.live[static_cast<size_t>(p)];
        REQUIRE(usage.live(p) == expected.whole + live);
        expected_area += live + expected.whole;
      }
      // Nothing overlaps, so the blocks' area is the sum of what is live.
      const Blocks& blocks = (*view)->map().blocks();
      CHECK(Overlaps(blocks) == 0);
      for (size_t i = 0; i < blocks.size(); ++i)
        area += (blocks.hi[i] - blocks.lo[i]) * (blocks.end[i] - blocks.start[i]);
      CHECK(area == expected_area);
      CHECK(ViewExercise(**view).Broken().empty());
    }
  }
}

namespace {

// Most bytes that are counted twice at one of these points: live blocks at one address.
Bytes MostOverlap(const MemoryMap& map, const std::vector<ProgramPoint>& points) {
  const Blocks& blocks = map.blocks();
  std::vector<std::vector<std::pair<Bytes, Bytes>>> live(points.size());
  for (size_t b = 0; b < blocks.size(); ++b) {
    for (size_t i = 0; i < points.size(); ++i) {
      if (blocks.start[b] <= points[i] && points[i] < blocks.end[b]) live[i].emplace_back(blocks.lo[b], blocks.hi[b]);
    }
  }
  Bytes most = 0;
  for (auto& ranges : live) {
    std::sort(ranges.begin(), ranges.end());
    Bytes top = 0, twice = 0;
    for (const auto& [lo, hi] : ranges) {
      twice += std::max<Bytes>(0, std::min(top, hi) - lo);
      top = std::max(top, hi);
    }
    most = std::max(most, twice);
  }
  return most;
}

}  // namespace

TEST_CASE("real files: at the peak, buffers lie over each other only where that is told; in main memory, nowhere",
          "[replay][real]") {
  namespace fs = std::filesystem;
  std::vector<std::string> files;
  const char* shared = std::getenv("XMV_SHARED");
  for (const fs::path& root : {fs::path(XMV_TESTS_DIR) / "data", fs::path(shared ? shared : "") / "data"}) {
    if (!fs::exists(root)) continue;
    for (const fs::directory_entry& file : fs::recursive_directory_iterator(root)) {
      const std::string name = file.path().filename().string();
      if (name.find("after_optimizations.hlo.pb") != std::string::npos && file.file_size() < (size_t{16} << 20))
        files.push_back(file.path().string());
    }
  }
  REQUIRE(files.size() >= 5);
  size_t spaces = 0, overlapping = 0;
  for (const std::string& file : files) {
    CAPTURE(file);
    Session session;
    if (!session.AddFile(file, OpenFile(file), {}).ok()) continue;  // damaged on purpose
    const std::vector<ModuleInfo> modules = session.modules();
    for (const SpaceSummary& space : modules[0].spaces) {
      CAPTURE(space.space);
      auto view = session.View(modules[0].index, space.space, kNone);
      REQUIRE(view.ok());
      ++spaces;
      const SpaceUsage& usage = (*view)->usage();
      const bool told = std::any_of(usage.notes.begin(), usage.notes.end(), [](const Error& note) {
        return note.message.find("lets buffers overlap") != std::string::npos;
      });
      const Bytes at_peak = MostOverlap((*view)->map(), {usage.replay.peak_point});
      CAPTURE(at_peak);
      CHECK((at_peak > 0) == told);
      overlapping += told;
      // In main memory nothing overlaps at any point.
      if (space.space != 0) continue;
      std::vector<ProgramPoint> points;
      for (int64_t i = 0; i < 64; ++i) points.push_back(static_cast<ProgramPoint>(usage.points * i / 64));
      CHECK(MostOverlap((*view)->map(), points) == 0);
    }
  }
  CHECK(spaces >= 10);
  CHECK(overlapping > 0);  // VMEM of transformer_small
}

}  // namespace xmv
