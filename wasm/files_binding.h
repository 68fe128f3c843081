// Out-of-memory reports, chips and plans of memory_viewer.d.ts. Included by bindings.cc only.
#ifndef XMV_WASM_FILES_BINDING_H_
#define XMV_WASM_FILES_BINDING_H_

#include <string>
#include <vector>

#include "core/session.h"
#include "wasm/js.h"

namespace xmv::js {

// Numbers that a text may leave out.
inline val NumberOrNull(Bytes bytes) { return bytes == kUnknownBytes ? val::null() : Number(bytes); }

inline val ChipOf(const ChipFacts& c) {
  return Object({{"name", Text(c.chip)},
                 {"memoryBytes", NumberOrNull(c.memory)},
                 {"reservedBytes", NumberOrNull(c.reserved)},
                 {"scopedVmemBytes", NumberOrNull(c.scoped_vmem)}});
}

inline val OomAllocationOf(const OomAllocation& a) {
  return Object({{"sizeBytes", NumberOrNull(a.size)},
                 {"unpaddedBytes", NumberOrNull(a.unpadded)},
                 {"expansion", val(a.expansion)},
                 {"count", Number(a.count)},
                 {"opType", Text(a.op_type)},
                 {"opName", Text(a.op_name)},
                 {"sourceFile", Text(a.source_file)},
                 {"sourceLine", val(a.source_line)},
                 {"shape", Text(a.shape)},
                 {"paddingReason", Text(a.padding_reason)},
                 {"label", Text(a.label)},
                 {"type", Text(a.type)}});
}

inline val ReportOf(const FileReport& f) {
  const OomReport& r = f.report;
  val out = Object({{"file", Index(f.file)},
                    {"kind", Text(OomKindName(r.kind))},
                    {"isError", val(r.is_error() && !r.warning)},
                    {"title", Text(r.title)},
                    {"space", Text(r.space)},
                    {"exact", val(r.exact)},
                    {"neededBytes", NumberOrNull(r.needed)},
                    {"capacityBytes", NumberOrNull(r.capacity)},
                    {"exceededBytes", NumberOrNull(r.exceeded)},
                    {"freeBytes", NumberOrNull(r.free)},
                    {"largestFreeBytes", NumberOrNull(r.largest_free)},
                    {"reservedBytes", NumberOrNull(r.reserved)},
                    {"reservableBytes", NumberOrNull(r.reservable)},
                    {"originalBytes", NumberOrNull(r.originally)},
                    {"outputBytes", NumberOrNull(r.output)},
                    {"outputSharedBytes", NumberOrNull(r.output_shared)},
                    {"tempUnpaddedBytes", NumberOrNull(r.temp_unpadded)},
                    {"tempPaddedBytes", NumberOrNull(r.temp_padded)},
                    {"tempFragmentationBytes", NumberOrNull(r.temp_fragmentation)}});
  out.set("parts", List(r.parts, [](const OomPart& p) {
            return Object({{"group", Text(p.group)}, {"name", Text(p.name)}, {"bytes", NumberOrNull(p.bytes)}});
          }));
  out.set("allocations", List(r.allocations, OomAllocationOf));
  out.set("program", Text(r.program));
  out.set("device", Text(r.device));
  out.set("instruction", Text(r.instruction));
  out.set("line", Number(static_cast<int64_t>(r.line)));
  out.set("count", Number(static_cast<int64_t>(r.count)));
  out.set("excerpt", Text(r.excerpt));
  out.set("advice", List(r.advice, [](const OomAdvice& a) {
            return Object({{"text", Text(a.text)}, {"command", Text(a.command)}});
          }));
  return out;
}

inline val PlanOf(const DumpPlan& plan) {
  return Object({{"open", Column(plan.open)},
                 {"aside", List(plan.aside,
                                [](const SetAside& a) {
                                  return Object({{"file", Index(a.file)}, {"reason", Text(a.reason)}});
                                })},
                 {"instead", List(plan.instead,
                                  [](const Instead& i) {
                                    return Object({{"file", Index(i.file)}, {"open", Column(i.open)}});
                                  })},
                 {"groups", List(plan.groups, [](const DumpGroup& g) {
                    return Object({{"number", Number(g.name.module_number)},
                                   {"name", Text(g.name.module_name)},
                                   {"target", Text(g.name.target)},
                                   {"timestamp", Text(g.name.timestamp)},
                                   {"kind", Text(DumpKindName(g.name.kind))},
                                   {"folder", Text(g.folder)},
                                   {"bytes", Number(static_cast<int64_t>(g.bytes))},
                                   {"files", Column(g.files)}});
                  })}});
}

// Which of `paths` (with their sizes) to open; see PlanDump.
inline val PlanFiles(const val& paths, const val& sizes) {
  std::vector<PathAndSize> files(paths["length"].as<size_t>());
  for (size_t i = 0; i < files.size(); ++i)
    files[i] = {paths[i].as<std::string>(), static_cast<FileOffset>(ToBytes(sizes[i].as<double>()))};
  return PlanOf(PlanDump(files));
}

}  // namespace xmv::js

#endif  // XMV_WASM_FILES_BINDING_H_
