// One door to all readers that make a module from something else than protos.
#ifndef XMV_CORE_FORMATS_TEXT_MODULE_H_
#define XMV_CORE_FORMATS_TEXT_MODULE_H_

#include <functional>
#include <vector>

#include "core/base/status.h"
#include "core/formats/detect.h"
#include "core/io/byte_source.h"
#include "core/model/module.h"

namespace xmv {

// How much a format shows of a module's memory: of two files of one module the higher counts. 0: makes no module alone.
int Worth(Format format);
inline constexpr int kProtoWorth = 100;

// The module in `sources[0]`, which is of this format. A buffer assignment takes live ranges, values and HLO text from
// the other sources, in this order. Costs and errors: as the format's reader.
Result<Module> ReadTextModule(Format format, const std::vector<ByteSource*>& sources,
                              const std::function<void(FileOffset)>& progress);

}  // namespace xmv

#endif  // XMV_CORE_FORMATS_TEXT_MODULE_H_
