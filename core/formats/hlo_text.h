// Reads HLO as text (…after_optimizations.txt, compiled.as_text()) line by line: what the module is called, its entry
// computation, its instructions, and the tables of source locations before them.
//
// Grammar (openxla/xla: HloModule::Print, HloComputation::Print, StackFrameIndex in xla/hlo/ir/hlo_module.cc):
//
//   HloModule jit_f, is_scheduled=true, input_output_alias={…}, entry_computation_layout={(f32[4]{0})->f32[4]{0}}
//   FileNames / FunctionNames / FileLocations / StackFrames, each with numbered lines, in newer files
//   %fused (p: f32[4]) -> f32[4] {
//     %p = f32[4]{0} parameter(0)
//   }
//   ENTRY %main.2 (…) -> f32[4] {
//     ROOT %fusion = f32[4]{0} fusion(%p), kind=kLoop, calls=%fused, metadata={…}
//   }
#ifndef XMV_CORE_FORMATS_HLO_TEXT_H_
#define XMV_CORE_FORMATS_HLO_TEXT_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "core/base/string_table.h"
#include "core/model/module.h"

namespace xmv {

class HloTextParser {
 public:
  // Names go to `strings`, which must outlive the parser.
  explicit HloTextParser(StringTable& strings) : strings_(strings) {}

  // Takes the next line. True if it is an instruction, which instruction_name() then names (a view into the line).
  // Lines that are no HLO are passed over. O(length).
  bool Line(std::string_view line);

  std::string_view instruction_name() const { return instruction_name_; }
  bool in_entry() const { return in_entry_; }  // the instruction is the entry computation's

  const std::string& module_name() const { return module_name_; }
  const std::string& entry_computation() const { return entry_computation_; }
  bool scheduled() const { return scheduled_; }
  bool found_module() const { return found_module_; }
  // Told by the instructions' backend_config; see backend_config.h.
  Platform platform() const { return platform_; }
  Bytes scoped_vmem() const { return scoped_vmem_; }
  StringId scoped_vmem_instruction() const { return scoped_vmem_instruction_; }

  // The stacks of the tables read so far; call once, at the end.
  StackFrames TakeFrames();

 private:
  enum class Table : uint8_t { kNone, kFileNames, kFunctionNames, kFileLocations, kStackFrames };
  struct Location {
    int64_t file = 0, function = 0, line = -1, column = -1;
  };

  void Header(std::string_view line);
  bool TableLine(std::string_view line);
  void LookAtConfig(std::string_view line);

  StringTable& strings_;
  std::string module_name_, entry_computation_;
  bool found_module_ = false, scheduled_ = false, in_entry_ = false;
  std::string_view instruction_name_;
  Platform platform_ = Platform::kUnknown;
  Bytes scoped_vmem_ = 0;
  StringId scoped_vmem_instruction_ = 0;

  Table table_ = Table::kNone;
  std::vector<StringId> file_names_, function_names_;
  std::vector<Location> locations_;
  std::vector<std::pair<int64_t, int64_t>> frames_;  // location and parent, as printed
};

}  // namespace xmv

#endif  // XMV_CORE_FORMATS_HLO_TEXT_H_
