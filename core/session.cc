#include "core/session.h"

#include <algorithm>
#include <cmath>

#include "core/analysis/xprof_json.h"

namespace xmv {
namespace {

// Decoded modules kept for switching back: at most so many, of at most so many bytes of proto together.
constexpr size_t kKeptModules = 6;
constexpr FileOffset kKeptBytes = FileOffset{96} << 20;

// Counts what is read, to be able to say how little of a profile that is.
class CountingSource final : public ByteSource {
 public:
  CountingSource(std::unique_ptr<ByteSource> source, FileOffset* count) : source_(std::move(source)), count_(count) {}
  FileOffset size() const override { return source_->size(); }
  size_t Read(FileOffset offset, size_t length, char* out) override {
    const size_t got = source_->Read(offset, length, out);
    if (count_) *count_ += got;
    return got;
  }
  std::string_view Memory() const override { return source_->Memory(); }
  void StopCounting() { count_ = nullptr; }

 private:
  std::unique_ptr<ByteSource> source_;
  FileOffset* count_;
};

std::string NameFromFile(const std::string& file) {
  const size_t slash = file.find_last_of("/\\");
  return slash == std::string::npos ? file : file.substr(slash + 1);
}

}  // namespace

Bytes ModuleInfo::peak() const {
  Bytes largest = 0;
  for (const SpaceSummary& space : spaces) largest = std::max(largest, space.peak);
  return largest;
}

Result<FileInfo> Session::AddFile(std::string name, std::unique_ptr<ByteSource> source, const Progress& progress) {
  FileInfo info;
  info.name = std::move(name);
  info.bytes = source->size();
  auto counting = std::make_unique<CountingSource>(std::move(source), &info.bytes_read);
  CountingSource* counter = counting.get();
  Result<Document> document = OpenDocument(std::move(counting), progress);
  if (!document.ok()) return document.error();
  info.format = document->format;
  info.compressed = document->compressed;
  info.note = document->note;
  info.first_module = static_cast<uint32_t>(entries_.size());
  info.module_count = static_cast<uint32_t>(document->programs.size());
  for (Program& program : document->programs) {
    Entry entry;
    ModuleInfo& module = entry.info;
    module.index = static_cast<uint32_t>(entries_.size());
    module.name = program.name.empty() ? NameFromFile(info.name) : program.name;
    module.title = program.program_id.empty() ? module.name : module.name + "(" + program.program_id + ")";
    module.program_id = program.program_id;
    module.file = static_cast<uint32_t>(files_.size());
    module.bytes = program.bytes;
    module.platform = program.platform;
    Result<Assignment> assignment = LoadAssignment(*document->source, program, progress);
    if (assignment.ok())
      module.spaces = Summarize(*assignment);
    else
      module.failure = assignment.error();
    entry.program = std::move(program);
    entries_.push_back(std::move(entry));
  }
  NamePlatforms(info);
  // An inflated file has replaced the counted one, which then counts no more.
  if (!info.compressed) counter->StopCounting();
  // A file with one module fails as a whole when that module is damaged; a wrong pass is still listed, greyed.
  if (info.module_count == 1 && entries_.back().info.failure) {
    const Error failure = *entries_.back().info.failure;
    if (failure.code != Code::kNoBufferAssignment && failure.code != Code::kNoMemory) {
      entries_.pop_back();
      return failure;
    }
  }
  sources_.push_back(std::move(document->source));
  files_.push_back(info);
  return info;
}

void Session::NamePlatforms(const FileInfo& file) {
  // Trivial programs give no hint of what they were compiled for; others of the same file, or its name, do.
  Platform platform = Platform::kUnknown;
  if (file.name.find("cpu_after_optimizations") != std::string::npos) platform = Platform::kCpu;
  if (file.name.find("gpu_after_optimizations") != std::string::npos) platform = Platform::kGpu;
  for (uint32_t i = file.first_module; i < entries_.size() && platform == Platform::kUnknown; ++i)
    platform = entries_[i].info.platform;
  for (uint32_t i = file.first_module; i < entries_.size(); ++i) {
    if (entries_[i].info.platform == Platform::kUnknown) entries_[i].info.platform = platform;
  }
}

std::vector<ModuleInfo> Session::modules() const {
  std::vector<ModuleInfo> out;
  for (const Entry& entry : entries_) out.push_back(entry.info);
  std::stable_sort(out.begin(), out.end(), [](const ModuleInfo& x, const ModuleInfo& y) {
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
  Result<Module> loaded = LoadProgram(*sources_[entry.info.file], entry.program, progress);
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
