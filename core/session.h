// The facade of the core: open files, list their modules, look at one memory space of one module.
//
//   Session session;
//   Result<FileInfo> file = session.AddFile("step.hlo.pb", std::move(source), {});
//   Result<std::unique_ptr<SpaceView>> view = session.View(session.modules()[0].index, 0, kNone);
//   (*view)->usage().peak();
//
// This is all that wasm/, the command line and the benchmarks include. Not thread-safe: one worker owns one session.
#ifndef XMV_CORE_SESSION_H_
#define XMV_CORE_SESSION_H_

#include <functional>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/analysis/relations.h"
#include "core/analysis/space_usage.h"
#include "core/base/status.h"
#include "core/formats/chip_facts.h"
#include "core/formats/document.h"
#include "core/formats/dump_plan.h"
#include "core/formats/oom_report.h"
#include "core/io/byte_source.h"
#include "core/model/module.h"
#include "core/view/card.h"
#include "core/view/change.h"
#include "core/view/curve.h"
#include "core/view/landmarks.h"
#include "core/view/live_set.h"
#include "core/view/point_state.h"
#include "core/view/rows.h"
#include "core/view/space_view.h"
#include "core/view/strip.h"

namespace xmv {

struct FileInfo {
  std::string name;
  Format format = Format::kHloProto;
  bool compressed = false;
  FileOffset bytes = 0;       // of the file as given
  FileOffset bytes_read = 0;  // to list it
  uint32_t first_module = 0;  // its modules are [first_module, first_module + module_count)
  uint32_t module_count = 0;
  uint32_t attached_to = kNone;  // module of another file that this one adds to or agrees with
  uint32_t first_report = 0;     // a log's messages are [first_report, first_report + report_count) of reports()
  uint32_t report_count = 0;
  std::optional<Error> note;  // damaged, but these modules could be read
};

struct ModuleInfo {
  uint32_t index = 0;  // in the session, stable
  std::string name;
  std::string title;  // with "(program id)" when it comes from a profile
  std::string program_id;
  uint32_t file = 0;
  FileOffset bytes = 0;
  Platform platform = Platform::kUnknown;
  std::vector<SpaceSummary> spaces;  // by number
  std::optional<Error> failure;
  ChipFacts chip;      // that it was compiled for, as far as files next to it tell
  Bytes peak() const;  // largest of its spaces
};

// An out-of-memory message and the file it stands in.
struct FileReport {
  uint32_t file;
  OomReport report;
};

class Session {
 public:
  // Opens a file and lists its modules. Errors concern the whole file; a single module's is in its ModuleInfo.
  //
  // Files of one module of a dump, known by their names (dump_name.h), make one module: the one that shows most counts,
  // texts add live ranges and names to a buffer assignment, live ranges and reports check a proto's names and sums (and
  // live ranges are its order where it has no heap events), and a better file that comes later takes the module's place
  // under the same index. A text that says nothing alone is an error (NEEDS_COMPANION), but is
  // kept for when the other one comes, and listed behind that. Of an archive the files that PlanDump chooses are
  // opened.
  Result<FileInfo> AddFile(std::string name, std::unique_ptr<ByteSource> source, const Progress& progress);

  const std::vector<FileInfo>& files() const { return files_; }
  const std::vector<FileReport>& reports() const { return reports_; }
  // Largest peak first, those that cannot be shown last.
  std::vector<ModuleInfo> modules() const;

  // Decodes the module unless it is one of the last few, and analyses a space. kNone: XProf's trace.
  Result<std::unique_ptr<SpaceView>> View(uint32_t module, Space space, uint32_t trace, const Progress& progress = {});
  Result<std::string> XprofJson(uint32_t module, Space space);

 private:
  struct Entry {
    Format format = Format::kHloProto;
    Program program;                   // of protos
    uint32_t source = kNone;           // of protos: where it lies
    uint32_t ranges = kNone;           // source of live ranges: part of a text's, to hold against a proto
    std::vector<uint32_t> texts;       // of other formats: sources for ReadTextModule
    std::string group;                 // of its file's name; "" if that tells none
    bool ordered = false;              // has lifetimes
    std::map<Space, Bytes> allocated;  // all allocations, thread-local ones too, to check reports with
    ModuleInfo info;
  };
  // A text that waits for the one it belongs to.
  struct Waiting {
    FileInfo info;
    uint32_t source;  // kNone: needed no longer
    std::string group;
  };
  // A module's assignment as read for the listing.
  struct Listed {
    uint32_t source;
    FileOffset at;
    Bytes peak;
    Assignment assignment;
  };
  // Adding files: session_files.cc.
  Result<FileInfo> Add(std::string name, std::unique_ptr<ByteSource> source, const Progress& progress, bool in_archive);
  Result<FileInfo> AddPrograms(FileInfo info, Document document, const Progress& progress);
  Result<FileInfo> AddText(FileInfo info, Document document, const Progress& progress);
  Result<FileInfo> AddCompanion(FileInfo info, Format format, uint32_t source, const std::string& group,
                                const Progress& progress);
  void AddWaiting(const std::string& group, bool renamed, const Progress& progress);
  Result<FileInfo> AddArchive(const FileInfo& info, Document document, const Progress& progress);
  void AddReports(FileInfo& info, std::vector<OomReport> reports);
  Status ListText(Entry& entry, const Progress& progress);
  void Place(Entry entry, FileInfo& info);
  void ListByRanges(uint32_t module, const Progress& progress);
  uint32_t FindGroup(const std::string& group) const;
  void NamePlatforms(const FileInfo& file);

  Result<std::shared_ptr<const Module>> Load(uint32_t module, const Progress& progress);
  Result<Module> LoadProgramOf(const Entry& entry, const Progress& progress);
  std::vector<ByteSource*> SourcesOf(const Entry& entry, bool names) const;

  std::vector<FileInfo> files_;
  std::vector<FileReport> reports_;
  std::vector<std::unique_ptr<ByteSource>> sources_;
  std::vector<Entry> entries_;
  std::vector<Waiting> waiting_;
  std::map<std::string, uint32_t> groups_;  // group → module
  std::map<std::string, ChipFacts> chips_;  // by group
  std::set<std::string> unshown_;           // groups of protos without an assignment
  // Of the module with the largest peak among those listed since one was shown: the next to be shown, most likely.
  std::optional<Listed> listed_;
  // Decoded modules, last used first.
  std::list<std::pair<uint32_t, std::shared_ptr<const Module>>> loaded_;
};

}  // namespace xmv

#endif  // XMV_CORE_SESSION_H_
