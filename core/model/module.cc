#include "core/model/module.h"

#include <set>

namespace xmv {
namespace {

// One sentence for any number of equal faults.
void AddFault(std::vector<Error>& faults, size_t count, const std::string& what, const std::string& hint) {
  if (count == 0) return;
  faults.push_back({Code::kInconsistent, Thousands(static_cast<int64_t>(count)) + " " + what, hint});
}

Error Overflow(const char* what, int64_t index, Bytes size) {
  return {Code::kSizeOverflow,
          std::string(what) + " " + std::to_string(index) + " claims " + std::to_string(size) +
              " bytes, which is impossible.",
          "The file is damaged or was not written by XLA. Dump it again."};
}

}  // namespace

const char* AllocationTypeName(AllocationType type) {
  switch (type) {
    case AllocationType::kParameter:
      return "Parameter";
    case AllocationType::kOutput:
      return "Output";
    case AllocationType::kThreadLocal:
      return "Thread-local";
    case AllocationType::kConstant:
      return "Constant";
    case AllocationType::kTemporary:
      return "Temporary";
  }
  return "";
}

AllocationType Allocations::type(uint32_t row) const {
  const uint8_t bits = flags[row];
  if (bits & kFlagParameter) return AllocationType::kParameter;
  if (bits & kFlagLiveOut) return AllocationType::kOutput;
  if (bits & kFlagThreadLocal) return AllocationType::kThreadLocal;
  if (bits & kFlagConstant) return AllocationType::kConstant;
  return AllocationType::kTemporary;
}

std::string SpaceName(Space space, Platform platform) {
  if (platform == Platform::kCpu && space == 0) return "Host memory";
  if (platform == Platform::kGpu) {
    switch (space) {
      case 0:
        return "HBM";
      case 1:
        return "Collective";
      case 5:
        return "Host (pinned)";
      default:
        break;
    }
  } else {
    switch (space) {
      case 0:
        return "HBM";
      case 1:
        return "VMEM";
      case 2:
        return "Sync flags";
      case 3:
        return "CMEM";
      case 4:
        return "SMEM";
      case 5:
        return "Host";
      case 6:
        return "SparseCore";
      default:
        break;
    }
  }
  return "Memory space " + std::to_string(space);
}

std::string BufferName(const Module& module, uint32_t buffer) {
  const Buffers& buffers = module.assignment.buffers;
  const uint32_t instruction = module.instruction[buffer];
  std::string name;
  if (instruction != kNone) {
    name = module.assignment.strings.Get(module.instructions.name[instruction]);
  } else if (buffers.instruction_name[buffer] != 0) {
    name = module.assignment.strings.Get(buffers.instruction_name[buffer]);
  } else {
    return "buffer " + std::to_string(buffers.id[buffer]);
  }
  const uint32_t begin = buffers.index_begin[buffer], end = buffers.index_begin[buffer + 1];
  if (begin == end) return name;
  name += '{';
  for (uint32_t i = begin; i < end; ++i) {
    if (i > begin) name += ',';
    name += std::to_string(buffers.shape_index[i]);
  }
  return name + '}';
}

Status Check(Assignment& assignment) {
  const Buffers& buffers = assignment.buffers;
  const Allocations& allocations = assignment.allocations;
  for (size_t i = 0; i < buffers.size_rows(); ++i) {
    if (buffers.size[i] < 0 || buffers.size[i] > kMaxBytes)
      return Overflow("Logical buffer", buffers.id[i], buffers.size[i]);
  }
  // Together, not space by space: a trace may cross spaces.
  Bytes total = 0;
  std::set<Space> spaces;
  for (size_t i = 0; i < allocations.size_rows(); ++i) {
    if (!AddBytes(total, allocations.size[i]))
      return Overflow("Buffer allocation", allocations.index[i], allocations.size[i]);
    if (spaces.insert(allocations.space[i]).second && spaces.size() > kSpaceLimit) {
      return Error{
          Code::kLimit,
          "The program uses more than " + std::to_string(kSpaceLimit) + " memory spaces, which no machine has.",
          "The file is damaged or was not written by XLA. Dump it again."};
    }
  }
  for (size_t i = 0; i < allocations.assigned.size(); ++i) {
    if (allocations.assigned_size[i] < 0 || allocations.assigned_size[i] > kMaxBytes)
      return Overflow("Logical buffer", buffers.id[allocations.assigned[i]], allocations.assigned_size[i]);
  }
  size_t outside = 0;
  for (size_t i = 0; i < buffers.size_rows(); ++i) {
    const uint32_t allocation = buffers.allocation[i];
    if (allocation == kNone) continue;
    if (buffers.offset[i] < 0 || buffers.offset[i] > kMaxBytes)
      return Overflow("The offset of logical buffer", buffers.id[i], buffers.offset[i]);
    // Whole-program allocations hold one value at a time, whatever offsets say; only temporaries are laid out.
    outside += allocations.temporary(allocation) && buffers.offset[i] + buffers.size[i] > allocations.size[allocation];
  }
  AddFault(assignment.faults, outside, "buffers reach past the end of their allocation.",
           "The file contradicts itself; sizes of these buffers or of the allocation are wrong.");
  return {};
}

}  // namespace xmv
