#include "core/formats/detect_text.h"

#include <algorithm>
#include <initializer_list>

#include "core/base/text.h"
#include "core/formats/chip_facts.h"

namespace xmv {
namespace {

constexpr size_t kFirstLines = 4096;

// Whether a line begins so.
bool HasLine(std::string_view text, std::string_view with) {
  for (size_t at = text.find(with); at != std::string_view::npos; at = text.find(with, at + 1)) {
    if (at == 0 || text[at - 1] == '\n') return true;
  }
  return false;
}

bool ContainsAny(std::string_view text, std::initializer_list<std::string_view> words) {
  return std::any_of(words.begin(), words.end(), [&](std::string_view word) { return Contains(text, word); });
}

}  // namespace

bool IsText(std::string_view prefix) {
  constexpr std::string_view kHarmless = "\n\r\t\f\v\b\a\x1b";
  return std::none_of(prefix.begin(), prefix.end(), [&](char c) {
    return static_cast<unsigned char>(c) < 0x20 && kHarmless.find(c) == std::string_view::npos;
  });
}

Format DetectText(std::string_view prefix) {
  Take(prefix, "\xef\xbb\xbf");
  const std::string_view begin = TrimLeft(prefix), first = prefix.substr(0, kFirstLines);
  if (HasLine(first, "HloModule ")) return Format::kHloText;
  if (HasLine(first, "BufferAssignment:")) return Format::kBufferAssignmentText;
  if (HasLine(first, "HloLiveRange (")) return Format::kLiveRangeText;
  if (HasLine(first, "Used values:")) return Format::kBufferValuesText;
  if (HasLine(first, "Memory Space:") && Contains(first, "Total bytes: ")) return Format::kUsageReportText;
  if (HasLine(first, "Total bytes used:") && Contains(first, "Allocations sorted by size"))
    return Format::kUsageReportText;
  if (StartsWith(begin, "CompiledMemoryStats(")) return Format::kMemoryStats;
  if (StartsWith(begin, "{")) {
    if (ContainsAny(prefix, {"\"heapSizes\"", "\"maxHeap\"", "\"peakHeapMib\"", "\"indefiniteLifetimes\"",
                             "\"totalBufferAllocationMib\""}) ||
        (Contains(first, "\"moduleName\"") && Contains(first, "\"entryComputationName\"")))
      return Format::kXprofResult;
    if (Contains(first, "\"argument_size_in_bytes\"")) return Format::kMemoryStats;
  }
  if (IsChipFacts(prefix)) return Format::kChipFacts;
  return Format::kLog;
}

Error UselessText(std::string_view prefix) {
  const std::string_view first = prefix.substr(0, kFirstLines);
  if (ContainsAny(prefix, {"RESOURCE_EXHAUSTED", "Ran out of memory", "Out of memory"})) {
    return {Code::kTextFile,
            "This is an out-of-memory message without its numbers. The program that caused it is in the compiler's "
            "dump.",
            "Run again with XLA_FLAGS=\"--xla_dump_to=DIR --xla_dump_hlo_as_proto\" and open "
            "DIR/…after_optimizations.hlo.pb; it is written even when the compile then fails."};
  }
  if (StartsWith(prefix, "module @") || StartsWith(prefix, "#loc") || Contains(first, "stablehlo."))
    return {Code::kTextFile, "This is the program as MLIR, before the compiler assigned memory.", kOpenTheProto};
  if (StartsWith(prefix, "{") || StartsWith(prefix, "["))
    return {Code::kTextFile, "This is JSON, which holds no compiled program.", kOpenTheProto};
  return {Code::kTextFile, "This text is none of the compiler's dumps, and no out-of-memory message is in it.",
          kOpenTheProto};
}

}  // namespace xmv
