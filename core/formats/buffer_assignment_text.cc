#include "core/formats/buffer_assignment_text.h"

#include <algorithm>
#include <string>
#include <utility>

#include "core/base/text.h"
#include "core/formats/allocation_text.h"
#include "core/formats/hlo_text.h"
#include "core/formats/instruction_text.h"
#include "core/formats/live_range_trace.h"
#include "core/formats/module_builder.h"
#include "core/io/line_reader.h"

namespace xmv {
namespace {

enum class Part : uint8_t { kNone, kAllocations, kValues, kSchedule, kRanges, kHlo };

// A row per string id, grown as needed.
class Rows {
 public:
  uint32_t Get(StringId id) const { return id < rows_.size() ? rows_[id] : kNone; }
  void Set(StringId id, uint32_t row) {
    if (id >= rows_.size()) rows_.resize(std::max<size_t>(id + size_t{1}, rows_.size() * 2), kNone);
    rows_[id] = row;
  }

 private:
  std::vector<uint32_t> rows_;
};

constexpr char kWhatPointsAre[] =
    "lifetimes are live ranges over the schedule, so program points are where those begin and end, not the compiler's "
    "own heap events, and points are not XProf's.";

// "fusion.1{}" and "fusion.1{} (phi)" → "fusion.1": as names are compared between the parts.
std::string_view ValueName(std::string_view name) {
  if (EndsWith(name, " (phi)")) name.remove_suffix(6);
  if (EndsWith(name, "{}")) name.remove_suffix(2);
  return name;
}

class TextReader {
 public:
  TextReader() : hlo_(builder_.strings()) {}

  Status Read(ByteSource& text, const std::function<void(FileOffset)>& progress) {
    part_ = Part::kNone;
    LineReader lines(text);
    lines.on_read = progress;
    for (std::string_view line; lines.Next(line);) ReadLine(line);
    return lines.status();
  }

  // Of AddLiveRanges, after Read().
  void AddTo(Module& module) {
    Rows row_of_name;
    std::vector<bool> known(ranges_.size(), false);
    for (uint32_t i = 0; i < ranges_.size(); ++i) {
      known[i] = row_of_name.Get(ranges_[i].name) != kNone;  // named twice: the first counts
      if (!known[i]) row_of_name.Set(ranges_[i].name, i);
    }
    Assignment& a = module.assignment;
    std::vector<LiveRange> ranges(a.buffers.size_rows());
    size_t unranged = 0, temporaries = 0;
    for (uint32_t buffer = 0; buffer < ranges.size(); ++buffer) {
      const uint32_t allocation = a.buffers.allocation[buffer];
      if (allocation == kNone) continue;
      const uint32_t row = row_of_name.Get(strings().Intern(BufferName(module, buffer)));
      if (row != kNone) {
        ranges[buffer] = {ranges_[row].start, ranges_[row].end};
        known[row] = true;
      }
      temporaries += a.allocations.temporary(allocation);
      unranged += row == kNone && a.allocations.temporary(allocation);
    }
    const size_t unknown = static_cast<size_t>(std::count(known.begin(), known.end(), false));
    if (unknown + unranged > 0) {
      a.faults.push_back(
          {Code::kInconsistent,
           "The live ranges that came with it are not of this program: " + Thousands(static_cast<int64_t>(unknown)) +
               " of the " + Thousands(static_cast<int64_t>(ranges_.size())) + " are of buffers it does not have, and " +
               Thousands(static_cast<int64_t>(unranged)) + " of its temporaries have none.",
           "They are left out. Open files of one compilation together."});
    } else if (a.traces.size_rows() == 0 && temporaries > 0) {
      std::vector<StringId> schedule;
      for (const StringId instruction : this->module().schedule)
        schedule.push_back(a.strings.Intern(strings().Get(instruction)));
      AppendTraces(ranges, schedule, a);
      a.faults.push_back(
          {Code::kFromText,
           std::string("The proto has no heap events; of the live ranges that came with it: ") + kWhatPointsAre,
           "Sizes, offsets and categories are the proto's."});
    }
  }

  Result<Module> Finish() {
    if (module().assignment.allocations.size_rows() == 0) {
      return Error{Code::kNeedsCompanion,
                   "This text of the compiler's dump has no allocations in it: without sizes and offsets nothing can "
                   "be drawn.",
                   "Open the …-buffer-assignment.txt of the same module together with it, or the "
                   "…after_optimizations.hlo.pb alone."};
    }
    module().name = hlo_.module_name();
    module().entry_computation = hlo_.entry_computation();
    module().frames = hlo_.TakeFrames();
    module().scoped_vmem = hlo_.scoped_vmem();
    module().scoped_vmem_instruction = hlo_.scoped_vmem_instruction();
    module().platform = hlo_.platform();
    if (module().platform == Platform::kUnknown && builder_.tiled()) module().platform = Platform::kTpu;
    Result<Module> result = builder_.Finish();
    if (result.ok()) AddTraces(*result);
    return result;
  }

 private:
  Module& module() { return builder_.module(); }
  StringTable& strings() { return builder_.strings(); }

  void ReadLine(std::string_view line) {
    // Lines of the part at hand are nearly all there are; headings begin with a letter.
    switch (part_) {
      case Part::kAllocations:
        if (StartsWith(line, " value: <")) return ReadValue(line.substr(9));
        if (StartsWith(line, "allocation ")) return ReadAllocation(line.substr(11));
        break;
      case Part::kValues:
        if (StartsWith(line, "  ")) return;  // positions and uses
        if (StartsWith(line, "<")) return BeginUsedValue(line.substr(1));
        if (StartsWith(line, " from instruction:")) return ReadUsedValue(line.substr(18));
        break;
      case Part::kSchedule:
        if (StartsWith(line, "    ") && ReadScheduled(line.substr(4))) return;
        break;
      case Part::kRanges:
        if (StartsWith(line, "    ") && ReadRange(line.substr(4))) return;
        break;
      case Part::kHlo:
        if (!StartsWith(line, "BufferAssignment:") && !StartsWith(line, "HloLiveRange (")) return ReadHlo(line);
        break;
      case Part::kNone:
        break;
    }
    const std::string_view trimmed = Trim(line);
    if (trimmed.empty() || Heading(trimmed)) return;
    // Indentation eaten, or a value of 2017-2018.
    if (part_ == Part::kAllocations) {
      std::string_view rest = trimmed;
      if (Take(rest, "value: <")) return ReadValue(rest);
      if (Take(rest, "allocation ")) return ReadAllocation(rest);
      ReadOldValue(trimmed);
    }
    if (part_ == Part::kSchedule) ReadScheduled(trimmed);
    if (part_ == Part::kRanges) ReadRange(trimmed);
  }

  bool Heading(std::string_view line) {
    const auto is = [&](std::string_view heading, Part part) {
      if (!StartsWith(line, heading)) return false;
      part_ = part;
      return true;
    };
    if (is("HloModule ", Part::kHlo)) hlo_.Line(line);
    return StartsWith(line, "HloModule ") || is("BufferAssignment:", Part::kAllocations) ||
           is("Used values:", Part::kValues) || is("InstructionSequence:", Part::kSchedule) ||
           is("BufferLiveRange:", Part::kRanges) || is("HloLiveRange (", Part::kNone) ||
           is("Live ranges at ", Part::kNone) || is("Stack trace breakdown", Part::kNone) ||
           is("Total bytes used:", Part::kNone) || is("BufferAssignment stats:", Part::kNone);
  }

  // "3: size 4096, color 1, parameter 0, shape |f32[2]| at ShapeIndex {0}, maybe-live-out:"
  void ReadAllocation(std::string_view line) {
    const AllocationText text = ReadAllocationText(line);
    Allocations& a = module().assignment.allocations;
    a.shape_index.insert(a.shape_index.end(), text.shape_index.begin(), text.shape_index.end());
    builder_.AddAllocation(text.index >= 0 ? text.index : static_cast<int64_t>(a.size_rows()), text.size, text.space,
                           text.flags, text.parameter);
  }

  // "12 fusion.1{0} @1> (size=4096,offset=0): f32[32,32]{1,0}"
  void ReadValue(std::string_view line) {
    int64_t id, size = 0, offset = 0;
    if (!TakeNumber(line, id) || !Take(line, " ")) return;
    std::string_view name = TakeUntil(line, '>');
    int64_t color = CurrentSpace();
    if (const size_t at = name.rfind(" @"); at != std::string_view::npos) {
      std::string_view number = name.substr(at + 2);
      TakeNumber(number, color);
      name = name.substr(0, at);
    }
    if (!Take(line, " (size=") || !TakeNumber(line, size) || !Take(line, ",offset=") || !TakeNumber(line, offset))
      return;
    TakeUntil(line, ':');
    name = ValueName(name);
    const size_t open = name.find('{');
    std::string_view index = open == std::string_view::npos ? std::string_view() : name.substr(open);
    AddBuffer(id, name, name.substr(0, open), index, color, size, offset, TrimLeft(line));
  }

  // "fusion.1[0](#12 @1) [0,4096]: f32[32,32]{1,0}"
  void ReadOldValue(std::string_view line) {
    int64_t id, color = 0, size = 0, offset = 0;
    const std::string_view name = TakeUntil(line, '[');
    std::string index = "{" + std::string(TakeUntil(line, ']')) + "}";
    if (!Take(line, "(#") || !TakeNumber(line, id)) return;
    if (Take(line, " @")) TakeNumber(line, color);
    if (!Take(line, ") [") || !TakeNumber(line, offset) || !Take(line, ",") || !TakeNumber(line, size)) return;
    TakeUntil(line, ':');
    AddBuffer(id, std::string(name) + (index == "{}" ? "" : index), name, index, color, size, offset, TrimLeft(line));
  }

  Space CurrentSpace() {
    const Allocations& a = module().assignment.allocations;
    return a.size_rows() == 0 ? 0 : a.space.back();
  }

  void AddBuffer(int64_t id, std::string_view full_name, std::string_view name, std::string_view index, int64_t color,
                 Bytes size, Bytes offset, std::string_view shape) {
    if (module().assignment.allocations.size_rows() == 0) return;
    const uint32_t row = builder_.AddBuffer(id, name, index, color, size, offset, shape);
    buffer_of_id_.Set(id, row);
    const bool plain = full_name.size() == name.size();
    buffer_of_name_.Set(plain ? module().assignment.buffers.instruction_name[row] : strings().Intern(full_name), row);
  }

  // "12 fusion.1{0} @1>"
  void BeginUsedValue(std::string_view line) {
    int64_t id;
    used_value_ = TakeNumber(line, id) ? buffer_of_id_.Get(id) : kNone;
  }

  // What follows " from instruction:".
  void ReadUsedValue(std::string_view line) {
    if (used_value_ != kNone && ReadInstruction(line, instruction_)) Describe(module().instruction[used_value_]);
    used_value_ = kNone;
  }

  void ReadHlo(std::string_view line) {
    if (!hlo_.Line(line)) return;
    const uint32_t row = builder_.FindInstruction(hlo_.instruction_name());
    if (row != kNone && ReadInstruction(line, instruction_)) Describe(row);
  }

  // Fills in what instruction_ tells of an instruction.
  void Describe(uint32_t row) {
    Instructions& rows = module().instructions;
    rows.opcode[row] = strings().Intern(instruction_.opcode);
    rows.operand[row] = builder_.FindInstruction(FirstOperand(instruction_.operands));
    MetadataText metadata;
    if (!ReadInstructionMetadata(instruction_.attributes, metadata)) return;
    rows.op_name[row] = strings().Intern(metadata.op_name);
    rows.source_file[row] = strings().Intern(metadata.source_file);
    rows.source_line[row] = metadata.source_line;
    rows.stack_frame[row] = metadata.stack_frame;
  }

  // "0:fusion.1"
  bool ReadScheduled(std::string_view line) {
    int64_t position;
    if (!TakeNumber(line, position) || !Take(line, ":")) return false;
    module().schedule.push_back(strings().Intern(line));
    return true;
  }

  // "fusion.1{0}:0-2"
  bool ReadRange(std::string_view line) {
    const size_t colon = line.rfind(':');
    if (colon == std::string_view::npos) return false;
    std::string_view numbers = line.substr(colon + 1);
    int64_t start, end;
    if (!TakeNumber(numbers, start) || !Take(numbers, "-") || !TakeNumber(numbers, end)) return false;
    ranges_.push_back({strings().Intern(ValueName(line.substr(0, colon))),
                       static_cast<int32_t>(std::clamp<int64_t>(start, 0, INT32_MAX)),
                       static_cast<int32_t>(std::clamp<int64_t>(end, 0, INT32_MAX))});
    return true;
  }

  void AddTraces(Module& module) {
    Assignment& a = module.assignment;
    std::vector<LiveRange> ranges(a.buffers.size_rows());
    bool any = false;
    for (const NamedRange& range : ranges_) {
      const uint32_t buffer = buffer_of_name_.Get(range.name);
      if (buffer == kNone || ranges[buffer].start >= 0) continue;  // of those named twice the first counts
      ranges[buffer] = {range.start, range.end};
      any = true;
    }
    if (!any) {
      a.no_order = Error{Code::kFromText,
                         "The text dump says where buffers lie but not when they are live, so the peak shown leaves "
                         "temporaries out.",
                         "Add the …-live-range.txt of the same module, or open its …after_optimizations.hlo.pb."};
      return;
    }
    AppendTraces(ranges, module.schedule, a);
    a.faults.push_back({Code::kFromText, std::string("Read from text: ") + kWhatPointsAre,
                        "Sizes, offsets and categories are exact. For the compiler's own order open the "
                        "…after_optimizations.hlo.pb of the same module."});
    size_t unranged = 0;
    for (uint32_t i = 0; i < a.buffers.size_rows(); ++i) {
      const uint32_t allocation = a.buffers.allocation[i];
      unranged += ranges[i].start < 0 && a.allocations.temporary(allocation);
    }
    if (unranged > 0) {
      a.faults.push_back({Code::kInconsistent,
                          Thousands(static_cast<int64_t>(unranged)) +
                              " temporary buffers have no live range in the text, so their lifetimes are unknown.",
                          "Make sure that both texts are of the same compilation."});
    }
  }

  struct NamedRange {
    StringId name;
    int32_t start, end;
  };

  ModuleBuilder builder_;
  HloTextParser hlo_;
  Part part_ = Part::kNone;
  IdMap buffer_of_id_;
  Rows buffer_of_name_;
  uint32_t used_value_ = kNone;
  InstructionText instruction_;
  std::vector<NamedRange> ranges_;
};

}  // namespace

Result<Module> ReadAssignmentText(const std::vector<ByteSource*>& texts,
                                  const std::function<void(FileOffset)>& progress) {
  TextReader reader;
  FileOffset before = 0;
  for (ByteSource* text : texts) {
    const auto report = [&](FileOffset at) { progress(before + at); };
    Status status = reader.Read(*text, progress ? report : std::function<void(FileOffset)>());
    if (!status.ok()) return status.error();
    before += text->size();
  }
  return reader.Finish();
}

Status AddLiveRanges(ByteSource& text, Module& module) {
  TextReader reader;
  if (Status status = reader.Read(text, {}); !status.ok()) return status;
  reader.AddTo(module);
  return {};
}

}  // namespace xmv
