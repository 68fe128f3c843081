#include "core/formats/xspace.h"

#include <algorithm>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

#include "core/model/module.h"

namespace xmv {
namespace {

// Field numbers of tsl/profiler/protobuf/xplane.proto.
namespace space_proto {
enum : uint32_t { kPlanes = 1 };
}
namespace plane_proto {
enum : uint32_t { kName = 2, kEventMetadata = 4, kStatMetadata = 5 };
}
namespace map_proto {
enum : uint32_t { kKey = 1, kValue = 2 };
}
namespace event_metadata_proto {
enum : uint32_t { kId = 1, kName = 2, kStats = 5 };
}
namespace stat_proto {
enum : uint32_t { kMetadataId = 1, kUint64 = 3, kInt64 = 4, kBytes = 6 };
}
namespace stat_metadata_proto {
enum : uint32_t { kId = 1, kName = 2 };
}

std::string Name(WireReader& reader, WireRange range) { return std::string(reader.Prefix(range, kNameLimit)); }

// Stats of one event's metadata that may tell of a program. What kind a stat is gets named only further down the plane.
struct Candidate {
  EmbeddedProgram program;  // range of the last stat with bytes; id of the metadata itself
  uint64_t bytes_kind = 0;
  std::vector<std::pair<uint64_t, uint64_t>> numbers;  // kind and value of numeric stats
};

// "jit_step(20)" → "20"; empty if the name does not end so.
std::string IdInName(const std::string& name) {
  const size_t open = name.rfind('(');
  if (open == std::string::npos || name.back() != ')') return {};
  const std::string id = name.substr(open + 1, name.size() - open - 2);
  const bool number = !id.empty() && std::all_of(id.begin(), id.end(), [](char c) { return c >= '0' && c <= '9'; });
  return number ? id : std::string();
}

void ReadEventMetadata(WireReader& reader, WireRange range, std::vector<Candidate>& candidates) {
  Candidate candidate;
  candidate.program.id = "0";  // which proto3 does not write
  for (WireField field; reader.Next(range, field);) {
    if (field.number == event_metadata_proto::kId && field.is_varint())
      candidate.program.id = std::to_string(field.value);
    if (field.number == event_metadata_proto::kName && field.is_range())
      candidate.program.name = Name(reader, field.range);
    if (field.number != event_metadata_proto::kStats || !field.is_range()) continue;
    uint64_t kind = 0;
    std::optional<uint64_t> number;
    WireRange bytes;
    for (WireField stat; reader.Next(field.range, stat);) {
      if (stat.number == stat_proto::kMetadataId && stat.is_varint()) kind = stat.value;
      if ((stat.number == stat_proto::kUint64 || stat.number == stat_proto::kInt64) && stat.is_varint())
        number = stat.value;
      if (stat.number == stat_proto::kBytes && stat.is_range()) bytes = stat.range;
    }
    if (number) candidate.numbers.emplace_back(kind, *number);
    if (!bytes.empty()) {
      candidate.program.range = bytes;
      candidate.bytes_kind = kind;
    }
  }
  if (!candidate.program.range.empty()) candidates.push_back(std::move(candidate));
}

void ReadPlane(WireReader& reader, WireRange range, std::vector<EmbeddedProgram>& programs) {
  std::vector<Candidate> candidates;
  std::set<uint64_t> hlo_proto_kinds, program_id_kinds;
  for (WireField field; reader.Next(range, field);) {
    if (field.number == plane_proto::kName && field.is_range()) {
      const std::string name = Name(reader, field.range);
      if (name != "/host:metadata" && name != "/host:CPU") return;
    }
    const bool event = field.number == plane_proto::kEventMetadata, stat = field.number == plane_proto::kStatMetadata;
    if ((!event && !stat) || !field.is_range()) continue;
    uint64_t key = 0;
    WireRange value;
    for (WireField entry; reader.Next(field.range, entry);) {
      if (entry.number == map_proto::kKey && entry.is_varint()) key = entry.value;
      if (entry.number == map_proto::kValue && entry.is_range()) value = entry.range;
    }
    if (event) {
      ReadEventMetadata(reader, value, candidates);
      continue;
    }
    std::string name;
    for (WireField inner; reader.Next(value, inner);) {
      if (inner.number == stat_metadata_proto::kId && inner.is_varint()) key = inner.value;
      if (inner.number == stat_metadata_proto::kName && inner.is_range()) name = Name(reader, inner.range);
    }
    if (name == "Hlo Proto" || name == "hlo_proto") hlo_proto_kinds.insert(key);
    if (name == "program_id") program_id_kinds.insert(key);
  }
  for (Candidate& candidate : candidates) {
    if (!hlo_proto_kinds.count(candidate.bytes_kind)) continue;
    // The program id: a stat of its own, else in the name, else the metadata's id.
    if (const std::string id = IdInName(candidate.program.name); !id.empty()) candidate.program.id = id;
    for (const auto& [kind, value] : candidate.numbers) {
      if (program_id_kinds.count(kind)) candidate.program.id = std::to_string(value);
    }
    programs.push_back(std::move(candidate.program));
  }
}

}  // namespace

std::vector<EmbeddedProgram> FindPrograms(WireReader& reader, WireRange range) {
  std::vector<EmbeddedProgram> programs;
  for (WireField field; reader.Next(range, field);) {
    if (field.number == space_proto::kPlanes && field.is_range()) ReadPlane(reader, field.range, programs);
  }
  // Ids should be unique. Where they are not, only what looks the same all round is left out.
  std::set<std::tuple<std::string, std::string, FileOffset>> seen;
  programs.erase(
      std::remove_if(programs.begin(), programs.end(),
                     [&](const EmbeddedProgram& p) { return !seen.emplace(p.id, p.name, p.range.size()).second; }),
      programs.end());
  return programs;
}

}  // namespace xmv
