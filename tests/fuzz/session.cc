// Opens any bytes as a file and asks everything of it that the page asks: no input may crash, hang, or take memory out
// of proportion to its size. The core's invariants are asserted after every load (XMV_DEBUG_CHECKS).
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/session.h"

namespace {

// More of the same finds nothing new and slows down the search.
constexpr size_t kMostModules = 4;
constexpr size_t kMostSpaces = 4;
constexpr size_t kMostCards = 20;
constexpr int kMapPixels = 64;

void AskEverything(xmv::SpaceView& view) {
  const xmv::ProgramPoint peak = view.Clamp(static_cast<double>(view.usage().replay.peak_point));
  view.curve().Columns(0, view.Clamp(1e9) + 1, 100);
  for (const xmv::ProgramPoint point : {view.Clamp(0), peak, view.Clamp(1e9)}) {
    xmv::StateAt(view.module(), view.usage(), point);
    for (int order = 0; order < xmv::kOrders; ++order) {
      const xmv::Strip& strip = view.StripAt(point, static_cast<xmv::Order>(order));
      xmv::MakeRows(view.module(), strip, /*descending=*/true, 0, kMostCards);
    }
  }
  xmv::ChangeBetween(view.module(), view.usage(), 0, peak);

  static_cast<void>(view.Find("dot size>1KiB", [](const std::string&, std::string_view) { return false; }));
  view.SetAxis(xmv::Axis::kSchedule);
  xmv::MemoryMap& map = view.map();
  std::vector<xmv::Rgba> pixels(kMapPixels * kMapPixels);
  const xmv::Viewport whole{0, view.Clamp(1e9) + 1.0, 0, static_cast<double>(map.blocks().top), kMapPixels, kMapPixels};
  map.SetPalette(std::vector<xmv::Rgba>(xmv::kMostClasses + 1, 0xff00ff00u), 0xffffffffu);
  for (int by = 0; by < xmv::kColorBys; ++by) {
    map.SetColorBy(static_cast<xmv::ColorBy>(by));
    for (const bool exact : {true, false}) map.Paint(whole, exact, pixels.data());
  }
  map.Labels(whole, 4, 4, kMostCards);
  map.At(static_cast<double>(peak), whole.y1 / 2);

  const size_t cards = std::min(view.Live(peak).size(), kMostCards);
  for (size_t i = 0; i < cards; ++i) {
    static_cast<void>(xmv::MakeCard(view.module(), view.usage(), view.Live(peak)[i].buffer));
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  xmv::Session session;
  std::string bytes(reinterpret_cast<const char*>(data), size);
  if (!session.AddFile("fuzz", std::make_unique<xmv::MemorySource>(std::move(bytes)), {}).ok()) return 0;

  size_t modules = 0;
  for (const xmv::ModuleInfo& module : session.modules()) {
    if (++modules > kMostModules) break;
    size_t spaces = 0;
    for (const xmv::SpaceSummary& space : module.spaces) {
      if (++spaces > kMostSpaces) break;
      const auto view = session.View(module.index, space.space, xmv::kNone);
      if (view.ok()) AskEverything(**view);
      static_cast<void>(session.XprofJson(module.index, space.space));
    }
  }
  return 0;
}
