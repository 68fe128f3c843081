// Archives read in place: what is in them, what is refused, and a session made of one.
#include "core/io/archive.h"

#include <zlib.h>

#include <catch2/catch_test_macros.hpp>
#include <cstring>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <vector>

#include "core/session.h"

namespace xmv {
namespace {

std::string Contents(const std::string& path) {
  std::ifstream in(std::string(XMV_TESTS_DIR) + "/data/" + path, std::ios::binary);
  REQUIRE(in.good());
  return {std::istreambuf_iterator<char>(in), {}};
}

std::string Little(uint64_t value, int bytes) {
  std::string out;
  for (int i = 0; i < bytes; ++i) out += static_cast<char>(value >> (8 * i));
  return out;
}

std::string Deflated(const std::string& text) {
  z_stream stream;
  std::memset(&stream, 0, sizeof stream);
  REQUIRE(deflateInit2(&stream, 6, Z_DEFLATED, -15, 8, Z_DEFAULT_STRATEGY) == Z_OK);
  std::string out(deflateBound(&stream, static_cast<uLong>(text.size())), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  REQUIRE(deflate(&stream, Z_FINISH) == Z_STREAM_END);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  return out;
}

struct ZipFile {
  std::string name, text;
  bool deflated = true;
  uint16_t flags = 0;
};

std::string Zip(const std::vector<ZipFile>& files) {
  std::string out, directory;
  for (const ZipFile& file : files) {
    const std::string data = file.deflated ? Deflated(file.text) : file.text;
    const std::string common =
        Little(file.flags, 2) + Little(file.deflated ? 8 : 0, 2) + Little(0, 4) +
        Little(crc32(0, reinterpret_cast<const Bytef*>(file.text.data()), static_cast<uInt>(file.text.size())), 4) +
        Little(data.size(), 4) + Little(file.text.size(), 4) + Little(file.name.size(), 2);
    directory += "PK\x01\x02" + Little(20, 2) + Little(20, 2) + common + Little(0, 2) + Little(0, 2) + Little(0, 2) +
                 Little(0, 2) + Little(0, 4) + Little(out.size(), 4) + file.name;
    out += "PK\x03\x04" + Little(20, 2) + common + Little(3, 2) + file.name + "abc" + data;  // with an extra field
  }
  const size_t at = out.size();
  return out + directory + "PK\x05\x06" + Little(0, 4) + Little(files.size(), 2) + Little(files.size(), 2) +
         Little(directory.size(), 4) + Little(at, 4) + Little(0, 2);
}

std::string TarHeader(const std::string& name, size_t size, char type) {
  std::string header(512, '\0');
  header.replace(0, name.size(), name);
  char number[16];
  std::snprintf(number, sizeof number, "%011zo", size);
  header.replace(124, 11, number);
  header[156] = type;
  header.replace(257, 8, std::string("ustar\00000", 8));
  header.replace(148, 8, "        ");
  unsigned sum = 0;
  for (const char c : header) sum += static_cast<unsigned char>(c);
  std::snprintf(number, sizeof number, "%06o", sum);
  header.replace(148, 7, std::string(number) + '\0');
  return header;
}

std::string Padded(std::string text) { return text.append((512 - text.size() % 512) % 512, '\0'); }

std::string Tar(const std::vector<ZipFile>& files) {
  std::string out;
  for (const ZipFile& file : files) {
    if (file.name.size() > 99) {
      const std::string record = " path=" + file.name + "\n";
      std::string line = std::to_string(record.size() + 3) + record;
      out += TarHeader("pax", line.size(), 'x') + Padded(line) + TarHeader("short", file.text.size(), '0');
    } else {
      out += TarHeader(file.name, file.text.size(), '0');
    }
    out += Padded(file.text);
  }
  return out + std::string(1024, '\0');
}

std::string ReadEntry(Archive& archive, size_t entry) {
  auto source = archive.Open(entry);
  REQUIRE(source.ok());
  std::string text(static_cast<size_t>((*source)->size()), '\0');
  text.resize((*source)->Read(0, text.size(), text.data()));
  return text;
}

Result<std::shared_ptr<Archive>> OpenArchive(const std::string& bytes, bool zip) {
  auto source = std::make_unique<MemorySource>(bytes);
  return zip ? Archive::OpenZip(std::move(source)) : Archive::OpenTar(std::move(source));
}

}  // namespace

TEST_CASE("entries of zip and tar", "[io][archive]") {
  const std::string large(3000000, 'x'), long_name = std::string(60, 'd') + "/" + std::string(60, 'e') + ".txt";
  for (const bool zip : {true, false}) {
    const std::vector<ZipFile> files = {{"a.txt", "hello", true}, {"d/b.txt", large, true}, {long_name, "deep", false}};
    const Result<std::shared_ptr<Archive>> archive = OpenArchive(zip ? Zip(files) : Tar(files), zip);
    REQUIRE(archive.ok());
    REQUIRE((*archive)->entries().size() == 3);
    CHECK((*archive)->entries()[2].path == long_name);
    CHECK(ReadEntry(**archive, 0) == "hello");
    CHECK(ReadEntry(**archive, 1) == large);
    CHECK(ReadEntry(**archive, 2) == "deep");
    auto source = (*archive)->Open(1);
    char part[3];
    CHECK((*source)->Read(2999998, 3, part) == 2);
  }
}

TEST_CASE("names that lead out of an archive are refused", "[io][archive]") {
  for (const char* name : {"../x", "a/../../x", "/etc/passwd", "C:\\x", "\\\\host\\x", "a/.."}) {
    INFO(name);
    CHECK_FALSE(StaysInside(name));
    const Result<std::shared_ptr<Archive>> archive = OpenArchive(Zip({{name, "x"}, {"good.txt", "y"}}), true);
    REQUIRE(archive.ok());
    CHECK((*archive)->entries().size() == 1);
    CHECK((*archive)->rejected() == 1);
  }
  for (const char* name : {"a..b", "..a/x", "a/b.txt"}) CHECK(StaysInside(name));
}

TEST_CASE("damaged archives are errors, not crashes", "[io][archive]") {
  const std::string zip = Zip({{"a.txt", "hello hello hello hello"}});
  const std::string tar = Tar({{"a.txt", std::string(2000, 'y')}});
  CHECK(OpenArchive(zip.substr(0, zip.size() - 30), true).error().code == Code::kTruncated);
  CHECK(OpenArchive(tar.substr(0, 1500), false).error().code == Code::kTruncated);
  std::string far = zip;
  far[far.size() - 6] = '\x7f';  // the directory begins elsewhere
  far[far.size() - 5] = '\x7f';
  CHECK(OpenArchive(far, true).error().code == Code::kCorrupt);
  std::string wrong = zip;
  wrong[40] ^= 1;  // in the data: the sum no longer holds
  const Result<std::shared_ptr<Archive>> archive = OpenArchive(wrong, true);
  REQUIRE(archive.ok());
  CHECK(ReadEntry(**archive, 0).empty());
  std::string header = tar;
  header[5] ^= 1;
  CHECK(OpenArchive(header, false).error().code == Code::kCorrupt);
  const Result<std::shared_ptr<Archive>> secret = OpenArchive(Zip({{"a.txt", "hello", true, 1}}), true);
  REQUIRE(secret.ok());
  CHECK((*secret)->Open(0).error().code == Code::kOtherTool);
}

TEST_CASE("an archive of a dump is the session its folder would be", "[session][archive]") {
  const std::string stem = "module_0000.jit_matmul.cl_1014260217.after_optimizations";
  const std::string proto = Contents("jax/matmul/" + stem + ".hlo.pb");
  const std::vector<ZipFile> files = {
      {"dump/" + stem + ".hlo.pb", proto},
      {"dump/" + stem + "-buffer-assignment.txt", Contents("jax/matmul/" + stem + "-buffer-assignment.txt")},
      {"dump/readme.py", "print()"},
      {"dump/err.log", "RESOURCE_EXHAUSTED: Out of memory allocating 80000000000 bytes.\n"},
      {"dump/notes.txt", "nothing"}};
  for (const bool zip : {true, false}) {
    Session session;
    const Result<FileInfo> added =
        session.AddFile("all.archive", std::make_unique<MemorySource>(zip ? Zip(files) : Tar(files)), {});
    REQUIRE(added.ok());
    CHECK(FormatName(added->format) == (zip ? "zip" : "tar"));
    CHECK(added->module_count == 1);
    CHECK(added->report_count == 1);
    CHECK_FALSE(added->note);
    REQUIRE(session.files().size() == 3);
    CHECK(session.files()[1].name == "all.archive/dump/" + stem + ".hlo.pb");
    CHECK(session.modules().at(0).spaces.at(0).peak == 4096512);
    REQUIRE(session.View(0, 0, kNone).ok());
    CHECK(session.reports().size() == 1);
  }
  Session session;
  const Result<FileInfo> nothing = session.AddFile("x.zip", std::make_unique<MemorySource>(Zip({{"a.py", "x"}})), {});
  REQUIRE_FALSE(nothing.ok());
  CHECK(nothing.error().code == Code::kNoPrograms);
  CHECK(nothing.error().message.find("a.py") != std::string::npos);
  CHECK(session.files().empty());
  const Result<FileInfo> cut = session.AddFile(
      "y.zip", std::make_unique<MemorySource>(Zip({{"m.hlo.pb", proto.substr(0, 2000)}, {"ok.hlo.pb", proto}})), {});
  REQUIRE(cut.ok());
  CHECK(cut->note);
  CHECK(cut->note->code == Code::kTruncated);
}

TEST_CASE("the texts of a dump take the place of its damaged proto", "[session][archive]") {
  const std::string stem = "module_0000.jit_matmul.cl_1014260217.after_optimizations";
  const std::string proto = Contents("jax/matmul/" + stem + ".hlo.pb");
  std::vector<ZipFile> files;
  for (const char* text : {"-buffer-assignment.txt", "-live-range.txt", "-memory-usage-report.txt"})
    files.push_back({"d/" + stem + text, Contents("jax/matmul/" + stem + text)});
  for (const size_t size : {size_t{1}, proto.size() / 2}) {
    files.push_back({"d/" + stem + ".hlo.pb", proto.substr(0, size)});
    Session session;
    const Result<FileInfo> added = session.AddFile("d.zip", std::make_unique<MemorySource>(Zip(files)), {});
    files.pop_back();
    REQUIRE(added.ok());
    REQUIRE(added->note);
    CHECK(added->note->message.find(".hlo.pb") != std::string::npos);
    REQUIRE(session.modules().size() == 1);
    // The texts have an order for the 512 bytes of temporaries, too.
    CHECK(session.modules()[0].spaces.at(0).peak == 4097024);
    CHECK(session.files().back().format == Format::kLiveRangeText);
  }
}

}  // namespace xmv
