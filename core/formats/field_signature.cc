#include "core/formats/field_signature.h"

#include <array>
#include <initializer_list>

namespace xmv {
namespace {

constexpr int kMostFields = 4096;  // enough to tell; a computation may have a hundred thousand
constexpr uint32_t kNumbers = 32;  // field numbers looked at

// A message's fields by number: whether all of a number are of one wire type, and the last range of each.
struct Fields {
  bool valid = false;
  std::array<int, kNumbers> type;  // -1: absent
  std::array<WireRange, kNumbers> range;

  bool has(uint32_t number, int wire_type) const { return type[number] == wire_type; }
  // No fields of numbers below `end` but these, each absent or of this wire type.
  bool Only(int wire_type, std::initializer_list<uint32_t> numbers, uint32_t end) const {
    for (uint32_t number = 1; number < end; ++number) {
      bool listed = false;
      for (const uint32_t n : numbers) listed |= n == number;
      if (listed ? type[number] != -1 && type[number] != wire_type : type[number] == wire_type) return false;
    }
    return true;
  }
};

Fields FieldsOf(WireReader& reader, WireRange range) {
  Fields out;
  out.type.fill(-1);
  int count = 0;
  for (WireField field; count < kMostFields && reader.Next(range, field); ++count) {
    if (field.number >= kNumbers) continue;
    int& type = out.type[field.number];
    if (type != -1 && type != field.type) return out;
    type = field.type;
    if (field.is_range()) out.range[field.number] = field.range;
  }
  out.valid = count > 0 && reader.status().ok();
  return out;
}

// Each of these walks with a reader of its own: what is none of ours must not spoil the next try.
Fields FieldsOf(ByteSource& source, WireRange range) {
  WireReader reader(source);
  return FieldsOf(reader, range);
}

// xla.HloModuleProto: name (1), computations (3), their root and the entry's ids (5, 6).
bool IsModule(const Fields& f) {
  return f.valid && f.has(1, 2) && f.has(3, 2) && f.Only(2, {1, 2, 3, 4, 7, 8}, 9) && f.Only(0, {5, 6}, 7);
}

// xla.BufferAssignmentProto: buffers (1), allocations (3) that have a size (2) and entries (9).
bool IsAssignment(ByteSource& source, const Fields& f) {
  if (!f.valid || !f.has(3, 2) || !f.Only(2, {1, 2, 3, 4, 5}, 9) || !f.Only(0, {}, 9)) return false;
  const Fields allocation = FieldsOf(source, f.range[3]);
  return allocation.valid && allocation.has(2, 0) && allocation.Only(0, {1, 2, 3, 5, 6, 7, 8, 11, 12, 13}, 14) &&
         allocation.Only(2, {9, 10}, 14);
}

// tensorflow.profiler.XPlane: id (1), name (2), lines (3), metadata (4, 5), stats (6).
bool IsPlane(const Fields& f) { return f.valid && f.has(2, 2) && f.Only(2, {2, 3, 4, 5, 6}, 9) && f.Only(0, {1}, 9); }

}  // namespace

std::optional<Format> FormatByFields(ByteSource& source, WireRange range) {
  const Fields top = FieldsOf(source, range);
  if (!top.valid) return std::nullopt;
  // The outer messages first: a module or a plane where an inner message has its name, xla.HloProto's module (1) and
  // buffer assignment (3), tensorflow.profiler.XSpace's planes (1).
  if (top.Only(2, {1, 2, 3, 4}, 9) && top.Only(0, {}, 9)) {
    if (top.has(1, 2)) {
      const Fields first = FieldsOf(source, top.range[1]);
      if (IsModule(first)) return Format::kHloProto;
      if (IsPlane(first)) return Format::kXSpace;
    } else if (top.has(3, 2) && IsAssignment(source, FieldsOf(source, top.range[3]))) {
      return Format::kHloProto;
    }
  }
  if (IsAssignment(source, top)) return Format::kBufferAssignmentProto;
  if (IsModule(top)) return Format::kHloModuleProto;
  return std::nullopt;
}

}  // namespace xmv
