#include "core/formats/memory_stats.h"

#include <algorithm>
#include <string>

#include "core/base/text.h"
#include "core/formats/module_builder.h"
#include "core/formats/size_text.h"

namespace xmv {
namespace {

// The number of "key=12" or "\"key\": 12"; 0 if there is none. The character before the key must not belong to a name.
Bytes NumberOf(std::string_view text, std::string_view key) {
  for (size_t at = text.find(key); at != std::string_view::npos; at = text.find(key, at + 1)) {
    const char before = at > 0 ? text[at - 1] : ' ';
    if (IsLetter(before) || IsDigit(before) || before == '_') continue;
    std::string_view rest = text.substr(at + key.size());
    Take(rest, "\"");
    rest = TrimLeft(rest);
    if (!Take(rest, "=") && !Take(rest, ":")) continue;
    rest = TrimLeft(rest);
    int64_t number = 0;
    return TakeNumber(rest, number) ? std::clamp<int64_t>(number, 0, kMaxBytes) : 0;
  }
  return 0;
}

}  // namespace

Result<Module> ReadMemoryStats(std::string_view text) {
  ModuleBuilder builder;
  int64_t next = 0;
  Bytes all = 0;
  const auto add = [&](Bytes size, Space space, uint8_t flags, const char* name) {
    if (size <= 0) return kNone;
    (void)AddBytes(all, size);
    builder.AddAllocation(next, size, space, flags);
    return builder.AddBuffer(next++, name, "", space, size, 0, "");
  };
  for (const bool host : {false, true}) {
    const auto number = [&](const std::string& key) { return NumberOf(text, (host ? "host_" : "") + key); };
    const Space space = host ? 5 : 0;
    const Bytes arguments = number("argument_size_in_bytes");
    const Bytes alias = std::min(number("alias_size_in_bytes"), arguments);
    add(alias, space, kFlagParameter | kFlagLiveOut, "arguments that hold outputs");
    add(arguments - alias, space, kFlagParameter, "arguments");
    add(number("output_size_in_bytes") - alias, space, kFlagLiveOut, "outputs");
    add(number("generated_code_size_in_bytes"), space, kFlagConstant, "generated code");
    const uint32_t temporaries = add(number("temp_size_in_bytes"), space, 0, "temporaries");
    if (temporaries != kNone) {
      builder.AddEvent(EventKind::kAlloc, temporaries, 0);
      builder.EndTrace();
    }
  }
  if (all == 0) {
    return Error{Code::kNoMemory,
                 "These memory statistics are all zero: the program uses no memory, or the runtime "
                 "that printed them knows none.",
                 "Open the …after_optimizations.hlo.pb of a dump of the program instead."};
  }
  std::string message =
      "Read from memory statistics: sums without single buffers, lifetimes or offsets. Temporaries are what the device "
      "reserves for them.";
  if (const Bytes peak = NumberOf(text, "peak_memory_in_bytes"); peak > 0)
    message += " The compiler states a peak of " + HumanBytes(peak) + " (" + Thousands(peak) + " bytes).";
  builder.module().assignment.faults.push_back(
      {Code::kFromText, std::move(message),
       "Dump the program for the rest: XLA_FLAGS=\"--xla_dump_to=DIR --xla_dump_hlo_as_proto\", then open its "
       "…after_optimizations.hlo.pb."});
  return builder.Finish();
}

}  // namespace xmv
