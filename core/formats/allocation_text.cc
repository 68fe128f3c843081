#include "core/formats/allocation_text.h"

#include "core/base/text.h"
#include "core/formats/module_builder.h"

namespace xmv {

AllocationText ReadAllocationText(std::string_view line) {
  AllocationText out;
  TakeNumber(line, out.index);
  Take(line, ":");
  while (!line.empty()) {
    line = TrimLeft(line);
    // A shape has commas of its own and stands between bars.
    if (Take(line, "shape |") || Take(line, "output shape is |")) {
      TakeUntil(line, '|');
      if (Take(line, " at ShapeIndex ")) TakeShapeIndex(line, out.shape_index);
      TakeUntil(line, ',');
      continue;
    }
    std::string_view item = TrimRight(TakeUntil(line, ','));
    if (EndsWith(item, ":")) item.remove_suffix(1);
    if (Take(item, "size ")) {
      TakeNumber(item, out.size);
    } else if (Take(item, "color ")) {
      TakeNumber(item, out.space);
    } else if (Take(item, "parameter ")) {
      out.flags |= kFlagParameter;
      TakeNumber(item, out.parameter);
    } else if (item == "constant") {
      out.flags |= kFlagConstant;
    } else if (item == "thread-local") {
      out.flags |= kFlagThreadLocal;
    } else if (item == "maybe-live-out") {
      out.flags |= kFlagLiveOut;
    }
  }
  return out;
}

}  // namespace xmv
