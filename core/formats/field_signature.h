// Recognises our formats by which fields they have, in whatever order.
#ifndef XMV_CORE_FORMATS_FIELD_SIGNATURE_H_
#define XMV_CORE_FORMATS_FIELD_SIGNATURE_H_

#include <optional>

#include "core/formats/detect.h"

namespace xmv {

// What detection by the first fields is not sure of: every serialiser we know writes fields by number, but none has to.
// Walks all of the outermost message (tags only, some thousand fields at most) and one of each kind within.
std::optional<Format> FormatByFields(ByteSource& source, WireRange range);

}  // namespace xmv

#endif  // XMV_CORE_FORMATS_FIELD_SIGNATURE_H_
