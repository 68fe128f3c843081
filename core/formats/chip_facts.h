// What a dump says of the chip that a program was compiled for.
#ifndef XMV_CORE_FORMATS_CHIP_FACTS_H_
#define XMV_CORE_FORMATS_CHIP_FACTS_H_

#include <string>
#include <string_view>

#include "core/base/units.h"
#include "core/formats/size_text.h"
#include "core/model/module.h"

namespace xmv {

// Numbers are kUnknownBytes where the file has none.
struct ChipFacts {
  Platform platform = Platform::kUnknown;
  std::string chip;                   // "TPU v5e", "NVIDIA H100 80GB HBM3"; "" if unknown
  Bytes memory = kUnknownBytes;       // of the device, as the file states it (GPU)
  Bytes reserved = kUnknownBytes;     // of it, for the runtime (TPU: reserved_hbm_usage_bytes)
  Bytes scoped_vmem = kUnknownBytes;  // TPU: the limit of scoped VMEM, if a flag sets it
};

// Whether a text begins like target_arguments.txt, tpu_comp_env.txt or gpu_target_config.pbtxt (text protos of XLA's
// compilers).
bool IsChipFacts(std::string_view text);

// Reads any of them; what is not there stays unknown. O(length).
ChipFacts ReadChipFacts(std::string_view text);

// Adds what `more` knows and `facts` does not.
void Merge(ChipFacts& facts, const ChipFacts& more);

}  // namespace xmv

#endif  // XMV_CORE_FORMATS_CHIP_FACTS_H_
