// The line with which XLA describes an allocation, in buffer assignments and in usage reports.
#ifndef XMV_CORE_FORMATS_ALLOCATION_TEXT_H_
#define XMV_CORE_FORMATS_ALLOCATION_TEXT_H_

#include <cstdint>
#include <string_view>
#include <vector>

#include "core/base/units.h"
#include "core/model/module.h"

namespace xmv {

struct AllocationText {
  int64_t index = -1;  // -1: not printed
  Bytes size = 0;
  Space space = 0;
  uint8_t flags = 0;  // AllocationFlags
  int64_t parameter = 0;
  std::vector<int64_t> shape_index;  // of the parameter
};

// Reads what stands behind "allocation ": "3: size 4096, color 1, page 0, parameter 0, shape |f32[32]| at ShapeIndex
// {0}, output shape is |f32[32]|, constant, thread-local, maybe-live-out, preallocated-temp:". Items that are not known
// are passed over. O(length).
AllocationText ReadAllocationText(std::string_view line);

}  // namespace xmv

#endif  // XMV_CORE_FORMATS_ALLOCATION_TEXT_H_
