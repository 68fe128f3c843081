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

inline std::string ExerciseView(const SpaceView& view) {
  const Module& module = view.module();
  const SpaceUsage& usage = view.usage();
  if (std::string broken = CheckInvariants(module, usage); !broken.empty()) return broken;
  for (const Error& note : usage.notes) {
    if (std::string broken = CheckError(note); !broken.empty()) return broken;
  }
  const ProgramPoint peak = view.Clamp(usage.replay.peak_point);
  MakeRows(module, view.StripAt(peak, Order::kOpName), true, 0, 50);
  MakeRows(module, view.StripAt(peak, Order::kShape), false, 3, 5);
  // Cards of some live buffers, and of some that need not be.
  const std::vector<LiveRow>& rows = view.Live(peak);
  std::vector<uint32_t> buffers;
  for (size_t i = 0; i < rows.size(); i += 1 + rows.size() / 20) buffers.push_back(rows[i].buffer);
  const uint32_t all = static_cast<uint32_t>(module.unpadded.size());
  for (uint32_t i = 0; i < all; i += 1 + all / 10) buffers.push_back(i);
  for (const uint32_t buffer : buffers) {
    const Result<Card> card = MakeCard(module, usage, buffer);
    if (!card.ok()) return "no card for buffer " + std::to_string(buffer);
    if (card->unpadded > card->size || card->unpadded < 0) return "a card with more unpadded than padded bytes";
    for (const auto& [start, end] : card->lifetimes) {
      if (start < 0 || end < start || end > usage.points) return "a card with an impossible lifetime";
    }
  }
  if (MakeCard(module, usage, all).ok()) return "a card for a buffer that does not exist";
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
        out.broken = ExerciseView(**view);
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
