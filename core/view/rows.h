// Live buffers as rows of a table.
#ifndef XMV_CORE_VIEW_ROWS_H_
#define XMV_CORE_VIEW_ROWS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "core/model/module.h"
#include "core/view/strip.h"

namespace xmv {

// Parallel columns; see Rows in wasm/memory_viewer.d.ts.
struct Rows {
  size_t total = 0;
  std::vector<int32_t> buffer;
  std::vector<std::string> name, op_name, shape, source;
  std::vector<uint8_t> type;
  std::vector<double> size, unpadded, offset, start, end;
};

// Rows [from, from + count) of a sorted strip, from its other end if `descending`. O(count).
Rows MakeRows(const Module& module, const Strip& strip, bool descending, size_t from, size_t count);

}  // namespace xmv

#endif  // XMV_CORE_VIEW_ROWS_H_
