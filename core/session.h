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
#include <string>
#include <utility>
#include <vector>

#include "core/analysis/relations.h"
#include "core/analysis/space_usage.h"
#include "core/base/status.h"
#include "core/formats/document.h"
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
  Bytes peak() const;  // largest of its spaces
};

class Session {
 public:
  // Opens a file and lists its modules. Errors concern the whole file; a single module's is in its ModuleInfo.
  Result<FileInfo> AddFile(std::string name, std::unique_ptr<ByteSource> source, const Progress& progress);

  const std::vector<FileInfo>& files() const { return files_; }
  // Largest peak first, those that cannot be shown last.
  std::vector<ModuleInfo> modules() const;

  // Decodes the module unless it is one of the last few, and analyses a space. kNone: XProf's trace.
  Result<std::unique_ptr<SpaceView>> View(uint32_t module, Space space, uint32_t trace, const Progress& progress = {});
  Result<std::string> XprofJson(uint32_t module, Space space);

 private:
  struct Entry {
    Program program;
    ModuleInfo info;
  };
  void NamePlatforms(const FileInfo& file);
  Result<std::shared_ptr<const Module>> Load(uint32_t module, const Progress& progress);

  std::vector<FileInfo> files_;
  std::vector<std::unique_ptr<ByteSource>> sources_;  // per file
  std::vector<Entry> entries_;
  // Decoded modules, last used first.
  std::list<std::pair<uint32_t, std::shared_ptr<const Module>>> loaded_;
};

}  // namespace xmv

#endif  // XMV_CORE_SESSION_H_
