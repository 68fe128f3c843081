// What a question of the screen costs as modules grow: nanoseconds of CPU time per query. `npm run bench -- queries`
// runs it.
//
//   xmv_bench_queries FILE…      files in growing order, each ten times the one before
//
// Each row is one kind of question, asked at places spread over the program; best of several runs. The last column is
// how much ten times the buffers cost: about 1 is bounded by pixels, 10 is linear.
#include <cstdio>
#include <functional>
#include <string>
#include <vector>

#include "core/session.h"
#include "tests/bench/timing.h"
#include "tests/unit/file_source.h"

namespace {

using namespace xmv;

// Keeps an answer from being optimised away.
template <typename T>
void Use(const T& value) {
  asm volatile("" : : "r"(&value) : "memory");
}

double Nanoseconds(const std::function<void(unsigned)>& ask) { return Best(ask) * 1e9; }

// A fraction in [0, 1), spread evenly.
double Spread(unsigned i, double step = 0.618033988749895) {
  const double x = step * i;
  return x - static_cast<double>(static_cast<uint64_t>(x));
}

using Row = std::pair<const char*, double>;

std::vector<Row> Measure(const std::string& path, size_t& buffers) {
  Session session;
  if (!session.AddFile(path, OpenFile(path), {}).ok()) return {};
  auto opened = session.View(0, 0, kNone);
  if (!opened.ok()) return {};
  SpaceView& view = **opened;
  const Module& module = view.module();
  const SpaceUsage& usage = view.usage();
  MemoryMap& map = view.map();
  map.SetPalette(std::vector<Rgba>(map.SetColorBy(ColorBy::kType).label.size(), 0xff336699u), 0xffffffffu);
  buffers = map.blocks().size();
  const double points = usage.points, top = static_cast<double>(map.blocks().top);
  const int width = 1400, height = 400;
  std::vector<Rgba> pixels(size_t{1400} * 400);
  // `share` of the program and of the addresses, somewhere.
  const auto window = [&](unsigned i, double share) {
    const double x = Spread(i) * (1 - share) * points, y = Spread(i, 0.414213562373095) * (1 - share) * top;
    return Viewport{x, x + share * points, y, y + share * top, width, height};
  };
  view.Live(usage.replay.peak_point);
  const Strip& strip = view.StripAt(usage.replay.peak_point, Order::kSize);
  const Strip& all = view.StripOfAll(Order::kSize);
  const auto buffer = [&](unsigned i) {
    return all.row(static_cast<size_t>(Spread(i) * static_cast<double>(all.size()))).buffer;
  };
  (void)view.relations();
  return {
      {"hit test on the map",
       Nanoseconds([&](unsigned i) { Use(map.At(Spread(i) * points, Spread(i, 0.414213562373095) * top)); })},
      {"state at a point",
       Nanoseconds([&](unsigned i) { Use(StateAt(module, usage, static_cast<ProgramPoint>(Spread(i) * points))); })},
      {"details card", Nanoseconds([&](unsigned i) { Use(MakeCard(module, usage, view.relations(), buffer(i))); })},
      {"hit test on a buffer chart", Nanoseconds([&](unsigned i) {
         Use(strip.At(static_cast<Bytes>(Spread(i) * static_cast<double>(strip.total()))));
       })},
      {"curve, 1400 columns, all", Nanoseconds([&](unsigned) { Use(view.curve().Columns(0, usage.points, width)); })},
      {"curve, 1400 columns, a tenth", Nanoseconds([&](unsigned i) {
         const Viewport v = window(i, 0.1);
         Use(view.curve().Columns(static_cast<ProgramPoint>(v.x0), static_cast<ProgramPoint>(v.x1), width));
       })},
      {"map 1400 × 400, all", Nanoseconds([&](unsigned i) {
         const Viewport v = window(i, 1);
         Use(map.Paint(v, false, pixels.data()));
       })},
      {"map 1400 × 400, a tenth",
       Nanoseconds([&](unsigned i) { Use(map.Paint(window(i, 0.1), false, pixels.data())); })},
      {"map 1400 × 400, a hundredth",
       Nanoseconds([&](unsigned i) { Use(map.Paint(window(i, 0.01), false, pixels.data())); })},
      {"labels of a hundredth", Nanoseconds([&](unsigned i) { Use(map.Labels(window(i, 0.01), 40, 12, 100)); })},
      {"50 rows of the table", Nanoseconds([&](unsigned i) {
         Use(MakeRows(module, all, false, static_cast<size_t>(Spread(i) * static_cast<double>(all.size() - 50)), 50));
       })},
  };
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) return 2;
  std::vector<std::vector<Row>> columns;
  std::printf("%-32s", "nanoseconds a query, of buffers:");
  for (int i = 1; i < argc; ++i) {
    size_t buffers = 0;
    columns.push_back(Measure(argv[i], buffers));
    if (columns.back().empty()) return std::fprintf(stderr, "cannot open %s\n", argv[i]), 1;
    std::printf("%14zu", buffers);
    std::fflush(stdout);
  }
  std::printf("%12s\n", "per ×10");
  for (size_t row = 0; row < columns[0].size(); ++row) {
    std::printf("%-32s", columns[0][row].first);
    for (const auto& column : columns) std::printf("%14.0f", column[row].second);
    const size_t n = columns.size();
    if (n > 1) std::printf("%11.2f×", columns[n - 1][row].second / columns[n - 2][row].second);
    std::printf("\n");
  }
  return 0;
}
