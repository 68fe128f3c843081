// ReadAssignment: BufferAssignmentProto into columns.
//
// Walked by hand, field by field, rather than parsed into messages: a program has hundreds of thousands of these small
// ones, and an entry of two forged bytes must not become an object of fifty.
#include <utility>
#include <vector>

#include "core/formats/hlo_proto.h"

namespace xmv {
namespace {

// Field numbers of xla/service/hlo.proto, by message: BufferAssignmentProto, HeapSimulatorTrace and its Event,
// LogicalBufferProto and its Location, BufferAllocationProto and its Assigned.
enum : uint32_t { kLogicalBuffers = 1, kBufferAllocations = 3, kHeapSimulatorTraces = 4 };
enum : uint32_t { kTraceEvents = 1 };
namespace event_proto {
enum : uint32_t { kKind = 1, kBufferId = 2, kComputationName = 3, kInstructionName = 4, kShareWithCanonicalId = 5 };
}
namespace buffer_proto {
enum : uint32_t { kId = 1, kSize = 2, kDefinedAt = 3, kColor = 4 };
}
namespace location_proto {
enum : uint32_t {
  kInstructionName = 2,  // files of 2019-2021 only; newer ones leave it empty
  kShapeIndex = 3,
  kInstructionId = 4
};
}
namespace allocation_proto {
enum : uint32_t {
  kIndex = 1,
  kSize = 2,
  kIsThreadLocal = 3,
  kIsEntryComputationParameter = 5,
  kParameterNumber = 6,
  kMaybeLiveOut = 7,
  kColor = 8,
  kAssigned = 9,
  kParameterShapeIndex = 10,
  kIsTuple = 11,
  kIsConstant = 12,
  kIsParameterAliasedWithOutput = 13
};
}
namespace assigned_proto {
enum : uint32_t { kLogicalBufferId = 1, kOffset = 2, kSize = 3 };
}

class AssignmentReader {
 public:
  explicit AssignmentReader(WireReader& reader) : reader_(&reader) {}

  Result<Assignment> Read(WireRange range) {
    if (!ReadInOrder(range)) {
      *this = AssignmentReader(*reader_);
      for (const uint32_t kind : {kLogicalBuffers, kBufferAllocations, kHeapSimulatorTraces}) {
        ForEach(range, kind, [&](WireRange r) { Visit(kind, r); });
      }
    }
    if (!reader_->status().ok()) return reader_->status().error();
    if (out_.allocations.size_rows() == 0) {
      return Error{Code::kNoMemory,
                   "The buffer assignment in this program is empty: it uses no memory that the compiler planned.", ""};
    }
    NoteFaults();
    if (Status status = Check(out_); !status.ok()) return status.error();
    return std::move(out_);
  }

 private:
  template <typename F>
  void ForEach(WireRange range, uint32_t number, F&& visit) {
    for (WireField field; reader_->Next(range, field);) {
      if (field.number == number && field.is_range()) visit(field.range);
    }
  }

  // Allocations and events refer to buffers by id. Serialisers write fields by number, which is buffers first, so one
  // pass does. False where fields come in another order: then each kind needs a pass of its own.
  bool ReadInOrder(WireRange range) {
    uint32_t last = 0;
    for (WireField field; reader_->Next(range, field);) {
      if (!field.is_range()) continue;
      if (field.number < last) return false;
      last = field.number;
      Visit(field.number, field.range);
    }
    return true;
  }

  void Visit(uint32_t kind, WireRange range) {
    if (kind == kLogicalBuffers) ReadBuffer(range);
    if (kind == kBufferAllocations) ReadAllocation(range);
    if (kind == kHeapSimulatorTraces) ReadTrace(range);
  }

  // False, with an error, when a table is full.
  bool Room(size_t rows, size_t most) {
    if (rows < most) return true;
    reader_->Fail({Code::kLimit,
                   "The buffer assignment has more than " + Thousands(static_cast<int64_t>(most)) +
                       " entries of a kind, more than any program.",
                   "The file is damaged or was not written by XLA. Dump it again."});
    return false;
  }

  StringId Name(WireRange range) { return out_.strings.Intern(reader_->Prefix(range, kNameLimit)); }

  // Values of a repeated number, packed as proto3 writes it or one by one.
  void ReadNumbers(WireField& field, std::vector<int64_t>& out) {
    if (field.is_varint() && Room(out.size(), kRowLimit)) out.push_back(field.number_value());
    if (!field.is_range()) return;
    for (int64_t number; reader_->NextPacked(field.range, number) && Room(out.size(), kRowLimit);)
      out.push_back(number);
  }

  void ReadBuffer(WireRange range) {
    Buffers& b = out_.buffers;
    if (!Room(b.size_rows(), kRowLimit)) return;
    int64_t id = 0, instruction = 0;
    Bytes size = 0;
    Space space = 0;
    StringId name = 0;
    for (WireField field; reader_->Next(range, field);) {
      if (field.number == buffer_proto::kId && field.is_varint()) id = field.number_value();
      if (field.number == buffer_proto::kSize && field.is_varint()) size = field.number_value();
      if (field.number == buffer_proto::kColor && field.is_varint()) space = field.number_value();
      if (field.number != buffer_proto::kDefinedAt || !field.is_range()) continue;
      for (WireField at; reader_->Next(field.range, at);) {
        if (at.number == location_proto::kInstructionName && at.is_range()) name = Name(at.range);
        if (at.number == location_proto::kInstructionId && at.is_varint()) instruction = at.number_value();
        if (at.number == location_proto::kShapeIndex) ReadNumbers(at, b.shape_index);
      }
    }
    const uint32_t row = static_cast<uint32_t>(b.size_rows());
    if (buffer_rows_.Get(id) != kNone) ++repeated_;
    buffer_rows_.Set(id, row);
    b.id.push_back(id);
    b.size.push_back(size);
    b.space.push_back(space);
    b.allocation.push_back(kNone);
    b.offset.push_back(0);
    b.instruction_id.push_back(instruction);
    b.instruction_name.push_back(name);
    b.index_begin.push_back(static_cast<uint32_t>(b.shape_index.size()));
  }

  void ReadAllocation(WireRange range) {
    Allocations& a = out_.allocations;
    if (!Room(a.size_rows(), kRowLimit)) return;
    int64_t index = 0, parameter = 0;
    Bytes size = 0;
    Space space = 0;
    unsigned flags = 0;
    const uint32_t row = static_cast<uint32_t>(a.size_rows());
    for (WireField field; reader_->Next(range, field);) {
      if (field.number == allocation_proto::kAssigned && field.is_range()) ReadAssigned(field.range, row);
      if (field.number == allocation_proto::kParameterShapeIndex) ReadNumbers(field, a.shape_index);
      if (!field.is_varint()) continue;
      const auto flag = [&](unsigned bit) { flags = field.value != 0 ? flags | bit : flags & ~bit; };
      switch (field.number) {
        case allocation_proto::kIndex:
          index = field.number_value();
          break;
        case allocation_proto::kSize:
          size = field.number_value();
          break;
        case allocation_proto::kParameterNumber:
          parameter = field.number_value();
          break;
        case allocation_proto::kColor:
          space = field.number_value();
          break;
        case allocation_proto::kIsThreadLocal:
          flag(kFlagThreadLocal);
          break;
        case allocation_proto::kIsEntryComputationParameter:
          flag(kFlagParameter);
          break;
        case allocation_proto::kMaybeLiveOut:
          flag(kFlagLiveOut);
          break;
        case allocation_proto::kIsTuple:
          flag(kFlagTuple);
          break;
        case allocation_proto::kIsConstant:
          flag(kFlagConstant);
          break;
        case allocation_proto::kIsParameterAliasedWithOutput:
          flag(kFlagAliasedWithOutput);
          break;
        default:
          break;
      }
    }
    a.index.push_back(index);
    a.size.push_back(size);
    a.space.push_back(space);
    a.flags.push_back(static_cast<uint8_t>(flags));
    a.parameter.push_back(parameter);
    a.index_begin.push_back(static_cast<uint32_t>(a.shape_index.size()));
    a.assigned_begin.push_back(static_cast<uint32_t>(a.assigned.size()));
  }

  void ReadAssigned(WireRange range, uint32_t allocation) {
    Allocations& a = out_.allocations;
    if (!Room(a.assigned.size(), kRowLimit)) return;
    int64_t id = 0;
    Bytes offset = 0, size = 0;
    for (WireField field; reader_->Next(range, field);) {
      if (!field.is_varint()) continue;
      if (field.number == assigned_proto::kLogicalBufferId) id = field.number_value();
      if (field.number == assigned_proto::kOffset) offset = field.number_value();
      if (field.number == assigned_proto::kSize) size = field.number_value();
    }
    const uint32_t buffer = buffer_rows_.Get(id);
    if (buffer == kNone) {
      ++unknown_assigned_;
      return;
    }
    a.assigned.push_back(buffer);
    a.assigned_size.push_back(size);
    // A buffer assigned twice belongs to the last one, as in XProf.
    out_.buffers.allocation[buffer] = allocation;
    out_.buffers.offset[buffer] = offset;
  }

  void ReadTrace(WireRange range) {
    Traces& t = out_.traces;
    if (!Room(t.size_rows(), kRowLimit)) return;
    ForEach(range, kTraceEvents, [&](WireRange r) { ReadEvent(r); });
    t.event_begin.push_back(static_cast<uint32_t>(t.kind.size()));
  }

  void ReadEvent(WireRange range) {
    Traces& t = out_.traces;
    if (!Room(t.kind.size(), kRowLimit)) return;
    int64_t kind = 0, buffer = 0, share_with = 0;
    StringId instruction = 0, computation = 0;
    for (WireField field; reader_->Next(range, field);) {
      if (field.is_varint()) {
        if (field.number == event_proto::kKind) kind = field.number_value();
        if (field.number == event_proto::kBufferId) buffer = field.number_value();
        if (field.number == event_proto::kShareWithCanonicalId) share_with = field.number_value();
      } else if (field.is_range()) {
        if (field.number == event_proto::kComputationName) computation = Name(field.range);
        if (field.number == event_proto::kInstructionName) instruction = Name(field.range);
      }
    }
    const bool known = kind >= 0 && kind <= 2;
    unknown_kind_ += !known;
    t.kind.push_back(known ? static_cast<EventKind>(kind) : EventKind::kUnknown);
    t.buffer.push_back(buffer_rows_.Get(buffer));
    unknown_buffer_ += t.buffer.back() == kNone;
    t.share_with.push_back(t.kind.back() == EventKind::kShare ? buffer_rows_.Get(share_with) : kNone);
    t.instruction.push_back(instruction);
    t.computation.push_back(computation);
  }

  void NoteFaults() {
    const auto note = [&](size_t count, const char* what) {
      if (count > 0)
        out_.faults.push_back({Code::kInconsistent, Thousands(static_cast<int64_t>(count)) + " " + what,
                               "Everything else is shown. The file contradicts itself there."});
    };
    note(repeated_, "logical buffers use an id a second time; the last one counts.");
    note(unknown_assigned_, "entries of allocations name a logical buffer that is not in the file.");
    note(unknown_buffer_, "heap events name a logical buffer that is not in the file; they are passed over.");
    note(unknown_kind_, "heap events are of an unknown kind; they are passed over.");
  }

  WireReader* reader_;  // never null
  Assignment out_;
  IdMap buffer_rows_;
  size_t repeated_ = 0, unknown_assigned_ = 0, unknown_buffer_ = 0, unknown_kind_ = 0;
};

}  // namespace

Result<Assignment> ReadAssignment(WireReader& reader, WireRange range) { return AssignmentReader(reader).Read(range); }

}  // namespace xmv
