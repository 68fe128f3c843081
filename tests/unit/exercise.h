// Does with a file all that a person could: lists it, looks at every space of every program, at the curve, the peak,
// rows and cards, and asks for XProf's JSON. Whatever comes of it must be an answer for which the invariants hold, or
// an error. For damaged files and the fuzzer.
#ifndef XMV_TESTS_UNIT_EXERCISE_H_
#define XMV_TESTS_UNIT_EXERCISE_H_

#include <algorithm>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/session.h"
#include "tests/unit/invariants.h"

namespace xmv {

struct Exercised {
  std::string broken;   // what does not hold; empty if all is well
  bool opened = false;  // the file as a whole
  size_t views = 0;     // spaces looked at
  size_t failures = 0;  // programs and spaces that gave an error
};

// An error must say what is wrong, in words.
inline std::string CheckError(const Error& error) {
  if (CodeName(error.code) == "UNKNOWN") return "an error without a code";
  if (error.message.empty() || error.message.back() != '.') return "an error without a sentence: " + error.message;
  return {};
}

// What the screen draws and asks besides the curve at points: rows and cards, map, search, change.
class ViewExercise {
 public:
  explicit ViewExercise(SpaceView& view) : view_(view), module_(view.module()), usage_(view.usage()) {}

  std::string Broken() {
    broken_ = CheckInvariants(module_, usage_);
    for (const Error& note : usage_.notes) {
      if (broken_.empty()) broken_ = CheckError(note);
    }
    if (broken_.empty()) Cards();
    if (broken_.empty()) Changes();
    if (broken_.empty()) Map();
    if (broken_.empty()) FindAndFade();
    if (broken_.empty() && view_.SetAxis(Axis::kSchedule)) Schedule();
    return broken_;
  }

 private:
  void Expect(bool holds, const std::string& what) {
    if (!holds && broken_.empty()) broken_ = what;
  }
  ProgramPoint peak() const { return usage_.replay.peak_point; }

  // Of some live buffers, and of some that need not be.
  void Cards() {
    MakeRows(module_, view_.StripAt(peak(), Order::kOpName), true, 0, 50);
    MakeRows(module_, view_.StripAt(peak(), Order::kShape), false, 3, 5);
    // May be fewer than are live: a damaged trace touches other spaces' buffers, and a buffer stands for two
    // allocations.
    view_.StripOfAll(Order::kSource);
    const std::vector<LiveRow>& rows = view_.Live(peak());
    std::vector<uint32_t> buffers;
    for (size_t i = 0; i < rows.size(); i += 1 + rows.size() / 20) buffers.push_back(rows[i].buffer);
    const uint32_t all = static_cast<uint32_t>(module_.unpadded.size());
    for (uint32_t i = 0; i < all; i += 1 + all / 10) buffers.push_back(i);
    for (const uint32_t buffer : buffers) {
      const Result<Card> card = MakeCard(module_, usage_, view_.relations(), buffer);
      if (!card.ok()) return Expect(false, "no card for buffer " + std::to_string(buffer));
      Expect(card->unpadded >= 0 && card->unpadded <= card->size, "a card with more unpadded than padded bytes");
      for (const auto& [start, end] : card->lifetimes)
        Expect(start >= 0 && end >= start && end <= usage_.points, "a card with an impossible lifetime");
      const SpaceLinks links = view_.relations().Links(buffer, 10);
      Expect(links.from.size() <= 10 && links.to.size() <= 10, "more links than asked for");
    }
    Expect(!MakeCard(module_, usage_, view_.relations(), all).ok(), "a card for a buffer that does not exist");
  }

  void Changes() {
    for (const ProgramPoint from : {ProgramPoint{0}, view_.Clamp(usage_.points / 2)}) {
      const Change change = ChangeBetween(module_, usage_, from, peak());
      const Bytes difference = usage_.live(std::max(from, peak())) - usage_.live(std::min(from, peak()));
      Expect(change.allocated_bytes - change.freed_bytes == difference, "a change that is not the curve's");
    }
    const std::vector<ProgramPoint> peaks = LocalPeaks(usage_, usage_.replay.peak / 20);
    Expect(!peaks.empty(), "no local peak");
    for (const ProgramPoint p : peaks) Expect(p >= 0 && p < usage_.points, "a local peak outside the curve");
    Expect(FirstAbove(usage_, usage_.peak()) == -1, "a point above the peak");
    FindInstruction(module_, usage_, "fusion", peak());
  }

  void Map() {
    MemoryMap& map = view_.map();
    const Blocks& blocks = map.blocks();
    const double top = static_cast<double>(blocks.top);
    const double length = view_.curve().length();
    for (size_t i = 0; i < blocks.size(); ++i) {
      Expect(blocks.start[i] >= 0 && blocks.end[i] > blocks.start[i] && blocks.end[i] <= length, "a block off the map");
      Expect(blocks.lo[i] >= 0 && blocks.hi[i] > blocks.lo[i], "a block without height");
    }
    for (int by = 0; by < kColorBys; ++by) {
      uint64_t classified = 0;
      for (const uint32_t count : map.SetColorBy(static_cast<ColorBy>(by)).blocks) classified += count;
      Expect(classified == blocks.size(), "a legend that leaves blocks out");
    }
    if (top <= 0) return;
    std::vector<Rgba> pixels(12 * 8);
    map.Paint({0, length, 0, top, 12, 8}, false, pixels.data());
    map.Paint({length / 3, length / 2 + 1, top / 3, top * 1.5, 12, 8}, true, pixels.data());
    map.Labels({0, length, 0, top, 600, 400}, 20, 10, 50);
    // Every block can be found where it is: a block of its own, or a smaller one over it.
    for (size_t i = 0; i < blocks.size(); i += 1 + blocks.size() / 50) {
      if (blocks.lo[i] >= blocks.top) continue;  // of an allocation smaller than its buffers
      Expect(map.At(blocks.start[i], static_cast<double>(blocks.lo[i])) != kNone, "a block that cannot be pointed at");
    }
    if (view_.axis() == Axis::kEvents) {
      double live = 0;
      for (const double bytes : map.LiveByClass(peak())) live += bytes;
      const bool outside = std::any_of(blocks.hi.begin(), blocks.hi.end(), [&](Bytes hi) { return hi > blocks.top; });
      Expect(outside || live == static_cast<double>(usage_.peak()), "the map's bytes at the peak are not the curve's");
    }
  }

  void FindAndFade() {
    Expect(view_.Find("e size>=1", [](const std::string&, std::string_view) { return false; }).ok(), "no search");
    Expect(view_.matches().count <= module_.unpadded.size(), "more matches than buffers");
    Expect(view_.StripAt(peak(), Order::kSize, true).total() <= usage_.peak(), "more bytes match than live");
    Expect(view_.Find("", {}).ok(), "no end of the search");
  }

  void Schedule() {
    const Curve& curve = view_.curve();
    Expect(curve.length() == static_cast<ProgramPoint>(module_.schedule.size()), "an axis of another length");
    const CurveColumns columns = curve.Columns(0, curve.length(), 50);
    for (size_t i = 0; i < columns.live_max.size(); ++i)
      Expect(columns.live_max[i] <= static_cast<double>(usage_.peak()), "the schedule's curve passes the peak");
    ProgramPoint last = 0;
    for (ProgramPoint p = 0; p <= usage_.points; p += 1 + usage_.points / 1000) {
      const ProgramPoint position = view_.ToAxis(p);
      Expect(position >= last && position <= curve.length(), "positions that run backwards");
      last = position;
    }
    for (ProgramPoint s = 0; s <= curve.length(); s += 1 + curve.length() / 1000) {
      const ProgramPoint point = view_.ToPoint(s);
      Expect(point >= 0 && point < usage_.points, "a position of no point");
    }
    Map();
  }

  SpaceView& view_;
  const Module& module_;
  const SpaceUsage& usage_;
  std::string broken_;
};

// All of that for every space of a module, at most `most` of them.
inline std::string ExerciseModule(Module module, size_t most = SIZE_MAX) {
  const auto shared = std::make_shared<const Module>(std::move(module));
  for (const SpaceSummary& space : Summarize(shared->assignment)) {
    if (most-- == 0) break;
    Result<SpaceUsage> usage = Analyse(*shared, space.space, kNone);
    std::string broken;
    if (usage.ok()) {
      SpaceView view(0, shared, std::move(*usage));
      broken = ViewExercise(view).Broken();
    } else {
      broken = CheckError(usage.error());
    }
    if (!broken.empty()) return broken;
  }
  return {};
}

// `json` false leaves XProf's JSON out, which for large programs is most of the work.
inline Exercised Exercise(std::string_view name, std::unique_ptr<ByteSource> source, bool json = true) {
  Exercised out;
  Session session;
  const Result<FileInfo> file = session.AddFile(std::string(name), std::move(source), {});
  if (!file.ok()) {
    out.broken = CheckError(file.error());
    return out;
  }
  out.opened = true;
  for (const ModuleInfo& module : session.modules()) {
    if (module.failure) {
      ++out.failures;
      out.broken = CheckError(*module.failure);
    }
    for (const SpaceSummary& space : module.spaces) {
      const auto view = session.View(module.index, space.space, kNone);
      if (!view.ok()) {
        ++out.failures;
        out.broken = CheckError(view.error());
      } else {
        ++out.views;
        out.broken = ViewExercise(**view).Broken();
        if (out.broken.empty() && json && !session.XprofJson(module.index, space.space).ok())
          out.broken = "a view but no JSON";
      }
      if (!out.broken.empty()) break;
    }
    if (!out.broken.empty()) {
      out.broken = module.title + ": " + out.broken;
      break;
    }
  }
  return out;
}

}  // namespace xmv

#endif  // XMV_TESTS_UNIT_EXERCISE_H_
