#include "core/formats/usage_report.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "core/base/stable_order.h"
#include "core/base/text.h"
#include "core/formats/allocation_text.h"
#include "core/formats/module_builder.h"
#include "core/formats/size_text.h"
#include "core/io/line_reader.h"
#include "core/io/wire_reader.h"

namespace xmv {
namespace {

// Fields of xla.MemoryUsageReportProto.
namespace report_proto {
enum : uint32_t { kSpaces = 1 };
}
namespace space_proto {
enum : uint32_t { kTotal = 1, kSpace = 2, kAllocations = 3 };
}
namespace allocation_proto {
enum : uint32_t { kIndex = 1, kSize = 2, kPositions = 5, kText = 6 };
}

constexpr FileOffset kLargestText = FileOffset{64} << 20;
constexpr size_t kMostNames = 6;  // of a slot or an allocation in its label

// One row of a table.
struct Slot {
  Bytes size = 0;
  Bytes offset = 0;
  int64_t values = 0;
  std::string shape;   // of all its values; empty where they differ
  bool exact = false;  // size is not rounded
};

// As xla::HumanReadableNumBytes rounds: three or four digits. Whether `bytes` prints like a size read as `printed`.
bool PrintsAs(Bytes bytes, Bytes printed) {
  const Bytes difference = bytes > printed ? bytes - printed : printed - bytes;
  return difference <= printed / 200 + 1;
}

// A part of an allocation.
struct Piece {
  Bytes lo = 0, hi = 0;
  Bytes size() const { return hi - lo; }
};

// What of an allocation's slots is counted, so that all of it is, and none of it twice.
struct Partition {
  std::vector<Piece> pieces;  // parallel to the slots; empty where larger ones cover it
  std::vector<Piece> gaps;    // in no slot listed
};

// Slots are shared over time, so they overlap: of each the part that no larger one covers. Since none of the larger
// ones lies within a smaller one, that is one piece or nothing. Gaps that rounding explains belong to the slot before
// them.
Partition PartitionOf(const std::vector<Slot>& slots, Bytes size) {
  const std::vector<uint32_t> order =
      StableOrder(slots.size(), [&](uint32_t x, uint32_t y) { return slots[x].size > slots[y].size; });
  Partition out;
  out.pieces.resize(slots.size());
  std::map<Bytes, size_t> placed;  // by begin
  for (const size_t i : order) {
    Bytes lo = std::clamp<Bytes>(slots[i].offset, 0, std::max<Bytes>(0, size));
    Bytes hi = slots[i].size > size - lo ? size : lo + slots[i].size;
    const auto next = placed.upper_bound(lo);
    if (next != placed.begin()) lo = std::max(lo, out.pieces[std::prev(next)->second].hi);
    if (next != placed.end()) hi = std::min(hi, next->first);
    if (lo >= hi) continue;
    out.pieces[i] = {lo, hi};
    placed.emplace(lo, i);
  }
  Bytes end = 0;
  size_t last = slots.size();
  const auto fill = [&](Bytes to) {
    if (end >= to) return;
    if (last < slots.size() && !slots[last].exact && PrintsAs(to - out.pieces[last].lo, slots[last].size))
      out.pieces[last].hi = to;
    else
      out.gaps.push_back({end, to});
  };
  for (const auto& [lo, i] : placed) {
    fill(lo);
    end = out.pieces[i].hi;
    last = i;
  }
  fill(size);
  return out;
}

// An allocation with its table.
struct Table {
  AllocationText allocation;
  bool described = false;  // by a line of its own, which tells its kind
  std::vector<Slot> slots;
  std::vector<std::string> names;  // the first kMostNames
  bool more_names = false;
};

// "f32[4096], 3×f32[4096,4096]", the shapes of a row. They are printed without layout, so their own bytes are exact
// where nothing is padded.
void ReadShapes(std::string_view shapes, TextShape& shape, Slot& slot) {
  Bytes largest = 0;
  std::string_view only;
  for (bool first = true; !shapes.empty(); first = false) {
    shapes = TrimLeft(shapes);
    std::string_view rest = shapes;
    int64_t times;
    if (TakeNumber(rest, times) && Take(rest, "×")) shapes = rest;
    const size_t length = ReadShape(shapes, shape);
    if (length == 0) {
      only = {};
      break;
    }
    only = first ? shapes.substr(0, length) : std::string_view();
    largest = std::max(largest, UnpaddedBytes(shape));
    shapes.remove_prefix(length);
    if (!Take(shapes, ",")) {
      if (!shapes.empty()) only = {};
      break;
    }
  }
  slot.shape = only;
  if (!slot.exact && largest > 0 && PrintsAs(largest, slot.size)) {
    slot.exact = largest != slot.size;
    slot.size = largest;
  }
}

// "   64.00MiB( 50%);   64.00MiB;        32768;                2; f32[4096], 3×f32[4096,4096]"
bool ReadSlot(std::string_view line, TextShape& shape, Slot& slot) {
  SizeText size;
  std::string_view rest = TrimLeft(line);
  if (rest.empty() || !IsDigit(rest[0]) || !Contains(TakeUntil(rest, ';'), "(")) return false;
  if (!TakeSize(rest, size) || size.bytes < 0) return false;
  TakeUntil(rest, ';');
  rest = TrimLeft(rest);
  if (!TakeNumber(rest, slot.offset) || !Take(rest, ";")) return false;
  rest = TrimLeft(rest);
  if (!TakeNumber(rest, slot.values) || !Take(rest, ";")) return false;
  slot.size = size.bytes;
  slot.exact = size.exact;
  ReadShapes(Trim(rest), shape, slot);
  return true;
}

class Report {
 public:
  // Adds a line of a text report.
  void Line(std::string_view line) {
    const std::string_view trimmed = Trim(line);
    if (trimmed.empty()) return;
    std::string_view rest = trimmed;
    if (Slot slot; !tables_.empty() && ReadSlot(trimmed, shape_, slot)) {
      tables_.back().slots.push_back(std::move(slot));  // nearly all lines are
    } else if (Take(rest, "Memory Space:")) {
      const size_t color = rest.find("(color=");
      space_ = 0;
      if (color != std::string_view::npos) {
        rest.remove_prefix(color + 7);
        TakeNumber(rest, space_);
      }
    } else if (Take(rest, "Total bytes:") || Take(rest, "Total bytes used:")) {
      int64_t total = 0;
      rest = TrimLeft(rest);
      if (TakeNumber(rest, total)) set_total(total);
    } else if (Take(rest, "Allocations sorted by size with their values:")) {
      again_ = true;  // all of them, now with tables
    } else if (const size_t at = trimmed.find("allocation "); at != std::string_view::npos && !InTable(trimmed)) {
      if (again_) tables_.clear();
      again_ = false;
      Table table;
      table.allocation = ReadAllocationText(trimmed.substr(at + 11));
      table.described = true;
      tables_.push_back(std::move(table));
    } else if (Take(rest, "cumulative_size;")) {
      if (Contains(rest, "total_size")) return;  // the heading of the list of allocations
      if (tables_.empty() || !tables_.back().described || !tables_.back().slots.empty()) Begin();
    } else if (Take(rest, "The rest ")) {
      left_out_ = true;
    }
  }

  // Adds an allocation of a proto.
  Table& Begin() {
    Table table;
    table.allocation.space = space_;
    tables_.push_back(std::move(table));
    return tables_.back();
  }
  void set_space(Space space) { space_ = space; }
  void set_total(Bytes total) { totals_[space_] = std::max<Bytes>(0, total); }

  Result<Module> Build() {
    // What holds one slot lives for the whole program, as far as a report without kinds can tell; what holds several is
    // where temporaries lie.
    bool kinds = true;
    for (Table& table : tables_) {
      AllocationText& a = table.allocation;
      kinds &= table.described;
      if (!table.described && table.slots.size() == 1 && table.slots[0].offset == 0) a.flags |= kFlagParameter;
      if (a.size == 0) {
        for (const Slot& slot : table.slots) a.size = std::max(a.size, Sum(slot.offset, slot.size));
      }
      AddTable(table);
    }
    AddRest();
    if (tables_.empty()) {
      return Error{Code::kNoMemory, "This memory usage report lists no allocations.",
                   "Open the …-buffer-assignment.txt or …after_optimizations.hlo.pb of the same module."};
    }
    Assignment& assignment = builder_.module().assignment;
    for (const auto& [buffer, space] : temporaries_) {
      if (events_space_ != space && events_ > 0) builder_.EndTrace();
      events_space_ = space;
      ++events_;
      builder_.AddEvent(EventKind::kAlloc, buffer, assignment.buffers.instruction_name[buffer]);
    }
    if (events_ > 0) builder_.EndTrace();
    std::string message =
        "Read from a memory usage report: it has no lifetimes, so all memory of temporaries is shown as live at once, "
        "which is the most that can be. Where slots share memory, it counts as the larger one’s.";
    if (!kinds)
      message += " Which allocations are arguments, outputs or constants is not in it; they count as arguments.";
    if (left_out_) message += " Small ones are in it only as a sum.";
    assignment.faults.push_back({Code::kFromText, std::move(message),
                                 "Open the …after_optimizations.hlo.pb or the …-buffer-assignment.txt and "
                                 "…-live-range.txt of the same module."});
    return builder_.Finish();
  }

 private:
  static Bytes Sum(Bytes x, Bytes y) { return AddBytes(x, y) ? x : kMaxBytes + 1; }
  static bool InTable(std::string_view trimmed) {
    // "allocation" may be a part of a shape's or value's name only behind the third semicolon.
    return std::count(trimmed.begin(), trimmed.begin() + static_cast<int64_t>(trimmed.find("allocation ")), ';') > 2;
  }

  // What the totals hold besides the allocations listed: small ones are left out of reports.
  void AddRest() {
    std::map<Space, Bytes> rest = totals_;
    for (const Table& table : tables_) {
      if (const auto at = rest.find(table.allocation.space); at != rest.end())
        at->second = std::max<Bytes>(0, at->second - std::max<Bytes>(0, table.allocation.size));
    }
    for (const auto& [space, bytes] : rest) {
      if (bytes == 0) continue;
      left_out_ = true;
      builder_.AddAllocation(static_cast<int64_t>(tables_.size()), bytes, space, kFlagParameter);
      builder_.AddBuffer(next_id_++, "allocations too small to be listed", "", space, bytes, 0, "");
    }
  }

  void AddTable(const Table& table) {
    const AllocationText& a = table.allocation;
    Allocations& rows = builder_.module().assignment.allocations;
    rows.shape_index.insert(rows.shape_index.end(), a.shape_index.begin(), a.shape_index.end());
    const int64_t index = a.index >= 0 ? a.index : static_cast<int64_t>(rows.size_rows());
    const uint32_t row = builder_.AddAllocation(index, a.size, a.space, a.flags, a.parameter);
    std::string names;
    for (const std::string& name : table.names) names += (names.empty() ? "" : ", ") + name;
    if (table.more_names) names += ", …";
    if (table.slots.empty() && a.size > 0) {
      builder_.AddBuffer(next_id_++, names.empty() ? "allocation " + std::to_string(index) : names, "", a.space, a.size,
                         0, "");
    }
    const bool temporary = rows.temporary(row);
    const Partition parts = temporary ? PartitionOf(table.slots, a.size) : Partition();
    for (size_t i = 0; i < table.slots.size(); ++i) {
      const Slot& slot = table.slots[i];
      std::string name = table.slots.size() == 1 && !names.empty()
                             ? names
                             : "allocation " + std::to_string(index) + " at " + std::to_string(slot.offset);
      if (slot.values > 1) name += " (" + std::to_string(slot.values) + " values)";
      std::string_view shape = slot.shape;
      Bytes offset = slot.offset, size = slot.size;
      if (temporary) {
        offset = parts.pieces[i].lo;
        size = parts.pieces[i].size();
        if (size == 0) continue;  // lies in larger ones
        // A difference that rounding explains is none.
        if (!PrintsAs(size, slot.size)) {
          name += ", the part of " + HumanBytes(slot.size) + " beside larger ones";
          shape = {};
        }
      }
      const uint32_t buffer = builder_.AddBuffer(next_id_++, name, "", a.space, size, offset, shape);
      if (temporary) temporaries_.emplace_back(buffer, a.space);
    }
    if (!temporary || table.slots.empty()) return;
    for (const Piece& gap : parts.gaps) {
      const std::string name =
          "allocation " + std::to_string(index) + " at " + std::to_string(gap.lo) + " (not listed)";
      temporaries_.emplace_back(builder_.AddBuffer(next_id_++, name, "", a.space, gap.size(), gap.lo, ""), a.space);
    }
  }

  std::vector<Table> tables_;
  ModuleBuilder builder_;
  TextShape shape_;
  Space space_ = 0, events_space_ = 0;
  size_t events_ = 0;
  bool left_out_ = false, again_ = false;
  int64_t next_id_ = 0;
  std::vector<std::pair<uint32_t, Space>> temporaries_;
  std::map<Space, Bytes> totals_;  // as stated
};

}  // namespace

Result<Module> ReadUsageReportText(ByteSource& source) {
  Report report;
  LineReader lines(source);
  for (std::string_view line; lines.Next(line);) report.Line(line);
  if (!lines.status().ok()) return lines.status().error();
  return report.Build();
}

Result<Module> ReadUsageReportProto(ByteSource& source) {
  Report report;
  TextShape shape;
  WireReader reader(source);
  WireRange all{0, source.size()};
  for (WireField space; reader.Next(all, space);) {
    if (space.number != report_proto::kSpaces || !space.is_range()) continue;
    // The space's number may come behind its allocations.
    Space color = 0;
    Bytes total = 0;
    WireRange look = space.range;
    for (WireField field; reader.Next(look, field);) {
      if (field.number == space_proto::kSpace && field.is_varint()) color = field.number_value();
      if (field.number == space_proto::kTotal && field.is_varint()) total = field.number_value();
    }
    report.set_space(color);
    report.set_total(total);
    for (WireField field; reader.Next(space.range, field);) {
      if (field.number != space_proto::kAllocations || !field.is_range()) continue;
      Table& table = report.Begin();
      table.allocation.index = 0;
      for (WireField inner; reader.Next(field.range, inner);) {
        if (inner.number == allocation_proto::kIndex && inner.is_varint())
          table.allocation.index = inner.number_value();
        if (inner.number == allocation_proto::kSize && inner.is_varint()) table.allocation.size = inner.number_value();
        if (!inner.is_range() || inner.range.size() > kLargestText) continue;
        if (inner.number == allocation_proto::kPositions) {
          if (table.names.size() < kMostNames)
            table.names.emplace_back(reader.View(inner.range));
          else
            table.more_names = true;
        }
        if (inner.number == allocation_proto::kText) {
          std::string_view text = reader.View(inner.range);
          while (!text.empty()) {
            Slot slot;
            if (ReadSlot(TakeUntil(text, '\n'), shape, slot)) table.slots.push_back(std::move(slot));
          }
        }
      }
    }
  }
  if (!reader.status().ok()) return reader.status().error();
  return report.Build();
}

}  // namespace xmv
