// Tells text files apart by their first lines.
#ifndef XMV_CORE_FORMATS_DETECT_TEXT_H_
#define XMV_CORE_FORMATS_DETECT_TEXT_H_

#include <string_view>

#include "core/base/status.h"
#include "core/formats/detect.h"

namespace xmv {

// What to open instead of a file that says too little.
inline constexpr const char* kOpenTheProto =
    "Open the …after_optimizations.hlo.pb of the same dump (written with --xla_dump_to=DIR --xla_dump_hlo_as_proto).";

// Whether bytes are text: no control characters but white space, escapes, bells and backspaces, as logs have them.
bool IsText(std::string_view prefix);

// Which of the compiler's texts it is, from the beginning of a file; Format::kLog for every other text, since an error
// message may stand anywhere in it.
Format DetectText(std::string_view prefix);

// What to say of a text in which no message of ours was found either.
Error UselessText(std::string_view prefix);

}  // namespace xmv

#endif  // XMV_CORE_FORMATS_DETECT_TEXT_H_
