// The boundary: implements memory_viewer.d.ts with Embind. Bulk data crosses as typed arrays copied once; nothing
// throws.
#include <emscripten/bind.h>
#include <emscripten/val.h>
#include <malloc.h>

#include <memory>
#include <string>
#include <utility>

#include "core/session.h"

namespace {

using emscripten::val;

// A File, descriptor or buffer on the other side, read through a callback. The callback must not throw.
class CallbackSource final : public xmv::ByteSource {
 public:
  CallbackSource(double size, val read) : size_(static_cast<xmv::FileOffset>(size)), read_(std::move(read)) {}
  xmv::FileOffset size() const override { return size_; }
  size_t Read(xmv::FileOffset offset, size_t length, char* out) override {
    if (length == 0) return 0;
    const val bytes = read_(static_cast<double>(offset), static_cast<double>(length));
    const size_t got = bytes["length"].as<size_t>();
    if (got > length) return 0;
    val(emscripten::typed_memory_view(length, reinterpret_cast<uint8_t*>(out))).call<void>("set", bytes);
    return got;
  }

 private:
  xmv::FileOffset size_;
  val read_;
};

val Text(std::string_view text) { return val(std::string(text)); }

val FailureOf(const xmv::Error& error) {
  val out = val::object();
  out.set("code", Text(xmv::CodeName(error.code)));
  out.set("message", Text(error.message));
  out.set("hint", Text(error.hint));
  return out;
}

val FailureOrNull(const std::optional<xmv::Error>& error) { return error ? FailureOf(*error) : val::null(); }

// A copy of a column in the JS heap, of the typed array that fits its type.
template <typename T>
val Column(const std::vector<T>& values) {
  return val(emscripten::typed_memory_view(values.size(), values.data())).template call<val>("slice");
}

template <typename T, typename F>
val List(const T& items, F&& convert) {
  val out = val::array();
  for (const auto& item : items) out.call<void>("push", convert(item));
  return out;
}

const char* PlatformName(xmv::Platform platform) {
  switch (platform) {
    case xmv::Platform::kTpu:
      return "TPU";
    case xmv::Platform::kGpu:
      return "GPU";
    case xmv::Platform::kCpu:
      return "CPU";
    case xmv::Platform::kUnknown:
      break;
  }
  return "";
}

double Index(uint32_t index) { return index == xmv::kNone ? -1 : static_cast<double>(index); }
double Number(int64_t value) { return static_cast<double>(value); }

val FileOf(const xmv::FileInfo& file) {
  val out = val::object();
  out.set("name", Text(file.name));
  out.set("format", Text(xmv::FormatName(file.format)));
  out.set("compressed", file.compressed);
  out.set("bytes", static_cast<double>(file.bytes));
  out.set("bytesRead", static_cast<double>(file.bytes_read));
  out.set("firstModule", file.first_module);
  out.set("moduleCount", file.module_count);
  out.set("note", FailureOrNull(file.note));
  return out;
}

val ModuleOf(const xmv::ModuleInfo& module) {
  val out = val::object();
  out.set("module", module.index);
  out.set("name", Text(module.name));
  out.set("title", Text(module.title));
  out.set("programId", Text(module.program_id));
  out.set("file", module.file);
  out.set("bytes", static_cast<double>(module.bytes));
  out.set("platform", Text(PlatformName(module.platform)));
  out.set("spaces", List(module.spaces, [&](const xmv::SpaceSummary& space) {
            val s = val::object();
            s.set("space", Number(space.space));
            s.set("name", Text(xmv::SpaceName(space.space, module.platform)));
            s.set("peakBytes", Number(space.peak));
            s.set("totalBytes", Number(space.total));
            s.set("parameterBytes", Number(space.parameters));
            s.set("temporaryBytes", Number(space.temporaries));
            s.set("points", space.points);
            return s;
          }));
  out.set("failure", FailureOrNull(module.failure));
  return out;
}

class View {
 public:
  explicit View(std::unique_ptr<xmv::SpaceView> view) : view_(std::move(view)) {}

  val overview() const {
    const xmv::SpaceUsage& usage = view_->usage();
    const xmv::Module& module = view_->module();
    const auto of_type = [&](xmv::AllocationType type) {
      return Number(usage.whole_program_by_type[static_cast<size_t>(type)]);
    };
    val out = val::object();
    out.set("module", view_->module_index());
    out.set("space", Number(usage.space));
    out.set("spaceName", Text(xmv::SpaceName(usage.space, module.platform)));
    out.set("trace", Index(usage.trace));
    out.set("traces", List(usage.traces, [&](uint32_t trace) { return TraceOf(trace); }));
    out.set("points", usage.points);
    out.set("buffers", Number(usage.buffers));
    out.set("entryComputation", Text(module.entry_computation));
    out.set("peakBytes", Number(usage.peak()));
    out.set("peakPoint", usage.replay.peak_point);
    out.set("totalBytes", Number(usage.total));
    out.set("parameterBytes", of_type(xmv::AllocationType::kParameter));
    out.set("outputBytes", of_type(xmv::AllocationType::kOutput));
    out.set("constantBytes", of_type(xmv::AllocationType::kConstant));
    out.set("threadLocalBytes", Number(usage.thread_local_bytes));
    out.set("wholeProgramBytes", Number(usage.whole_program_bytes));
    out.set("aliasedOutputBytes", Number(usage.aliased_output));
    out.set("temporaryAllocationBytes", Number(usage.temporary_allocation));
    out.set("untracedTemporaryBytes", Number(usage.untraced_temporary));
    out.set("unattributedBytes", Number(usage.unattributed));
    out.set("unrepresentedBytes", Number(usage.unrepresented));
    out.set("fragmentationBytes", Number(usage.total - usage.peak()));
    out.set("scopedVmemBytes", Number(usage.space == 1 ? module.scoped_vmem : 0));
    out.set(
        "scopedVmemInstruction",
        Text(usage.space == 1 ? module.assignment.strings.Get(module.scoped_vmem_instruction) : std::string_view()));
    out.set("xprofUnpaddedPeakBytes", Number(usage.whole_program_bytes + usage.replay.peak_unpadded));
    out.set("notes", List(usage.notes, FailureOf));
    return out;
  }

  val pointInfo(double at) const {
    const xmv::PointState state = xmv::StateAt(view_->module(), view_->usage(), view_->Clamp(at));
    val out = val::object();
    out.set("point", state.point);
    out.set("instruction", Text(state.instruction));
    out.set("computation", Text(state.computation));
    out.set("eventKind", Text(state.event_kind));
    out.set("eventBuffer", Index(state.event_buffer));
    out.set("liveBytes", Number(state.live));
    out.set("changeBytes", Number(state.change));
    out.set("unpaddedBytes", Number(state.unpadded));
    out.set("paddingBytes", Number(state.live - state.unpadded));
    out.set("extentBytes", Number(state.extent));
    out.set("liveBuffers", Number(state.live_buffers));
    const auto of_type = [&](xmv::AllocationType type) { return Number(state.by_type[static_cast<size_t>(type)]); };
    out.set("parameterBytes", of_type(xmv::AllocationType::kParameter));
    out.set("outputBytes", of_type(xmv::AllocationType::kOutput));
    out.set("constantBytes", of_type(xmv::AllocationType::kConstant));
    out.set("temporaryBytes", of_type(xmv::AllocationType::kTemporary));
    return out;
  }

  val curve(double from, double to, double columns) const {
    const xmv::CurveColumns c = view_->curve().Columns(
        view_->Clamp(from), static_cast<xmv::ProgramPoint>(std::min(std::max(to, 0.0), 2147483647.0)),
        static_cast<int>(std::min(std::max(columns, 1.0), 65536.0)));
    val out = val::object();
    out.set("point", Column(c.point));
    out.set("liveMin", Column(c.live_min));
    out.set("liveMax", Column(c.live_max));
    out.set("unpaddedMin", Column(c.unpadded_min));
    out.set("unpaddedMax", Column(c.unpadded_max));
    out.set("extentMax", Column(c.extent_max));
    return out;
  }

  val strip(double point, int order, double lo, double hi, double pixels, double min_pixels) const {
    const xmv::Strip& strip = StripAt(point, order);
    const auto bytes = [](double value) {
      return static_cast<xmv::Bytes>(std::min(std::max(value, 0.0), 9007199254740992.0));
    };
    const xmv::StripSegments s = strip.Segments(bytes(lo), bytes(hi), pixels, min_pixels);
    val out = val::object();
    out.set("totalBytes", Number(strip.total()));
    out.set("totalBuffers", Number(static_cast<int64_t>(strip.size())));
    out.set("start", Column(s.start));
    out.set("end", Column(s.end));
    out.set("unpadded", Column(s.unpadded));
    out.set("buffer", Column(s.buffer));
    out.set("count", Column(s.count));
    out.set("type", Column(s.type));
    return out;
  }

  val stripPosition(double point, int order, double buffer) const {
    const xmv::Strip& strip = StripAt(point, order);
    const size_t row = strip.Find(static_cast<uint32_t>(buffer));
    if (row == strip.size()) return val::null();
    return Column(std::vector<double>{Number(strip.start(row)), Number(strip.end(row))});
  }

  double stripHit(double point, int order, double bytes) const {
    const xmv::Strip& strip = StripAt(point, order);
    const size_t row =
        bytes >= 0 && bytes < 9007199254740992.0 ? strip.At(static_cast<xmv::Bytes>(bytes)) : strip.size();
    return row == strip.size() ? -1 : static_cast<double>(strip.row(row).buffer);
  }

  val rows(double point, int order, bool descending, double from, double count) const {
    const xmv::Rows rows =
        xmv::MakeRows(view_->module(), StripAt(point, order), descending, static_cast<size_t>(std::max(from, 0.0)),
                      static_cast<size_t>(std::max(count, 0.0)));
    val out = val::object();
    out.set("total", Number(static_cast<int64_t>(rows.total)));
    out.set("buffer", Column(rows.buffer));
    out.set("name", List(rows.name, Text));
    out.set("opName", List(rows.op_name, Text));
    out.set("shape", List(rows.shape, Text));
    out.set("source", List(rows.source, Text));
    out.set("type", Column(rows.type));
    out.set("size", Column(rows.size));
    out.set("unpadded", Column(rows.unpadded));
    out.set("offset", Column(rows.offset));
    out.set("start", Column(rows.start));
    out.set("end", Column(rows.end));
    return out;
  }

  val card(double buffer) const {
    const xmv::Result<xmv::Card> result =
        xmv::MakeCard(view_->module(), view_->usage(), buffer >= 0 ? static_cast<uint32_t>(buffer) : xmv::kNone);
    if (!result.ok()) return FailureOf(result.error());
    const xmv::Card& c = *result;
    val out = val::object();
    out.set("buffer", buffer);
    out.set("id", Text(std::to_string(c.id)));
    out.set("name", Text(c.name));
    out.set("opcode", Text(c.opcode));
    out.set("opName", Text(c.op_name));
    out.set("shape", Text(c.shape));
    out.set("sizeBytes", Number(c.size));
    out.set("unpaddedBytes", Number(c.unpadded));
    out.set("paddingReason", Text(c.padding_reason));
    out.set("type", static_cast<int>(c.type));
    out.set("space", Number(c.space));
    out.set("spaceName", Text(c.space_name));
    out.set("allocation", Number(c.allocation));
    out.set("allocationBytes", Number(c.allocation_bytes));
    out.set("offset", Number(c.offset));
    out.set("parameter", Text(c.parameter));
    out.set("aliasedWithOutput", c.aliased_with_output);
    out.set("wholeProgram", c.whole_program);
    out.set("lifetimeKnown", c.lifetime_known);
    std::vector<double> start, end;
    for (const auto& lifetime : c.lifetimes) {
      start.push_back(lifetime.first);
      end.push_back(lifetime.second);
    }
    out.set("start", Column(start));
    out.set("end", Column(end));
    out.set("sourceFile", Text(c.source_file));
    out.set("sourceLine", c.source_line);
    out.set("stack", List(c.stack, Text));
    out.set("sharers", List(c.sharers, Text));
    out.set("sharerCount", Number(static_cast<int64_t>(c.sharer_count)));
    return out;
  }

 private:
  const xmv::Strip& StripAt(double point, int order) const {
    return view_->StripAt(view_->Clamp(point),
                          order >= 0 && order < xmv::kOrders ? static_cast<xmv::Order>(order) : xmv::Order::kProgram);
  }

  val TraceOf(uint32_t trace) const {
    const xmv::Assignment& assignment = view_->module().assignment;
    const uint32_t allocation = xmv::AllocationOfTrace(assignment, trace);
    val out = val::object();
    out.set("trace", trace);
    out.set("events", assignment.traces.events(trace));
    out.set("allocation", allocation == xmv::kNone ? -1.0 : Number(assignment.allocations.index[allocation]));
    out.set("allocationBytes", allocation == xmv::kNone ? 0.0 : Number(assignment.allocations.size[allocation]));
    out.set("computation",
            Text(assignment.strings.Get(assignment.traces.computation[assignment.traces.event_begin[trace]])));
    return out;
  }

  std::unique_ptr<xmv::SpaceView> view_;
};

class Session {
 public:
  val addFile(const std::string& name, double size, val read, val progress) {
    const auto result = session_.AddFile(name, std::make_unique<CallbackSource>(size, std::move(read)),
                                         [&](xmv::FileOffset done, xmv::FileOffset total) {
                                           progress(static_cast<double>(done), static_cast<double>(total));
                                         });
    return result.ok() ? FileOf(*result) : FailureOf(result.error());
  }
  val files() const { return List(session_.files(), FileOf); }
  val modules() const { return List(session_.modules(), ModuleOf); }
  val view(double module, double space, double trace) {
    auto result = session_.View(static_cast<uint32_t>(module), static_cast<xmv::Space>(space),
                                trace < 0 ? xmv::kNone : static_cast<uint32_t>(trace));
    return result.ok() ? val(std::make_shared<View>(std::move(*result))) : FailureOf(result.error());
  }
  val xprofJson(double module, double space) {
    const auto result = session_.XprofJson(static_cast<uint32_t>(module), static_cast<xmv::Space>(space));
    return result.ok() ? Text(*result) : FailureOf(result.error());
  }

 private:
  xmv::Session session_;
};

// Bytes that the allocator has handed out.
double HeapBytes() { return static_cast<double>(mallinfo().uordblks); }

}  // namespace

EMSCRIPTEN_BINDINGS(memory_viewer) {
  emscripten::class_<View>("SpaceView")
      .smart_ptr<std::shared_ptr<View>>("SpaceViewPtr")
      .function("overview", &View::overview)
      .function("pointInfo", &View::pointInfo)
      .function("curve", &View::curve)
      .function("strip", &View::strip)
      .function("stripPosition", &View::stripPosition)
      .function("stripHit", &View::stripHit)
      .function("rows", &View::rows)
      .function("card", &View::card);
  emscripten::class_<Session>("Session")
      .constructor<>()
      .function("addFile", &Session::addFile)
      .function("files", &Session::files)
      .function("modules", &Session::modules)
      .function("view", &Session::view)
      .function("xprofJson", &Session::xprofJson);
  emscripten::function("heapBytes", &HeapBytes);
}
