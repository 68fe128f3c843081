// Reads JSON text front to back, calling for each key and item; nothing is kept, so a file of any size costs nothing.
//
//   JsonReader json(text);
//   json.Object([&](std::string_view key) {
//     if (key == "sizes") json.Array([&] { sizes.push_back(json.Number()); });
//     else json.Skip();
//   });
//   if (!json.ok()) …
#ifndef XMV_CORE_BASE_JSON_READER_H_
#define XMV_CORE_BASE_JSON_READER_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace xmv {

class JsonReader {
 public:
  explicit JsonReader(std::string_view text) : text_(text) {}

  // Each takes the next value. What is not of the kind asked for is passed over: an object that is none has no keys, a
  // number that is none is 0 (one in quotes is read, as proto3 JSON quotes int64). The function given must take the
  // value of its key, or the item, by exactly one call.
  template <typename F>
  void Object(F&& on_key) {
    if (!Enter('{')) return;
    std::string unescaped;
    while (Another('}')) {
      const std::string_view key = Text(unescaped);
      if (!Literal(':')) return;
      on_key(key);
    }
  }
  template <typename F>
  void Array(F&& on_item) {
    if (!Enter('[')) return;
    while (Another(']')) on_item();
  }
  std::string String() {
    std::string unescaped;
    return std::string(Text(unescaped));
  }
  // The same without a copy: a view of the file's text, or of `unescaped` where there are escapes.
  std::string_view Text(std::string& unescaped);
  double Number();
  int64_t Integer();  // cut to what fits
  bool Boolean();
  void Skip();

  // False once the text was no JSON; everything then reads as empty.
  bool ok() const { return ok_; }
  // The next value's first character, e.g. '{' or '"'; 0 at the end.
  char Peek();

 private:
  bool Enter(char open);      // takes `open`; false, passing the value over, if something else comes
  bool Another(char close);   // takes "," or `close`; whether a further one follows
  bool Literal(char c);       // takes c, or fails
  std::string_view Quoted();  // takes a string, as it stands between its quotes
  void Fail();

  static constexpr int kDeepest = 200;
  std::string_view text_;
  size_t at_ = 0;
  bool ok_ = true;
  bool first_ = false;  // right behind an opening bracket
  int depth_ = 0;
};

}  // namespace xmv

#endif  // XMV_CORE_BASE_JSON_READER_H_
