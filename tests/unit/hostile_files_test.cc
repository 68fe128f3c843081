// Files that are wrong on purpose or unusual by right: names, compression, profiles, old ways of writing. Each must
// give exactly one error, or exactly the right numbers with the fault named.
#include <catch2/catch_test_macros.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/io/gzip.h"
#include "core/session.h"
#include "tests/unit/hostile.h"
#include "tests/unit/proto_builder.h"

namespace xmv {

TEST_CASE("names of 10 MB", "[hostile]") {
  const std::string name(10 << 20, 'n');
  Hlo hlo = SmallHlo();
  hlo.name = name;
  hlo.instructions[1] = Proto()
                            .Text(1, name)
                            .Text(2, name)
                            .Message(3, Shape({256}))
                            .Message(7, Proto().Text(1, name).Text(2, name).Text(3, name))
                            .Number(35, 12)
                            .Text(43, name);
  hlo.traces = {Trace({Event(0, 2, 0, name), Alloc(3)})};
  std::string bytes = hlo.bytes();  // copies all that several times, which is not what is timed
  const Stopwatch watch;
  const auto view = ViewOf(std::move(bytes));
  CHECK(watch.seconds() < 2);
  CHECK(view->usage().peak() == 1800);
  const Card card = CardOf(*view, 1);
  CHECK(card.name.substr(0, 1000) == name.substr(0, 1000));
  CHECK(card.name.size() <= kNameLimit);
  CHECK(card.opcode.size() <= kNameLimit);
  CHECK(card.op_name.size() <= kNameLimit);
  CHECK(card.source_file.size() <= kNameLimit);
  CHECK(StateAt(view->module(), view->usage(), 0).instruction.size() <= kNameLimit);
}

TEST_CASE("names that are markup, hidden, reversed or no text at all", "[hostile]") {
  const std::vector<std::string> names = {
      "<img src=x onerror=alert(1)>",
      "</script><script>alert(1)</script>",
      "\"; DROP TABLE buffers; --",
      "\xe2\x80\xae"
      "gnp.exe\xe2\x80\xac",  // right-to-left override
      "a\xe2\x80\x8b\xe2\x80\x8d\xef\xbb\xbf"
      "b",  // zero-width space, joiner, byte order mark
      std::string("nul\0inside", 10),
      "tab\tline\nreturn\r\x1b[31mred\x7f",
      "\xc0\xaf\xed\xa0\x80\xf5\x80\x80\x80\xff\xfe",  // overlong, surrogate, past U+10FFFF, never valid
      "cut off in a character \xe2\x82",
      "\xf0\x9f\x92\xbe \xe4\xb8\xad\xe6\x96\x87",  // well-formed: 💾 中文
  };
  for (const std::string& name : names) {
    Hlo hlo = SmallHlo();
    hlo.name = name;
    hlo.instructions[1] =
        Instruction(12, name, Shape({256}), Proto().Text(1, name).Text(2, name).Text(3, name).Number(15, 1));
    hlo.more_module.Message(17, Proto()
                                    .Text(1, name)
                                    .Text(2, name)
                                    .Message(3, Proto().Number(1, 1).Number(2, 1))
                                    .Message(4, Proto().Number(1, 1)));
    // Large enough to be named one by one in XProf's JSON.
    hlo.buffers[1] = Buffer(2, 30000, 12);
    hlo.allocations[1] = Allocation(1, 40000, {{2, 0, 30000}, {3, 30000, 500}});
    hlo.traces = {Trace({Event(0, 2, 0, name), Alloc(3)})};
    const auto view = ViewOf(hlo.bytes());
    const Card card = CardOf(*view, 1);
    CHECK(card.name == name);
    CHECK(card.op_name == name);
    CHECK(card.source_file == name);
    CHECK(view->module().name == name);

    Session session;
    REQUIRE(Open(session, hlo.bytes()).ok());
    const Result<std::string> json = session.XprofJson(0, 0);
    REQUIRE(json.ok());
    CHECK(JsonChecker(*json).Valid());
  }
}

// ── Compressed files

TEST_CASE("a gzip bomb ends at the limit", "[hostile]") {
  // 16 MiB of zeros take 16 KB; members add up.
  const std::string member = Gzip(std::string(16 << 20, '\0'), 9);
  CHECK(member.size() < 20000);
  std::string bomb;
  for (int i = 0; i < 10; ++i) bomb += member;
  MemorySource source(bomb);
  const auto inflated = Inflate(source, {}, FileOffset{100} << 20);
  REQUIRE_FALSE(inflated.ok());
  CHECK(inflated.error().code == Code::kTooLarge);
  CHECK(inflated.error().message.find("100.0 MiB") != std::string::npos);
  MemorySource again(bomb);
  const auto enough = Inflate(again, {}, FileOffset{160} << 20);
  REQUIRE(enough.ok());
  CHECK((*enough)->size() == FileOffset{160} << 20);
  static_assert(kInflateLimit < (FileOffset{1} << 31), "must fit a string of a 32-bit program");
}

TEST_CASE("a trailer that claims gigabytes", "[hostile]") {
  std::string file = Gzip(SmallHlo().bytes());
  file.replace(file.size() - 4, 4, "\xff\xff\xff\x7f");
  CHECK(ErrorOf(file).code == Code::kCompressedCorrupt);
}

TEST_CASE("a gzip file cut off anywhere", "[hostile]") {
  const std::string whole = Gzip(SmallHlo().bytes());
  for (size_t length = 3; length < whole.size(); ++length) {
    CAPTURE(length);
    CHECK(ErrorOf(whole.substr(0, length)).code == Code::kTruncated);
  }
}

TEST_CASE("a gzip file with something behind it", "[hostile]") {
  const std::string whole = Gzip(SmallHlo().bytes());
  for (const std::string& tail :
       {std::string(1000, '\0'), std::string("garbage"), std::string("\x1f"), std::string("\x1f\x8b"),
        std::string("\x1fgarbage that begins like a member"), std::string("\x1f\x8b\x07garbage")}) {
    CAPTURE(tail);
    CHECK(ViewOf(whole + tail)->usage().peak() == 1800);
  }
  // A second member that is cut off is data lost, not garbage.
  CHECK(ErrorOf(whole + whole.substr(0, whole.size() / 2)).code == Code::kTruncated);
}

TEST_CASE("a gzip file of several members", "[hostile]") {
  const std::string bytes = SmallHlo().bytes();
  const std::string two = Gzip(bytes.substr(0, 100)) + Gzip(bytes.substr(100));
  CHECK(ViewOf(two)->usage().peak() == 1800);
  CHECK(ViewOf(Gzip("") + two + Gzip("") + Gzip(""))->usage().peak() == 1800);
  CHECK(ErrorOf(Gzip("")).code == Code::kEmptyFile);
}

TEST_CASE("gzip inside gzip", "[hostile]") {
  // Not undone twice: that nobody makes by accident.
  CHECK(ErrorOf(Gzip(Gzip(SmallHlo().bytes()))).code == Code::kUnknownFormat);
}

// ── Profiles

TEST_CASE("programs in the first, the last and a middle plane", "[hostile]") {
  const std::string hlo = SmallHlo().bytes();
  const Proto programs = Plane("/host:metadata", {{5, ProgramMetadata(5, "m", hlo)}});
  const Proto trace = Plane("/device:TPU:0", {{1, Proto().Number(1, 1).Text(2, "fusion.1")}},
                            {Proto().Number(1, 1).Text(2, "XLA Ops"), Proto().Text(2, std::string(50000, 'e'))});
  for (const std::vector<Proto>& planes : std::vector<std::vector<Proto>>{
           {programs, trace, trace}, {trace, programs, trace}, {trace, trace, programs}, {programs}}) {
    Session session;
    REQUIRE(Open(session, Proto().Messages(1, planes).Text(4, "host").bytes()).ok());
    const std::vector<ModuleInfo> modules = session.modules();
    REQUIRE(modules.size() == 1);
    CHECK(modules[0].title == "m(5)");
    CHECK(modules[0].peak() == 1800);
    CHECK(session.View(0, 0, kNone).ok());
  }
}

TEST_CASE("program ids that repeat, and none", "[hostile]") {
  Hlo other = SmallHlo();
  other.name = "another";
  const std::string a = SmallHlo().bytes(), b = other.bytes();
  const auto titles = [](const std::vector<Proto>& planes) {
    Session session;
    const Result<FileInfo> file = Open(session, Proto().Messages(1, planes).bytes());
    std::vector<std::string> out;
    if (file.ok()) {
      for (uint32_t i = 0; i < file->module_count; ++i) {
        for (const ModuleInfo& module : session.modules()) {
          if (module.index == i) out.push_back(module.title);
        }
      }
    }
    return out;
  };
  using Titles = std::vector<std::string>;
  // The same program in both planes that may hold it: listed once.
  CHECK(titles({Plane("/host:metadata", {{5, ProgramMetadata(5, "m", a)}}),
                Plane("/host:CPU", {{5, ProgramMetadata(5, "m", a)}})}) == Titles{"m(5)"});
  // Two programs with one id: both, for neither may be dropped.
  CHECK(titles({Plane("/host:metadata", {{5, ProgramMetadata(5, "m", a)}, {5, ProgramMetadata(5, "m", b)}})}) ==
        Titles{"m(5)", "another(5)"});
  // 0 is an id, and proto3 does not write it.
  CHECK(titles({Plane("/host:metadata", {{0, Proto().Text(2, "m").Message(5, Proto().Number(1, 1).Text(6, a))},
                                         {0, Proto().Text(2, "x").Message(5, Proto().Number(1, 1).Text(6, b))}})}) ==
        Titles{"m(0)", "another(0)"});
  // The id in the name is the program's; the metadata's own may be a running number.
  CHECK(titles({Plane("/host:metadata", {{1, ProgramMetadata(1, "m(77)", a)}})}) == Titles{"m(77)"});
  CHECK(titles({Plane("/host:metadata", {{1, ProgramMetadata(1, "m(7x)", a)}})}) == Titles{"m(1)"});
  CHECK(titles({Plane("/host:metadata", {{1, ProgramMetadata(-1, ")", a)}})}) == Titles{"m(18446744073709551615)"});
}

TEST_CASE("a plane without a name", "[hostile]") {
  // Nothing says that it is another's: its programs count.
  Session session;
  const Proto trace = Plane("/device:TPU:0", {}, {Proto().Text(2, "line")});
  REQUIRE(
      Open(session, Proto().Messages(1, {trace, Plane("", {{5, ProgramMetadata(5, "m", SmallHlo().bytes())}})}).bytes())
          .ok());
  CHECK(session.modules().at(0).title == "m(5)");
}

TEST_CASE("programs in another plane are not looked for", "[hostile]") {
  Session session;
  const auto file =
      Open(session,
           Proto().Messages(1, {Plane("/device:TPU:0", {{5, ProgramMetadata(5, "m", SmallHlo().bytes())}})}).bytes());
  REQUIRE_FALSE(file.ok());
  CHECK(file.error().code == Code::kNoPrograms);
}

TEST_CASE("a profile with one damaged program among others", "[hostile]") {
  Hlo broken = SmallHlo();
  broken.allocations[1] = Allocation(1, -5, {});
  const Proto plane = Plane("/host:metadata", {{5, ProgramMetadata(5, "good", SmallHlo().bytes())},
                                               {6, ProgramMetadata(6, "bad", broken.bytes())},
                                               {7, ProgramMetadata(7, "nonsense", "\xff\xff\xff\xff")},
                                               {8, ProgramMetadata(8, "text", "no program")}});
  Session session;
  REQUIRE(Open(session, Proto().Message(1, plane).bytes()).ok());
  const std::vector<ModuleInfo> modules = session.modules();
  REQUIRE(modules.size() == 4);
  CHECK(modules[0].title == "m(5)");
  CHECK(modules[0].peak() == 1800);
  REQUIRE(modules[1].failure);
  CHECK(modules[1].failure->code == Code::kSizeOverflow);
  REQUIRE(modules[2].failure);
  CHECK(modules[2].title == "nonsense(7)");
  CHECK(modules[2].failure->code == Code::kCorrupt);
  REQUIRE(modules[3].failure);
  CHECK(modules[3].failure->code == Code::kCorrupt);
}

TEST_CASE("a profile inside a profile", "[hostile]") {
  std::string space =
      Proto().Message(1, Plane("/host:metadata", {{5, ProgramMetadata(5, "m", SmallHlo().bytes())}})).bytes();
  for (int i = 0; i < 20; ++i)
    space = Proto().Message(1, Plane("/host:metadata", {{5, ProgramMetadata(5, "m", space)}})).bytes();
  Session session;
  const auto file = Open(session, space);
  REQUIRE_FALSE(file.ok());
  CHECK(file.error().code == Code::kCorrupt);
}

// ── Old files, other serialisers

TEST_CASE("old files name instructions instead of numbering them", "[hostile]") {
  Hlo hlo = SmallHlo();
  const auto buffer = [](int64_t id, int64_t size, std::string_view name) {
    return Proto().Number(1, id).Number(2, size).Message(3, Proto().Text(1, "main").Text(2, name));
  };
  hlo.buffers = {buffer(1, 1000, "p"), buffer(2, 300, "x"), buffer(3, 500, "y")};
  const auto view = ViewOf(hlo.bytes());
  CHECK(view->usage().peak() == 1800);
  CHECK(CardOf(*view, 1).name == "x");
  CHECK(CardOf(*view, 1).shape == "f32[256]{0}");
  CHECK(view->usage().notes.empty());
}

TEST_CASE("repeated numbers one field each, as proto2 wrote them", "[hostile]") {
  Hlo hlo = SmallHlo();
  Proto shape;
  shape.Number(2, 11).Numbers(3, {4, 8}, false).Message(5, Proto().Numbers(1, {1, 0}, false));
  hlo.instructions[1] = Instruction(12, "x", Tuple({shape, shape}));
  hlo.buffers[1] = Proto().Number(1, 2).Number(2, 300).Message(3, Proto().Numbers(3, {1, 0}, false).Number(4, 12));
  const auto schedule = [](bool packed) {
    return Proto().Message(1, Proto().Number(1, 7).Message(2, Proto().Numbers(1, {11, 12, 13}, packed)));
  };
  hlo.traces = {};
  for (const bool packed : {true, false}) {
    Hlo scheduled = hlo;
    scheduled.more_module.Message(7, schedule(packed));
    const auto view = ViewOf(scheduled.bytes());
    CHECK(CardOf(*view, 1).name == "x{1,0}");
    CHECK(CardOf(*view, 1).shape == "f32[4,8]{1,0}");
    REQUIRE(view->usage().points == 3);
    CHECK(StateAt(view->module(), view->usage(), 1).instruction == "x");
  }
}

TEST_CASE("fields in reverse order", "[hostile]") {
  const Proto::Backwards backwards;
  Hlo hlo = SmallHlo();
  const std::string bytes = hlo.bytes();
  const auto view = ViewOf(bytes);
  CHECK(view->usage().replay.live == Series{300, 800, 500, 0});
  CHECK(view->usage().peak() == 1800);
  CHECK(CardOf(*view, 1).name == "x");
  CHECK(CardOf(*view, 1).shape == "f32[256]{0}");
  CHECK(view->module().entry_computation == "main");
  CHECK(ViewOf(hlo.assignment().bytes())->usage().peak() == 1800);
  CHECK(ErrorOf(hlo.module().bytes()).code == Code::kNoBufferAssignment);

  Session session;
  const Proto plane = Plane("/host:metadata", {{5, ProgramMetadata(5, "m", bytes)}}, {Proto().Text(2, "line")});
  REQUIRE(Open(session, Proto().Messages(1, {plane, plane}).Text(4, "host").bytes()).ok());
  REQUIRE(session.modules().size() == 1);
  CHECK(session.modules()[0].title == "m(5)");
  CHECK(session.modules()[0].peak() == 1800);
}

TEST_CASE("a file that fails while it is read", "[hostile]") {
  // Deleted or cut short after it was chosen: reads come back short.
  class Vanishing final : public ByteSource {
   public:
    Vanishing(std::string bytes, int reads) : bytes_(std::move(bytes)), reads_(reads) {}
    FileOffset size() const override { return bytes_.size(); }
    size_t Read(FileOffset offset, size_t length, char* out) override {
      return reads_-- > 0 ? bytes_.Read(offset, length, out) : 0;
    }

   private:
    MemorySource bytes_;
    int reads_;
  };
  Hlo hlo = SmallHlo();
  for (int i = 0; i < 5000; ++i) hlo.instructions.push_back(Instruction(1000 + i, "filler"));
  const std::string bytes = hlo.bytes();
  int failed = 0;
  for (const std::string& file : {bytes, Gzip(bytes)}) {
    for (int reads = 0; reads < 40; ++reads) {
      CAPTURE(reads);
      Session session;
      const auto added = session.AddFile("file", std::make_unique<Vanishing>(file, reads), {});
      if (!added.ok()) {
        ++failed;
        CHECK(added.error().code == Code::kReadFailed);
        continue;
      }
      const auto view = session.View(0, 0, kNone);
      if (!view.ok()) {
        ++failed;
        CHECK(view.error().code == Code::kReadFailed);
      } else {
        CHECK((*view)->usage().peak() == 1800);
      }
    }
  }
  CHECK(failed > 4);
}

}  // namespace xmv
