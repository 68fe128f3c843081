// Reads a program from the compiler's text dumps: …-buffer-assignment.txt, …-live-range.txt,
// …-buffer-assignment-values.txt and, for names, …after_optimizations.txt; or the older single file that has the first
// three in it.
//
// Grammar (openxla/xla: BufferAssignment::ToString in xla/service/buffer_assignment.cc, HloLiveRange::ToString,
// HloValue::ToString). Lines are told apart by the headings before them, so the parts may come in any order and number:
//
//   BufferAssignment:
//   allocation 3: size 4096, color 1, parameter 0, shape |f32[32,32]| at ShapeIndex {0}, maybe-live-out:
//    value: <12 fusion.1{0} @1> (size=4096,offset=0): f32[32,32]{1,0:T(8,128)S(1)}
//   HloLiveRange (max 2):
//     InstructionSequence:
//       0:fusion.1
//     BufferLiveRange:
//       fusion.1{0}:0-2
//   Used values:
//   <12 fusion.1{0} @1>
//    from instruction:%fusion.1 = (f32[32,32]{1,0}) fusion(…), metadata={op_name="jit(f)/dot"}
//
// Files of 2017-2018 print " fusion.1[0](#12 @1) [0,4096]: f32[32,32]{1,0}" for a value, without sizes of ranges; an
// address ("0x…") may precede the size.
#ifndef XMV_CORE_FORMATS_BUFFER_ASSIGNMENT_TEXT_H_
#define XMV_CORE_FORMATS_BUFFER_ASSIGNMENT_TEXT_H_

#include <functional>
#include <vector>

#include "core/base/status.h"
#include "core/io/byte_source.h"
#include "core/model/module.h"

namespace xmv {

// Reads the parts found in `texts` into one module. Lifetimes become heap events (live_range_trace.h); a fault of code
// FROM_TEXT says what that means for program points. Without live ranges there are no traces; Assignment::no_order then
// says which file would add them. Names, operators and source lines are as good as the texts given.
//
// Columns: Buffers::instruction_id is 0, instruction_name set; whether an allocation is a tuple is not printed.
// Cost: one pass over the bytes; memory for the columns, not for the text. `progress`, if set, gets bytes read.
// Errors: NEEDS_COMPANION when no text has allocations, or as Check() in module.h.
Result<Module> ReadAssignmentText(const std::vector<ByteSource*>& texts,
                                  const std::function<void(FileOffset)>& progress);

// Holds the live ranges of a text against a module that was read from a proto. A module that has temporaries but no
// heap events at all gets traces made of the ranges, as above. Where the two name different buffers a fault of code
// INCONSISTENT says so, and nothing is added. Cost: the text's bytes and the module's buffers. Errors: of reading only.
Status AddLiveRanges(ByteSource& text, Module& module);

}  // namespace xmv

#endif  // XMV_CORE_FORMATS_BUFFER_ASSIGNMENT_TEXT_H_
