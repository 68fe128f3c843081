#include "core/formats/document.h"

#include <algorithm>
#include <utility>

#include "core/formats/detect_text.h"
#include "core/formats/xspace.h"
#include "core/io/gzip.h"
#include "core/io/read_all.h"

namespace xmv {
namespace {

Error NoAssignment(bool profile) {
  if (profile) {
    return {Code::kNoBufferAssignment,
            "The profile holds this program without its buffer assignment, so nothing says where its memory goes.",
            "Dump it instead: XLA_FLAGS=\"--xla_dump_to=DIR --xla_dump_hlo_as_proto\", then open its "
            "…after_optimizations.hlo.pb."};
  }
  return {Code::kNoBufferAssignment,
          "This file holds the program without its buffer assignment, so nothing says where its memory goes.",
          "Open the file of the same dump whose name ends in exactly after_optimizations.hlo.pb; those of other passes "
          "(before_…, after_codegen…) leave the assignment out."};
}

// Formats that hold one program as protos.
bool IsProgramProto(Format format) {
  return format == Format::kHloProto || format == Format::kHloModuleProto || format == Format::kBufferAssignmentProto ||
         format == Format::kHloSnapshot;
}

// Finds the messages in a log; without any, the error says what kind of text it is.
Result<Document> OpenLog(Document document, const Progress& progress) {
  const FileOffset size = document.source->size();
  Result<LogReports> reports = ScanLog(
      *document.source, progress ? [&](FileOffset at) { progress(at, size); } : std::function<void(FileOffset)>());
  if (!reports.ok()) return reports.error();
  document.log = std::move(*reports);
  if (!document.log.reports.empty()) return document;
  std::string prefix(static_cast<size_t>(std::min<FileOffset>(size, FileOffset{64} << 10)), '\0');
  prefix.resize(document.source->Read(0, prefix.size(), prefix.data()));
  return UselessText(prefix);
}

// Fills in a program from the proto in `range`, whatever kind it turns out to be.
void DescribeProgram(ByteSource& source, WireRange range, Format format, bool profile, Program& program) {
  WireReader reader(source);
  program.bytes = range.size();
  switch (format) {
    case Format::kHloModuleProto:
      program.parts.module = range;
      break;
    case Format::kBufferAssignmentProto:
      program.parts.assignment = range;
      break;
    case Format::kHloSnapshot: {
      WireRange at = range;
      for (WireField field; reader.Next(at, field);) {
        if (field.number == 1 && field.is_range()) range = field.range;
      }
      [[fallthrough]];
    }
    case Format::kHloProto:
    case Format::kXSpace: {
      Result<ProgramParts> parts = FindParts(reader, range);
      if (!parts.ok()) {
        program.failure = parts.error();
        return;
      }
      program.parts = *parts;
      break;
    }
    default:
      break;
  }
  if (program.parts.module) {
    Result<ModuleHead> head = ReadModuleHead(reader, *program.parts.module);
    if (!head.ok()) {
      program.failure = head.error();
      return;
    }
    program.name = head->name;
    program.platform = head->platform;
  }
  if (!program.parts.assignment) program.failure = NoAssignment(profile);
}

Result<Document> OpenProfile(Document document, const Progress& progress) {
  const FileOffset size = document.source->size();
  WireReader reader(*document.source);
  if (progress) reader.on_read = [&](FileOffset at) { progress(at, size); };
  for (EmbeddedProgram& embedded : FindPrograms(reader, {0, size})) {
    Program program;
    program.program_id = embedded.id;
    program.name = embedded.name;
    Result<Format> format = Detect(*document.source, embedded.range);
    if (format.ok() && IsProgramProto(*format)) {
      DescribeProgram(*document.source, embedded.range, *format, /*profile=*/true, program);
    } else {
      program.bytes = embedded.range.size();
      program.failure =
          Error{Code::kCorrupt, "The program's bytes in the profile cannot be read.", "Record the profile again."};
    }
    document.programs.push_back(std::move(program));
  }
  if (!reader.status().ok()) {
    if (document.programs.empty()) return reader.status().error();
    document.note = reader.status().error();
  }
  if (document.programs.empty()) {
    return Error{Code::kNoPrograms, "This profile holds no programs: it was recorded without HLO.",
                 "Record it again with HLO protos on: in JAX keep ProfileOptions.enable_hlo_proto at its default (on); "
                 "or dump the program with XLA_FLAGS=\"--xla_dump_to=DIR --xla_dump_hlo_as_proto\"."};
  }
  return document;
}

}  // namespace

Result<Document> OpenDocument(std::unique_ptr<ByteSource> source, const Progress& progress) {
  Document document;
  if (source->size() > 0 && IsGzip(*source)) {
    const FileOffset size = source->size();
    Result<std::unique_ptr<ByteSource>> inflated =
        Inflate(*source, progress ? [&](FileOffset at) { progress(at, size); } : std::function<void(FileOffset)>());
    if (!inflated.ok()) return inflated.error();
    source = std::move(*inflated);
    document.compressed = true;
  }
  if (std::unique_ptr<ByteSource> narrow = NarrowUtf16(source)) source = std::move(narrow);
  document.source = std::move(source);
  const WireRange all{0, document.source->size()};
  Result<Format> format = Detect(*document.source, all);
  if (!format.ok()) return format.error();
  document.format = *format;
  if (*format == Format::kXSpace) return OpenProfile(std::move(document), progress);
  if (*format == Format::kLog) return OpenLog(std::move(document), progress);
  if (!IsProgramProto(*format)) return document;
  Program program;
  DescribeProgram(*document.source, all, *format, /*profile=*/false, program);
  // Damage is the file's; a missing assignment is the program's.
  if (program.failure && program.failure->code != Code::kNoBufferAssignment) return *program.failure;
  document.programs.push_back(std::move(program));
  return document;
}

Result<Assignment> LoadAssignment(ByteSource& source, const Program& program, const Progress& progress) {
  if (program.failure) return *program.failure;
  WireReader reader(source);
  if (progress)
    reader.on_read = [&](FileOffset at) {
      progress(at - program.parts.assignment->at, program.parts.assignment->size());
    };
  return ReadAssignment(reader, *program.parts.assignment);
}

Result<Module> LoadProgram(ByteSource& source, const Program& program, Assignment assignment,
                           const Progress& progress) {
  WireReader reader(source);
  if (progress && program.parts.module)
    reader.on_read = [&](FileOffset at) { progress(at - program.parts.module->at, program.parts.module->size()); };
  return ReadModule(reader, program.parts.module, std::move(assignment));
}

}  // namespace xmv
