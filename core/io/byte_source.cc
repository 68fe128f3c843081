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

}  // namespace xmv
