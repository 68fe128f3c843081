// A file as a list of programs: whatever it is, this is what the rest of the core sees.
#ifndef XMV_CORE_FORMATS_DOCUMENT_H_
#define XMV_CORE_FORMATS_DOCUMENT_H_

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/base/status.h"
#include "core/formats/detect.h"
#include "core/formats/hlo_proto.h"
#include "core/formats/log_scanner.h"
#include "core/io/byte_source.h"

namespace xmv {

// One program of a file: where it lies and what it is called. Nothing of it is decoded yet.
struct Program {
  std::string name;
  std::string program_id;  // decimal; only in profiles
  FileOffset bytes = 0;    // of its proto
  Platform platform = Platform::kUnknown;
  ProgramParts parts;
  std::optional<Error> failure;  // why it cannot be shown
};

struct Document {
  Format format;
  bool compressed = false;
  std::unique_ptr<ByteSource> source;  // inflated if it was compressed
  std::vector<Program> programs;       // in file order; none of texts and archives (see text_module.h, archive.h)
  LogReports log;                      // of a log: the messages in it, at least one
  std::optional<Error> note;           // the file is damaged, but these programs could be read
};

// Opens a file and finds its programs, or the out-of-memory messages of a log. `progress`, if set, gets (bytes done,
// bytes to do) of the source. Reads tags and names only; of a profile nothing but the metadata plane.
using Progress = std::function<void(FileOffset, FileOffset)>;
Result<Document> OpenDocument(std::unique_ptr<ByteSource> source, const Progress& progress);

// A program's buffer assignment (enough for a listing), and the rest of it. Cost: the bytes of the assignment, of the
// module.
Result<Assignment> LoadAssignment(ByteSource& source, const Program& program, const Progress& progress);
Result<Module> LoadProgram(ByteSource& source, const Program& program, Assignment assignment, const Progress& progress);

}  // namespace xmv

#endif  // XMV_CORE_FORMATS_DOCUMENT_H_
