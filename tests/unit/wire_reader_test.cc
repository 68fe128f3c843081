// Walking fields gives the same from memory and from a file read window by window, wherever a window happens to end.
#include "core/io/wire_reader.h"

#include <catch2/catch_test_macros.hpp>
#include <cstdint>
#include <string>
#include <vector>

#include "tests/unit/proto_builder.h"

namespace xmv {
namespace {

// Bytes that are not handed out as a whole.
class PieceSource final : public ByteSource {
 public:
  explicit PieceSource(std::string bytes) : memory_(std::move(bytes)) {}
  FileOffset size() const override { return memory_.size(); }
  size_t Read(FileOffset offset, size_t length, char* out) override { return memory_.Read(offset, length, out); }

 private:
  MemorySource memory_;
};

struct Walked {
  std::vector<uint64_t> numbers;  // field number, then value or place
  std::string error;
};

Walked Walk(ByteSource& source) {
  WireReader reader(source);
  WireRange all{0, source.size()};
  Walked out;
  for (WireField field; reader.Next(all, field);) {
    out.numbers.insert(out.numbers.end(), {field.number, field.is_range() ? field.range.at : field.value});
    if (field.is_range()) out.numbers.push_back(reader.View(field.range).size());
  }
  if (!reader.status().ok()) out.error = reader.status().error().message;
  return out;
}

void CheckSame(const std::string& bytes) {
  MemorySource memory(bytes);
  PieceSource pieces(bytes);
  const Walked whole = Walk(memory), walked = Walk(pieces);
  CHECK(whole.numbers == walked.numbers);
  CHECK(whole.error == walked.error);
}

std::string Fields(size_t padding) {
  Proto proto;
  proto.Text(1, std::string(padding, 'x'));
  for (int i = 0; i < 20; ++i) {
    proto.Number(1, i).Number(17, int64_t{1} << (3 * i)).Number(3000, -i);
    proto.Text(2, std::string(static_cast<size_t>(i), 'y')).Fixed32(4, 7).Fixed64(300000, 8).Text(5, "");
  }
  return proto.bytes();
}

}  // namespace

TEST_CASE("fields are the same wherever the window ends", "[base]") {
  // The first window is of 4 kB: its end passes over every byte of the fields.
  for (size_t padding = 2800; padding < 4100; ++padding) CheckSame(Fields(padding));
}

TEST_CASE("damage reads the same from memory and from a file", "[base]") {
  const std::string bytes = Fields(10);
  for (size_t cut = 0; cut < bytes.size(); ++cut) CheckSame(bytes.substr(0, cut));
  for (size_t at = 0; at < bytes.size(); ++at) {
    std::string damaged = bytes;
    damaged[at] = static_cast<char>(damaged[at] ^ 0x84);
    CheckSame(damaged);
  }
  CheckSame(std::string("\x08") + std::string(9, '\xff') + "\x01");   // the longest number
  CheckSame(std::string("\x08") + std::string(10, '\xff') + "\x01");  // one byte too long
  CheckSame(std::string("\x88\x80\x00\x01", 4));                      // a field number of three bytes, unnecessarily
}

}  // namespace xmv
