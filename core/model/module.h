// A compiled program as columns: what the buffer assignment says, and of the module just what buffers refer to.
//
// All cross references are 32-bit indices into the columns (kNone: none); names are ids of one string table. Readers in
// formats/ fill it, analysis/ and view/ only read it. Nothing here points back into the file.
#ifndef XMV_CORE_MODEL_MODULE_H_
#define XMV_CORE_MODEL_MODULE_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/base/id_map.h"
#include "core/base/status.h"
#include "core/base/string_table.h"
#include "core/base/units.h"

namespace xmv {

// XLA's number of a memory space; it calls it "color".
using Space = int64_t;

// What readers take at most. Each is far above anything real, so that a damaged or hostile file costs little more than
// its own size: rows of a table (a program of 80 MB has 97 thousand buffers; a row takes two bytes of a forged file and
// a hundred in memory), memory spaces of a program (TPUs have 16), bytes of a name (longer ones are cut).
inline constexpr size_t kRowLimit = size_t{1} << 23;
inline constexpr size_t kSpaceLimit = 256;
inline constexpr size_t kNameLimit = 4096;

enum class Platform : uint8_t { kUnknown, kTpu, kGpu, kCpu };

// Who an allocation belongs to. The first that applies, in this order, as in XProf.
enum class AllocationType : uint8_t { kParameter, kOutput, kThreadLocal, kConstant, kTemporary };
inline constexpr int kAllocationTypes = 5;
const char* AllocationTypeName(AllocationType type);  // XProf's spelling: "Parameter", "Output", "Thread-local", …

// xla.BufferAllocationProto's booleans.
enum AllocationFlags : uint8_t {
  kFlagThreadLocal = 1,
  kFlagParameter = 2,
  kFlagLiveOut = 4,
  kFlagTuple = 8,
  kFlagConstant = 16,
  kFlagAliasedWithOutput = 32,
};

// Logical buffers: values that need memory. One row each, parallel columns.
struct Buffers {
  std::vector<int64_t> id;  // XLA's
  std::vector<Bytes> size;  // padded
  std::vector<Space> space;
  std::vector<int64_t> instruction_id;     // of the defining instruction
  std::vector<StringId> instruction_name;  // files of 2019-2021, which have no ids; else 0
  std::vector<uint32_t> allocation;        // row of Allocations it is assigned to, kNone if none
  std::vector<Bytes> offset;               // in that allocation
  std::vector<uint32_t> index_begin{0};    // rows + 1: shape index of row i is shape_index[index_begin[i]..[i + 1])
  std::vector<int64_t> shape_index;
  size_t size_rows() const { return id.size(); }
};

struct Allocations {
  std::vector<int64_t> index;  // XLA's
  std::vector<Bytes> size;
  std::vector<Space> space;
  std::vector<uint8_t> flags;            // AllocationFlags
  std::vector<int64_t> parameter;        // number; meaningful with kFlagParameter
  std::vector<uint32_t> index_begin{0};  // of the parameter's shape index, like Buffers
  std::vector<int64_t> shape_index;
  std::vector<uint32_t> assigned_begin{0};  // rows + 1 into assigned
  std::vector<uint32_t> assigned;           // rows of Buffers, in file order
  std::vector<Bytes> assigned_size;         // parallel: the size this allocation gives the buffer
  size_t size_rows() const { return index.size(); }
  AllocationType type(uint32_t row) const;
  // Holds device memory for the whole program ("indefinite" in XProf). Thread-local allocations are neither this nor
  // temporary: they are scratch of called computations, and neither XLA's totals nor XProf's peak count them.
  bool whole_program(uint32_t row) const {
    return type(row) != AllocationType::kTemporary && type(row) != AllocationType::kThreadLocal;
  }
  bool temporary(uint32_t row) const { return type(row) == AllocationType::kTemporary; }
};

// kNone: an event that changes no memory, in results of other tools that do not say what it was.
enum class EventKind : uint8_t { kAlloc, kFree, kShare, kUnknown, kNone };

// All heap simulator traces, one after another. Events with the buffer kNone name one that does not exist.
struct Traces {
  std::vector<uint32_t> event_begin{0};  // traces + 1
  std::vector<EventKind> kind;
  std::vector<uint32_t> buffer;      // row of Buffers
  std::vector<uint32_t> share_with;  // kShare: row of the buffer whose memory is used
  std::vector<StringId> instruction;
  std::vector<StringId> computation;
  size_t size_rows() const { return event_begin.size() - 1; }
  uint32_t events(uint32_t trace) const { return event_begin[trace + 1] - event_begin[trace]; }
};

// xla.BufferAssignmentProto.
struct Assignment {
  Buffers buffers;
  Allocations allocations;
  Traces traces;
  StringTable strings;
  std::vector<Error> faults;  // what in the file contradicts itself; the rest is still right
  // Why there are no traces, when the reader knows better than "the compiler left none".
  std::optional<Error> no_order;
};

// Instructions that define a buffer.
struct Instructions {
  std::vector<StringId> name;
  std::vector<StringId> opcode;
  std::vector<StringId> op_name;  // framework op
  std::vector<StringId> source_file;
  std::vector<int32_t> source_line;
  std::vector<int32_t> stack_frame;  // 1-based into StackFrames, 0: none
  std::vector<uint32_t> operand;     // row of what it reads first, kNone: nothing that defines a buffer
  size_t size_rows() const { return name.size(); }
};

// xla.StackFrameIndexProto, flattened: frame i (0-based) with its caller's number (1-based, 0: none).
struct StackFrames {
  std::vector<StringId> file;
  std::vector<StringId> function;
  std::vector<int32_t> line;  // -1: unknown, as XProf prints it
  std::vector<int32_t> column;
  std::vector<int32_t> parent;
  size_t size_rows() const { return file.size(); }
};

// A buffer whose shape XProf reads differently: it follows only the last element of the shape index.
struct XprofShape {
  uint32_t buffer;
  StringId shape;
  Bytes unpadded;
};

struct Module {
  std::string name;
  std::string entry_computation;
  Platform platform = Platform::kUnknown;
  Assignment assignment;
  Instructions instructions;
  StackFrames frames;
  // Per row of assignment.buffers:
  std::vector<uint32_t> instruction;     // row of instructions, kNone: the module has no such instruction
  std::vector<StringId> shape;           // with layout, tiles and memory space, as XLA prints it
  std::vector<Bytes> unpadded;           // bytes of the shape without any padding
  std::vector<XprofShape> xprof_shapes;  // sorted by buffer; usually empty
  // Largest scoped VMEM allocation that an instruction's backend_config tells of.
  Bytes scoped_vmem = 0;
  StringId scoped_vmem_instruction = 0;
  // Instruction names of the entry computation's schedule; empty if the module is not scheduled.
  std::vector<StringId> schedule;
  // Where in that schedule other computations run: computation name (StringId) → position of the instruction that calls
  // it, directly or through others. Computations that nothing scheduled calls are not in it.
  IdMap caller_position;
};

// "HBM", "VMEM", …; unknown numbers read "memory space 7". Names are XLA's own for the platform (see FORMATS: the table
// in its memory-usage-report is wrong for TPU and GPU, so numbers and platform decide).
std::string SpaceName(Space space, Platform platform);

// Instruction name with shape index, e.g. "copy-start{0}"; "buffer 12" when the instruction is missing.
std::string BufferName(const Module& module, uint32_t buffer);

// Throws out what cannot be computed with: negative sizes or offsets, totals above kMaxBytes. Names what is merely odd
// (a buffer past its allocation's end) in assignment.faults. Every reader calls this last.
Status Check(Assignment& assignment);

}  // namespace xmv

#endif  // XMV_CORE_MODEL_MODULE_H_
