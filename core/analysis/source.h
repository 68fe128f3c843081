// Where in the user's program a buffer comes from.
#ifndef XMV_CORE_ANALYSIS_SOURCE_H_
#define XMV_CORE_ANALYSIS_SOURCE_H_

#include <string>
#include <string_view>
#include <vector>

#include "core/model/module.h"

namespace xmv {

struct Frame {
  std::string_view file;
  std::string_view function;
  int32_t line;  // -1: unknown
  int32_t column;
};

struct SourceLocation {
  std::string_view file;  // empty: unknown
  int32_t line = 0;
};

// The call stack of an instruction, innermost frame first, 5,000 at most. Cycles in damaged files end it. O(depth).
std::vector<Frame> StackOf(const Module& module, uint32_t instruction);

// File and line: the instruction's own, else those of its innermost frame, as XProf does.
SourceLocation SourceOf(const Module& module, uint32_t instruction);

}  // namespace xmv

#endif  // XMV_CORE_ANALYSIS_SOURCE_H_
