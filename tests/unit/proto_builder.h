// Writes the protobuf wire format by hand, so that tests can make files no serialiser would: fields in any order,
// lengths that lie, ids that point nowhere. Knows field numbers, not messages; needs no generated code.
//
//   Hlo hlo;
//   hlo.instructions = {Instruction(1, "p0")};
//   hlo.buffers = {Buffer(1, 1024, 1)};
//   hlo.allocations = {Allocation(0, 4096, {{1, 0, 1024}})};
//   hlo.traces = {Trace({Alloc(1), Free(1)})};
//   Open(hlo.bytes());
#ifndef XMV_TESTS_UNIT_PROTO_BUILDER_H_
#define XMV_TESTS_UNIT_PROTO_BUILDER_H_

#include <zlib.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace xmv {

// One message: its fields as they were put in, valid or not.
class Proto {
 public:
  // While one of these lives, messages are written with their fields in descending order of number; repeated fields
  // keep theirs. Nested messages are written when they are put in, so they follow the rule of that moment.
  struct Backwards {
    Backwards() { backwards() = true; }
    ~Backwards() { backwards() = false; }
  };

  Proto& Number(uint32_t field, int64_t value) {
    return Add(field, Tag(field, 0) + Varint(static_cast<uint64_t>(value)));
  }
  Proto& Text(uint32_t field, std::string_view bytes) {
    return Add(field, Tag(field, 2) + Varint(bytes.size()) + std::string(bytes));
  }
  Proto& Message(uint32_t field, const Proto& message) { return Text(field, message.bytes()); }
  Proto& Messages(uint32_t field, const std::vector<Proto>& messages) {
    for (const Proto& message : messages) Message(field, message);
    return *this;
  }
  // A repeated number as proto3 writes it, or one field for each as proto2 did.
  Proto& Numbers(uint32_t field, const std::vector<int64_t>& values, bool packed = true) {
    std::string all;
    for (const int64_t value : values) {
      if (packed)
        all += Varint(static_cast<uint64_t>(value));
      else
        Number(field, value);
    }
    return packed && !all.empty() ? Text(field, all) : *this;
  }
  Proto& Fixed64(uint32_t field, uint64_t value) {
    return Add(field, Tag(field, 1) + std::string(reinterpret_cast<const char*>(&value), 8));
  }
  Proto& Fixed32(uint32_t field, uint32_t value) {
    return Add(field, Tag(field, 5) + std::string(reinterpret_cast<const char*>(&value), 4));
  }
  // A length-delimited field that says it is `length` long; only `bytes` follow.
  Proto& Claim(uint32_t field, uint64_t length, std::string_view bytes = {}) {
    return Add(field, Tag(field, 2) + Varint(length) + std::string(bytes));
  }
  Proto& Raw(std::string_view bytes) { return Add(0, std::string(bytes)); }

  std::string bytes() const {
    std::vector<std::pair<uint32_t, std::string>> fields = fields_;
    if (backwards()) {
      std::stable_sort(fields.begin(), fields.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
    }
    std::string out;
    for (const auto& field : fields) out += field.second;
    return out;
  }

  static std::string Varint(uint64_t value) {
    std::string out;
    for (; value >= 0x80; value >>= 7) out += static_cast<char>(value | 0x80);
    return out + static_cast<char>(value);
  }
  static std::string Tag(uint32_t field, unsigned type) { return Varint(uint64_t{field} << 3 | type); }

 private:
  static bool& backwards() {
    static bool value = false;
    return value;
  }
  Proto& Add(uint32_t field, std::string bytes) {
    fields_.emplace_back(field, std::move(bytes));
    return *this;
  }

  std::vector<std::pair<uint32_t, std::string>> fields_;
};

// xla.ShapeProto: f32 unless said otherwise, row-major.
inline Proto Shape(const std::vector<int64_t>& dimensions, int64_t element_type = 11) {
  Proto layout;
  std::vector<int64_t> minor_to_major;
  for (size_t i = dimensions.size(); i-- > 0;) minor_to_major.push_back(static_cast<int64_t>(i));
  layout.Numbers(1, minor_to_major);
  return Proto().Number(2, element_type).Numbers(3, dimensions).Message(5, layout);
}

inline Proto Tuple(const std::vector<Proto>& elements) { return Proto().Number(2, 13).Messages(4, elements); }

// xla.HloInstructionProto.
inline Proto Instruction(int64_t id, std::string_view name, const Proto& shape = Shape({256}),
                         const Proto& metadata = {}) {
  return Proto().Text(1, name).Text(2, "add").Message(3, shape).Message(7, metadata).Number(35, id);
}

// xla.LogicalBufferProto.
inline Proto Buffer(int64_t id, int64_t size, int64_t instruction, const std::vector<int64_t>& shape_index = {},
                    int64_t space = 0) {
  return Proto()
      .Number(1, id)
      .Number(2, size)
      .Message(3, Proto().Numbers(3, shape_index).Number(4, instruction))
      .Number(4, space);
}

struct Assigned {
  int64_t buffer, offset, size;
};

// The booleans of xla.BufferAllocationProto by field number.
inline constexpr uint32_t kIsThreadLocal = 3, kIsParameter = 5, kIsLiveOut = 7, kIsTuple = 11, kIsConstant = 12;

// xla.BufferAllocationProto; temporary unless a flag says otherwise.
inline Proto Allocation(int64_t index, int64_t size, const std::vector<Assigned>& assigned,
                        const std::vector<uint32_t>& flags = {}, int64_t space = 0) {
  Proto out;
  out.Number(1, index).Number(2, size);
  for (const uint32_t flag : flags) out.Number(flag, 1);
  out.Number(8, space);
  for (const Assigned& a : assigned) out.Message(9, Proto().Number(1, a.buffer).Number(2, a.offset).Number(3, a.size));
  return out;
}

// xla.HeapSimulatorTrace and its events.
inline Proto Event(int64_t kind, int64_t buffer, int64_t share_with = 0, std::string_view instruction = "step") {
  Proto out;
  out.Number(1, kind).Number(2, buffer).Text(3, "main").Text(4, instruction);
  return share_with ? out.Number(5, share_with) : out;
}
inline Proto Alloc(int64_t buffer) { return Event(0, buffer); }
inline Proto Free(int64_t buffer) { return Event(1, buffer); }
inline Proto Share(int64_t buffer, int64_t with) { return Event(2, buffer, with); }
inline Proto Trace(const std::vector<Proto>& events) { return Proto().Messages(1, events).Number(3, 0); }

// xla.HloProto with a module "m" of one computation "main".
struct Hlo {
  std::vector<Proto> instructions, buffers, allocations, traces;
  Proto more_module, more_assignment;  // further fields, appended
  std::string name = "m";

  Proto module() const {
    const Proto computation = Proto().Text(1, "main").Messages(2, instructions).Number(5, 7).Number(6, 1);
    Proto out;
    out.Text(1, name).Text(2, "main").Message(3, computation).Number(5, 7).Number(6, 7);
    return more_module.bytes().empty() ? out : out.Raw(more_module.bytes());
  }
  Proto assignment() const {
    Proto out;
    out.Messages(1, buffers).Messages(3, allocations).Messages(4, traces);
    return more_assignment.bytes().empty() ? out : out.Raw(more_assignment.bytes());
  }
  Proto proto() const { return Proto().Message(1, module()).Message(3, assignment()); }
  std::string bytes() const { return proto().bytes(); }
};

// A parameter of 1,000 bytes, and two temporaries of 300 and 500 in 1,024 bytes, both live after the second event:
// peak 1,000 + 800 at point 1.
inline Hlo SmallHlo() {
  Hlo hlo;
  hlo.instructions = {Instruction(11, "p"), Instruction(12, "x"), Instruction(13, "y")};
  hlo.buffers = {Buffer(1, 1000, 11), Buffer(2, 300, 12), Buffer(3, 500, 13)};
  hlo.allocations = {Allocation(0, 1000, {{1, 0, 1000}}, {kIsParameter}),
                     Allocation(1, 1024, {{2, 0, 300}, {3, 512, 500}})};
  hlo.traces = {Trace({Alloc(2), Alloc(3), Free(2), Free(3)})};
  return hlo;
}

// One program as tensorflow.profiler.XEventMetadata: the HloProto is a stat of kind 1.
inline Proto ProgramMetadata(int64_t id, std::string_view name, std::string_view hlo) {
  return Proto().Number(1, id).Text(2, name).Message(5, Proto().Number(1, 1).Text(6, hlo));
}

// tensorflow.profiler.XPlane. `events` are XEventMetadata; stat metadata 1 is "Hlo Proto". Without a name if empty.
inline Proto Plane(std::string_view name, const std::vector<std::pair<int64_t, Proto>>& events,
                   const std::vector<Proto>& lines = {}) {
  Proto out;
  out.Number(1, 3);
  if (!name.empty()) out.Text(2, name);
  out.Messages(3, lines);
  for (const auto& event : events) out.Message(4, Proto().Number(1, event.first).Message(2, event.second));
  return out.Message(5, Proto().Number(1, 1).Message(2, Proto().Number(1, 1).Text(2, "Hlo Proto")));
}

// A gzip member.
inline std::string Gzip(std::string_view bytes, int level = 6) {
  z_stream stream{};
  deflateInit2(&stream, level, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY);
  std::string out(deflateBound(&stream, bytes.size()) + 32, '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  deflate(&stream, Z_FINISH);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  return out;
}

}  // namespace xmv

#endif  // XMV_TESTS_UNIT_PROTO_BUILDER_H_
