// Values for the other side of the boundary: objects, lists, typed arrays. Used by the bindings only.
#ifndef XMV_WASM_JS_H_
#define XMV_WASM_JS_H_

#include <emscripten/val.h>

#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/session.h"

namespace xmv::js {

using emscripten::val;

inline val Text(std::string_view text) { return val(std::string(text)); }

// Sizes, offsets and counts: exact as doubles, since the core refuses more than 2^53.
inline val Number(int64_t value) { return val(static_cast<double>(value)); }
inline val Index(uint32_t index) { return val(index == kNone ? -1.0 : static_cast<double>(index)); }

// {key: value, …}.
inline val Object(std::initializer_list<std::pair<const char*, val>> fields) {
  val out = val::object();
  for (const auto& field : fields) out.set(field.first, field.second);
  return out;
}

// An array of what `convert` makes of each item.
template <typename T, typename F>
val List(const T& items, F&& convert) {
  val out = val::array();
  for (const auto& item : items) out.call<void>("push", convert(item));
  return out;
}

inline val Texts(const std::vector<std::string>& texts) { return List(texts, Text); }

// A copy in the JS heap, as the typed array that fits the element type.
template <typename T>
val Column(const std::vector<T>& values) {
  return val(emscripten::typed_memory_view(values.size(), values.data())).template call<val>("slice");
}

inline val FailureOf(const Error& error) {
  return Object({{"code", Text(CodeName(error.code))}, {"message", Text(error.message)}, {"hint", Text(error.hint)}});
}
inline val FailureOrNull(const std::optional<Error>& error) { return error ? FailureOf(*error) : val::null(); }

// Doubles from the other side, NaN and nonsense included, to what the core takes.
inline int64_t ToBytes(double value) { return value > 0 ? static_cast<int64_t>(value < 9e15 ? value : 9e15) : 0; }
inline size_t ToCount(double value) { return value > 0 ? static_cast<size_t>(value < 4e9 ? value : 4e9) : 0; }
inline int ToInt(double value) { return value > -2e9 && value < 2e9 ? static_cast<int>(value) : 0; }
inline uint32_t ToIndex(double value) {
  return value >= 0 && value < 4294967295.0 ? static_cast<uint32_t>(value) : kNone;
}

}  // namespace xmv::js

#endif  // XMV_WASM_JS_H_
