#include "core/formats/hlo_program.h"

#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/base/text.h"
#include "core/formats/hlo_text.h"
#include "core/formats/instruction_text.h"
#include "core/formats/module_builder.h"
#include "core/io/line_reader.h"
#include "core/model/shape_text.h"

namespace xmv {
namespace {

// Outputs and the parameters whose memory they take, from "input_output_alias={ {0}: (2, {}, may-alias), … }".
struct Aliases {
  std::set<std::string> outputs;                         // shape indices, "{0}" or "{}"
  std::set<std::pair<int64_t, std::string>> parameters;  // number and shape index
};

Aliases ReadAliases(std::string_view header) {
  Aliases out;
  constexpr std::string_view kKey = "input_output_alias={";
  const size_t at = header.find(kKey);
  if (at == std::string_view::npos) return out;
  std::string_view rest = header.substr(at + kKey.size());
  for (rest = TrimLeft(rest); !rest.empty() && rest[0] == '{'; rest = TrimLeft(rest)) {
    const size_t close = rest.find('}');
    if (close == std::string_view::npos) break;
    const std::string output(rest.substr(0, close + 1));
    rest.remove_prefix(close + 1);
    int64_t number;
    if (!Take(rest, ": (") || !TakeNumber(rest, number) || !Take(rest, ", ")) break;
    const size_t index = rest.find('}');
    if (index == std::string_view::npos) break;
    out.outputs.insert(output);
    out.parameters.emplace(number, rest.substr(0, index + 1));
    TakeUntil(rest, ')');
    Take(rest, ",");
  }
  return out;
}

// Leaves of a shape with their shape index: "(f32[2], (s32[], f32[3]))" → "{0}" f32[2], "{1,0}" s32[], "{1,1}" f32[3].
void Leaves(std::string_view shape, const std::string& index, int depth,
            std::vector<std::pair<std::string, std::string_view>>& leaves) {
  if (shape.empty() || shape[0] != '(' || depth > 20) {
    leaves.emplace_back("{" + index + "}", shape);
    return;
  }
  int level = 0;
  size_t begin = 1;
  int64_t element = 0;
  for (size_t at = 0; at < shape.size(); ++at) {
    const char c = shape[at];
    if (c == '(' || c == '[' || c == '{') ++level;
    if (c == ')' || c == ']' || c == '}') --level;
    if ((c == ',' && level == 1) || (c == ')' && level == 0)) {
      std::string_view one = Trim(shape.substr(begin, at - begin));
      if (StartsWith(one, "/*")) {  // "/*index=5*/f32[10]"
        const size_t end = one.find("*/");
        one = end == std::string_view::npos ? one : one.substr(end + 2);
      }
      if (!one.empty()) Leaves(one, (index.empty() ? "" : index + ",") + std::to_string(element++), depth + 1, leaves);
      begin = at + 1;
    }
  }
}

class ProgramReader {
 public:
  ProgramReader() : hlo_(builder_.strings()) {}

  Result<Module> Read(ByteSource& source, const std::function<void(FileOffset)>& progress) {
    LineReader lines(source);
    lines.on_read = progress;
    for (std::string_view line; lines.Next(line);) {
      if (StartsWith(line, "HloModule ")) aliases_ = ReadAliases(line);
      if (!hlo_.Line(line) || !hlo_.in_entry()) continue;
      builder_.module().schedule.push_back(builder_.strings().Intern(hlo_.instruction_name()));
      InstructionText instruction;
      if (!ReadInstruction(line, instruction)) continue;
      if (instruction.opcode == "parameter") AddParameter(instruction);
      if (instruction.root) root_shape_ = instruction.shape, root_name_ = instruction.name, Keep(instruction);
    }
    if (!lines.status().ok()) return lines.status().error();
    AddOutputs();
    Module& module = builder_.module();
    if (module.assignment.allocations.size_rows() == 0) {
      return Error{Code::kNoBufferAssignment,
                   "This is HLO as text" + (hlo_.module_name().empty() ? "" : " of " + hlo_.module_name()) +
                       " without a readable entry computation, so nothing in it says where memory goes.",
                   "Open the …after_optimizations.hlo.pb of the same dump (written with --xla_dump_to=DIR "
                   "--xla_dump_hlo_as_proto)."};
    }
    if (!hlo_.scheduled()) module.schedule.clear();
    module.name = hlo_.module_name();
    module.entry_computation = hlo_.entry_computation();
    module.frames = hlo_.TakeFrames();
    module.scoped_vmem = hlo_.scoped_vmem();
    module.scoped_vmem_instruction = hlo_.scoped_vmem_instruction();
    module.platform = hlo_.platform();
    if (module.platform == Platform::kUnknown && builder_.tiled()) module.platform = Platform::kTpu;
    module.assignment.faults.push_back(
        {Code::kFromText,
         "Read from HLO text: it says what goes in and comes out, so arguments and outputs are shown; where "
         "temporaries "
         "lie and how large they are is not in it.",
         "Open the …after_optimizations.hlo.pb, or the …-buffer-assignment.txt and …-live-range.txt, of the same "
         "module."});
    return builder_.Finish();
  }

 private:
  void AddParameter(const InstructionText& instruction) {
    int64_t number = 0;
    std::string_view operands = instruction.operands;
    TakeNumber(operands, number);
    std::vector<std::pair<std::string, std::string_view>> leaves;
    Leaves(instruction.shape, "", 0, leaves);
    for (const auto& [index, shape] : leaves) {
      const bool aliased = aliases_.parameters.count({number, index}) > 0;
      AddLeaf(instruction.name, leaves.size() == 1 ? std::string() : index, shape,
              static_cast<uint8_t>(kFlagParameter | (aliased ? kFlagLiveOut : 0)), number);
    }
    Keep(instruction);
  }

  void AddOutputs() {
    if (root_name_.empty()) return;
    std::vector<std::pair<std::string, std::string_view>> leaves;
    Leaves(root_shape_, "", 0, leaves);
    for (const auto& [index, shape] : leaves) {
      if (aliases_.outputs.count(index) == 0)
        AddLeaf(root_name_, leaves.size() == 1 ? std::string() : index, shape, kFlagLiveOut, 0);
    }
    Describe(root_name_);
  }

  void AddLeaf(std::string_view name, const std::string& index, std::string_view shape, uint8_t flags, int64_t number) {
    if (ReadShape(shape, shape_) == 0) return;
    const Bytes size = PaddedBytes(shape_);
    const Space space = shape_.memory_space;
    if (!index.empty() && (flags & kFlagParameter)) {
      std::string_view rest = index;
      TakeShapeIndex(rest, builder_.module().assignment.allocations.shape_index);
    }
    builder_.AddAllocation(next_, size, space, flags, number);
    builder_.AddBuffer(next_++, name, index, space, size, 0, shape);
  }

  // Keeps what an instruction says of itself until its row is there.
  void Keep(const InstructionText& instruction) {
    kept_opcode_ = instruction.opcode;
    kept_ = {};
    ReadInstructionMetadata(instruction.attributes, kept_);
    Describe(instruction.name);
  }
  void Describe(std::string_view name) {
    const uint32_t row = builder_.FindInstruction(name);
    if (row == kNone) return;
    Instructions& rows = builder_.module().instructions;
    StringTable& strings = builder_.strings();
    rows.opcode[row] = strings.Intern(kept_opcode_);
    rows.op_name[row] = strings.Intern(kept_.op_name);
    rows.source_file[row] = strings.Intern(kept_.source_file);
    rows.source_line[row] = kept_.source_line;
    rows.stack_frame[row] = kept_.stack_frame;
  }

  ModuleBuilder builder_;
  HloTextParser hlo_;
  TextShape shape_;
  Aliases aliases_;
  std::string root_shape_, root_name_, kept_opcode_;
  MetadataText kept_;
  int64_t next_ = 0;
};

}  // namespace

Result<Module> ReadHloProgram(ByteSource& source, const std::function<void(FileOffset)>& progress) {
  return ProgramReader().Read(source, progress);
}

}  // namespace xmv
