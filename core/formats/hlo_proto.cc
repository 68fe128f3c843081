#include "core/formats/hlo_proto.h"

#include <algorithm>
#include <deque>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/formats/backend_config.h"
#include "core/model/shape.h"
#include "proto/memory.pb.h"

namespace xmv {
namespace {

// Fields that are walked rather than parsed as messages; numbers from xla/service/hlo.proto.
namespace hlo_proto {
enum : uint32_t { kModule = 1, kBufferAssignment = 3 };
}
namespace module_proto {
enum : uint32_t { kName = 1, kEntryComputationName = 2, kComputations = 3, kSchedule = 7, kStackFrameIndex = 17 };
}
namespace computation_proto {
enum : uint32_t { kName = 1, kInstructions = 2, kId = 5 };
}
namespace instruction_proto {
enum : uint32_t {
  kName = 1,
  kOpcode = 2,
  kShape = 3,
  kMetadata = 7,
  kId = 35,
  kOperandIds = 36,
  kCalledComputationIds = 38,
  kBackendConfig = 43
};
}
namespace schedule_proto {
enum : uint32_t { kSequences = 1, kMapKey = 1, kMapValue = 2, kInstructionIds = 1 };
}

namespace metadata_proto {
enum : uint32_t { kOpName = 2, kSourceFile = 3, kSourceLine = 4, kStackFrameId = 15 };
}
// StackFrameIndexProto, its FileLocation and StackFrame. All ids in it are 1-based, 0 means none.
namespace frames_proto {
enum : uint32_t { kFileNames = 1, kFunctionNames = 2, kFileLocations = 3, kStackFrames = 4 };
}
namespace file_location_proto {
enum : uint32_t { kFileNameId = 1, kFunctionNameId = 2, kLine = 3, kColumn = 4 };
}
namespace stack_frame_proto {
enum : uint32_t { kFileLocationId = 1, kParentFrameId = 2 };
}

// Real shapes take some hundred kilobytes at most (tuples of thousands of elements). An element of two forged bytes
// becomes an object of a hundred. So many bytes of shapes are kept parsed, too.
constexpr FileOffset kLargestShape = FileOffset{4} << 20;
// Kernels are embedded in these, so they may be large. Larger ones are not looked into.
constexpr FileOffset kLargestConfig = FileOffset{64} << 20;

std::string_view NameView(WireReader& reader, WireRange range) { return reader.Prefix(range, kNameLimit); }

// Where the parts of one instruction lie.
struct InstructionParts {
  int64_t id = 0;
  WireRange name, opcode, shape, metadata, backend_config;
  WireRange called_computations;  // packed ids
  int64_t first_operand = -1;
};

InstructionParts FindInstructionParts(WireReader& reader, WireRange range) {
  InstructionParts parts;
  for (WireField field; reader.Next(range, field);) {
    if (field.number == instruction_proto::kId && field.is_varint()) parts.id = field.number_value();
    if (!field.is_range()) continue;
    switch (field.number) {
      case instruction_proto::kName:
        parts.name = field.range;
        break;
      case instruction_proto::kOpcode:
        parts.opcode = field.range;
        break;
      case instruction_proto::kShape:
        parts.shape = field.range;
        break;
      case instruction_proto::kMetadata:
        parts.metadata = field.range;
        break;
      case instruction_proto::kOperandIds: {
        WireRange ids = field.range;
        if (parts.first_operand < 0) reader.NextPacked(ids, parts.first_operand);
        break;
      }
      case instruction_proto::kCalledComputationIds:
        parts.called_computations = field.range;
        break;
      case instruction_proto::kBackendConfig:
        parts.backend_config = field.range;
        break;
      default:
        break;
    }
  }
  return parts;
}

// One pass over an HloModuleProto.
class ModuleReader {
 public:
  ModuleReader(WireReader& reader, Assignment assignment) : reader_(reader) { out_.assignment = std::move(assignment); }

  Result<Module> Read(WireRange range) {
    Result<ModuleHead> head = ReadModuleHead(reader_, range);
    if (!head.ok()) return head.error();
    out_.name = head->name;
    out_.entry_computation = head->entry_computation;
    out_.platform = head->platform;
    PrepareBuffers();
    WireRange at = range;
    for (WireField field; reader_.Next(at, field);) {
      if (!field.is_range()) continue;
      if (field.number == module_proto::kComputations) ReadComputation(field.range);
      if (field.number == module_proto::kSchedule) schedule_ = field.range;
      if (field.number == module_proto::kStackFrameIndex) ReadFrames(field.range);
    }
    ReadSchedule();
    if (!reader_.status().ok()) return reader_.status().error();
    Finish();
    return std::move(out_);
  }

  Module ReadNothing() {
    PrepareBuffers();
    out_.assignment.faults.push_back(
        {Code::kNoModule,
         "The file holds a buffer assignment without its module, so names, shapes and source lines are missing.",
         "Open the .hlo.pb of the same compilation instead; it has both."});
    return std::move(out_);
  }

 private:
  // Groups the buffers by the instruction that defines them.
  void PrepareBuffers() {
    const Buffers& b = out_.assignment.buffers;
    const uint32_t n = static_cast<uint32_t>(b.size_rows());
    out_.instruction.assign(n, kNone);
    out_.shape.assign(n, 0);
    out_.unpadded = b.size;  // until a shape says otherwise nothing is known to be padding
    next_of_.assign(n, kNone);
    for (uint32_t i = n; i-- > 0;) {
      // Old files name the instruction instead of numbering it. The two kinds of key share one map: names get
      // negative ids, which instructions never have.
      const bool named = b.instruction_id[i] == 0 && b.instruction_name[i] != 0;
      by_name_ |= named;
      const int64_t key = named ? -1 - int64_t{b.instruction_name[i]} : b.instruction_id[i];
      next_of_[i] = first_of_.Get(key);
      first_of_.Set(key, i);
    }
  }

  void ReadComputation(WireRange range) {
    // The name tells the entry computation, whose instructions' names are kept for the schedule. Serialisers write it
    // first, so looking for it beforehand costs nothing.
    bool entry = false;
    Computation computation;
    computation.first_call = static_cast<uint32_t>(calls_.size());
    WireRange peek = range;
    for (WireField field; reader_.Next(peek, field);) {
      if (field.number != computation_proto::kName || !field.is_range()) continue;
      computation.name = Name(field.range);
      entry = out_.assignment.strings.Get(computation.name) == out_.entry_computation;
      break;
    }
    for (WireField field; reader_.Next(range, field);) {
      if (field.number == computation_proto::kInstructions && field.is_range()) ReadInstruction(field.range, entry);
      if (field.number == computation_proto::kId && field.is_varint()) computation.id = field.number_value();
    }
    if (entry) entry_id_ = computation.id;
    computation_rows_.Set(computation.id, static_cast<uint32_t>(computations_.size()));
    computations_.push_back(computation);
  }

  void ReadInstruction(WireRange range, bool entry) {
    const InstructionParts parts = FindInstructionParts(reader_, range);
    if (!reader_.status().ok()) return;
    if (!parts.backend_config.empty() && parts.backend_config.size() < kLargestConfig) {
      const std::string_view config = reader_.View(parts.backend_config);
      if (out_.platform == Platform::kUnknown) out_.platform = PlatformOf(config);
      const Bytes scoped = ScopedVmem(config);
      if (scoped > out_.scoped_vmem) {
        out_.scoped_vmem = scoped;
        out_.scoped_vmem_instruction = out_.assignment.strings.Intern(NameView(reader_, parts.name));
      }
    }
    StringId name = 0;
    if (entry || by_name_) name = out_.assignment.strings.Intern(NameView(reader_, parts.name));
    if (entry) {
      entry_rows_.Set(parts.id, static_cast<uint32_t>(entry_names_.size()));
      entry_names_.push_back(name);
    }
    for (WireRange called = parts.called_computations; !called.empty();) {
      int64_t id = 0;
      if (!reader_.NextPacked(called, id)) break;
      calls_.push_back({id, entry ? parts.id : -1});
    }
    uint32_t buffer = first_of_.Get(parts.id);
    if (buffer == kNone && by_name_) buffer = first_of_.Get(-1 - int64_t{name});
    if (buffer != kNone) {
      // Of several instructions with one id, which only damaged files have, the first counts.
      if (out_.instruction[buffer] == kNone) Define(parts, buffer);
    } else if (parts.first_operand >= 0 && PassesThrough(NameView(reader_, parts.opcode))) {
      passed_.Set(parts.id, static_cast<uint32_t>(passed_operands_.size()));
      passed_operands_.push_back(parts.first_operand);
    }
  }

  // Opcodes that hand on their first operand's memory without defining a buffer for it.
  static bool PassesThrough(std::string_view opcode) {
    return opcode == "bitcast" || opcode == "get-tuple-element" || opcode == "copy-done" || opcode == "slice-done" ||
           opcode == "async-done" || opcode == "optimization-barrier";
  }

  // Decodes an instruction and ties the buffers it defines to it.
  void Define(const InstructionParts& parts, uint32_t buffer) {
    StringTable& strings = out_.assignment.strings;
    Instructions& rows = out_.instructions;
    const uint32_t row = static_cast<uint32_t>(rows.size_rows());
    rows.name.push_back(strings.Intern(NameView(reader_, parts.name)));
    rows.opcode.push_back(strings.Intern(NameView(reader_, parts.opcode)));
    defining_.Set(parts.id, row);
    operands_.push_back(parts.first_operand);
    AddMetadata(parts.metadata);
    const Buffers& b = out_.assignment.buffers;
    const proto::Shape& whole = ShapeOf(parts.shape);
    for (; buffer != kNone; buffer = next_of_[buffer]) {
      const int64_t* index = b.shape_index.data() + b.index_begin[buffer];
      const size_t depth = b.index_begin[buffer + 1] - b.index_begin[buffer];
      const proto::Shape& shape = ResolveShape(whole, index, depth);
      const ShapePart part = PartOf(shape);
      out_.instruction[buffer] = row;
      out_.shape[buffer] = part.text;
      out_.unpadded[buffer] = part.unpadded;
      const proto::Shape& xprof = ResolveShapeLikeXprof(whole, index, depth);
      if (&xprof == &shape) continue;
      const ShapePart other = PartOf(xprof);
      out_.xprof_shapes.push_back({buffer, other.text, other.unpadded});
    }
  }

  // What is shown of a shape or of an element of one.
  struct ShapePart {
    StringId text = 0;
    Bytes unpadded = 0;
  };

  // Thousands of instructions have the same few dozen shapes: each is parsed once, known by its bytes.
  const proto::Shape& ShapeOf(WireRange range) {
    if (range.size() > kLargestShape) {
      reader_.Fail({Code::kLimit,
                    "The shape at byte " + Thousands(static_cast<int64_t>(range.at)) + " is unreasonably large.",
                    "The file is damaged or was not written by XLA."});
      range = {};
    }
    if (shapes_.empty() || range.size() > shape_room_) ForgetShapes();
    const std::string_view bytes = reader_.View(range);
    const StringId id = shape_bytes_.Intern(bytes);
    if (id < shapes_.size()) return shapes_[id];
    shape_room_ -= range.size();
    proto::Shape& shape = shapes_.emplace_back();
    if (!shape.ParseFromArray(bytes.data(), static_cast<int>(bytes.size()))) {
      reader_.Fail(
          {Code::kCorrupt,
           "The file is damaged near byte " + Thousands(static_cast<int64_t>(range.at)) + ": a shape cannot be read.",
           "Write or copy the file again."});
    }
    return shape;
  }

  void ForgetShapes() {
    shape_bytes_ = StringTable();
    shape_parts_.clear();
    shapes_.clear();
    shapes_.emplace_back();  // of the empty string, which has the first id
    shape_room_ = kLargestShape;
  }

  const ShapePart& PartOf(const proto::Shape& shape) {
    const auto [known, added] = shape_parts_.try_emplace(&shape);
    if (added) known->second = {out_.assignment.strings.Intern(ShapeText(shape)), UnpaddedBytes(shape)};
    return known->second;
  }

  // xla.OpMetadata: where in the user's program an instruction comes from.
  void AddMetadata(WireRange range) {
    Instructions& rows = out_.instructions;
    StringId op_name = 0, source_file = 0;
    int64_t source_line = 0, stack_frame = 0;
    for (WireField field; reader_.Next(range, field);) {
      // The framework's path, e.g. jit(step)/transformer/layer_0/dot_general.
      if (field.number == metadata_proto::kOpName && field.is_range()) op_name = Name(field.range);
      if (field.number == metadata_proto::kSourceFile && field.is_range()) source_file = Name(field.range);
      if (field.number == metadata_proto::kSourceLine && field.is_varint()) source_line = field.number_value();
      if (field.number == metadata_proto::kStackFrameId && field.is_varint()) stack_frame = field.number_value();
    }
    rows.op_name.push_back(op_name);
    rows.source_file.push_back(source_file);
    rows.source_line.push_back(static_cast<int32_t>(source_line));
    rows.stack_frame.push_back(static_cast<int32_t>(stack_frame));
  }

  StringId Name(WireRange range) { return out_.assignment.strings.Intern(NameView(reader_, range)); }

  void ReadFrames(WireRange range) {
    // Frames refer to locations and these to names, in tables of one message; a first pass for the tables.
    struct Location {
      int32_t file, function, line, column;
    };
    std::vector<StringId> files, functions;
    std::vector<Location> locations;
    WireRange tables = range;
    for (WireField field; reader_.Next(tables, field);) {
      if (!field.is_range() || !Room(std::max({files.size(), functions.size(), locations.size()}))) continue;
      if (field.number == frames_proto::kFileNames) files.push_back(Name(field.range));
      if (field.number == frames_proto::kFunctionNames) functions.push_back(Name(field.range));
      if (field.number != frames_proto::kFileLocations) continue;
      Location location{};
      for (WireField at; reader_.Next(field.range, at);) {
        if (!at.is_varint()) continue;
        const int32_t value = static_cast<int32_t>(at.value);
        if (at.number == file_location_proto::kFileNameId) location.file = value;
        if (at.number == file_location_proto::kFunctionNameId) location.function = value;
        if (at.number == file_location_proto::kLine) location.line = value;
        if (at.number == file_location_proto::kColumn) location.column = value;
      }
      locations.push_back(location);
    }
    const auto name = [](const std::vector<StringId>& names, int32_t id) {
      return id > 0 && static_cast<size_t>(id) <= names.size() ? names[static_cast<size_t>(id) - 1] : StringId{0};
    };
    StackFrames& frames = out_.frames;
    for (WireField field; reader_.Next(range, field);) {
      if (field.number != frames_proto::kStackFrames || !field.is_range() || !Room(frames.size_rows())) continue;
      int32_t location = 0, parent = 0;
      for (WireField at; reader_.Next(field.range, at);) {
        if (at.number == stack_frame_proto::kFileLocationId && at.is_varint())
          location = static_cast<int32_t>(at.value);
        if (at.number == stack_frame_proto::kParentFrameId && at.is_varint()) parent = static_cast<int32_t>(at.value);
      }
      const bool found = location > 0 && static_cast<size_t>(location) <= locations.size();
      // -1: as XProf prints what it cannot find.
      const Location at = found ? locations[static_cast<size_t>(location) - 1] : Location{0, 0, -1, -1};
      frames.file.push_back(name(files, at.file));
      frames.function.push_back(name(functions, at.function));
      frames.line.push_back(at.line);
      frames.column.push_back(at.column);
      frames.parent.push_back(parent);
    }
  }

  bool Room(size_t rows) {
    if (rows < kRowLimit) return true;
    reader_.Fail({Code::kLimit,
                  "A table of the module has more than " + Thousands(static_cast<int64_t>(kRowLimit)) +
                      " entries, more than any program.",
                  "The file is damaged or was not written by XLA. Dump it again."});
    return false;
  }

  // The schedule may come before the computations, so its ids are looked up last. Packed as proto3 writes them, or not.
  void ReadSchedule() {
    for (WireField sequence; reader_.Next(schedule_, sequence);) {
      if (sequence.number != schedule_proto::kSequences || !sequence.is_range()) continue;
      int64_t key = 0;
      WireRange ids;
      for (WireField field; reader_.Next(sequence.range, field);) {
        if (field.number == schedule_proto::kMapKey && field.is_varint()) key = field.number_value();
        if (field.number == schedule_proto::kMapValue && field.is_range()) ids = field.range;
      }
      if (key != entry_id_) continue;
      for (WireField field; reader_.Next(ids, field);) {
        if (field.number != schedule_proto::kInstructionIds) continue;
        if (field.is_varint()) AddScheduled(field.number_value());
        if (!field.is_range()) continue;
        for (int64_t id; reader_.NextPacked(field.range, id);) AddScheduled(id);
      }
    }
  }

  void Finish() {
    LinkOperands();
    PlaceComputations();
    std::sort(out_.xprof_shapes.begin(), out_.xprof_shapes.end(),
              [](const XprofShape& a, const XprofShape& b) { return a.buffer < b.buffer; });
    const size_t missing = static_cast<size_t>(std::count(out_.instruction.begin(), out_.instruction.end(), kNone));
    if (missing > 0) {
      out_.assignment.faults.push_back(
          {Code::kInconsistent,
           Thousands(static_cast<int64_t>(missing)) +
               " logical buffers are defined by an instruction that is not in the module; they have no name or shape.",
           "Sizes and lifetimes are right. The module and the assignment come from different passes."});
    }
  }

  // Which instruction each defining instruction reads first, through those that only hand memory on.
  void LinkOperands() {
    for (int64_t id : operands_) {
      for (int hops = 0; hops < 64 && defining_.Get(id) == kNone; ++hops) {
        const uint32_t passed = passed_.Get(id);
        if (passed == kNone) break;
        id = passed_operands_[passed];
      }
      out_.instructions.operand.push_back(defining_.Get(id));
    }
  }

  // Callers come after the computations they call, so going backwards each one's own place is known.
  void PlaceComputations() {
    std::vector<int32_t> place(computations_.size(), -1);
    for (size_t i = computations_.size(); i-- > 0;) {
      const uint32_t end =
          i + 1 < computations_.size() ? computations_[i + 1].first_call : static_cast<uint32_t>(calls_.size());
      for (uint32_t c = computations_[i].first_call; c < end; ++c) {
        const uint32_t callee = computation_rows_.Get(calls_[c].computation);
        if (callee == kNone || callee >= i || place[callee] >= 0) continue;
        const uint32_t scheduled =
            calls_[c].entry_instruction >= 0 ? positions_.Get(calls_[c].entry_instruction) : kNone;
        place[callee] = scheduled != kNone ? static_cast<int32_t>(scheduled) : place[i];
      }
    }
    for (size_t i = 0; i < computations_.size(); ++i) {
      if (place[i] >= 0) out_.caller_position.Set(computations_[i].name, static_cast<uint32_t>(place[i]));
    }
  }

  void AddScheduled(int64_t id) {
    if (!Room(out_.schedule.size())) return;
    const uint32_t row = entry_rows_.Get(id);
    positions_.Set(id, static_cast<uint32_t>(out_.schedule.size()));
    out_.schedule.push_back(row == kNone ? 0 : entry_names_[row]);
  }

  struct Computation {
    int64_t id = 0;
    StringId name = 0;
    uint32_t first_call = 0;  // into calls_
  };
  struct Call {
    int64_t computation;
    int64_t entry_instruction;  // the caller, if it is of the entry computation, else -1
  };

  WireReader& reader_;
  Module out_;
  IdMap first_of_;                 // instruction id (or negative name) → first buffer it defines
  std::vector<uint32_t> next_of_;  // per buffer: next one of the same instruction
  bool by_name_ = false;
  IdMap entry_rows_;
  std::vector<StringId> entry_names_;
  std::vector<Computation> computations_;
  std::vector<Call> calls_;
  IdMap computation_rows_;         // computation id → row of computations_
  IdMap positions_;                // instruction id → position in the entry schedule
  IdMap defining_;                 // instruction id → row of instructions
  std::vector<int64_t> operands_;  // per row of instructions: id of its first operand, -1: none
  IdMap passed_;                   // instruction id → row of passed_operands_
  std::vector<int64_t> passed_operands_;
  WireRange schedule_;
  int64_t entry_id_ = 0;
  // Shapes seen so far, by id of their bytes in shape_bytes_, and what was asked about them and their elements.
  StringTable shape_bytes_;
  std::deque<proto::Shape> shapes_;
  std::unordered_map<const proto::Shape*, ShapePart> shape_parts_;
  FileOffset shape_room_ = 0;  // bytes that shapes_ may still take
};

}  // namespace

Result<ProgramParts> FindParts(WireReader& reader, WireRange range) {
  ProgramParts parts;
  for (WireField field; reader.Next(range, field);) {
    if (!field.is_range()) continue;
    if (field.number == hlo_proto::kModule) parts.module = field.range;
    if (field.number == hlo_proto::kBufferAssignment) parts.assignment = field.range;
  }
  if (!reader.status().ok()) return reader.status().error();
  return parts;
}

Result<ModuleHead> ReadModuleHead(WireReader& reader, WireRange range) {
  constexpr int kEnoughInstructions = 400;
  ModuleHead head;
  int looked = 0;
  const auto enough = [&] { return head.platform != Platform::kUnknown || looked >= kEnoughInstructions; };
  // Serialisers write the names first, so this seldom goes beyond the first computations.
  for (WireField field;
       !(enough() && !head.name.empty() && !head.entry_computation.empty()) && reader.Next(range, field);) {
    if (!field.is_range()) continue;
    if (field.number == module_proto::kName) head.name = NameView(reader, field.range);
    if (field.number == module_proto::kEntryComputationName) head.entry_computation = NameView(reader, field.range);
    if (field.number != module_proto::kComputations) continue;
    for (WireField inner; !enough() && reader.Next(field.range, inner);) {
      if (inner.number != computation_proto::kInstructions || !inner.is_range()) continue;
      ++looked;
      const InstructionParts parts = FindInstructionParts(reader, inner.range);
      if (!parts.backend_config.empty() && parts.backend_config.size() < kLargestConfig)
        head.platform = PlatformOf(reader.View(parts.backend_config));
    }
  }
  if (!reader.status().ok()) return reader.status().error();
  return head;
}

Result<Module> ReadModule(WireReader& reader, const std::optional<WireRange>& module, Assignment assignment) {
  ModuleReader out(reader, std::move(assignment));
  if (!module) return out.ReadNothing();
  return out.Read(*module);
}

}  // namespace xmv
