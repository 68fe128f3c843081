#include "core/formats/log_lines.h"

#include <algorithm>
#include <cstdint>

#include "core/base/text.h"

namespace xmv {
namespace {

// Length of the pattern at the front of text, 0 if it does not fit: '9' stands for a digit, everything else for itself.
size_t Matches(std::string_view text, std::string_view pattern) {
  if (text.size() < pattern.size()) return 0;
  for (size_t i = 0; i < pattern.size(); ++i) {
    if (pattern[i] == '9' ? !IsDigit(text[i]) : text[i] != pattern[i]) return 0;
  }
  return pattern.size();
}

size_t Digits(std::string_view text, size_t from) {
  size_t at = from;
  while (at < text.size() && IsDigit(text[at])) ++at;
  return at - from;
}

// "2024-05-01T12:34:56.789Z", "2024/05/01 12:34:56,789", "12:34:56": how long it is.
size_t DateLength(std::string_view text) {
  size_t at = std::max(Matches(text, "9999-99-99"), Matches(text, "9999/99/99"));
  if (at > 0 && at < text.size() && (text[at] == ' ' || text[at] == 'T' || text[at] == '_')) ++at;
  if (const size_t time = Matches(text.substr(at), "99:99:99")) {
    at += time;
    if (at < text.size() && (text[at] == '.' || text[at] == ',')) {
      const size_t fraction = Digits(text, at + 1);
      if (fraction > 0) at += 1 + fraction;
    }
    at += StartsWith(text.substr(at), "Z");
    at += std::max(Matches(text.substr(at), "+99:99"), Matches(text.substr(at), "+9999"));
  }
  // TensorFlow's "2023-01-01 00:00:00.0: W …".
  if (at > 0 && StartsWith(text.substr(at), ": ")) ++at;
  return at;
}

// "E0513 09:18:55.172311 1808266 file.cc:2908] " (glog) and "W external/x/y.cc:12] " (TensorFlow).
size_t GlogLength(std::string_view text) {
  constexpr std::string_view kSeverities = "IWEF";
  if (text.size() < 4 || kSeverities.find(text[0]) == std::string_view::npos) return 0;
  const bool glog = Matches(text.substr(1), "9999 ") > 0;
  if (!glog && text[1] != ' ') return 0;
  const size_t close = text.substr(0, 300).find("] ");
  if (close == std::string_view::npos) return 0;
  // What is in between ends in a source position.
  const std::string_view head = text.substr(0, close);
  const size_t colon = head.rfind(':');
  if (colon == std::string_view::npos || colon + 1 == head.size() || Digits(head, colon + 1) != head.size() - colon - 1)
    return 0;
  return close + 2;
}

size_t SeverityLength(std::string_view text) {
  for (const std::string_view word : {"CRITICAL", "WARNING", "ERROR", "DEBUG", "FATAL", "INFO", "WARN"}) {
    if (!StartsWith(text, word)) continue;
    size_t at = word.size();
    if (at >= text.size() || (text[at] != ':' && text[at] != ' ' && text[at] != '\t')) return 0;
    if (text[at] == ':' && StartsWith(text.substr(at), ":root:")) at += 5;
    return at + 1;
  }
  return 0;
}

// "- root - ERROR - ", as Python's loggers are often set up, behind a date.
size_t DashedLength(std::string_view text) {
  if (!StartsWith(text, "- ")) return 0;
  const size_t close = text.substr(0, 120).find(" - ", 2);
  if (close == std::string_view::npos) return 0;
  std::string_view level = text.substr(close + 3);
  const size_t length = SeverityLength(level);
  if (length == 0 || !StartsWith(level.substr(length), "- ")) return 0;
  return close + 3 + length + 2;
}

// "[rank0]: ", "[1,0]<stderr>:", "[2024-05-01 12:00:00] ".
size_t BracketLength(std::string_view text) {
  if (text.empty() || text[0] != '[') return 0;
  const size_t close = text.substr(0, 60).find(']');
  if (close == std::string_view::npos || close < 2) return 0;
  bool word = StartsWith(text.substr(close + 1), "<std");  // else "[8,128]" of a shape that was broken there
  for (const char c : text.substr(1, close - 1)) {
    if (!IsLetter(c) && !IsDigit(c) && std::string_view(" _-,./:|=").find(c) == std::string_view::npos) return 0;
    word |= IsLetter(c) || c == ':';
  }
  if (!word) return 0;
  size_t at = close + 1;
  if (StartsWith(text.substr(at), "<stderr>") || StartsWith(text.substr(at), "<stdout>")) at += 8;
  if (at < text.size() && text[at] == ':') ++at;
  return at;
}

// "(RayTrainWorker pid=1234, ip=10.0.0.1) ".
size_t WorkerLength(std::string_view text) {
  if (text.empty() || text[0] != '(') return 0;
  const size_t close = text.substr(0, 120).find(')');
  return close != std::string_view::npos && Contains(text.substr(0, close), "pid=") ? close + 1 : 0;
}

size_t QuoteLength(std::string_view text) {
  if (text.empty()) return 0;
  // "│" is what rich and pytest draw.
  if (StartsWith(text, "\xe2\x94\x82")) return 3;
  return text[0] == '>' || (text[0] == '|' && (text.size() == 1 || text[1] == ' ')) ? 1 : 0;
}

size_t PrefixLength(std::string_view text) {
  for (const auto& length :
       {QuoteLength, WorkerLength, GlogLength, DateLength, DashedLength, SeverityLength, BracketLength}) {
    if (const size_t found = length(text)) return found;
  }
  return 0;
}

// Without "\x1b[31m" and the like.
std::string WithoutColours(std::string_view line) {
  std::string out;
  for (size_t at = 0; at < line.size(); ++at) {
    if (line[at] != '\x1b') {
      out += line[at];
      continue;
    }
    if (at + 1 < line.size() && line[at + 1] == '[') {
      ++at;
      while (at + 1 < line.size() && !IsLetter(line[at + 1])) ++at;
      ++at;
    }
  }
  return out;
}

// Literal "\n" as line feeds, "\t" as blanks, "\"" as quotes; also with the backslashes doubled once or more.
std::string WithoutEscapes(std::string_view line) {
  std::string out;
  out.reserve(line.size());
  for (size_t at = 0; at < line.size(); ++at) {
    if (line[at] != '\\') {
      out += line[at];
      continue;
    }
    size_t end = at;
    while (end < line.size() && line[end] == '\\') ++end;
    const char c = end < line.size() ? line[end] : '\0';
    if (c == 'n' || c == 't' || c == 'r' || c == '"' || c == '\'') {
      out += c == 'n' ? '\n' : c == 't' ? '\t' : c == 'r' ? '\r' : c;
      at = end;
    } else {
      out += '\\';
    }
  }
  return out;
}

void ReplaceAll(std::string& text, std::string_view from, std::string_view to) {
  for (size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
}

// `rest` of a line that stands in a frame, without the frame's other side: "│ … │", "| … |", and one JSON text a line.
std::string_view WithoutFrame(std::string_view line, std::string_view rest) {
  line = TrimLeft(line);
  for (const std::string_view side : {"\xe2\x94\x82", "|"}) {
    if (StartsWith(line, side) && EndsWith(rest, side)) rest.remove_suffix(side.size());
  }
  if (StartsWith(line, "{\"") && EndsWith(rest, "\"}")) rest.remove_suffix(2);
  return TrimRight(rest);
}

// A line without what it shares with the front of its message's first one: all of that, or what loggers are known to
// write, or as much as is the same.
std::string_view WithoutCommon(std::string_view line, std::string_view common) {
  size_t shared = 0;
  while (shared < common.size() && shared < line.size() && common[shared] == line[shared]) ++shared;
  if (shared < common.size()) {
    // Times differ from line to line. What stands behind them may be the same.
    const std::string_view known = WithoutPrefix(line);
    if (known.size() < TrimLeft(line).size()) {
      const std::string_view own = WithoutPrefix(common);
      return !own.empty() && StartsWith(known, own) ? known.substr(own.size()) : known;
    }
  }
  // A part of a word in common is chance.
  while (shared > 0 && (IsLetter(line[shared - 1]) || IsDigit(line[shared - 1]))) --shared;
  return line.substr(shared);
}

}  // namespace

std::string_view WithoutPrefix(std::string_view line) {
  for (int i = 0; i < 8; ++i) {
    line = TrimLeft(line);
    const size_t length = PrefixLength(line);
    if (length == 0) break;
    line.remove_prefix(length);
  }
  return line;
}

bool BeginsRecord(std::string_view line) {
  for (int i = 0; i < 8; ++i) {
    line = TrimLeft(line);
    if (GlogLength(line) > 0 || DateLength(line) > 0 || SeverityLength(line) > 0) return true;
    const size_t length = PrefixLength(line);
    if (length == 0) return false;
    line.remove_prefix(length);
  }
  return false;
}

std::vector<std::string> CleanLines(std::string_view line, std::string_view common) {
  const std::string_view whole = line;
  line = WithoutCommon(line, common);
  std::string text = Contains(line, "\x1b") ? WithoutColours(line) : std::string(line);
  ReplaceAll(text, "\xc2\xa0", " ");  // blanks that do not break,
  ReplaceAll(text, "\xe2\x80\x87", " ");
  ReplaceAll(text, "\xe2\x80\xaf", " ");
  ReplaceAll(text, "\xe2\x80\x9c", "\"");  // and quotes made nice
  ReplaceAll(text, "\xe2\x80\x9d", "\"");
  // Markdown's.
  if (Contains(text, "\\_") || Contains(text, "\\[") || Contains(text, "\\*")) {
    for (const std::string_view mark : {"_", "*", "[", "]", "{", "}", "#", "`"})
      ReplaceAll(text, "\\" + std::string(mark), mark);
  }
  // In HLO metadata a quote in a name is escaped too; only a line that has escaped breaks or values is taken apart.
  if (Contains(text, "\\n") || Contains(text, "=\\\"")) text = WithoutEscapes(text);
  std::vector<std::string> lines;
  for (std::string_view rest = text; !rest.empty() || lines.empty();) {
    const std::string_view one = TakeUntil(rest, '\n');
    lines.emplace_back(WithoutFrame(whole, TrimRight(WithoutPrefix(one))));
  }
  return lines;
}

int64_t RepeatedTimes(std::string_view line) {
  constexpr std::string_view kKey = "[repeated ";
  const size_t at = line.find(kKey);
  if (at == std::string_view::npos) return 0;
  std::string_view rest = line.substr(at + kKey.size());
  int64_t times = 0;
  return TakeNumber(rest, times) && StartsWith(rest, "x") && times > 0 ? std::min<int64_t>(times, 1000000) : 0;
}

void AppendFlat(std::string& out, std::string_view text) {
  bool space = !out.empty();
  for (const char c : text) {
    if (IsSpace(c)) {
      space = !out.empty();
    } else {
      if (space && out.back() != ' ') out += ' ';
      space = false;
      out += c;
    }
  }
}

}  // namespace xmv
