#include "core/base/json_reader.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "core/base/text.h"

namespace xmv {
namespace {

void AppendUtf8(std::string& out, uint32_t c) {
  if (c < 0x80) {
    out += static_cast<char>(c);
  } else if (c < 0x800) {
    out += static_cast<char>(0xc0 | c >> 6);
    out += static_cast<char>(0x80 | (c & 0x3f));
  } else if (c < 0x10000) {
    out += static_cast<char>(0xe0 | c >> 12);
    out += static_cast<char>(0x80 | (c >> 6 & 0x3f));
    out += static_cast<char>(0x80 | (c & 0x3f));
  } else {
    out += static_cast<char>(0xf0 | c >> 18);
    out += static_cast<char>(0x80 | (c >> 12 & 0x3f));
    out += static_cast<char>(0x80 | (c >> 6 & 0x3f));
    out += static_cast<char>(0x80 | (c & 0x3f));
  }
}

// Four hexadecimal digits; -1 if they are none.
int32_t Hex(std::string_view text) {
  if (text.size() < 4) return -1;
  int32_t value = 0;
  for (const char c : text.substr(0, 4)) {
    const int digit = IsDigit(c)             ? c - '0'
                      : c >= 'a' && c <= 'f' ? c - 'a' + 10
                      : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                             : -1;
    if (digit < 0) return -1;
    value = value * 16 + digit;
  }
  return value;
}

// Appends what stands between the quotes of a string; false at a \u without its digits.
bool Unescape(std::string_view quoted, std::string& out) {
  for (size_t at = 0; at < quoted.size(); ++at) {
    if (quoted[at] != '\\' || at + 1 == quoted.size()) {
      out += quoted[at];
      continue;
    }
    switch (const char c = quoted[++at]) {
      case 'n':
        out += '\n';
        break;
      case 't':
        out += '\t';
        break;
      case 'r':
        out += '\r';
        break;
      case 'b':
        out += '\b';
        break;
      case 'f':
        out += '\f';
        break;
      case 'u': {
        int32_t code = Hex(quoted.substr(at + 1));
        if (code < 0) return false;
        at += 4;
        // A character beyond 16 bits comes as two halves.
        if (code >= 0xd800 && code < 0xdc00 && quoted.substr(at + 1, 2) == "\\u") {
          const int32_t low = Hex(quoted.substr(at + 3));
          if (low >= 0xdc00 && low < 0xe000) {
            code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
            at += 6;
          }
        }
        AppendUtf8(out, static_cast<uint32_t>(code));
        break;
      }
      default:
        out += c;
    }
  }
  return true;
}

// Digits with at most one point and no more than 15 of them: both the digits and the power of ten are exact doubles, so
// that their quotient is the nearest double, as strtod's. (Clinger, How to read floating point numbers accurately.)
bool Simple(std::string_view number, double& value) {
  constexpr double kPower[] = {1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15};
  if (number.size() > 16) return false;
  int64_t digits = 0;
  size_t behind_point = 0, count = 0;
  bool point = false;
  for (const char c : number) {
    if (c == '.' && !point) {
      point = true;
    } else if (IsDigit(c)) {
      digits = digits * 10 + (c - '0');
      ++count;
      behind_point += point;
    } else {
      return false;
    }
  }
  if (count == 0 || count > 15) return false;
  value = static_cast<double>(digits) / kPower[behind_point];
  return true;
}

}  // namespace

void JsonReader::Fail() {
  ok_ = false;
  at_ = text_.size();
}

char JsonReader::Peek() {
  while (at_ < text_.size() && IsSpace(text_[at_])) ++at_;
  return at_ < text_.size() ? text_[at_] : '\0';
}

bool JsonReader::Literal(char c) {
  if (Peek() != c) {
    Fail();
    return false;
  }
  ++at_;
  return true;
}

bool JsonReader::Enter(char open) {
  if (!ok_) return false;
  if (Peek() != open) {
    Skip();
    return false;
  }
  if (++depth_ > kDeepest) {
    Fail();
    return false;
  }
  ++at_;
  first_ = true;
  return true;
}

bool JsonReader::Another(char close) {
  if (!ok_) return false;
  const bool first = first_;
  first_ = false;
  const char c = Peek();
  if (c == close) {
    ++at_;
    --depth_;
    return false;
  }
  if (first) {
    if (c == '\0') Fail();
    return ok_;
  }
  return Literal(',');
}

std::string_view JsonReader::Quoted() {
  const size_t begin = ++at_;
  for (;;) {
    const size_t quote = text_.find('"', at_);
    if (quote == std::string_view::npos) {
      Fail();
      return {};
    }
    at_ = quote + 1;
    // Behind an odd number of backslashes it is part of the string.
    size_t backslashes = 0;
    while (backslashes < quote - begin && text_[quote - backslashes - 1] == '\\') ++backslashes;
    if (backslashes % 2 == 0) return text_.substr(begin, quote - begin);
  }
}

std::string_view JsonReader::Text(std::string& unescaped) {
  if (!ok_) return {};
  if (Peek() != '"') {
    Skip();
    return {};
  }
  const std::string_view quoted = Quoted();
  if (quoted.find('\\') == std::string_view::npos) return quoted;
  unescaped.clear();
  if (!Unescape(quoted, unescaped)) {
    Fail();
    return {};
  }
  return unescaped;
}

double JsonReader::Number() {
  if (!ok_) return 0;
  const char c = Peek();
  if (c == '"') {
    const std::string text = String();
    const double value = std::strtod(text.c_str(), nullptr);
    return std::isfinite(value) ? value : 0;
  }
  if (c != '-' && !IsDigit(c)) {
    Skip();
    return 0;
  }
  const size_t begin = at_;
  while (at_ < text_.size() && (IsDigit(text_[at_]) || text_[at_] == '.' || text_[at_] == '-' || text_[at_] == '+' ||
                                text_[at_] == 'e' || text_[at_] == 'E'))
    ++at_;
  double simple;
  if (Simple(text_.substr(begin, at_ - begin), simple)) return simple;
  char number[64];
  const size_t length = std::min(at_ - begin, sizeof number - 1);
  text_.copy(number, length, begin);
  number[length] = '\0';
  const double value = std::strtod(number, nullptr);
  return std::isfinite(value) ? value : 0;
}

int64_t JsonReader::Integer() {
  constexpr double kMost = 9e18;
  return static_cast<int64_t>(std::clamp(Number(), -kMost, kMost));
}

bool JsonReader::Boolean() {
  if (!ok_) return false;
  const bool value = Peek() == 't';
  Skip();
  return value;
}

void JsonReader::Skip() {
  if (!ok_) return;
  switch (Peek()) {
    case '{':
      Object([this](std::string_view) { Skip(); });
      return;
    case '[':
      Array([this] { Skip(); });
      return;
    case '"':
      Quoted();
      return;
    default: {
      const size_t begin = at_;
      while (at_ < text_.size() && (IsLetter(text_[at_]) || IsDigit(text_[at_]) || text_[at_] == '-' ||
                                    text_[at_] == '+' || text_[at_] == '.'))
        ++at_;
      if (at_ == begin) Fail();
    }
  }
}

}  // namespace xmv
