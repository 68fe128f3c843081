// The boundary: implements memory_viewer.d.ts with Embind. Bulk data crosses as typed arrays copied once; nothing
// throws.
#include <emscripten/bind.h>
#include <emscripten/em_asm.h>
#include <emscripten/val.h>
#include <malloc.h>

#include <memory>
#include <new>
#include <string>
#include <utility>

#include "core/session.h"
#include "wasm/files_binding.h"
#include "wasm/js.h"
#include "wasm/space_view_binding.h"

namespace xmv::js {
namespace {

// A File, descriptor or buffer on the other side, read through a callback. The callback must not throw.
class CallbackSource final : public ByteSource {
 public:
  CallbackSource(double size, val read) : size_(static_cast<FileOffset>(size)), read_(std::move(read)) {}
  FileOffset size() const override { return size_; }
  size_t Read(FileOffset offset, size_t length, char* out) override {
    if (length == 0) return 0;
    const val bytes = read_(static_cast<double>(offset), static_cast<double>(length));
    const size_t got = bytes["length"].as<size_t>();
    if (got > length) return 0;
    val(emscripten::typed_memory_view(length, reinterpret_cast<uint8_t*>(out))).call<void>("set", bytes);
    return got;
  }

 private:
  FileOffset size_;
  val read_;
};

const char* PlatformName(Platform platform) {
  switch (platform) {
    case Platform::kTpu:
      return "TPU";
    case Platform::kGpu:
      return "GPU";
    case Platform::kCpu:
      return "CPU";
    case Platform::kUnknown:
      break;
  }
  return "";
}

val FileOf(const FileInfo& f) {
  return Object({{"name", Text(f.name)},
                 {"format", Text(FormatName(f.format))},
                 {"compressed", val(f.compressed)},
                 {"bytes", Number(static_cast<int64_t>(f.bytes))},
                 {"bytesRead", Number(static_cast<int64_t>(f.bytes_read))},
                 {"firstModule", Index(f.first_module)},
                 {"moduleCount", Index(f.module_count)},
                 {"attachedTo", Index(f.attached_to)},
                 {"firstReport", Index(f.first_report)},
                 {"reportCount", Index(f.report_count)},
                 {"note", FailureOrNull(f.note)}});
}

val SpaceOf(const SpaceSummary& s, Platform platform) {
  return Object({{"space", Number(s.space)},
                 {"name", Text(SpaceName(s.space, platform))},
                 {"peakBytes", Number(s.peak)},
                 {"totalBytes", Number(s.total)},
                 {"parameterBytes", Number(s.parameters)},
                 {"temporaryBytes", Number(s.temporaries)},
                 {"points", Index(s.points)}});
}

val ModuleOf(const ModuleInfo& m) {
  return Object({{"module", Index(m.index)},
                 {"name", Text(m.name)},
                 {"title", Text(m.title)},
                 {"programId", Text(m.program_id)},
                 {"file", Index(m.file)},
                 {"bytes", Number(static_cast<int64_t>(m.bytes))},
                 {"platform", Text(PlatformName(m.platform))},
                 {"spaces", List(m.spaces, [&](const SpaceSummary& s) { return SpaceOf(s, m.platform); })},
                 {"chip", ChipOf(m.chip)},
                 {"failure", FailureOrNull(m.failure)}});
}

class SessionBinding {
 public:
  val addFile(const std::string& name, double size, val read, val progress) {
    const auto result = session_.AddFile(
        name, std::make_unique<CallbackSource>(size, std::move(read)),
        [&](FileOffset done, FileOffset total) { progress(static_cast<double>(done), static_cast<double>(total)); });
    return result.ok() ? FileOf(*result) : FailureOf(result.error());
  }
  val files() const { return List(session_.files(), FileOf); }
  val modules() const { return List(session_.modules(), ModuleOf); }
  val reports() const { return List(session_.reports(), ReportOf); }
  val view(double module, double space, double trace) {
    auto result = session_.View(ToIndex(module), static_cast<Space>(space), ToIndex(trace));
    return result.ok() ? val(std::make_shared<View>(std::move(*result))) : FailureOf(result.error());
  }
  val xprofJson(double module, double space) {
    const auto result = session_.XprofJson(ToIndex(module), static_cast<Space>(space));
    return result.ok() ? Text(*result) : FailureOf(result.error());
  }

 private:
  Session session_;
};

// Bytes that the allocator has handed out.
double HeapBytes() { return static_cast<double>(mallinfo().uordblks); }

}  // namespace

EMSCRIPTEN_BINDINGS(memory_viewer) {
  // Without it a refused allocation ends in abort(), which does not say why.
  std::set_new_handler([] { EM_ASM({ throw new Error("The core is out of memory."); }); });
  emscripten::class_<View>("SpaceView")
      .smart_ptr<std::shared_ptr<View>>("SpaceViewPtr")
      .function("overview", &View::overview)
      .function("pointInfo", &View::pointInfo)
      .function("curve", &View::curve)
      .function("strip", &View::strip)
      .function("stripPosition", &View::stripPosition)
      .function("stripHit", &View::stripHit)
      .function("rows", &View::rows)
      .function("names", &View::names)
      .function("card", &View::card)
      .function("setAxis", &View::setAxis)
      .function("toAxis", &View::toAxis)
      .function("toPoint", &View::toPoint)
      .function("localPeaks", &View::localPeaks)
      .function("firstAbove", &View::firstAbove)
      .function("findInstruction", &View::findInstruction)
      .function("change", &View::change)
      .function("search", &View::search)
      .function("map", &View::map)
      .function("mapColorBy", &View::mapColorBy)
      .function("mapImage", &View::mapImage)
      .function("mapHit", &View::mapHit)
      .function("mapLabels", &View::mapLabels)
      .function("mapBlocks", &View::mapBlocks);
  emscripten::class_<SessionBinding>("Session")
      .constructor<>()
      .function("addFile", &SessionBinding::addFile)
      .function("files", &SessionBinding::files)
      .function("modules", &SessionBinding::modules)
      .function("reports", &SessionBinding::reports)
      .function("view", &SessionBinding::view)
      .function("xprofJson", &SessionBinding::xprofJson);
  emscripten::function("heapBytes", &HeapBytes);
  emscripten::function("planFiles", &PlanFiles);
}

}  // namespace xmv::js
