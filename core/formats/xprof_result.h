// Reads XProf's own answer (the memory_viewer tool's JSON, a PreprocessResult) back into a module: somebody's browser
// or API call may be all that is left of a profile.
#ifndef XMV_CORE_FORMATS_XPROF_RESULT_H_
#define XMV_CORE_FORMATS_XPROF_RESULT_H_

#include <string_view>

#include "core/base/status.h"
#include "core/model/module.h"

namespace xmv {

// Source of the format: proto3 JSON of xprof's memory_viewer_preprocess.proto; FORMATS §6. The result is one module and
// one memory space. Lifetimes come from logicalBufferSpans, sizes from bufferBlocks where there are any (newer files)
// and else from the steps of heapSizes, so that the curve is XProf's to the byte. What has no name in the file is
// called by the instruction of its event. A fault (FROM_TEXT) says what is missing.
//
// O(length). Errors: kCorrupt for what is no JSON, kNoMemory for an answer without any memory in it.
Result<Module> ReadXprofResult(std::string_view text);

}  // namespace xmv

#endif  // XMV_CORE_FORMATS_XPROF_RESULT_H_
