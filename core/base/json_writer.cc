#include "core/base/json_writer.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>

namespace xmv {
namespace {

// Length of the valid UTF-8 sequence at the front of `text` (1 to 4), 0 if there is none.
size_t Utf8Length(std::string_view text) {
  const auto byte = [&](size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned lead = byte(0);
  if (lead < 0x80) return 1;
  const size_t length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
  if (lead < 0xc2 || lead > 0xf4 || text.size() < length) return 0;
  for (size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xc0) != 0x80) return 0;
  }
  const unsigned second = byte(1);
  if ((lead == 0xe0 && second < 0xa0) || (lead == 0xed && second > 0x9f) || (lead == 0xf0 && second < 0x90) ||
      (lead == 0xf4 && second > 0x8f))
    return 0;
  return length;
}

}  // namespace

void JsonWriter::Comma() {
  if (comma_) text_ += ',';
  comma_ = true;
}

JsonWriter& JsonWriter::Begin(char bracket) {
  Comma();
  text_ += bracket;
  comma_ = false;
  return *this;
}

JsonWriter& JsonWriter::End(char bracket) {
  text_ += bracket;
  comma_ = true;
  return *this;
}

JsonWriter& JsonWriter::Key(std::string_view key) {
  Comma();
  Quoted(key);
  text_ += ':';
  comma_ = false;
  return *this;
}

JsonWriter& JsonWriter::Text(std::string_view value) {
  Comma();
  Quoted(value);
  return *this;
}

JsonWriter& JsonWriter::Number(double value) {
  Comma();
  char buffer[32];
  for (int digits = 15; digits <= 17; ++digits) {
    std::snprintf(buffer, sizeof buffer, "%.*g", digits, value);
    if (std::strtod(buffer, nullptr) == value) break;
  }
  text_ += buffer;
  return *this;
}

JsonWriter& JsonWriter::Integer(int64_t value) {
  Comma();
  text_ += std::to_string(value);
  return *this;
}

JsonWriter& JsonWriter::Boolean(bool value) {
  Comma();
  text_ += value ? "true" : "false";
  return *this;
}

void JsonWriter::Quoted(std::string_view value) {
  text_ += '"';
  while (!value.empty()) {
    const unsigned char c = static_cast<unsigned char>(value[0]);
    size_t length = 1;
    if (c == '"' || c == '\\') {
      text_ += '\\';
      text_ += value[0];
    } else if (c == '\n') {
      text_ += "\\n";
    } else if (c < 0x20) {
      char escape[8];
      std::snprintf(escape, sizeof escape, "\\u%04x", c);
      text_ += escape;
    } else if (const size_t valid = Utf8Length(value)) {
      length = valid;
      text_ += value.substr(0, valid);
    } else {
      text_ += "\xef\xbf\xbd";  // U+FFFD
    }
    value.remove_prefix(length);
  }
  text_ += '"';
}

}  // namespace xmv
