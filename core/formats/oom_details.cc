// What follows the first sentence of an out-of-memory message: breakdown and largest allocations.
#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <utility>

#include "core/base/text.h"
#include "core/formats/instruction_text.h"
#include "core/formats/oom_message.h"
#include "core/model/shape.h"
#include "core/model/shape_text.h"

namespace xmv {
namespace {

constexpr size_t kMostAllocations = 1000;
constexpr size_t kLongestValue = 4000;

// Fields of an entry, in two spellings: libtpu's and BufferAssignment::ToVerboseString's.
enum class Key : uint8_t { kNone, kSize, kOperator, kShape, kUnpadded, kExtra, kLabel, kType, kTag, kEntry, kEnd };
constexpr std::pair<std::string_view, Key> kKeys[] = {
    {"Size:", Key::kSize},
    {"Operator:", Key::kOperator},
    {"Entry Parameter Subshape:", Key::kEntry},
    {"Shape:", Key::kShape},
    {"Unpadded size:", Key::kUnpadded},
    {"Extra memory due to padding:", Key::kExtra},
    {"XLA label:", Key::kLabel},
    {"XLA Label:", Key::kLabel},
    {"Allocation type:", Key::kType},
    {"Tag:", Key::kTag},
    {"=====", Key::kEnd},
};

// The key at `at`, if one stands there as words of its own.
std::pair<std::string_view, Key> KeyAt(std::string_view flat, size_t at) {
  constexpr std::string_view kFirst = "SOEUXAT=";
  if (kFirst.find(flat[at]) == std::string_view::npos) return {};
  if (at > 0 && IsLetter(flat[at - 1]) && flat[at] != '=') return {};
  for (const auto& key : kKeys) {
    if (StartsWith(flat.substr(at), key.first)) return key;
  }
  return {};
}

struct Field {
  Key key = Key::kNone;
  std::string_view value;
};

// Takes the next field: its key and what stands before the next key.
bool TakeField(std::string_view& flat, Field& field) {
  size_t at = 0;
  std::pair<std::string_view, Key> key;
  for (; at < flat.size(); ++at) {
    key = KeyAt(flat, at);
    if (key.second != Key::kNone) break;
  }
  if (at >= flat.size()) return false;
  field.key = key.second;
  const size_t begin = at + key.first.size();
  size_t end = begin;
  for (; end < flat.size(); ++end) {
    // Names in quotes may hold anything, but not for long: the quotes of a label that was cut off never close.
    if (flat[end] == '"' && end > begin && flat[end - 1] == '=') {
      const size_t close = flat.substr(end + 1, 2000).find('"');
      if (close != std::string_view::npos && !Contains(flat.substr(end + 1, close), "=====")) end += close + 1;
      continue;
    }
    if (KeyAt(flat, end).second != Key::kNone && (field.key != Key::kEnd || flat[end] != '=')) break;
  }
  field.value = Trim(flat.substr(begin, end - begin));
  flat.remove_prefix(end);
  return true;
}

// "… 2." in front of the next "Size:" is that entry's number in the list.
std::string_view WithoutListNumber(std::string_view value) {
  std::string_view rest = value;
  if (EndsWith(rest, ".") || EndsWith(rest, ")")) rest.remove_suffix(1);
  if (EndsWith(rest, "\\")) rest.remove_suffix(1);
  size_t digits = 0;
  while (!rest.empty() && IsDigit(rest.back()) && digits < 4) {
    rest.remove_suffix(1);
    ++digits;
  }
  const bool number = digits > 0 && (rest.empty() || rest.back() == ' ') && !EndsWith(value, " ");
  return number && (EndsWith(value, ".") || EndsWith(value, ")")) ? TrimRight(rest) : value;
}

// "(12.6x expansion)" → 12.6.
double Expansion(std::string_view text) {
  const size_t open = text.find('(');
  if (open == std::string_view::npos) return 0;
  double value = 0, scale = 0;
  for (const char c : text.substr(open + 1, 20)) {
    if (IsDigit(c)) {
      value = value * 10 + (c - '0');
      scale *= 10;
    } else if (c == '.' && scale == 0) {
      scale = 1;
    } else if (c != ',') {
      return c == 'x' ? value / std::max(scale, 1.0) : 0;
    }
  }
  return 0;
}

void TakeMetadata(std::string_view text, OomAllocation& allocation) {
  MetadataText metadata;
  if (!ReadMetadata(text, metadata)) return;
  allocation.op_type = metadata.op_type;
  allocation.op_name = metadata.op_name;
  allocation.source_file = metadata.source_file;
  allocation.source_line = metadata.source_line;
}

// What can be told from the rest once an entry is complete.
void Finish(OomAllocation& allocation) {
  // "%fusion.1 = f32[8]{0} fusion(…), metadata={…}"; GPU and CPU print only the opcode.
  InstructionText parts;
  if (ReadInstruction(allocation.label, parts)) {
    if (allocation.shape.empty()) allocation.shape = parts.shape;
    MetadataText metadata;
    if (allocation.op_name.empty() && ReadInstructionMetadata(parts.attributes, metadata)) {
      allocation.op_type = metadata.op_type;
      allocation.op_name = metadata.op_name;
      allocation.source_file = metadata.source_file;
      allocation.source_line = metadata.source_line;
    }
  }
  TextShape shape;
  if (ReadShape(allocation.shape, shape) > 0) {
    const Bytes unpadded = UnpaddedBytes(shape);
    if (allocation.unpadded == kUnknownBytes && unpadded > 0 && unpadded <= allocation.size)
      allocation.unpadded = unpadded;
  }
  if (allocation.unpadded > 0 && allocation.size > allocation.unpadded) {
    if (allocation.expansion <= 1)
      allocation.expansion = static_cast<double>(allocation.size) / static_cast<double>(allocation.unpadded);
    allocation.padding_reason = PaddingReason(allocation.shape);
  }
}

// Pairs of a name and a size, from the front: "reserved 528.00M program 17.08G arguments unknown size".
void ReadPairs(std::string_view text, const char* group, OomReport& report) {
  size_t begin = 0;
  for (size_t at = 0; at < text.size();) {
    const bool starts = IsDigit(text[at]) && at > 0 && (text[at - 1] == ' ' || text[at - 1] == ':');
    if (StartsWith(text.substr(at), "unknown size")) {
      report.parts.push_back({group, std::string(Trim(text.substr(begin, at - begin))), kUnknownBytes});
      begin = at += 12;
      continue;
    }
    if (text[at] == '(') {  // details in parentheses are read elsewhere; they nest once
      int depth = 0;
      for (; at < text.size(); ++at) {
        depth += text[at] == '(' ? 1 : text[at] == ')' ? -1 : 0;
        if (depth == 0) break;
      }
      begin = ++at;
      continue;
    }
    if (!starts) {
      ++at;
      continue;
    }
    std::string_view rest = text.substr(at);
    SizeText size;
    if (!TakeSize(rest, size)) {
      ++at;
      continue;
    }
    std::string_view name = Trim(text.substr(begin, at - begin));
    if (EndsWith(name, ":")) name.remove_suffix(1);
    if (!name.empty() && name.size() < 60) report.parts.push_back({group, std::string(name), size.bytes});
    begin = at = text.size() - rest.size();
  }
}

// The part of `flat` from behind `from` to the first of `until`.
std::string_view Between(std::string_view flat, size_t from, std::initializer_list<std::string_view> until) {
  std::string_view rest = flat.substr(std::min(from, flat.size()));
  size_t end = rest.size();
  for (const std::string_view stop : until) end = std::min(end, rest.substr(0, end).find(stop));
  return rest.substr(0, end);
}

// The size behind `key`; kUnknownBytes if there is none.
Bytes SizeBehind(std::string_view flat, std::string_view key) {
  const size_t at = flat.find(key);
  if (at == std::string_view::npos) return kUnknownBytes;
  std::string_view rest = flat.substr(at + key.size());
  SizeText size;
  return TakeSize(rest, size) ? size.bytes : kUnknownBytes;
}

bool HasPart(const OomReport& report, std::string_view name) {
  return std::any_of(report.parts.begin(), report.parts.end(), [&](const OomPart& p) { return p.name == name; });
}

// BufferAssignment stats of GPU and CPU: "parameter allocation: 1.20GiB …".
void ReadStats(std::string_view flat, OomReport& report) {
  const size_t at = flat.find("BufferAssignment stats:");
  if (at == std::string_view::npos || HasPart(report, "parameter allocation")) return;
  const std::string_view block = Between(flat, at + 23, {"Peak buffers", "====="});
  ReadPairs(block, "total", report);
  for (OomPart& part : report.parts) {
    // Fragmentation is inside what stands before it, and the total is no summand.
    if (EndsWith(part.name, "fragmentation") || StartsWith(part.name, "total")) part.group = "other";
    if (part.name == "preallocated temp fragmentation") report.temp_fragmentation = part.bytes;
  }
}

}  // namespace

void ReadOomBreakdown(std::string_view flat, OomReport& report) {
  ReadStats(flat, report);
  if (const size_t total = flat.find("usage >= "); total != std::string_view::npos && !HasPart(report, "program")) {
    const size_t colon = flat.find(':', total);
    if (colon != std::string_view::npos && colon - total < 40) {
      ReadPairs(Between(flat, colon + 1, {"Output size", "Program ", "Largest program", "====="}), "total", report);
      if (report.needed == kUnknownBytes) report.needed = SizeBehind(flat, "usage >= ");
    }
  }
  if (const size_t output = flat.find("Output size "); output != std::string_view::npos) {
    const std::string_view sentence = Between(flat, output, {"Program ", "Largest program"});
    report.output = SizeBehind(sentence, "Output size ");
    report.output_shared = SizeBehind(sentence, "shares ");
  }
  const size_t program = flat.find(" requirement ");
  if (program == std::string_view::npos) return;
  const size_t colon = flat.find(':', program);
  if (colon == std::string_view::npos || colon - program > 40) return;
  const std::string_view block = Between(flat, colon + 1, {"Largest program", "=====", "Total "});
  ReadPairs(block, "program", report);
  report.temp_unpadded = SizeBehind(block, "Unpadded (");
  report.temp_padded = SizeBehind(block, "Padded (");
  if (report.temp_unpadded != kUnknownBytes) {  // "Unpadded (" ends in "padded (" only; the second is behind it
    const size_t padded = block.find(" Padded (");
    report.temp_padded =
        padded == std::string_view::npos ? kUnknownBytes : SizeBehind(block.substr(padded), "Padded (");
  }
  report.temp_fragmentation = SizeBehind(block, "fragmentation (");
}

void ReadOomAllocations(std::string_view flat, OomReport& report) {
  size_t from = flat.find("Largest program allocations");
  if (from == std::string_view::npos) from = flat.find("program allocations in");
  if (from == std::string_view::npos) from = flat.find("Peak buffers");
  if (from == std::string_view::npos) from = flat.find("Size:");
  if (from == std::string_view::npos) return;
  flat.remove_prefix(from);
  OomAllocation entry;
  const auto close = [&] {
    if (entry.size == kUnknownBytes || report.allocations.size() >= kMostAllocations) return;
    Finish(entry);
    report.allocations.push_back(std::move(entry));
    entry = {};
  };
  for (Field field; TakeField(flat, field);) {
    const std::string_view value = WithoutListNumber(field.value).substr(0, kLongestValue);
    std::string_view rest = value;
    SizeText size;
    switch (field.key) {
      case Key::kSize:
        close();
        entry = {};
        if (TakeSize(rest, size)) entry.size = size.bytes;
        break;
      case Key::kOperator:
        TakeMetadata(value, entry);
        break;
      case Key::kEntry:
        entry.type = "parameter";
        entry.shape = value;
        break;
      case Key::kShape:
        entry.shape = value;
        break;
      case Key::kUnpadded:
        if (TakeSize(rest, size)) entry.unpadded = size.bytes;
        break;
      case Key::kExtra:
        entry.expansion = std::max(1.0, Expansion(value));
        break;
      case Key::kLabel:
        entry.label = value;
        break;
      case Key::kType:
      case Key::kTag:
        entry.type = value.substr(0, 100);
        break;
      case Key::kEnd:
        close();
        break;
      case Key::kNone:
        break;
    }
  }
  close();
}

bool IsOomDetail(std::string_view line) {
  // Words of messages that stand on lines of their own. Short ones only at the beginning.
  static constexpr std::string_view kAnywhere[] = {
      " usage >= ",
      "Output size ",
      " requirement ",
      "program allocations in",
      "HLO temp ",
      "Unpadded size:",
      "Extra memory due to",
      "XLA label:",
      "XLA Label:",
      "Allocation type:",
      "Operator: op_",
      "Entry Parameter Subsh",
      "BufferAssignment ",
      "Peak buffers",
      " allocation: ",
      " fragmentation: ",
      "=====",
      "openxla.org/xla/errors",
      "HLO module: ",
      "% utilization",
      "capacity by ",
      "file a bug against XLA",
  };
  static constexpr std::string_view kFirst[] = {
      "reserved ",  "program ", "arguments ", "global ",   "scoped ", "overlays ", "HLO temp",
      "constants ", "Size:",    "Shape:",     "Operator:", "Tag:",    "stack ",    "spill "};
  for (const std::string_view word : kAnywhere) {
    if (Contains(line, word)) return true;
  }
  // "2. Size: …"
  std::string_view rest = line;
  int64_t number;
  if (TakeNumber(rest, number)) {
    Take(rest, "\\");
    if (Take(rest, ".")) line = TrimLeft(rest);
  }
  for (const std::string_view word : kFirst) {
    if (StartsWith(line, word)) return true;
  }
  return StartsWith(line, "Buffer ") && EndsWith(line, ":");
}

}  // namespace xmv
