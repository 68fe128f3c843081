#include "core/formats/dump_plan.h"

#include <algorithm>
#include <map>
#include <utility>

#include "core/base/stable_order.h"
#include "core/base/text.h"

namespace xmv {
namespace {

constexpr FileOffset kSmall = FileOffset{4} << 20;

std::string_view FolderOf(std::string_view path) {
  const size_t slash = path.find_last_of("/\\");
  return slash == std::string_view::npos ? std::string_view() : path.substr(0, slash);
}

const char* WhyAside(DumpKind kind) {
  switch (kind) {
    case DumpKind::kOtherPass:
      return "The program before or after another pass: memory is assigned only after_optimizations.";
    case DumpKind::kOtherDump:
      return "Another part of the dump, which says nothing of where buffers lie.";
    case DumpKind::kXprofOther:
      return "Another result or a cache of the profiler.";
    case DumpKind::kForeign:
      return "Neither the compiler nor the profiler writes such files.";
    default:
      return "Another file of the same module says all that is in it.";
  }
}

class Planner {
 public:
  explicit Planner(const std::vector<PathAndSize>& files) : files_(files) {}

  DumpPlan Plan() {
    std::map<std::string, size_t> group_of;
    for (uint32_t i = 0; i < files_.size(); ++i) {
      names_.push_back(ParseDumpName(files_[i].path));
      const DumpName& name = names_.back();
      if (files_[i].size == 0) {
        Aside(i, "The file is empty (0 bytes).");
        continue;
      }
      if (!name.group.empty()) {
        const auto [at, added] = group_of.emplace(name.group, groups_.size());
        if (added) groups_.emplace_back();
        groups_[at->second].files.push_back(i);
        groups_[at->second].bytes += files_[i].size;
        continue;
      }
      switch (name.kind) {
        case DumpKind::kXprofOther:
        case DumpKind::kForeign:
        case DumpKind::kOtherDump:
        case DumpKind::kOtherPass:
          Aside(i, WhyAside(name.kind));
          break;
        default:
          units_.push_back({files_[i].size, {i}, SIZE_MAX});
      }
    }
    for (size_t g = 0; g < groups_.size(); ++g) PlanGroup(g);
    SetExtrasAside();
    // Logs and files of unknown kind are looked at last, whatever their size.
    const auto rank = [&](const Unit& unit) {
      const DumpKind kind = names_[unit.files[0]].kind;
      return kind == DumpKind::kLog || kind == DumpKind::kUnknown ? 1 : 0;
    };
    StableSort(units_,
               [&](const Unit& x, const Unit& y) { return rank(x) != rank(y) ? rank(x) < rank(y) : x.size > y.size; });
    DumpPlan plan;
    std::vector<bool> listed(groups_.size(), false);
    for (const Unit& unit : units_) {
      plan.open.insert(plan.open.end(), unit.files.begin(), unit.files.end());
      if (unit.group == SIZE_MAX) continue;
      listed[unit.group] = true;
      plan.groups.push_back(std::move(groups_[unit.group]));
    }
    for (size_t g = 0; g < groups_.size(); ++g) {
      if (!listed[g]) plan.groups.push_back(std::move(groups_[g]));
    }
    std::sort(aside_.begin(), aside_.end(), [](const SetAside& x, const SetAside& y) { return x.file < y.file; });
    plan.aside = std::move(aside_);
    plan.instead = std::move(instead_);
    return plan;
  }

 private:
  // What is opened together.
  struct Unit {
    FileOffset size;  // of the main file
    std::vector<uint32_t> files;
    size_t group;  // SIZE_MAX: none
  };

  void Aside(uint32_t file, std::string reason) { aside_.push_back({file, std::move(reason)}); }

  // Next to modules of a dump, what was saved by hand of the same compilations would be listed as modules of its own.
  void SetExtrasAside() {
    const bool modules = std::any_of(units_.begin(), units_.end(), [](const Unit& u) { return u.group != SIZE_MAX; });
    if (!modules) return;
    const auto extra = [&](const Unit& unit) {
      if (unit.group != SIZE_MAX || names_[unit.files[0]].kind != DumpKind::kUnknown) return false;
      const std::string& path = files_[unit.files[0]].path;
      return EndsWith(path, ".json") || EndsWith(path, "buffer-assignment.pb") ||
             EndsWith(path, "buffer_assignment.pb");
    };
    for (const Unit& unit : units_) {
      if (extra(unit)) Aside(unit.files[0], "The modules of the dump next to it say more. Open it alone to see it.");
    }
    units_.erase(std::remove_if(units_.begin(), units_.end(), extra), units_.end());
  }

  void PlanGroup(size_t g) {
    DumpGroup& group = groups_[g];
    // The best file of each kind: the largest, since a copy that was cut off is smaller.
    std::map<DumpKind, uint32_t> best;
    for (const uint32_t file : group.files) {
      const auto [at, added] = best.emplace(names_[file].kind, file);
      if (!added && files_[file].size > files_[at->second].size) at->second = file;
    }
    const auto has = [&](DumpKind kind) { return best.count(kind) > 0; };
    // What can show the module, best first; each with what adds to it.
    const std::vector<DumpKind> choices[] = {
        {DumpKind::kProto},
        {DumpKind::kAssignmentText, DumpKind::kLiveRangeText,
         has(DumpKind::kHloText) ? DumpKind::kHloText : DumpKind::kValuesText},
        {DumpKind::kUsageReportProto},
        {DumpKind::kUsageReportText},
        {DumpKind::kHloText},
        {DumpKind::kLiveRangeText},  // says itself what is missing
    };
    const auto* choice = std::begin(choices);
    while (choice != std::end(choices) && !has((*choice)[0])) ++choice;
    std::vector<DumpKind> open;
    if (choice != std::end(choices)) open = *choice++;
    const bool report = !open.empty() && (open[0] == DumpKind::kProto || open[0] == DumpKind::kAssignmentText);
    // What checks them, where that costs little.
    const auto small = [&](DumpKind kind) { return has(kind) && files_[best[kind]].size <= kSmall; };
    if (report && small(DumpKind::kUsageReportProto)) open.push_back(DumpKind::kUsageReportProto);
    if (!open.empty() && open[0] == DumpKind::kProto && small(DumpKind::kLiveRangeText))
      open.push_back(DumpKind::kLiveRangeText);
    if (!open.empty()) open.push_back(DumpKind::kChipFacts);
    // What has been renamed may be what is missing.
    const auto several = [](DumpKind kind) { return kind == DumpKind::kChipFacts || kind == DumpKind::kUnknown; };
    if (!has(DumpKind::kProto)) open.push_back(DumpKind::kUnknown);

    Unit unit{0, {}, g};
    for (const DumpKind kind : open) {
      for (const uint32_t file : group.files) {
        // Each kind once; but chip facts are different files of the same kind.
        if (names_[file].kind == kind && (several(kind) || best[kind] == file)) unit.files.push_back(file);
      }
    }
    if (!unit.files.empty()) PlanInstead(unit, choice, std::end(choices), best);
    for (const uint32_t file : group.files) {
      if (std::find(unit.files.begin(), unit.files.end(), file) == unit.files.end()) {
        const bool alone = unit.files.empty() && names_[file].kind == DumpKind::kChipFacts;
        Aside(file, alone ? "It tells of the chip only; the module's other files are not here."
                          : WhyAside(names_[file].kind));
      }
    }
    const uint32_t main = unit.files.empty() ? group.files[0] : unit.files[0];
    group.name = names_[main];
    group.folder = FolderOf(files_[main].path);
    if (unit.files.empty()) return;
    unit.size = files_[main].size;
    units_.push_back(std::move(unit));
  }

  // Should the unit's main file be damaged, the next choice takes its place, and so on.
  void PlanInstead(const Unit& unit, const std::vector<DumpKind>* choice, const std::vector<DumpKind>* end,
                   const std::map<DumpKind, uint32_t>& best) {
    std::vector<uint32_t> planned = unit.files;
    uint32_t main = unit.files[0];
    for (; choice != end; ++choice) {
      Instead instead{main, {}};
      for (const DumpKind kind : *choice) {
        const auto at = best.find(kind);
        if (at == best.end() && kind == (*choice)[0]) break;
        if (at == best.end() || std::find(planned.begin(), planned.end(), at->second) != planned.end()) continue;
        instead.open.push_back(at->second);
        planned.push_back(at->second);
      }
      if (instead.open.empty() || instead.open[0] != best.at((*choice)[0])) continue;
      main = instead.open[0];
      instead_.push_back(std::move(instead));
    }
  }

  const std::vector<PathAndSize>& files_;
  std::vector<DumpName> names_;
  std::vector<DumpGroup> groups_;
  std::vector<Unit> units_;
  std::vector<SetAside> aside_;
  std::vector<Instead> instead_;
};

}  // namespace

DumpPlan PlanDump(const std::vector<PathAndSize>& files) { return Planner(files).Plan(); }

}  // namespace xmv
