#include "core/view/change.h"

#include "core/base/stable_order.h"

namespace xmv {
namespace {

void Add(std::vector<LiveRow>& rows, Bytes& bytes, const LiveRow& row) {
  rows.push_back(row);
  bytes += row.size;
}

}  // namespace

Change ChangeBetween(const Module& module, const SpaceUsage& usage, ProgramPoint from, ProgramPoint to) {
  if (from > to) std::swap(from, to);
  Change out;
  // A row is the same at both points if its interval covers both.
  for (const LiveRow& row : LiveAt(module, usage, from)) {
    if (row.end > to)
      Add(out.kept, out.kept_bytes, row);
    else
      Add(out.freed, out.freed_bytes, row);
  }
  for (const LiveRow& row : LiveAt(module, usage, to)) {
    if (row.start > from) Add(out.allocated, out.allocated_bytes, row);
  }
  for (std::vector<LiveRow>* rows : {&out.allocated, &out.freed, &out.kept}) {
    StableSort(*rows, [](const LiveRow& a, const LiveRow& b) { return a.size > b.size; });
  }
  return out;
}

}  // namespace xmv
