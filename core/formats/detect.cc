#include "core/formats/detect.h"

#include <algorithm>
#include <string>
#include <vector>

#include "core/formats/field_signature.h"

#include "core/base/text.h"
#include "core/formats/detect_text.h"
#include "core/io/archive.h"

namespace xmv {
namespace {

constexpr size_t kPrefix = size_t{64} << 10;

// A field of a message of which only a prefix is known. `content` is what is known of a length-delimited field.
struct PeekedField {
  uint32_t number;
  uint8_t type;
  std::string_view content;
};

bool Varint(std::string_view& text, uint64_t& value) {
  value = 0;
  for (size_t i = 0; i < text.size() && i < 10; ++i) {
    const uint8_t byte = static_cast<uint8_t>(text[i]);
    value |= static_cast<uint64_t>(byte & 0x7f) << (7 * i);
    if (byte < 0x80) {
      text.remove_prefix(i + 1);
      return true;
    }
  }
  return false;
}

// The first fields of a message, at most `most`; stops quietly where the prefix ends. False if it cannot be a message.
bool Peek(std::string_view text, size_t most, std::vector<PeekedField>& fields) {
  while (!text.empty() && fields.size() < most) {
    uint64_t tag, value;
    if (!Varint(text, tag)) return text.size() < 10;
    PeekedField field{static_cast<uint32_t>(tag >> 3), static_cast<uint8_t>(tag & 7), {}};
    if (tag >> 3 == 0 || tag > 0xffffffff) return false;
    size_t skip = 0;
    switch (field.type) {
      case 0:
        if (!Varint(text, value)) return text.size() < 10;
        break;
      case 1:
        skip = 8;
        break;
      case 5:
        skip = 4;
        break;
      case 2:
        if (!Varint(text, value)) return text.size() < 10;
        skip = static_cast<size_t>(std::min<uint64_t>(value, text.size()));
        field.content = text.substr(0, skip);
        break;
      default:
        return false;
    }
    text.remove_prefix(std::min(skip, text.size()));
    fields.push_back(field);
  }
  return true;
}

bool IsName(std::string_view text) {
  if (text.empty() || text.size() > 4096) return false;
  return std::all_of(text.begin(), text.end(),
                     [](char c) { return static_cast<unsigned char>(c) >= 0x20 && c != 0x7f; });
}

// xla.HloModuleProto begins with its name (1), then its entry computation's name (2) or computations (3).
bool IsModule(std::string_view text) {
  std::vector<PeekedField> f;
  return Peek(text, 3, f) && !f.empty() && f[0].number == 1 && f[0].type == 2 && IsName(f[0].content) &&
         (f.size() < 2 || (f[1].type == 2 && (f[1].number == 2 || f[1].number == 3)));
}

// tensorflow.profiler.XPlane: id (1, a number, may be left out), name (2), lines (3) …
bool IsPlane(std::string_view text) {
  std::vector<PeekedField> f;
  if (!Peek(text, 2, f)) return false;
  const size_t name = !f.empty() && f[0].number == 1 && f[0].type == 0 ? 1 : 0;
  return f.size() > name && f[name].number == 2 && f[name].type == 2 && IsName(f[name].content);
}

// xla.LogicalBufferProto: id (1), size (2), defined_at (3) with an instruction; zeros are left out.
bool IsLogicalBuffer(std::string_view text) {
  std::vector<PeekedField> f;
  if (text.size() > 4096 || !Peek(text, 6, f) || f.empty()) return false;
  bool defined = false;
  for (const PeekedField& field : f) {
    if (field.number == 3 && field.type == 2) {
      std::vector<PeekedField> location;
      if (!Peek(field.content, 6, location)) return false;
      for (const PeekedField& l : location) {
        if (l.number > 4 || l.type == 1) return false;
      }
      defined = true;
    } else if (field.type != 0 || field.number > 4) {
      return false;
    }
  }
  return defined || f.size() >= 2;
}

// xla.MemoryUsageReportProto's entries: total bytes (1), space (2), allocations (3) with a percentage as a double (4).
bool IsUsageReport(std::string_view text) {
  std::vector<PeekedField> f;
  if (!Peek(text, 4, f)) return false;
  for (const PeekedField& field : f) {
    std::vector<PeekedField> entry;
    if (field.number == 3 && field.type == 2 && Peek(field.content, 6, entry)) {
      for (const PeekedField& e : entry) {
        if (e.number == 4 && e.type == 1) return true;
      }
    }
  }
  return false;
}

// perftools.profiles.Profile: sample types (1) of two small numbers each.
bool IsPprof(const std::vector<PeekedField>& top) {
  if (top.size() < 2 || top[0].number != 1 || top[0].content.size() > 8) return false;
  std::vector<PeekedField> f;
  return Peek(top[0].content, 3, f) && f.size() == 2 && f[0].number == 1 && f[0].type == 0 && f[1].number == 2 &&
         f[1].type == 0 && top[1].number <= 2;
}

// Binary that went through a decoder to text and back: invalid bytes became U+FFFD, so it is valid UTF-8 all the same.
bool IsMangled(std::string_view text) {
  size_t replaced = 0;
  for (size_t at = text.find("\xef\xbf\xbd"); at != std::string_view::npos; at = text.find("\xef\xbf\xbd", at + 3))
    ++replaced;
  if (replaced < 4) return false;
  size_t high = 0;  // bytes of multi-byte sequences; a stray one means that it is real binary
  for (size_t i = 0; i < text.size();) {
    const unsigned char c = static_cast<unsigned char>(text[i]);
    size_t length = c < 0x80 ? 1 : c >= 0xf0 ? 4 : c >= 0xe0 ? 3 : c >= 0xc2 ? 2 : 0;
    if (length == 0) return false;
    if (i + length > text.size()) break;
    for (size_t k = 1; k < length; ++k) {
      if ((static_cast<unsigned char>(text[i + k]) & 0xc0) != 0x80) return false;
    }
    high += length > 1;
    i += length;
  }
  return high > 0;
}

Result<Format> DetectProto(std::string_view text) {
  const Error unknown{
      Code::kUnknownFormat, "This file is neither a compiled XLA program nor a profile.",
      std::string("Open an .hlo.pb of a dump, an .xplane.pb of a profile, or either gzipped. ") + kOpenTheProto};
  std::vector<PeekedField> top;
  if (!Peek(text, 64, top) || top.empty()) return unknown;
  if (IsPprof(top))
    return Error{Code::kOtherTool,
                 "This is a pprof profile (jax.profiler.save_device_memory_profile): allocations at one moment of a "
                 "run, without the program.",
                 "Open it with pprof. For this page, dump the program: XLA_FLAGS=\"--xla_dump_to=DIR "
                 "--xla_dump_hlo_as_proto\"."};
  for (const PeekedField& field : top) {
    if (field.type != 2) continue;
    if (field.number == 1) {
      if (IsModule(field.content)) return Format::kHloProto;
      std::vector<PeekedField> inner;
      if (Peek(field.content, 1, inner) && !inner.empty() && inner[0].number == 1 && inner[0].type == 2 &&
          IsModule(inner[0].content))
        return Format::kHloSnapshot;
      if (IsUsageReport(field.content)) return Format::kUsageReportProto;
      if (IsPlane(field.content)) return Format::kXSpace;
      if (IsLogicalBuffer(field.content)) return Format::kBufferAssignmentProto;
      if (IsModule(text)) return Format::kHloModuleProto;
      return unknown;
    }
    if (field.number == 3) {  // an HloProto without its module, or an assignment without logical buffers
      std::vector<PeekedField> inner;
      if (Peek(field.content, 1, inner) && !inner.empty() && inner[0].number == 1 && inner[0].type == 2)
        return Format::kHloProto;
      return unknown;
    }
  }
  return unknown;
}

}  // namespace

std::string_view FormatName(Format format) {
  switch (format) {
    case Format::kHloProto:
      return "HloProto";
    case Format::kHloModuleProto:
      return "HloModuleProto";
    case Format::kBufferAssignmentProto:
      return "BufferAssignmentProto";
    case Format::kHloSnapshot:
      return "HloSnapshot";
    case Format::kXSpace:
      return "XSpace";
    case Format::kBufferAssignmentText:
      return "BufferAssignment text";
    case Format::kLiveRangeText:
      return "HloLiveRange text";
    case Format::kBufferValuesText:
      return "BufferAssignment values";
    case Format::kUsageReportText:
      return "memory usage report";
    case Format::kUsageReportProto:
      return "MemoryUsageReportProto";
    case Format::kMemoryStats:
      return "CompiledMemoryStats";
    case Format::kXprofResult:
      return "XProf memory_viewer JSON";
    case Format::kHloText:
      return "HLO text";
    case Format::kChipFacts:
      return "chip description";
    case Format::kLog:
      return "log";
    case Format::kZip:
      return "zip";
    case Format::kTar:
      return "tar";
  }
  return "";
}

Result<Format> Detect(ByteSource& source, WireRange range) {
  if (range.empty()) {
    return Error{Code::kEmptyFile, "The file is empty (0 bytes).",
                 "Some profilers write an empty file when a trace grows over 2 GB: record a shorter one. Otherwise the "
                 "program that writes it failed or is not done."};
  }
  std::string prefix(static_cast<size_t>(std::min<FileOffset>(kPrefix, range.size())), '\0');
  const size_t got = source.Read(range.at, prefix.size(), prefix.data());
  if (got < prefix.size()) return ReadFailed(range.at + got);
  if (range.at == 0 && range.end == source.size()) {
    if (Archive::IsZip(source)) return Format::kZip;
    if (Archive::IsTar(source)) return Format::kTar;
  }
  if (StartsWith(prefix,
                 "\x7f"
                 "ELF") ||
      StartsWith(prefix, "\x89PNG") || StartsWith(prefix, "%PDF"))
    return Error{Code::kOtherTool, "This is not a file of XLA's.", kOpenTheProto};
  if (IsText(prefix)) return DetectText(prefix);
  if (IsMangled(prefix)) {
    return Error{
        Code::kMangledText,
        "This file was binary and has been saved as text: every byte that is no text was replaced, and cannot be "
        "recovered.",
        "Copy the original in binary, e.g. with scp or gsutil, not through an editor, a clipboard or a text API."};
  }
  Result<Format> format = DetectProto(prefix);
  if (!format.ok() && format.error().code == Code::kUnknownFormat) {
    if (const std::optional<Format> found = FormatByFields(source, range)) return *found;
  }
  return format;
}

}  // namespace xmv
