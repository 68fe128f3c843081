// What an instruction's backend_config (JSON that each backend writes in its own way) tells about memory.
#ifndef XMV_CORE_FORMATS_BACKEND_CONFIG_H_
#define XMV_CORE_FORMATS_BACKEND_CONFIG_H_

#include <string_view>

#include "core/base/units.h"
#include "core/model/module.h"

namespace xmv {

// Which backend wrote it, by keys that only that one has. O(length).
Platform PlatformOf(std::string_view config);

// Largest scoped allocation of memory space 1 (VMEM) in it, 0 if there is none. O(length).
Bytes ScopedVmem(std::string_view config);

}  // namespace xmv

#endif  // XMV_CORE_FORMATS_BACKEND_CONFIG_H_
