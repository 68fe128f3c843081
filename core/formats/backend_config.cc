#include "core/formats/backend_config.h"

#include <algorithm>
#include <charconv>

namespace xmv {
namespace {

// The value of a key in one flat JSON object, as a number; numbers may be quoted (proto3 JSON quotes int64).
int64_t JsonNumber(std::string_view object, std::string_view key) {
  const size_t at = object.find(key);
  if (at == std::string_view::npos) return 0;
  size_t begin = at + key.size();
  while (begin < object.size() && (object[begin] == ' ' || object[begin] == ':' || object[begin] == '"')) ++begin;
  int64_t value = 0;
  std::from_chars(object.data() + begin, object.data() + object.size(), value);
  return value;
}

}  // namespace

Platform PlatformOf(std::string_view config) {
  if (config.find("\"used_scoped_memory_configs\"") != std::string_view::npos ||
      config.find("\"flag_configs\"") != std::string_view::npos)
    return Platform::kTpu;
  if (config.find("\"outer_dimension_partitions\"") != std::string_view::npos) return Platform::kCpu;
  if (config.find("\"force_earliest_schedule\"") != std::string_view::npos ||
      config.find("\"fusion_backend_config\"") != std::string_view::npos ||
      config.find("\"wait_on_operation_queues\"") != std::string_view::npos ||
      config.find("\"reification_cost\"") != std::string_view::npos) {
    return Platform::kGpu;
  }
  return Platform::kUnknown;
}

// Largest "size" of memory space 1 (VMEM) in
// "used_scoped_memory_configs":[{"memory_space":"1","offset":"0","size":"…"}].
Bytes ScopedVmem(std::string_view config) {
  constexpr std::string_view kKey = "\"used_scoped_memory_configs\"";
  const size_t at = config.find(kKey);
  if (at == std::string_view::npos) return 0;
  const size_t open = config.find('[', at);
  const size_t close = config.find(']', at);
  if (open == std::string_view::npos || close == std::string_view::npos || close < open) return 0;
  std::string_view list = config.substr(open + 1, close - open - 1);
  Bytes largest = 0;
  while (!list.empty()) {
    const size_t end = list.find('}');
    const std::string_view object = list.substr(0, end);
    if (JsonNumber(object, "\"memory_space\"") == 1) largest = std::max(largest, JsonNumber(object, "\"size\""));
    list = end == std::string_view::npos ? std::string_view() : list.substr(end + 1);
  }
  return std::min(largest, kMaxBytes);
}

}  // namespace xmv
