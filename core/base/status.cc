#include "core/base/status.h"

namespace xmv {

std::string_view CodeName(Code code) {
  switch (code) {
    case Code::kEmptyFile:
      return "EMPTY_FILE";
    case Code::kTruncated:
      return "TRUNCATED";
    case Code::kCorrupt:
      return "CORRUPT";
    case Code::kCompressedCorrupt:
      return "COMPRESSED_CORRUPT";
    case Code::kTooLarge:
      return "TOO_LARGE";
    case Code::kTextFile:
      return "TEXT_FILE";
    case Code::kMangledText:
      return "MANGLED_TEXT";
    case Code::kUnknownFormat:
      return "UNKNOWN_FORMAT";
    case Code::kOtherTool:
      return "OTHER_TOOL";
    case Code::kFromText:
      return "FROM_TEXT";
    case Code::kNeedsCompanion:
      return "NEEDS_COMPANION";
    case Code::kNoPrograms:
      return "NO_PROGRAMS";
    case Code::kNoModule:
      return "NO_MODULE";
    case Code::kNoBufferAssignment:
      return "NO_BUFFER_ASSIGNMENT";
    case Code::kNoMemory:
      return "NO_MEMORY";
    case Code::kSizeOverflow:
      return "SIZE_OVERFLOW";
    case Code::kInconsistent:
      return "INCONSISTENT";
    case Code::kLimit:
      return "LIMIT";
    case Code::kNoSuchModule:
      return "NO_SUCH_MODULE";
    case Code::kNoSuchSpace:
      return "NO_SUCH_SPACE";
    case Code::kNoSuchTrace:
      return "NO_SUCH_TRACE";
    case Code::kBadQuery:
      return "BAD_QUERY";
    case Code::kNoSuchBuffer:
      return "NO_SUCH_BUFFER";
    case Code::kReadFailed:
      return "READ_FAILED";
    case Code::kCancelled:
      return "CANCELLED";
  }
  return "UNKNOWN";
}

}  // namespace xmv
