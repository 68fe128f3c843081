// ReadAssignment: BufferAssignmentProto into columns.
#include <algorithm>

#include "core/formats/hlo_proto.h"
#include "proto/memory.pb.h"

namespace xmv {
namespace {

// Fields of xla.BufferAssignmentProto and xla.HeapSimulatorTrace that are walked rather than parsed as messages.
enum : uint32_t { kLogicalBuffers = 1, kBufferAllocations = 3, kHeapSimulatorTraces = 4 };
enum : uint32_t { kTraceEvents = 1 };

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

  template <typename Message>
  bool Parse(Message& message, WireRange range) {
    const std::string_view bytes = reader_->View(range);
    if (!reader_->status().ok()) return false;
    if (message.ParseFromArray(bytes.data(), static_cast<int>(bytes.size()))) return true;
    reader_->Fail({Code::kCorrupt,
                   "The file is damaged near byte " + Thousands(static_cast<int64_t>(range.at)) +
                       ": a part of the buffer assignment cannot be read.",
                   "Write or copy the file again."});
    return false;
  }

  void ReadBuffer(WireRange range) {
    proto::LogicalBuffer& message = buffer_message_;
    if (!Parse(message, range)) return;
    Buffers& b = out_.buffers;
    const uint32_t row = static_cast<uint32_t>(b.size_rows());
    if (buffer_rows_.Get(message.id()) != kNone) ++repeated_;
    buffer_rows_.Set(message.id(), row);
    b.id.push_back(message.id());
    b.size.push_back(message.size());
    b.space.push_back(message.color());
    b.allocation.push_back(kNone);
    b.offset.push_back(0);
    b.instruction_id.push_back(message.defined_at().instruction_id());
    b.instruction_name.push_back(out_.strings.Intern(message.defined_at().instruction_name()));
    for (const int64_t index : message.defined_at().shape_index()) b.shape_index.push_back(index);
    b.index_begin.push_back(static_cast<uint32_t>(b.shape_index.size()));
  }

  void ReadAllocation(WireRange range) {
    proto::BufferAllocation& message = allocation_message_;
    if (!Parse(message, range)) return;
    Allocations& a = out_.allocations;
    const uint32_t row = static_cast<uint32_t>(a.size_rows());
    a.index.push_back(message.index());
    a.size.push_back(message.size());
    a.space.push_back(message.color());
    a.flags.push_back(static_cast<uint8_t>((message.is_thread_local() ? kFlagThreadLocal : 0) |
                                           (message.is_entry_computation_parameter() ? kFlagParameter : 0) |
                                           (message.maybe_live_out() ? kFlagLiveOut : 0) |
                                           (message.is_tuple() ? kFlagTuple : 0) |
                                           (message.is_constant() ? kFlagConstant : 0) |
                                           (message.is_parameter_aliased_with_output() ? kFlagAliasedWithOutput : 0)));
    a.parameter.push_back(message.parameter_number());
    for (const int64_t index : message.parameter_shape_index()) a.shape_index.push_back(index);
    a.index_begin.push_back(static_cast<uint32_t>(a.shape_index.size()));
    for (const proto::BufferAllocation::Assigned& assigned : message.assigned()) {
      const uint32_t buffer = buffer_rows_.Get(assigned.logical_buffer_id());
      if (buffer == kNone) {
        ++unknown_assigned_;
        continue;
      }
      a.assigned.push_back(buffer);
      a.assigned_size.push_back(assigned.size());
      // A buffer assigned twice belongs to the last one, as in XProf.
      out_.buffers.allocation[buffer] = row;
      out_.buffers.offset[buffer] = assigned.offset();
    }
    a.assigned_begin.push_back(static_cast<uint32_t>(a.assigned.size()));
  }

  void ReadTrace(WireRange range) {
    Traces& t = out_.traces;
    ForEach(range, kTraceEvents, [&](WireRange r) { ReadEvent(r); });
    t.event_begin.push_back(static_cast<uint32_t>(t.kind.size()));
  }

  void ReadEvent(WireRange range) {
    proto::HeapEvent& message = event_message_;
    if (!Parse(message, range)) return;
    Traces& t = out_.traces;
    const int kind = message.kind();
    const bool known = kind >= 0 && kind <= 2;
    unknown_kind_ += !known;
    t.kind.push_back(known ? static_cast<EventKind>(kind) : EventKind::kUnknown);
    t.buffer.push_back(buffer_rows_.Get(message.buffer_id()));
    unknown_buffer_ += t.buffer.back() == kNone;
    t.share_with.push_back(kind == proto::HeapEvent::SHARE_WITH ? buffer_rows_.Get(message.share_with_canonical_id())
                                                                : kNone);
    t.instruction.push_back(out_.strings.Intern(message.instruction_name()));
    t.computation.push_back(out_.strings.Intern(message.computation_name()));
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
  // Parsed into again and again: clearing keeps their memory.
  proto::LogicalBuffer buffer_message_;
  proto::BufferAllocation allocation_message_;
  proto::HeapEvent event_message_;
};

}  // namespace

Result<Assignment> ReadAssignment(WireReader& reader, WireRange range) { return AssignmentReader(reader).Read(range); }

}  // namespace xmv
