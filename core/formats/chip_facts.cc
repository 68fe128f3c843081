#include "core/formats/chip_facts.h"

#include <utility>

#include "core/base/text.h"

namespace xmv {
namespace {

// The value of "key: value", without quotes; empty if the key is not there as a whole word.
std::string_view ValueOf(std::string_view text, std::string_view key) {
  for (size_t at = text.find(key); at != std::string_view::npos; at = text.find(key, at + 1)) {
    if (at > 0 && (IsLetter(text[at - 1]) || IsDigit(text[at - 1]) || text[at - 1] == '_')) continue;
    std::string_view rest = text.substr(at + key.size());
    if (!Take(rest, ":")) continue;
    rest = Trim(TakeUntil(rest, '\n'));
    if (Take(rest, "\"")) rest = TakeUntil(rest, '"');
    return rest;
  }
  return {};
}

Bytes BytesOf(std::string_view text, std::string_view key) {
  std::string_view value = ValueOf(text, key);
  int64_t number;
  return TakeNumber(value, number) && number >= 0 && number <= kMaxBytes ? number : kUnknownBytes;
}

// libtpu's names of generations; a variant tells the small and the large chip of one apart.
std::string TpuName(std::string_view version, bool lite) {
  constexpr std::pair<std::string_view, std::string_view> kNames[] = {
      {"JELLYFISH", "TPU v2"},
      {"DRAGONFISH", "TPU v3"},
      {"PUFFERFISH", "TPU v4"},
      {"GHOSTLITE", "TPU v6e"},
  };
  Take(version, "TPU_VERSION_");
  if (version == "VIPERFISH") return lite ? "TPU v5e" : "TPU v5p";
  for (const auto& [word, name] : kNames) {
    if (version == word) return std::string(name);
  }
  return version.empty() ? "" : "TPU " + std::string(version);
}

}  // namespace

bool IsChipFacts(std::string_view text) {
  return Contains(text, "tpu_topology_args {") || Contains(text, "gpu_device_info {") || StartsWith(text, "xla_tpu_") ||
         Contains(text.substr(0, 4096), "\nxla_tpu_");
}

ChipFacts ReadChipFacts(std::string_view text) {
  ChipFacts facts;
  if (Contains(text, "gpu_device_info {")) {
    facts.platform = Platform::kGpu;
    facts.chip = ValueOf(text, "device_description_str");
    if (facts.chip.empty()) facts.chip = ValueOf(text, "name");
    facts.memory = BytesOf(text, "device_memory_size");
    return facts;
  }
  facts.platform = Platform::kTpu;
  facts.chip = TpuName(ValueOf(text, "version"), ValueOf(text, "variant") == "lite");
  facts.reserved = BytesOf(text, "reserved_hbm_usage_bytes");
  if (facts.reserved == kUnknownBytes) facts.reserved = BytesOf(text, "xla_tpu_user_reserved_hbm_bytes");
  if (const Bytes kib = BytesOf(text, "xla_tpu_scoped_vmem_limit_kib"); kib != kUnknownBytes && kib <= kMaxBytes / 1024)
    facts.scoped_vmem = kib * 1024;
  return facts;
}

void Merge(ChipFacts& facts, const ChipFacts& more) {
  if (facts.platform == Platform::kUnknown) facts.platform = more.platform;
  if (facts.chip.empty()) facts.chip = more.chip;
  if (facts.memory == kUnknownBytes) facts.memory = more.memory;
  if (facts.reserved == kUnknownBytes) facts.reserved = more.reserved;
  if (facts.scoped_vmem == kUnknownBytes) facts.scoped_vmem = more.scoped_vmem;
}

}  // namespace xmv
