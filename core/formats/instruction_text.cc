#include "core/formats/instruction_text.h"

#include <algorithm>

#include "core/base/text.h"

namespace xmv {
namespace {

// Where the bracket that opens at the front of `text` closes, text.size() if it does not. Quotes hide brackets.
size_t ClosingBracket(std::string_view text) {
  int depth = 0;
  for (size_t at = 0; at < text.size(); ++at) {
    switch (text[at]) {
      case '(':
      case '{':
      case '[':
        ++depth;
        break;
      case ')':
      case '}':
      case ']':
        if (--depth == 0) return at;
        break;
      case '"':
        for (++at; at < text.size() && text[at] != '"'; ++at) at += text[at] == '\\';
        break;
      default:
        break;
    }
  }
  return text.size();
}

bool IsNameCharacter(char c) { return IsLetter(c) || IsDigit(c) || c == '.' || c == '_' || c == '-'; }

// Takes "[ROOT ]%name = " off the front.
std::string_view TakeName(std::string_view& line, bool& root) {
  line = TrimLeft(line);
  root = Take(line, "ROOT ");
  Take(line, "%");
  size_t length = 0;
  while (length < line.size() && IsNameCharacter(line[length])) ++length;
  const std::string_view name = line.substr(0, length);
  line.remove_prefix(length);
  return Take(line, " = ") ? name : std::string_view();
}

// The text between the quotes at the front; takes it and them.
std::string_view TakeQuoted(std::string_view& text) {
  if (!Take(text, "\"")) return {};
  size_t at = 0;
  while (at < text.size() && text[at] != '"') at += text[at] == '\\' ? 2 : 1;
  at = std::min(at, text.size());
  const std::string_view quoted = text.substr(0, at);
  text.remove_prefix(std::min(at + 1, text.size()));
  return quoted;
}

int OctalDigit(char c) { return c >= '0' && c <= '7' ? c - '0' : -1; }

}  // namespace

std::string Unescape(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (size_t at = 0; at < text.size(); ++at) {
    if (text[at] != '\\' || at + 1 == text.size()) {
      out += text[at];
      continue;
    }
    const char c = text[++at];
    const int digit = OctalDigit(c);
    if (digit >= 0 && at + 2 < text.size() && OctalDigit(text[at + 1]) >= 0 && OctalDigit(text[at + 2]) >= 0) {
      out += static_cast<char>(digit << 6 | OctalDigit(text[at + 1]) << 3 | OctalDigit(text[at + 2]));
      at += 2;
    } else if (c == 'n' || c == 't' || c == 'r') {
      out += c == 'n' ? '\n' : c == 't' ? '\t' : '\r';
    } else {
      // Others stand for themselves, as in a Windows path that somebody has unescaped already.
      if (c != '\\' && c != '"' && c != '\'') out += '\\';
      out += c;
    }
  }
  return out;
}

std::string_view InstructionName(std::string_view line) {
  bool root;
  return TakeName(line, root);
}

bool ReadInstruction(std::string_view line, InstructionText& out) {
  out = {};
  out.name = TakeName(line, out.root);
  if (out.name.empty() || line.empty()) return false;
  // The shape is one word unless it is a tuple.
  const size_t shape = line[0] == '(' ? std::min(ClosingBracket(line) + 1, line.size()) : line.find(' ');
  if (shape == std::string_view::npos || shape >= line.size() || line[shape] != ' ') return false;
  out.shape = line.substr(0, shape);
  line.remove_prefix(shape + 1);
  const size_t open = line.find('(');
  out.opcode = TrimRight(line.substr(0, open));
  if (out.opcode.empty() || !std::all_of(out.opcode.begin(), out.opcode.end(), IsNameCharacter)) return false;
  if (open == std::string_view::npos) return true;
  line.remove_prefix(open);
  const size_t close = ClosingBracket(line);
  out.operands = line.substr(1, close - 1);
  out.attributes = close < line.size() ? line.substr(close + 1) : std::string_view();
  return true;
}

std::string_view FirstOperand(std::string_view operands) {
  // "f32[4,8]{1,0} %a, f32[4]{0} %b", "%a, %b" or "a, b".
  if (const size_t percent = operands.find('%'); percent != std::string_view::npos) operands.remove_prefix(percent + 1);
  size_t length = 0;
  while (length < operands.size() && IsNameCharacter(operands[length])) ++length;
  return operands.substr(0, length);
}

bool ReadMetadata(std::string_view text, MetadataText& out) {
  bool found = false;
  while (!text.empty() && text[0] != '}') {
    if (text[0] == '"') {  // of a key that is not known
      TakeQuoted(text);
      continue;
    }
    size_t length = 0;
    while (length < text.size() && IsNameCharacter(text[length])) ++length;
    if (length == 0) {
      text.remove_prefix(1);
      continue;
    }
    const std::string_view key = text.substr(0, length);
    text.remove_prefix(length);
    if (!Take(text, "=")) continue;
    int64_t number = 0;
    if (key == "op_type") {
      out.op_type = Unescape(TakeQuoted(text));
    } else if (key == "op_name") {
      out.op_name = Unescape(TakeQuoted(text));
    } else if (key == "source_file") {
      out.source_file = Unescape(TakeQuoted(text));
    } else if (key == "source_line" && TakeNumber(text, number)) {
      out.source_line = static_cast<int32_t>(std::clamp<int64_t>(number, 0, INT32_MAX));
    } else if (key == "stack_frame_id" && TakeNumber(text, number)) {
      out.stack_frame = static_cast<int32_t>(std::clamp<int64_t>(number, 0, INT32_MAX));
    } else {
      continue;
    }
    found = true;
  }
  return found;
}

bool ReadInstructionMetadata(std::string_view attributes, MetadataText& out) {
  // With the comma: other attributes end in "metadata={" too.
  constexpr std::string_view kKey = ", metadata={";
  const size_t at = attributes.find(kKey);
  return at != std::string_view::npos && ReadMetadata(attributes.substr(at + kKey.size()), out);
}

std::string_view BackendConfigOf(std::string_view attributes) {
  constexpr std::string_view kKey = ", backend_config=";
  const size_t at = attributes.find(kKey);
  return at == std::string_view::npos ? std::string_view() : attributes.substr(at + kKey.size());
}

}  // namespace xmv
