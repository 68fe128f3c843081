#include "core/session.h"

#include <algorithm>
#include <cmath>

#include "core/analysis/xprof_json.h"
#include "core/base/stable_order.h"
#include "core/formats/buffer_assignment_text.h"
#include "core/formats/text_module.h"

namespace xmv {
namespace {

// Decoded modules kept for switching back: at most so many, of at most so many bytes of proto together.
constexpr size_t kKeptModules = 6;
constexpr FileOffset kKeptBytes = FileOffset{96} << 20;

}  // namespace

Bytes ModuleInfo::peak() const {
  Bytes largest = 0;
  for (const SpaceSummary& space : spaces) largest = std::max(largest, space.peak);
  return largest;
}

std::vector<ModuleInfo> Session::modules() const {
  std::vector<ModuleInfo> out;
  for (const Entry& entry : entries_) {
    out.push_back(entry.info);
    if (const auto chip = chips_.find(entry.group); !entry.group.empty() && chip != chips_.end())
      out.back().chip = chip->second;
  }
  StableSort(out, [](const ModuleInfo& x, const ModuleInfo& y) {
    if (x.failure.has_value() != y.failure.has_value()) return y.failure.has_value();
    return x.peak() > y.peak();
  });
  return out;
}

Result<std::shared_ptr<const Module>> Session::Load(uint32_t module, const Progress& progress) {
  if (module >= entries_.size())
    return Error{Code::kNoSuchModule, "There is no module " + std::to_string(module) + ".", ""};
  for (auto at = loaded_.begin(); at != loaded_.end(); ++at) {
    if (at->first != module) continue;
    loaded_.splice(loaded_.begin(), loaded_, at);
    return loaded_.front().second;
  }
  Entry& entry = entries_[module];
  if (entry.info.failure) return *entry.info.failure;
  const auto read = [&](FileOffset at) { progress(at, entry.info.bytes); };
  Result<Module> loaded = entry.texts.empty() ? LoadProgramOf(entry, progress)
                                              : ReadTextModule(entry.format, SourcesOf(entry, /*names=*/true),
                                                               progress ? read : std::function<void(FileOffset)>());
  if (!loaded.ok()) return loaded.error();
  if (loaded->name.empty()) loaded->name = entry.info.name;
  if (loaded->platform == Platform::kUnknown) loaded->platform = entry.info.platform;
  loaded_.emplace_front(module, std::make_shared<const Module>(std::move(*loaded)));
  FileOffset bytes = 0;
  size_t count = 0;
  for (auto at = loaded_.begin(); at != loaded_.end();) {
    bytes += entries_[at->first].info.bytes;
    at = ++count > 1 && (count > kKeptModules || bytes > kKeptBytes) ? loaded_.erase(at) : std::next(at);
  }
  return loaded_.front().second;
}

Result<Module> Session::LoadProgramOf(const Entry& entry, const Progress& progress) {
  ByteSource& source = *sources_[entry.source];
  std::optional<Listed> listed = std::exchange(listed_, std::nullopt);
  const bool kept = listed && listed->source == entry.source && listed->at == entry.program.parts.assignment->at;
  Result<Assignment> assignment =
      kept ? Result<Assignment>(std::move(listed->assignment)) : LoadAssignment(source, entry.program, {});
  if (!assignment.ok()) return assignment.error();
  Result<Module> module = LoadProgram(source, entry.program, std::move(*assignment), progress);
  if (module.ok() && entry.ranges != kNone) {
    if (Status status = AddLiveRanges(*sources_[entry.ranges], *module); !status.ok())
      module->assignment.faults.push_back(status.error());
  }
  return module;
}

Result<std::unique_ptr<SpaceView>> Session::View(uint32_t module, Space space, uint32_t trace,
                                                 const Progress& progress) {
  Result<std::shared_ptr<const Module>> loaded = Load(module, progress);
  if (!loaded.ok()) return loaded.error();
  Result<SpaceUsage> usage = Analyse(**loaded, space, trace);
  if (!usage.ok()) return usage.error();
  return std::make_unique<SpaceView>(module, *loaded, std::move(*usage));
}

Result<std::string> Session::XprofJson(uint32_t module, Space space) {
  Result<std::shared_ptr<const Module>> loaded = Load(module, {});
  if (!loaded.ok()) return loaded.error();
  return xmv::XprofJson(**loaded, space);
}

}  // namespace xmv
