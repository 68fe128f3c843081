#include <catch2/catch_test_macros.hpp>
#include <string>

#include "core/base/id_map.h"
#include "core/base/json_writer.h"
#include "core/base/string_table.h"
#include "core/base/units.h"

namespace xmv {

TEST_CASE("bytes are written in binary units", "[base]") {
  CHECK(HumanBytes(0) == "0 B");
  CHECK(HumanBytes(1023) == "1023 B");
  CHECK(HumanBytes(1536) == "1.50 KiB");
  CHECK(HumanBytes(Bytes{336} << 20) == "336.0 MiB");
  CHECK(HumanBytes((Bytes{12} << 30) + (Bytes{113} << 20)) == "12.11 GiB");
  CHECK(HumanBytes(-(Bytes{3} << 20)) == "-3.00 MiB");
  CHECK(Thousands(0) == "0");
  CHECK(Thousands(-1234567) == "-1,234,567");
  CHECK(Thousands(999) == "999");
}

TEST_CASE("sums of bytes are checked", "[base]") {
  Bytes sum = 0;
  CHECK(AddBytes(sum, kMaxBytes - 1));
  CHECK(AddBytes(sum, 1));
  CHECK_FALSE(AddBytes(sum, 1));
  CHECK_FALSE(AddBytes(sum, -1));
  CHECK_FALSE(AddBytes(sum, INT64_MAX));
  CHECK(sum == kMaxBytes);
}

TEST_CASE("a string table gives equal strings one id and keeps views valid", "[base]") {
  StringTable table;
  CHECK(table.Intern("") == 0);
  const StringId first = table.Intern("fusion.1");
  const std::string_view view = table.Get(first);
  for (int i = 0; i < 20000; ++i) table.Intern("name." + std::to_string(i));  // grows many times
  CHECK(table.Intern("fusion.1") == first);
  CHECK(view == "fusion.1");
  CHECK(view.data() == table.Get(first).data());
  CHECK(table.size() == 20002);
  const std::string large(200000, 'x');  // larger than a block
  CHECK(table.Get(table.Intern(large)) == large);
  // Strings that differ only behind the eighth byte, or by a zero byte, are different.
  CHECK(table.Intern("12345678a") != table.Intern("12345678b"));
  CHECK(table.Intern(std::string_view("a\0", 2)) != table.Intern("a"));
}

TEST_CASE("an id map finds any 64-bit id, the last setting counts", "[base]") {
  IdMap map;
  CHECK(map.Get(5) == kNone);
  for (int64_t i = 0; i < 5000; ++i) map.Set((i << 32) | (i & 7), static_cast<uint32_t>(i));
  map.Set(-1, 7);
  map.Set(INT64_MIN, 8);
  map.Set(0, 9);
  CHECK(map.Get((int64_t{4999} << 32) | (4999 & 7)) == 4999);
  CHECK(map.Get(-1) == 7);
  CHECK(map.Get(INT64_MIN) == 8);
  CHECK(map.Get(0) == 9);
  CHECK(map.Get(1) == kNone);
  CHECK(map.size() == 5002);
}

TEST_CASE("JSON is valid whatever the strings hold", "[base]") {
  JsonWriter json;
  json.Begin('{').Key("a\"b").Text("x\\y\n\t\x01").Key("utf").Text("\xe2\x86\x92\xff\xed\xa0\x80").Key("n").Begin('[');
  json.Number(0.1).Number(1.0 / 3).Number(1e300).Integer(-5).Boolean(true).End(']').End('}');
  CHECK(json.text() ==
        "{\"a\\\"b\":\"x\\\\y\\n\\u0009\\u0001\",\"utf\":"
        "\"\xe2\x86\x92\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\","
        "\"n\":[0.1,0.3333333333333333,1e+300,-5,true]}");
}

}  // namespace xmv
