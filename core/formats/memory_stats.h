// Reads what compiled.memory_analysis() prints, and the same numbers as JSON.
#ifndef XMV_CORE_FORMATS_MEMORY_STATS_H_
#define XMV_CORE_FORMATS_MEMORY_STATS_H_

#include <string_view>

#include "core/base/status.h"
#include "core/model/module.h"

namespace xmv {

// "CompiledMemoryStats(generated_code_size_in_bytes=0, argument_size_in_bytes=2233348, …)" anywhere in the text, or
// {"argument_size_in_bytes": 2233348, …} (xla/pjrt/pjrt_executable.h; host_… are host memory, space 5). One buffer for
// all arguments, one for all outputs and so on: sums are all there is. Outputs that share arguments' memory count as
// arguments. A FROM_TEXT fault says so, and what peak the compiler states. O(length). Errors: kNoMemory.
Result<Module> ReadMemoryStats(std::string_view text);

}  // namespace xmv

#endif  // XMV_CORE_FORMATS_MEMORY_STATS_H_
