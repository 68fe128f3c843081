// SpaceView of memory_viewer.d.ts, method by method. Included by bindings.cc only.
#ifndef XMV_WASM_SPACE_VIEW_BINDING_H_
#define XMV_WASM_SPACE_VIEW_BINDING_H_

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/session.h"
#include "wasm/js.h"

namespace xmv::js {

inline val RowsOf(const Rows& r) {
  return Object({{"total", Number(static_cast<int64_t>(r.total))},
                 {"buffer", Column(r.buffer)},
                 {"name", Texts(r.name)},
                 {"opName", Texts(r.op_name)},
                 {"shape", Texts(r.shape)},
                 {"source", Texts(r.source)},
                 {"type", Column(r.type)},
                 {"size", Column(r.size)},
                 {"unpadded", Column(r.unpadded)},
                 {"offset", Column(r.offset)},
                 {"start", Column(r.start)},
                 {"end", Column(r.end)}});
}

class View {
 public:
  explicit View(std::unique_ptr<SpaceView> view) : view_(std::move(view)) {}

  val overview() const {
    const SpaceUsage& u = usage();
    const auto of_type = [&](AllocationType type) {
      return Number(u.whole_program_by_type[static_cast<size_t>(type)]);
    };
    const bool vmem = u.space == 1;
    return Object(
        {{"module", Index(view_->module_index())},
         {"space", Number(u.space)},
         {"spaceName", Text(SpaceName(u.space, module().platform))},
         {"trace", Index(u.trace)},
         {"traces", List(u.traces, [&](uint32_t trace) { return TraceOf(trace); })},
         {"points", Number(u.points)},
         {"buffers", Number(u.buffers)},
         {"entryComputation", Text(module().entry_computation)},
         {"peakBytes", Number(u.peak())},
         {"peakPoint", Number(u.replay.peak_point)},
         {"totalBytes", Number(u.total)},
         {"parameterBytes", of_type(AllocationType::kParameter)},
         {"outputBytes", of_type(AllocationType::kOutput)},
         {"constantBytes", of_type(AllocationType::kConstant)},
         {"threadLocalBytes", Number(u.thread_local_bytes)},
         {"wholeProgramBytes", Number(u.whole_program_bytes)},
         {"aliasedOutputBytes", Number(u.aliased_output)},
         {"temporaryAllocationBytes", Number(u.temporary_allocation)},
         {"untracedTemporaryBytes", Number(u.untraced_temporary)},
         {"unattributedBytes", Number(u.unattributed)},
         {"unrepresentedBytes", Number(u.unrepresented)},
         {"fragmentationBytes", Number(u.total - u.peak() - u.untraced_temporary)},
         {"scopedVmemBytes", Number(vmem ? module().scoped_vmem : 0)},
         {"scopedVmemInstruction", Text(vmem ? String(module().scoped_vmem_instruction) : std::string_view())},
         {"xprofUnpaddedPeakBytes", Number(u.whole_program_bytes + u.replay.peak_unpadded)},
         {"notes", List(u.notes, FailureOf)}});
  }

  val pointInfo(double at) const {
    const PointState s = StateAt(module(), usage(), view_->Clamp(at));
    const auto of_type = [&](AllocationType type) { return Number(s.by_type[static_cast<size_t>(type)]); };
    return Object({{"point", Number(s.point)},
                   {"instruction", Text(s.instruction)},
                   {"computation", Text(s.computation)},
                   {"eventKind", Text(s.event_kind)},
                   {"eventBuffer", Index(s.event_buffer)},
                   {"liveBytes", Number(s.live)},
                   {"changeBytes", Number(s.change)},
                   {"unpaddedBytes", Number(s.unpadded)},
                   {"paddingBytes", Number(s.live - s.unpadded)},
                   {"extentBytes", Number(s.extent)},
                   {"liveBuffers", Number(s.live_buffers)},
                   {"parameterBytes", of_type(AllocationType::kParameter)},
                   {"outputBytes", of_type(AllocationType::kOutput)},
                   {"constantBytes", of_type(AllocationType::kConstant)},
                   {"temporaryBytes", of_type(AllocationType::kTemporary)}});
  }

  val curve(double from, double to, double columns) const {
    const CurveColumns c = view_->curve().Columns(ToInt(from), ToInt(to), std::clamp(ToInt(columns), 1, 65536));
    return Object({{"point", Column(c.point)},
                   {"liveMin", Column(c.live_min)},
                   {"liveMax", Column(c.live_max)},
                   {"unpaddedMin", Column(c.unpadded_min)},
                   {"unpaddedMax", Column(c.unpadded_max)},
                   {"extentMax", Column(c.extent_max)}});
  }

  val strip(double point, int order, double lo, double hi, double pixels, double min_pixels) const {
    const Strip& strip = StripAt(point, order);
    const StripSegments s = strip.Segments(ToBytes(lo), ToBytes(hi), pixels, min_pixels, view_->marks());
    return Object({{"totalBytes", Number(strip.total())},
                   {"totalBuffers", Number(static_cast<int64_t>(strip.size()))},
                   {"start", Column(s.start)},
                   {"end", Column(s.end)},
                   {"unpadded", Column(s.unpadded)},
                   {"buffer", Column(s.buffer)},
                   {"count", Column(s.count)},
                   {"type", Column(s.type)},
                   {"matched", Column(s.matched)}});
  }

  val stripPosition(double point, int order, double buffer) const {
    const Strip& strip = StripAt(point, order);
    const size_t row = strip.Find(ToIndex(buffer));
    if (row == strip.size()) return val::null();
    return Column(std::vector<double>{static_cast<double>(strip.start(row)), static_cast<double>(strip.end(row))});
  }

  val stripHit(double point, int order, double bytes) const {
    const Strip& strip = StripAt(point, order);
    const size_t row = bytes >= 0 ? strip.At(ToBytes(bytes)) : strip.size();
    return Index(row == strip.size() ? kNone : strip.row(row).buffer);
  }

  val rows(double point, int order, bool reversed, double from, double count, bool matches_only) const {
    return RowsOf(MakeRows(
        module(), point < 0 ? view_->StripOfAll(OrderOf(order), matches_only) : StripAt(point, order, matches_only),
        reversed, ToCount(from), ToCount(count)));
  }

  val names(val buffers) const {
    const std::vector<double> list = emscripten::vecFromJSArray<double>(buffers);
    return List(list, [&](double b) {
      return Text(ToIndex(b) < module().shape.size() ? BufferName(module(), ToIndex(b)) : std::string());
    });
  }

  val card(double buffer) const {
    const Result<Card> result = MakeCard(module(), usage(), view_->relations(), ToIndex(buffer));
    if (!result.ok()) return FailureOf(result.error());
    const Card& c = *result;
    std::vector<double> start, end;
    for (const auto& lifetime : c.lifetimes) {
      start.push_back(lifetime.first);
      end.push_back(lifetime.second);
    }
    const SpaceLinks links = view_->relations().Links(ToIndex(buffer), 20);
    const auto link = [&](uint32_t other) { return LinkOf(other); };
    return Object({{"buffer", val(buffer)},
                   {"id", Text(std::to_string(c.id))},
                   {"name", Text(c.name)},
                   {"opcode", Text(c.opcode)},
                   {"opName", Text(c.op_name)},
                   {"shape", Text(c.shape)},
                   {"sizeBytes", Number(c.size)},
                   {"unpaddedBytes", Number(c.unpadded)},
                   {"paddingReason", Text(c.padding_reason)},
                   {"type", val(static_cast<int>(c.type))},
                   {"space", Number(c.space)},
                   {"spaceName", Text(c.space_name)},
                   {"allocation", Number(c.allocation)},
                   {"allocationBytes", Number(c.allocation_bytes)},
                   {"offset", Number(c.offset)},
                   {"parameter", Text(c.parameter)},
                   {"aliasedWithOutput", val(c.aliased_with_output)},
                   {"wholeProgram", val(c.whole_program)},
                   {"lifetimeKnown", val(c.lifetime_known)},
                   {"start", Column(start)},
                   {"end", Column(end)},
                   {"sourceFile", Text(c.source_file)},
                   {"sourceLine", Number(c.source_line)},
                   {"stack", Texts(c.stack)},
                   {"sharers", Texts(c.sharers)},
                   {"sharerCount", Number(static_cast<int64_t>(c.sharer_count))},
                   {"copiedFrom", List(links.from, link)},
                   {"copiedTo", List(links.to, link)}});
  }

  bool setAxis(int axis) { return view_->SetAxis(axis == 1 ? Axis::kSchedule : Axis::kEvents); }

  val toAxis(val points) const {
    std::vector<double> out = emscripten::vecFromJSArray<double>(points);
    for (double& point : out) point = view_->ToAxis(ToInt(point));
    return Column(out);
  }
  double toPoint(double position) const { return view_->ToPoint(position); }

  val localPeaks(double least) const {
    const std::vector<ProgramPoint> peaks = LocalPeaks(usage(), std::max<Bytes>(1, ToBytes(least)));
    return Column(std::vector<double>(peaks.begin(), peaks.end()));
  }
  double firstAbove(double limit) const { return FirstAbove(usage(), ToBytes(limit)); }
  double findInstruction(const std::string& text, double from) const {
    return FindInstruction(module(), usage(), text, view_->Clamp(from));
  }

  val change(double from, double to, double count) const {
    const Change c = ChangeBetween(module(), usage(), view_->Clamp(from), view_->Clamp(to));
    const auto rows = [&](const std::vector<LiveRow>& list) {
      return RowsOf(MakeRows(module(), Strip(module(), list, Order::kSize), false, 0, ToCount(count)));
    };
    const auto size = [](const std::vector<LiveRow>& list) { return Number(static_cast<int64_t>(list.size())); };
    return Object({{"allocatedBytes", Number(c.allocated_bytes)},
                   {"freedBytes", Number(c.freed_bytes)},
                   {"keptBytes", Number(c.kept_bytes)},
                   {"allocatedCount", size(c.allocated)},
                   {"freedCount", size(c.freed)},
                   {"keptCount", size(c.kept)},
                   {"allocated", rows(c.allocated)},
                   {"freed", rows(c.freed)},
                   {"kept", rows(c.kept)}});
  }

  val search(const std::string& query, double point, val test) {
    const Status status = view_->Find(query, [&](const std::string& pattern, std::string_view text) {
      return test(pattern, std::string(text)).as<bool>();
    });
    if (!status.ok()) return FailureOf(status.error());
    int64_t live = 0;
    Bytes live_bytes = 0;
    for (const LiveRow& row : view_->Live(view_->Clamp(point))) {
      if (!view_->marks() || !(*view_->marks())[row.buffer]) continue;
      ++live;
      live_bytes += row.size;
    }
    return Object({{"count", Number(static_cast<int64_t>(view_->matches().count))},
                   {"bytes", Number(view_->matches().bytes)},
                   {"liveCount", Number(live)},
                   {"liveBytes", Number(live_bytes)}});
  }

  val map() {
    const Blocks& blocks = view_->map().blocks();
    return Object({{"bands", List(blocks.bands,
                                  [](const Band& b) {
                                    return Object({{"label", Text(b.label)},
                                                   {"type", val(static_cast<int>(b.type))},
                                                   {"lo", Number(b.lo)},
                                                   {"hi", Number(b.hi)},
                                                   {"wholeProgram", val(b.whole_program)}});
                                  })},
                   {"topBytes", Number(blocks.top)},
                   {"length", Number(view_->curve().length())},
                   {"blocks", Number(static_cast<int64_t>(blocks.size()))}});
  }

  val mapColorBy(int by, double point) {
    MemoryMap& map = view_->map();
    const Legend& legend = map.SetColorBy(by >= 0 && by < kColorBys ? static_cast<ColorBy>(by) : ColorBy::kType);
    return Object({{"label", Texts(legend.label)},
                   {"blocks", Column(std::vector<double>(legend.blocks.begin(), legend.blocks.end()))},
                   {"bytePoints", Column(legend.byte_points)},
                   {"liveBytes", Column(map.LiveByClass(view_->ToAxis(view_->Clamp(point))))}});
  }

  // `spare`: an ArrayBuffer to put the pixels into, taken if it has their size; or null.
  val mapImage(double x0, double x1, double y0, double y1, int width, int height, val palette, double background,
               bool exact, val spare) {
    width = std::clamp(width, 1, 8192);
    height = std::clamp(height, 1, 8192);
    std::vector<Rgba> colors;
    for (const double color : emscripten::vecFromJSArray<double>(palette)) colors.push_back(ToColor(color));
    view_->map().SetPalette(std::move(colors), ToColor(background));
    pixels_.resize(static_cast<size_t>(width) * static_cast<size_t>(height));
    exact = view_->map().Paint({x0, x1, y0, y1, width, height}, exact, pixels_.data());
    const val bytes(
        emscripten::typed_memory_view(pixels_.size() * 4, reinterpret_cast<const uint8_t*>(pixels_.data())));
    const bool fits = !spare.isNull() && spare["byteLength"].as<double>() == static_cast<double>(pixels_.size() * 4);
    val out = val::global("Uint8ClampedArray").new_(fits ? spare : bytes);
    if (fits) out.call<void>("set", bytes);
    return Object({{"pixels", out}, {"exact", val(exact)}});
  }

  val mapHit(double position, double address) {
    const uint32_t row = view_->map().At(position, address);
    return Index(row == kNone ? kNone : view_->map().blocks().buffer[row]);
  }

  val mapLabels(double x0, double x1, double y0, double y1, int width, int height, double min_width, double min_height,
                double most) {
    std::vector<int32_t> buffer;
    std::vector<std::string> name;
    std::vector<float> x, y, w, h;
    const Viewport viewport{x0, x1, y0, y1, std::max(1, width), std::max(1, height)};
    for (const Label& label :
         view_->map().Labels(viewport, static_cast<float>(min_width), static_cast<float>(min_height), ToCount(most))) {
      buffer.push_back(static_cast<int32_t>(label.buffer));
      name.push_back(BufferName(module(), label.buffer));
      x.push_back(label.x);
      y.push_back(label.y);
      w.push_back(label.width);
      h.push_back(label.height);
    }
    return Object({{"buffer", Column(buffer)},
                   {"name", Texts(name)},
                   {"x", Column(x)},
                   {"y", Column(y)},
                   {"width", Column(w)},
                   {"height", Column(h)}});
  }

  val mapBlocks(double buffer) {
    const Blocks& blocks = view_->map().blocks();
    std::vector<double> start, end, lo, hi;
    for (const uint32_t row : view_->map().RowsOf(ToIndex(buffer))) {
      start.push_back(blocks.start[row]);
      end.push_back(blocks.end[row]);
      lo.push_back(static_cast<double>(blocks.lo[row]));
      hi.push_back(static_cast<double>(blocks.hi[row]));
    }
    return Object({{"start", Column(start)}, {"end", Column(end)}, {"lo", Column(lo)}, {"hi", Column(hi)}});
  }

 private:
  // 0 … 0xffffffff.
  static Rgba ToColor(double color) { return color > 0 && color <= 4294967295.0 ? static_cast<Rgba>(color) : 0; }

  const Module& module() const { return view_->module(); }
  const SpaceUsage& usage() const { return view_->usage(); }
  std::string_view String(StringId id) const { return module().assignment.strings.Get(id); }

  static Order OrderOf(int order) {
    return order >= 0 && order < kOrders ? static_cast<Order>(order) : Order::kProgram;
  }
  const Strip& StripAt(double point, int order, bool matches_only = false) const {
    return view_->StripAt(view_->Clamp(point), OrderOf(order), matches_only);
  }

  val LinkOf(uint32_t buffer) const {
    const Space space = module().assignment.buffers.space[buffer];
    return Object({{"buffer", Index(buffer)},
                   {"name", Text(BufferName(module(), buffer))},
                   {"space", Number(space)},
                   {"spaceName", Text(SpaceName(space, module().platform))}});
  }

  val TraceOf(uint32_t trace) const {
    const Assignment& a = module().assignment;
    const uint32_t allocation = AllocationOfTrace(a, trace);
    return Object({{"trace", Index(trace)},
                   {"events", Index(a.traces.events(trace))},
                   {"allocation", allocation == kNone ? val(-1) : Number(a.allocations.index[allocation])},
                   {"allocationBytes", allocation == kNone ? val(0) : Number(a.allocations.size[allocation])},
                   {"computation", Text(String(a.traces.computation[a.traces.event_begin[trace]]))}});
  }

  std::unique_ptr<SpaceView> view_;
  std::vector<Rgba> pixels_;  // kept: a frame needs no allocation
};

}  // namespace xmv::js

#endif  // XMV_WASM_SPACE_VIEW_BINDING_H_
