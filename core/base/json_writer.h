// Writes JSON text: keys and values in order, commas and escapes taken care of.
#ifndef XMV_CORE_BASE_JSON_WRITER_H_
#define XMV_CORE_BASE_JSON_WRITER_H_

#include <cstdint>
#include <string>
#include <string_view>

namespace xmv {

//   JsonWriter json;
//   json.Begin('{').Key("size").Number(3.5).Key("name").Text("a\"b").End('}');
//   json.text()  →  {"size":3.5,"name":"a\"b"}
// Invalid UTF-8 is replaced, so the result is always valid JSON.
class JsonWriter {
 public:
  JsonWriter& Begin(char bracket);
  JsonWriter& End(char bracket);
  JsonWriter& Key(std::string_view key);
  JsonWriter& Text(std::string_view value);
  JsonWriter& Number(double value);  // the shortest text that reads back as the same double
  JsonWriter& Integer(int64_t value);
  JsonWriter& Boolean(bool value);

  std::string& text() { return text_; }

 private:
  void Comma();
  void Quoted(std::string_view value);

  std::string text_;
  bool comma_ = false;  // a value precedes on this level
};

}  // namespace xmv

#endif  // XMV_CORE_BASE_JSON_WRITER_H_
