// What HLO text alone says of memory: what goes into the program and what comes out of it.
#ifndef XMV_CORE_FORMATS_HLO_PROGRAM_H_
#define XMV_CORE_FORMATS_HLO_PROGRAM_H_

#include <functional>

#include "core/base/status.h"
#include "core/io/byte_source.h"
#include "core/model/module.h"

namespace xmv {

// Reads …after_optimizations.txt or compiled.as_text() (grammar in hlo_text.h): module, entry computation, schedule,
// stacks; one allocation for each parameter of the entry computation and for each output that shares none
// (input_output_alias), sized by its shape with the tiles of its layout. Temporaries are nowhere in the text;
// Assignment::no_order says which file adds them, and a FROM_TEXT fault.
//
// O(bytes); memory for names of the entry computation. Errors: kNoBufferAssignment when there is no entry computation
// or it has neither parameters nor results, which a cut-off file lacks.
Result<Module> ReadHloProgram(ByteSource& source, const std::function<void(FileOffset)>& progress);

}  // namespace xmv

#endif  // XMV_CORE_FORMATS_HLO_PROGRAM_H_
