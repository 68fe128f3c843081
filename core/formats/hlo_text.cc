#include "core/formats/hlo_text.h"

#include <algorithm>

#include "core/base/text.h"
#include "core/formats/backend_config.h"
#include "core/formats/instruction_text.h"

namespace xmv {
namespace {

constexpr size_t kMostRows = size_t{1} << 24;  // of one table; ids beyond what is there are ignored anyway

// "key=12" anywhere in the line; -1 if it is not there.
int64_t NumberOf(std::string_view line, std::string_view key) {
  const size_t at = line.find(key);
  int64_t number = -1;
  if (at == std::string_view::npos) return number;
  std::string_view rest = line.substr(at + key.size());
  TakeNumber(rest, number);
  return number;
}

// Row `id` (1-based) of a table that is filled in order.
template <typename T>
T* Row(std::vector<T>& table, int64_t id) {
  return id >= 1 && static_cast<size_t>(id) <= table.size() ? &table[static_cast<size_t>(id) - 1] : nullptr;
}

}  // namespace

void HloTextParser::Header(std::string_view line) {
  found_module_ = true;
  line.remove_prefix(10);
  size_t end = 0;
  while (end < line.size() && line[end] != ',' && !IsSpace(line[end])) ++end;
  module_name_ = line.substr(0, end);
  scheduled_ = Contains(line.substr(end, 64), "is_scheduled=true");
}

bool HloTextParser::TableLine(std::string_view line) {
  int64_t id;
  std::string_view rest = TrimLeft(line);
  if (!TakeNumber(rest, id)) return false;
  rest = TrimLeft(rest);
  if (table_ == Table::kFileNames || table_ == Table::kFunctionNames) {
    std::vector<StringId>& names = table_ == Table::kFileNames ? file_names_ : function_names_;
    if (rest.size() < 2 || rest.front() != '"' || rest.back() != '"' || names.size() >= kMostRows) return true;
    names.push_back(strings_.Intern(Unescape(rest.substr(1, rest.size() - 2))));
  } else if (table_ == Table::kFileLocations && locations_.size() < kMostRows) {
    locations_.push_back({NumberOf(rest, "file_name_id="), NumberOf(rest, "function_name_id="),
                          NumberOf(rest, " line="), NumberOf(rest, " column=")});
  } else if (table_ == Table::kStackFrames && frames_.size() < kMostRows) {
    frames_.emplace_back(NumberOf(rest, "file_location_id="), std::max<int64_t>(0, NumberOf(rest, "parent_frame_id=")));
  }
  return true;
}

void HloTextParser::LookAtConfig(std::string_view line) {
  const std::string_view config = BackendConfigOf(line);
  if (config.empty()) return;
  if (platform_ == Platform::kUnknown) platform_ = PlatformOf(config);
  const Bytes scoped = ScopedVmem(config);
  if (scoped > scoped_vmem_) {
    scoped_vmem_ = scoped;
    scoped_vmem_instruction_ = strings_.Intern(instruction_name_);
  }
}

bool HloTextParser::Line(std::string_view line) {
  instruction_name_ = {};
  if (line.empty()) return false;
  if (line[0] == ' ' || line[0] == '\t') {
    instruction_name_ = InstructionName(line);
    if (instruction_name_.empty()) return false;
    if (platform_ == Platform::kUnknown || platform_ == Platform::kTpu) LookAtConfig(line);
    return true;
  }
  if (line[0] == '}') {
    in_entry_ = false;
  } else if (StartsWith(line, "HloModule ")) {
    Header(line);
  } else if (std::string_view rest = line; Take(rest, "ENTRY ")) {
    Take(rest, "%");
    entry_computation_ = TrimRight(rest.substr(0, rest.find_first_of(" (")));
    in_entry_ = true;
    table_ = Table::kNone;
  } else if (IsDigit(line[0])) {
    if (table_ != Table::kNone) TableLine(line);
  } else if (line == "FileNames") {
    table_ = Table::kFileNames;
  } else if (line == "FunctionNames") {
    table_ = Table::kFunctionNames;
  } else if (line == "FileLocations") {
    table_ = Table::kFileLocations;
  } else if (line == "StackFrames") {
    table_ = Table::kStackFrames;
  } else {
    table_ = Table::kNone;
  }
  return false;
}

StackFrames HloTextParser::TakeFrames() {
  // The text prints a parent's number one too high (a root says that it is its own parent); as a proto has it, a root
  // has none.
  const bool shifted = !frames_.empty() && frames_[0].second == 1;
  StackFrames out;
  for (const auto& [location_id, printed_parent] : frames_) {
    StringId file = 0, function = 0;
    int64_t line = -1, column = -1;
    if (const Location* location = Row(locations_, location_id)) {
      line = location->line;
      column = location->column;
      if (const StringId* name = Row(file_names_, location->file)) file = *name;
      if (const StringId* name = Row(function_names_, location->function)) function = *name;
    }
    const int64_t parent = printed_parent > 0 && shifted ? printed_parent - 1 : printed_parent;
    const auto clamp = [](int64_t value) { return static_cast<int32_t>(std::clamp<int64_t>(value, -1, INT32_MAX)); };
    out.file.push_back(file);
    out.function.push_back(function);
    out.line.push_back(clamp(line));
    out.column.push_back(clamp(column));
    out.parent.push_back(clamp(parent));
  }
  frames_.clear();
  return out;
}

}  // namespace xmv
