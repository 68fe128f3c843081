// XProf's own answer (PreprocessResult as JSON) for a module and space, so that numbers can be compared field by field.
#ifndef XMV_CORE_ANALYSIS_XPROF_JSON_H_
#define XMV_CORE_ANALYSIS_XPROF_JSON_H_

#include <string>

#include "core/base/status.h"
#include "core/model/module.h"

namespace xmv {

// Field names as proto3 JSON prints them, zeros left out, doubles exact. Lists that XProf takes from a hash map are in
// file order; colours and allocationTimeline are left out. A space the module does not use gives what XProf gives: only
// the names. O(events + buffers).
Result<std::string> XprofJson(const Module& module, Space space);

}  // namespace xmv

#endif  // XMV_CORE_ANALYSIS_XPROF_JSON_H_
