// Small tools for reading text: no allocation, no locale, no exceptions.
#ifndef XMV_CORE_BASE_TEXT_H_
#define XMV_CORE_BASE_TEXT_H_

#include <cstdint>
#include <string_view>

namespace xmv {

inline bool StartsWith(std::string_view text, std::string_view with) { return text.substr(0, with.size()) == with; }
inline bool EndsWith(std::string_view text, std::string_view with) {
  return text.size() >= with.size() && text.substr(text.size() - with.size()) == with;
}
inline bool Contains(std::string_view text, std::string_view what) { return text.find(what) != std::string_view::npos; }
inline bool IsDigit(char c) { return c >= '0' && c <= '9'; }
inline bool IsSpace(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v'; }
inline bool IsLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

// Takes `with` off the front of `text` if it begins so.
inline bool Take(std::string_view& text, std::string_view with) {
  if (!StartsWith(text, with)) return false;
  text.remove_prefix(with.size());
  return true;
}

inline std::string_view TrimLeft(std::string_view text) {
  while (!text.empty() && IsSpace(text.front())) text.remove_prefix(1);
  return text;
}
inline std::string_view TrimRight(std::string_view text) {
  while (!text.empty() && IsSpace(text.back())) text.remove_suffix(1);
  return text;
}
inline std::string_view Trim(std::string_view text) { return TrimRight(TrimLeft(text)); }

// Takes a decimal number off the front; one that does not fit reads as the largest. False, and nothing taken, when
// there is none.
inline bool TakeNumber(std::string_view& text, int64_t& number) {
  size_t at = !text.empty() && text[0] == '-' ? 1 : 0;
  const size_t first = at;
  int64_t value = 0;
  for (; at < text.size() && IsDigit(text[at]); ++at) {
    const int64_t digit = text[at] - '0';
    value = value > (INT64_MAX - digit) / 10 ? INT64_MAX : value * 10 + digit;
  }
  if (at == first) return false;
  number = first == 1 ? -value : value;
  text.remove_prefix(at);
  return true;
}

// What stands before the first `end`; takes it and `end` off the front. Everything, if `end` does not occur.
inline std::string_view TakeUntil(std::string_view& text, char end) {
  const size_t at = text.find(end);
  const std::string_view taken = text.substr(0, at);
  text = at == std::string_view::npos ? std::string_view() : text.substr(at + 1);
  return taken;
}

}  // namespace xmv

#endif  // XMV_CORE_BASE_TEXT_H_
