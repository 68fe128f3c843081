#include "core/io/byte_source.h"

#include <algorithm>
#include <cstring>

namespace xmv {

size_t MemorySource::Read(FileOffset offset, size_t length, char* out) {
  if (offset >= bytes_.size()) return 0;
  const size_t count = std::min(length, bytes_.size() - static_cast<size_t>(offset));
  std::memcpy(out, bytes_.data() + offset, count);
  return count;
}

Error ReadFailed(FileOffset at) {
  return {Code::kReadFailed, "The file could not be read at byte " + Thousands(static_cast<int64_t>(at)) + ".",
          "It may have been changed, moved or deleted since it was chosen. Open it again."};
}

}  // namespace xmv
