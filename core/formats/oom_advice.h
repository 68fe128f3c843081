// What to do about an out-of-memory message, told from its own numbers.
#ifndef XMV_CORE_FORMATS_OOM_ADVICE_H_
#define XMV_CORE_FORMATS_OOM_ADVICE_H_

#include <vector>

#include "core/formats/oom_report.h"

namespace xmv {

// Fills in title and advice. Advice is ordered by what helps most: padding that wastes much, then what is largest, then
// settings, and last the dump that explains everything, with its command line. O(allocations).
void Advise(OomReport& report);

}  // namespace xmv

#endif  // XMV_CORE_FORMATS_OOM_ADVICE_H_
