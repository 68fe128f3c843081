// Takes apart one instruction of HLO text, as it stands in …after_optimizations.txt, in as_text(), behind "from
// instruction:" of a buffer assignment and behind "XLA label:" of an error message.
//
//   ROOT %add.3 = f32[4]{0} add(%a, %b), metadata={op_name="jit(f)/add" source_file="f.py" source_line=7}
//
// Grammar: xla::HloInstruction::ToString, xla::OpMetadataToString. All views point into the line.
#ifndef XMV_CORE_FORMATS_INSTRUCTION_TEXT_H_
#define XMV_CORE_FORMATS_INSTRUCTION_TEXT_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "core/base/units.h"

namespace xmv {

struct InstructionText {
  std::string_view name;   // without "%"
  std::string_view shape;  // with layout
  std::string_view opcode;
  std::string_view operands;    // between the parentheses
  std::string_view attributes;  // what follows them
  bool root = false;
};

// False if the line is no instruction. A line cut off behind the opcode is still one. O(length).
bool ReadInstruction(std::string_view line, InstructionText& out);

// The name alone, which is all that most lines are asked for; empty if the line is no instruction.
std::string_view InstructionName(std::string_view line);

// Name of the first operand, of operands with or without their shapes; empty if there is none.
std::string_view FirstOperand(std::string_view operands);

struct MetadataText {
  std::string op_type, op_name, source_file;
  int32_t source_line = 0;
  int32_t stack_frame = 0;  // 1-based, 0: none
};

// Reads "op_type="…" op_name="…" source_file="…" source_line=n stack_frame_id=n", any of them, in any order, up to a
// closing brace or the end. False if there is none of them.
bool ReadMetadata(std::string_view text, MetadataText& out);

// The same from an instruction's attributes: what stands in metadata={…}.
bool ReadInstructionMetadata(std::string_view attributes, MetadataText& out);

// The JSON of backend_config={…}; empty if there is none.
std::string_view BackendConfigOf(std::string_view attributes);

// "a\"b\012" → a"b⏎: undoes absl::CEscape.
std::string Unescape(std::string_view text);

}  // namespace xmv

#endif  // XMV_CORE_FORMATS_INSTRUCTION_TEXT_H_
