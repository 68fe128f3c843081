// Finds the programs in a profile (XSpace) without reading the trace.
#ifndef XMV_CORE_FORMATS_XSPACE_H_
#define XMV_CORE_FORMATS_XSPACE_H_

#include <string>
#include <vector>

#include "core/base/status.h"
#include "core/io/wire_reader.h"

namespace xmv {

// A program embedded in a profile: the bytes of an HloProto (or, in some, of a bare HloModuleProto).
struct EmbeddedProgram {
  std::string id;    // program id, decimal
  std::string name;  // of the event metadata; the module has its own
  WireRange range;
};

// Programs are event metadata of the plane "/host:metadata" ("/host:CPU" in older profiles) with a stat called
// "Hlo Proto" (tsl/profiler/protobuf/xplane.proto). A program found twice is listed once. Cost: the metadata of those
// planes; lines, which are nearly all of a big file, are skipped. On damage, what was found before it is returned and
// reader.status() tells.
std::vector<EmbeddedProgram> FindPrograms(WireReader& reader, WireRange range);

}  // namespace xmv

#endif  // XMV_CORE_FORMATS_XSPACE_H_
