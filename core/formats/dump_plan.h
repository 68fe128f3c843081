// Decides which of many files are worth opening, and in which order, from their names and sizes alone.
#ifndef XMV_CORE_FORMATS_DUMP_PLAN_H_
#define XMV_CORE_FORMATS_DUMP_PLAN_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/units.h"
#include "core/formats/dump_name.h"

namespace xmv {

struct PathAndSize {
  std::string path;  // relative, with folders
  FileOffset size = 0;
};

// Files of one module of one dump.
struct DumpGroup {
  DumpName name;                // of its main file
  std::string folder;           // that holds it
  std::vector<uint32_t> files;  // all of its files, as numbered in the list given
  FileOffset bytes = 0;         // together
};

// A file that is not opened.
struct SetAside {
  uint32_t file;
  std::string reason;  // a sentence for the user
};

// What to open, in that order, in place of a file that is damaged. The first of them may be damaged, too, and have
// something in its own place.
struct Instead {
  uint32_t file;
  std::vector<uint32_t> open;
};

struct DumpPlan {
  std::vector<uint32_t> open;    // in the order to open them: modules by the size of their main file, largest first; of
                                 // each first what shows most, then what adds to it
  std::vector<SetAside> aside;   // the rest, in the order given
  std::vector<Instead> instead;  // of main files of modules; of what is set aside, and each file at most once
  std::vector<DumpGroup> groups;  // in the order of `open`; modules of which nothing is opened last
};

// Of a module the proto is opened if there is one, else the buffer assignment with its live ranges and names, else what
// there is; besides, what tells of the chip, and to check them with one small usage report and a proto's live ranges.
// Profiles, archives, logs and files that could be anything are opened too. O(n log n).
DumpPlan PlanDump(const std::vector<PathAndSize>& files);

}  // namespace xmv

#endif  // XMV_CORE_FORMATS_DUMP_PLAN_H_
