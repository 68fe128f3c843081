// Adding files to a session: protos, texts of a dump that belong together, logs, archives.
#include <algorithm>
#include <deque>
#include <map>
#include <string>
#include <utility>

#include "core/formats/text_module.h"
#include "core/io/archive.h"
#include "core/io/read_all.h"
#include "core/session.h"

namespace xmv {
namespace {

constexpr FileOffset kLargestFacts = FileOffset{16} << 20;

// Counts what is read, to be able to say how little of a profile that is.
class CountingSource final : public ByteSource {
 public:
  CountingSource(std::unique_ptr<ByteSource> source, std::shared_ptr<FileOffset> count)
      : source_(std::move(source)), count_(std::move(count)) {}
  FileOffset size() const override { return source_->size(); }
  size_t Read(FileOffset offset, size_t length, char* out) override {
    const size_t got = source_->Read(offset, length, out);
    *count_ += got;
    return got;
  }
  std::string_view Memory() const override { return source_->Memory(); }

 private:
  std::unique_ptr<ByteSource> source_;
  std::shared_ptr<FileOffset> count_;
};

std::string NameFromFile(const std::string& file) {
  const size_t slash = file.find_last_of("/\\");
  return slash == std::string::npos ? file : file.substr(slash + 1);
}

// Whether files of these groups can be of one module: the same, or one of them has lost its name.
bool MayBelong(const std::string& x, const std::string& y) {
  // Groups of named modules have folder, timestamp, number and name (dump_name.cc).
  const auto named = [](const std::string& group) { return std::count(group.begin(), group.end(), '|') >= 3; };
  return x == y || !named(x) || !named(y);
}

// What a file that tells of the chip alone is told to be.
std::string WhatChipIs(const ChipFacts& facts) {
  std::string out = "This file tells of the chip that a module was compiled for";
  if (!facts.chip.empty()) out += ", " + facts.chip;
  if (facts.memory != kUnknownBytes) out += " with " + HumanBytes(facts.memory);
  return out + ", not of where its memory goes.";
}

std::map<Space, Bytes> AllocatedBySpace(const Assignment& assignment) {
  std::map<Space, Bytes> out;
  const Allocations& a = assignment.allocations;
  for (uint32_t i = 0; i < a.size_rows(); ++i) out[a.space[i]] += a.size[i];
  return out;
}

// Where two files of one module disagree on the bytes of a space; "" if they agree.
std::string Disagreement(const std::map<Space, Bytes>& x, const std::map<Space, Bytes>& y, Platform platform) {
  for (const auto& [space, bytes] : x) {
    const auto other = y.find(space);
    const Bytes there = other == y.end() ? 0 : other->second;
    // Two files of one module may be of two spaces.
    if (other == y.end() && bytes == 0) continue;
    if (bytes != there) return SpaceName(space, platform) + ": " + HumanBytes(bytes) + " against " + HumanBytes(there);
  }
  return {};
}

}  // namespace

Result<FileInfo> Session::AddFile(std::string name, std::unique_ptr<ByteSource> source, const Progress& progress) {
  return Add(std::move(name), std::move(source), progress, /*in_archive=*/false);
}

Result<FileInfo> Session::Add(std::string name, std::unique_ptr<ByteSource> source, const Progress& progress,
                              bool in_archive) {
  FileInfo info;
  info.name = std::move(name);
  info.bytes = source->size();
  const size_t slot = files_.size();
  const auto read = std::make_shared<FileOffset>(0);
  Result<Document> document = OpenDocument(std::make_unique<CountingSource>(std::move(source), read), progress);
  if (!document.ok()) return document.error();
  info.format = document->format;
  info.compressed = document->compressed;
  info.note = document->note;
  info.first_module = static_cast<uint32_t>(entries_.size());
  Result<FileInfo> added = [&]() -> Result<FileInfo> {
    switch (info.format) {
      case Format::kZip:
      case Format::kTar:
        if (!in_archive) return AddArchive(info, std::move(*document), progress);
        return Error{Code::kOtherTool, "This is an archive inside an archive.", "Unpack it and open what is in it."};
      case Format::kLog:
        AddReports(info, std::move(document->log.reports));
        sources_.push_back(std::move(document->source));
        files_.push_back(info);
        return info;
      case Format::kHloProto:
      case Format::kHloModuleProto:
      case Format::kBufferAssignmentProto:
      case Format::kHloSnapshot:
      case Format::kXSpace:
        return AddPrograms(std::move(info), std::move(*document), progress);
      default:
        return AddText(std::move(info), std::move(*document), progress);
    }
  }();
  if (added.ok()) files_[slot].bytes_read = added->bytes_read = *read;
  return added;
}

Result<FileInfo> Session::AddPrograms(FileInfo info, Document document, const Progress& progress) {
  info.module_count = static_cast<uint32_t>(document.programs.size());
  const uint32_t source = static_cast<uint32_t>(sources_.size());
  std::vector<Entry> entries;
  for (Program& program : document.programs) {
    Entry entry;
    entry.format = document.format;
    entry.source = source;
    ModuleInfo& module = entry.info;
    module.name = program.name.empty() ? NameFromFile(info.name) : program.name;
    module.title = program.program_id.empty() ? module.name : module.name + "(" + program.program_id + ")";
    module.program_id = program.program_id;
    module.bytes = program.bytes;
    module.platform = program.platform;
    Result<Assignment> assignment = LoadAssignment(*document.source, program, progress);
    if (assignment.ok()) {
      module.spaces = Summarize(*assignment);
      entry.allocated = AllocatedBySpace(*assignment);
      entry.ordered = assignment->traces.size_rows() > 0;
      if (!listed_ || module.peak() >= listed_->peak)
        listed_ = Listed{source, program.parts.assignment->at, module.peak(), std::move(*assignment)};
    } else {
      module.failure = assignment.error();
    }
    entry.program = std::move(program);
    entries.push_back(std::move(entry));
  }
  // A file with one module fails as a whole when that module is damaged; a wrong pass is still listed, greyed.
  if (entries.size() == 1) {
    if (const std::optional<Error>& failure = entries[0].info.failure;
        failure && failure->code != Code::kNoBufferAssignment && failure->code != Code::kNoMemory)
      return *failure;
    const std::string group = ParseDumpName(info.name).group;
    if (entries[0].info.failure)
      unshown_.insert(group);
    else
      entries[0].group = group;
  }
  const std::string group = entries.size() == 1 ? entries[0].group : std::string();
  sources_.push_back(std::move(document.source));
  for (Entry& entry : entries) Place(std::move(entry), info);
  // It may have taken the place of a text whose live ranges are all the order there is.
  if (const uint32_t placed = FindGroup(group); placed != kNone) ListByRanges(placed, progress);
  NamePlatforms(info);
  files_.push_back(info);
  AddWaiting(group, /*renamed=*/false, progress);
  return info;
}

// Adds a module, or lets it take the place of a poorer one of the same group.
void Session::Place(Entry entry, FileInfo& info) {
  entry.info.file = static_cast<uint32_t>(files_.size());
  const uint32_t known = FindGroup(entry.group);
  if (known == kNone || Worth(entries_[known].format) >= Worth(entry.format)) {
    entry.info.index = static_cast<uint32_t>(entries_.size());
    if (known == kNone && !entry.group.empty()) groups_.emplace(entry.group, entry.info.index);
    entries_.push_back(std::move(entry));
    return;
  }
  // What names things stays of use to a buffer assignment.
  const Entry& poorer = entries_[known];
  if (entry.format == Format::kBufferAssignmentText && poorer.format == Format::kHloText)
    entry.texts.insert(entry.texts.end(), poorer.texts.begin(), poorer.texts.end());
  if (entry.ranges == kNone) entry.ranges = poorer.ranges;
  entry.info.index = known;
  entries_[known] = std::move(entry);
  loaded_.remove_if([&](const auto& loaded) { return loaded.first == known; });
  info.first_module = known;
  info.module_count = 1;
  info.attached_to = known;
}

// Lists a proto without heap events by the live ranges that came with it, if any did.
void Session::ListByRanges(uint32_t module, const Progress& progress) {
  Entry& entry = entries_[module];
  if (!entry.texts.empty() || entry.ordered || entry.ranges == kNone) return;
  if (const auto loaded = Load(module, progress); loaded.ok()) entry.info.spaces = Summarize((*loaded)->assignment);
}

uint32_t Session::FindGroup(const std::string& group) const {
  const auto known = groups_.find(group);
  return group.empty() || known == groups_.end() ? kNone : known->second;
}

std::vector<ByteSource*> Session::SourcesOf(const Entry& entry, bool names) const {
  std::vector<ByteSource*> out;
  for (const uint32_t source : entry.texts) out.push_back(sources_[source].get());
  // The first two are the allocations and, if there are any, the live ranges; what follows only names things.
  if (!names && out.size() > 1) out.resize(entry.ordered ? 2 : 1);
  return out;
}

// Reads a text module as far as its line in the listing needs.
Status Session::ListText(Entry& entry, const Progress& progress) {
  FileOffset size = 0;
  for (const uint32_t source : entry.texts) size += sources_[source]->size();
  const auto read = [&](FileOffset at) { progress(std::min(at, size), size); };
  Result<Module> module = ReadTextModule(entry.format, SourcesOf(entry, /*names=*/false),
                                         progress ? read : std::function<void(FileOffset)>());
  if (!module.ok()) return module.error();
  entry.info.spaces = Summarize(module->assignment);
  entry.info.bytes = size;
  entry.allocated = AllocatedBySpace(module->assignment);
  entry.ordered = !module->assignment.no_order;
  if (!module->name.empty()) entry.info.name = entry.info.title = module->name;
  if (module->platform != Platform::kUnknown) entry.info.platform = module->platform;
  return {};
}

Result<FileInfo> Session::AddText(FileInfo info, Document document, const Progress& progress) {
  const DumpName name = ParseDumpName(info.name);
  const Format format = document.format;
  if (format == Format::kChipFacts) {
    Result<std::string> text = ReadAll(*document.source, kLargestFacts);
    if (!text.ok()) return text.error();
    const ChipFacts facts = ReadChipFacts(*text);
    Merge(chips_[name.group], facts);
    info.attached_to = FindGroup(name.group);
    if (info.attached_to != kNone || unshown_.count(name.group)) {
      files_.push_back(info);
      return info;
    }
    waiting_.push_back({std::move(info), kNone, name.group});
    return Error{Code::kNeedsCompanion, WhatChipIs(facts),
                 "Open the …after_optimizations.hlo.pb of the same module with it (this file is kept)."};
  }
  const uint32_t source = static_cast<uint32_t>(sources_.size());
  sources_.push_back(std::move(document.source));
  if (format == Format::kLiveRangeText || format == Format::kBufferValuesText)
    return AddCompanion(std::move(info), format, source, name.group, progress);
  const uint32_t known = FindGroup(name.group);
  if (format == Format::kHloText && known != kNone && entries_[known].format == Format::kBufferAssignmentText)
    return AddCompanion(std::move(info), format, source, name.group, progress);

  Entry entry;
  entry.format = format;
  entry.group = name.group;
  entry.texts.push_back(source);
  entry.info.name = entry.info.title = name.module_name.empty() ? NameFromFile(info.name) : name.module_name;
  if (name.target == "cpu") entry.info.platform = Platform::kCpu;
  if (name.target.size() > 3 && name.target.substr(name.target.size() - 4) == "_gpu")
    entry.info.platform = Platform::kGpu;
  if (Status status = ListText(entry, progress); !status.ok()) {
    sources_.pop_back();
    return status.error();
  }
  if (known != kNone && Worth(entries_[known].format) >= Worth(format)) {
    // Another file of the module says more already; this one can only check it.
    info.attached_to = known;
    const Entry& better = entries_[known];
    const std::string disagreement = Disagreement(entry.allocated, better.allocated, better.info.platform);
    if (!disagreement.empty() && Worth(format) >= Worth(Format::kUsageReportText)) {
      info.note = Error{Code::kInconsistent,
                        "It disagrees with the other file of " + better.info.title + " (" + disagreement + ").",
                        "They are of two compilations: open those of one dump together."};
    }
    sources_.pop_back();
    files_.push_back(info);
    return info;
  }
  info.module_count = 1;
  Place(std::move(entry), info);
  NamePlatforms(info);
  files_.push_back(info);
  AddWaiting(name.group, /*renamed=*/format == Format::kBufferAssignmentText, progress);
  return info;
}

// Adds what has been waiting for a module; also what may have lost its name, if it is not to be had under the module's.
void Session::AddWaiting(const std::string& group, bool renamed, const Progress& progress) {
  const uint32_t known = FindGroup(group);
  if (known == kNone && !renamed) return;
  for (Waiting& chip : waiting_) {
    if (chip.info.format != Format::kChipFacts || chip.group != group || known == kNone) continue;
    chip.info.attached_to = known;
    files_.push_back(chip.info);
  }
  waiting_.erase(std::remove_if(waiting_.begin(), waiting_.end(),
                                [](const Waiting& w) {
                                  return w.info.format == Format::kChipFacts && w.info.attached_to != kNone;
                                }),
                 waiting_.end());
  if (!renamed && Worth(entries_[known].format) < Worth(Format::kBufferAssignmentText)) return;
  for (const Format wanted : {Format::kLiveRangeText, Format::kBufferValuesText}) {
    auto at = std::find_if(waiting_.begin(), waiting_.end(),
                           [&](const Waiting& w) { return w.info.format == wanted && w.group == group; });
    if (at == waiting_.end() && renamed) {
      at = std::find_if(waiting_.begin(), waiting_.end(),
                        [&](const Waiting& w) { return w.info.format == wanted && MayBelong(w.group, group); });
    }
    if (at == waiting_.end()) continue;
    const Waiting companion = std::move(*at);
    waiting_.erase(at);
    (void)AddCompanion(companion.info, wanted, companion.source, group, progress);
  }
}

// Live ranges, values and HLO text of a module whose buffer assignment is, or will be, another file.
Result<FileInfo> Session::AddCompanion(FileInfo info, Format format, uint32_t source, const std::string& group,
                                       const Progress& progress) {
  uint32_t known = FindGroup(group);
  if (known == kNone || Worth(entries_[known].format) < Worth(Format::kBufferAssignmentText)) {
    // Renamed files: to the only assignment that lacks one.
    known = kNone;
    size_t candidates = 0;
    for (uint32_t i = 0; i < entries_.size(); ++i) {
      const Entry& entry = entries_[i];
      if (entry.format != Format::kBufferAssignmentText || entry.ordered == (format == Format::kLiveRangeText) ||
          !MayBelong(group, entry.group))
        continue;
      known = i;
      ++candidates;
    }
    if (candidates != 1) known = kNone;
  }
  if (known == kNone && unshown_.count(group)) {
    files_.push_back(info);  // planned with a proto that turned out to have nothing to add to
    return info;
  }
  if (known == kNone) {
    info.bytes_read = info.bytes;
    waiting_.push_back({std::move(info), source, group});
    const bool ranges = format == Format::kLiveRangeText;
    return Error{
        Code::kNeedsCompanion,
        ranges ? "These are the live ranges of a module's buffers: when they are live, but not how large they are "
                 "or where they lie."
               : "These are the values of a module's buffers: names and uses, but no sizes, places or times.",
        "Open the …-buffer-assignment.txt of the same module with it (this file is kept), or the "
        "…after_optimizations.hlo.pb alone, which has everything."};
  }
  Entry& entry = entries_[known];
  info.attached_to = known;
  if (entry.source != kNone && format == Format::kLiveRangeText) {
    // Held against the proto when that is decoded; listed again only where the ranges are all the order there is.
    entry.ranges = source;
    loaded_.remove_if([&](const auto& loaded) { return loaded.first == known; });
    ListByRanges(known, progress);
  } else if (entry.format == Format::kBufferAssignmentText) {
    const bool ranges = format == Format::kLiveRangeText;
    if (ranges && !entry.ordered) {
      entry.texts.insert(entry.texts.begin() + 1, source);
      entry.ranges = source;
      entry.ordered = true;  // for SourcesOf to choose it
      if (Status status = ListText(entry, progress); !status.ok() || !entry.ordered) {
        entry.texts.erase(entry.texts.begin() + 1);
        entry.ranges = kNone;
        entry.ordered = false;
        (void)ListText(entry, progress);
        info.note =
            Error{Code::kInconsistent, "Its names are not those of " + entry.info.title + ": it is of another module.",
                  "Open the two texts of one compilation."};
      }
    } else if (!ranges) {
      entry.texts.push_back(source);
    }
    entry.info.bytes += sources_[source]->size();
    loaded_.remove_if([&](const auto& loaded) { return loaded.first == known; });
  }
  files_.push_back(info);
  return info;
}

void Session::AddReports(FileInfo& info, std::vector<OomReport> reports) {
  info.first_report = static_cast<uint32_t>(reports_.size());
  info.report_count = static_cast<uint32_t>(reports.size());
  for (OomReport& report : reports) reports_.push_back({static_cast<uint32_t>(files_.size()), std::move(report)});
}

Result<FileInfo> Session::AddArchive(const FileInfo& info, Document document, const Progress& progress) {
  Result<std::shared_ptr<Archive>> archive = document.format == Format::kZip
                                                 ? Archive::OpenZip(std::move(document.source))
                                                 : Archive::OpenTar(std::move(document.source));
  if (!archive.ok()) return archive.error();
  std::vector<PathAndSize> paths;
  for (const ArchiveEntry& entry : (*archive)->entries()) paths.push_back({entry.path, entry.size});
  const DumpPlan plan = PlanDump(paths);
  FileOffset total = 0, done = 0;
  for (const uint32_t file : plan.open) total += paths[file].size;
  const size_t slot = files_.size();
  const uint32_t first_report = static_cast<uint32_t>(reports_.size());
  files_.push_back(info);
  std::optional<Error> failure;
  size_t opened = 0, failed = 0;
  std::map<uint32_t, const Instead*> instead_of;
  for (const Instead& instead : plan.instead) instead_of.emplace(instead.file, &instead);
  std::deque<uint32_t> waiting(plan.open.begin(), plan.open.end());
  while (!waiting.empty()) {
    const uint32_t file = waiting.front();
    waiting.pop_front();
    Result<std::unique_ptr<ByteSource>> entry = (*archive)->Open(file);
    const auto report = [&](FileOffset at, FileOffset) { progress(std::min(done + at, total), total); };
    Result<FileInfo> added = entry.ok() ? Add(info.name + "/" + paths[file].path, std::move(*entry),
                                              progress ? Progress(report) : Progress(), /*in_archive=*/true)
                                        : Result<FileInfo>(entry.error());
    done += paths[file].size;
    if (added.ok()) {
      ++opened;
      continue;
    }
    const auto other = instead_of.find(file);
    if (other != instead_of.end()) {
      const std::vector<uint32_t>& open = other->second->open;
      waiting.insert(waiting.begin(), open.begin(), open.end());
      for (const uint32_t more : open) total += paths[more].size;
    }
    // Files that could have been anything are no loss.
    const Code code = added.error().code;
    if (other != instead_of.end() || (code != Code::kTextFile && code != Code::kUnknownFormat)) {
      ++failed;
      if (!failure)
        failure = Error{added.error().code, "“" + paths[file].path + "”: " + added.error().message, added.error().hint};
    }
  }
  if (opened == 0) {
    files_.resize(slot);
    if (failure) return *failure;
    const std::string reason =
        plan.aside.empty() ? "" : " “" + paths[plan.aside[0].file].path + "”: " + plan.aside[0].reason;
    return Error{Code::kNoPrograms,
                 "Nothing in this archive of " + Thousands(static_cast<int64_t>(paths.size())) +
                     " files tells where memory goes." + reason,
                 "Pack the folder that --xla_dump_to wrote, or the profiler's plugins/profile folder."};
  }
  FileInfo& out = files_[slot];
  out.module_count = static_cast<uint32_t>(entries_.size()) - out.first_module;
  out.first_report = first_report;
  out.report_count = static_cast<uint32_t>(reports_.size()) - first_report;
  if (failed > 0) {
    out.note = Error{failure->code,
                     Thousands(static_cast<int64_t>(failed)) + " of its files could not be read. " + failure->message,
                     failure->hint};
  }
  return out;
}

void Session::NamePlatforms(const FileInfo& file) {
  // Trivial programs give no hint of what they were compiled for; others of the same file, or its name, do.
  Platform platform = Platform::kUnknown;
  if (file.name.find("cpu_after_optimizations") != std::string::npos) platform = Platform::kCpu;
  if (file.name.find("gpu_after_optimizations") != std::string::npos) platform = Platform::kGpu;
  const uint32_t end = file.first_module + file.module_count;
  for (uint32_t i = file.first_module; i < end && platform == Platform::kUnknown; ++i)
    platform = entries_[i].info.platform;
  for (uint32_t i = file.first_module; i < end; ++i) {
    if (entries_[i].info.platform == Platform::kUnknown) entries_[i].info.platform = platform;
  }
}

}  // namespace xmv
