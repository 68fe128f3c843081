#include "core/analysis/xprof_json.h"

#include <algorithm>
#include <vector>

#include "core/analysis/source.h"
#include "core/analysis/space_usage.h"
#include "core/base/json_writer.h"
#include "core/base/stable_order.h"

namespace xmv {
namespace {

constexpr Bytes kSmallBuffer = 16 * 1024;  // XProf collapses smaller ones in its peak chart

double Mib(Bytes bytes) { return static_cast<double>(bytes) / (1 << 20); }

class Writer {
 public:
  Writer(const Module& module, Space space) : module_(module), space_(space), spans_() {}

  Result<std::string> Write() {
    json_.Begin('{');
    if (Result<SpaceUsage> usage = Analyse(module_, space_, kNone, &spans_); usage.ok()) {
      WriteUsage(*usage);
    } else if (usage.error().code != Code::kNoSuchSpace) {
      return usage.error();
    }
    Text("moduleName", module_.name);
    Text("entryComputationName", module_.entry_computation);
    json_.End('}');
    return std::move(json_.text());
  }

 private:
  // Proto3 JSON leaves zeros and empty strings out.
  void Number(const char* key, double value) {
    if (value != 0) json_.Key(key).Number(value);
  }
  void Integer(const char* key, int64_t value) {
    if (value != 0) json_.Key(key).Integer(value);
  }
  void Text(const char* key, std::string_view value) {
    if (!value.empty()) json_.Key(key).Text(value);
  }

  std::string_view String(StringId id) const { return module_.assignment.strings.Get(id); }

  const XprofShape* XprofShapeOf(uint32_t buffer) const {
    const auto at = std::lower_bound(module_.xprof_shapes.begin(), module_.xprof_shapes.end(), buffer,
                                     [](const XprofShape& s, uint32_t b) { return s.buffer < b; });
    return at != module_.xprof_shapes.end() && at->buffer == buffer ? &*at : nullptr;
  }
  std::string_view Shape(uint32_t buffer) const {
    const XprofShape* xprof = XprofShapeOf(buffer);
    return String(xprof ? xprof->shape : module_.shape[buffer]);
  }
  Bytes Unpadded(uint32_t buffer) const {
    const XprofShape* xprof = XprofShapeOf(buffer);
    return xprof ? xprof->unpadded : module_.unpadded[buffer];
  }
  std::string_view InstructionName(uint32_t buffer) const {
    return module_.instruction[buffer] == kNone ? std::string_view()
                                                : String(module_.instructions.name[module_.instruction[buffer]]);
  }
  const char* Group(uint32_t buffer) const {
    return AllocationTypeName(module_.assignment.allocations.type(module_.assignment.buffers.allocation[buffer]));
  }

  void Source(uint32_t buffer) {
    const uint32_t instruction = module_.instruction[buffer];
    if (instruction == kNone) return;
    const SourceLocation source = SourceOf(module_, instruction);
    if (source.file.empty()) return;
    json_.Key("sourceInfo").Begin('{');
    Text("fileName", source.file);
    Integer("lineNumber", source.line);
    std::string stack;
    for (const Frame& frame : StackOf(module_, instruction)) {
      if (!stack.empty()) stack += '\n';
      stack += std::string(frame.file) + ':' + std::to_string(frame.line) + ':' + std::to_string(frame.column);
    }
    Text("stackFrame", stack);
    json_.End('}');
  }

  void WriteUsage(const SpaceUsage& usage) {
    const double whole = Mib(usage.whole_program_bytes);
    if (usage.trace != kNone) WriteCurve(usage, whole);
    WritePeakBuffers(usage);
    Number("peakHeapMib", Mib(usage.replay.peak) + whole);
    Number("peakUnpaddedHeapMib", Mib(usage.replay.peak_unpadded) + whole);
    Integer("peakHeapSizePosition", usage.replay.peak_point);
    Number("entryComputationParametersMib", Mib(usage.xprof_parameters));
    Number("nonReusableMib", Mib(usage.xprof_non_reusable));
    Number("maybeLiveOutMib", Mib(usage.xprof_live_out));
    Number("totalBufferAllocationMib", Mib(usage.total));
    Number("indefiniteBufferAllocationMib", Mib(usage.xprof_indefinite));
    if (space_ == 1) {
      Number("maxScopedVmemAllocationMib", Mib(module_.scoped_vmem));
      Text("maxScopedVmemInstructionName", String(module_.scoped_vmem_instruction));
    }
    WriteIndefiniteLifetimes();
    WriteBlocks(usage);
  }

  // XProf's curve has a value before every event and one after the last.
  void WriteCurve(const SpaceUsage& usage, double whole) {
    const Traces& traces = module_.assignment.traces;
    const auto values = [&](const char* key, const std::vector<Bytes>& after) {
      json_.Key(key).Begin('[').Number(Mib(0) + whole);
      for (const Bytes bytes : after) json_.Number(Mib(bytes) + whole);
      json_.End(']');
    };
    values("heapSizes", usage.replay.live);
    values("unpaddedHeapSizes", spans_.unpadded);
    json_.Key("hloInstructionNames").Begin('[');
    for (uint32_t e = traces.event_begin[usage.trace]; e < traces.event_begin[usage.trace + 1]; ++e)
      json_.Text(String(traces.instruction[e]));
    json_.Text("").End(']');
    json_.Key("logicalBufferSpans").Begin('{');
    for (size_t i = 0; i < spans_.span.size(); ++i) {
      if (spans_.span[i].start < 0) continue;
      json_.Key(std::to_string(module_.assignment.buffers.id[i])).Begin('{');
      Integer("start", spans_.span[i].start);
      Integer("limit", spans_.span[i].end);
      json_.End('}');
    }
    json_.End('}');
  }

  void WriteHeapObject(uint32_t buffer) {
    const Buffers& buffers = module_.assignment.buffers;
    const uint32_t instruction = module_.instruction[buffer];
    const std::string_view op_name =
        instruction == kNone ? std::string_view() : String(module_.instructions.op_name[instruction]);
    json_.Begin('{');
    Text("label",
         std::string(InstructionName(buffer)) + ": " + std::string(Shape(buffer)) + " # " + std::string(op_name));
    Integer("logicalBufferId", buffers.id[buffer]);
    Number("logicalBufferSizeMib", Mib(buffers.size[buffer]));
    Number("unpaddedShapeMib", Mib(Unpadded(buffer)));
    Text("instructionName", BufferName(module_, buffer));
    Text("shapeString", Shape(buffer));
    Text("tfOpName", op_name);
    Text("groupName", Group(buffer));
    if (instruction != kNone) Text("opCode", String(module_.instructions.opcode[instruction]));
    Source(buffer);
    json_.End('}');
  }

  void WritePeakBuffers(const SpaceUsage& usage) {
    const Buffers& buffers = module_.assignment.buffers;
    std::vector<uint32_t> shown;
    Bytes small = 0;
    const auto add = [&](uint32_t buffer) {
      if (buffers.size[buffer] < kSmallBuffer)
        small += buffers.size[buffer];
      else
        shown.push_back(buffer);
    };
    if (space_ == 0) {
      for (const WholeProgramBuffer& whole : usage.whole_program) add(whole.buffer);
    }
    for (const Interval& interval : usage.replay.intervals) {
      if (interval.start <= usage.replay.peak_point && usage.replay.peak_point < interval.end) add(interval.display);
    }
    const size_t count = shown.size() + (small > 0);
    if (count == 0) return;
    const auto size = [&](size_t i) { return i < shown.size() ? buffers.size[shown[i]] : small; };
    const std::vector<uint32_t> by_size = StableOrder(count, [&](uint32_t x, uint32_t y) { return size(x) > size(y); });
    std::vector<size_t> rank(count);
    for (size_t i = 0; i < count; ++i) rank[by_size[i]] = i;

    const auto object = [&](size_t i) {
      if (i < shown.size()) return WriteHeapObject(shown[i]);
      json_.Begin('{');
      Text("label", "small (<16384 bytes)");
      Integer("logicalBufferId", -1);
      Number("logicalBufferSizeMib", Mib(small));
      json_.End('}');
    };
    json_.Key("maxHeap").Begin('[');
    for (size_t i = 0; i < count; ++i) object(i);
    json_.End(']').Key("maxHeapBySize").Begin('[');
    for (const size_t i : by_size) object(i);
    json_.End(']').Key("maxHeapToBySize").Begin('[');
    for (const size_t i : rank) json_.Integer(static_cast<int64_t>(i));
    json_.End(']').Key("bySizeToMaxHeap").Begin('[');
    for (const size_t i : by_size) json_.Integer(static_cast<int64_t>(i));
    json_.End(']');
  }

  void WriteIndefiniteLifetimes() {
    const Allocations& a = module_.assignment.allocations;
    const Buffers& buffers = module_.assignment.buffers;
    json_.Key("indefiniteLifetimes").Begin('[');
    for (uint32_t i = 0; i < a.size_rows(); ++i) {
      if (a.space[i] != space_ || !a.whole_program(i)) continue;
      json_.Begin('{').Key("id").Text(std::to_string(a.index[i]));
      Number("sizeMib", Mib(a.size[i]));
      json_.Key("attributes").Begin('[');
      if (a.flags[i] & kFlagParameter) json_.Text("entry computation parameter");
      if (a.flags[i] & kFlagLiveOut) json_.Text("may-be live out");
      if (!(a.flags[i] & (kFlagThreadLocal | kFlagTuple))) json_.Text("reusable");
      json_.End(']').Key("logicalBuffers").Begin('[');
      std::string_view common;
      for (uint32_t k = a.assigned_begin[i]; k < a.assigned_begin[i + 1]; ++k) {
        const uint32_t buffer = a.assigned[k];
        common = k == a.assigned_begin[i] || common == Shape(buffer) ? Shape(buffer) : std::string_view("");
        json_.Begin('{').Key("id").Text(std::to_string(buffers.id[buffer]));
        Text("shape", Shape(buffer));
        Number("sizeMib", Mib(a.assigned_size[k]));
        Text("hloName", InstructionName(buffer));
        if (buffers.index_begin[buffer] < buffers.index_begin[buffer + 1]) {
          json_.Key("shapeIndex").Begin('[');
          for (uint32_t s = buffers.index_begin[buffer]; s < buffers.index_begin[buffer + 1]; ++s)
            json_.Text(std::to_string(buffers.shape_index[s]));
          json_.End(']');
        }
        json_.End('}');
      }
      json_.End(']');
      Text("commonShape", common);
      json_.End('}');
    }
    json_.End(']');
  }

  // Offset × lifetime of each canonical buffer of the space's temporary allocations, stacked.
  void WriteBlocks(const SpaceUsage& usage) {
    const Allocations& a = module_.assignment.allocations;
    const Buffers& buffers = module_.assignment.buffers;
    std::vector<bool> traced(a.size_rows(), false);
    int64_t end_step = 0;
    Bytes stack = 0;
    for (uint32_t t = 0; t < module_.assignment.traces.size_rows(); ++t) {
      const uint32_t allocation = AllocationOfTrace(module_.assignment, t);
      if (allocation == kNone || a.space[allocation] != space_ || !a.temporary(allocation)) continue;
      traced[allocation] = true;
      end_step = std::max<int64_t>(end_step, module_.assignment.traces.events(t));
    }
    for (uint32_t i = 0; i < a.size_rows(); ++i) stack += traced[i] ? a.size[i] : 0;
    if (end_step == 0 || stack == 0) return;
    json_.Key("bufferBlocks").Begin('[');
    Bytes base = 0;
    for (uint32_t i = 0; i < a.size_rows(); ++i) {
      if (a.space[i] != space_ || !a.temporary(i)) continue;
      json_.Begin('{');
      Integer("logicalBufferId", -1);
      Text("name", "Temporary");
      Integer("offset", base);
      Integer("size", a.size[i]);
      Integer("endStep", end_step);
      Text("category", "Temporary");
      json_.End('}');
      for (uint32_t k = a.assigned_begin[i]; k < a.assigned_begin[i + 1]; ++k) {
        const uint32_t buffer = a.assigned[k];
        if (usage.trace == kNone || spans_.span[buffer].start < 0) continue;
        json_.Begin('{');
        Integer("logicalBufferId", buffers.id[buffer]);
        Text("name", BufferName(module_, buffer));
        Integer("offset", base + buffers.offset[buffer]);
        Integer("size", buffers.size[buffer]);
        Integer("startStep", spans_.span[buffer].start);
        Integer("endStep", spans_.span[buffer].end);
        if (module_.instruction[buffer] != kNone)
          Text("tfOpName", String(module_.instructions.op_name[module_.instruction[buffer]]));
        Text("category", Group(buffer));
        Source(buffer);
        Text("shapeString", Shape(buffer));
        Integer("unpaddedSize", Unpadded(buffer));
        json_.End('}');
      }
      if (traced[i]) base += a.size[i];
    }
    json_.End(']');
  }

  const Module& module_;
  Space space_;
  XprofSpans spans_;
  JsonWriter json_;
};

}  // namespace

Result<std::string> XprofJson(const Module& module, Space space) { return Writer(module, space).Write(); }

}  // namespace xmv
