// Opening files: what is listed, and what each disappointing file is told.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <fstream>
#include <iterator>
#include <string>

#include "core/io/gzip.h"
#include "core/session.h"
#include "tests/unit/file_source.h"
#include "tests/unit/proto_builder.h"

namespace xmv {
namespace {

std::string Data(const std::string& path) { return std::string(XMV_TESTS_DIR) + "/data/" + path; }

std::string Bytes_(const std::string& path) {
  std::ifstream in(Data(path), std::ios::binary);
  REQUIRE(in.good());
  return {std::istreambuf_iterator<char>(in), {}};
}

Result<FileInfo> Open(Session& session, std::string bytes) {
  return session.AddFile("file", std::make_unique<MemorySource>(std::move(bytes)), {});
}

const char* const kMatmul = "jax/matmul/module_0000.jit_matmul.cl_1014260217.after_optimizations.hlo.pb";

}  // namespace

TEST_CASE("a dump is listed with its peak per space", "[session]") {
  Session session;
  const Result<FileInfo> file = session.AddFile(kMatmul, OpenFile(Data(kMatmul)), {});
  REQUIRE(file.ok());
  CHECK(FormatName(file->format) == "HloProto");
  CHECK(file->module_count == 1);
  const ModuleInfo module = session.modules().at(0);
  CHECK(module.title == "jit_matmul");
  CHECK(module.platform == Platform::kTpu);
  REQUIRE(module.spaces.size() == 3);
  CHECK(module.spaces[0].peak == 4096512);
  CHECK(module.spaces[0].total == 4097024);
  CHECK(SpaceName(module.spaces[1].space, module.platform) == "VMEM");
  CHECK(module.spaces[1].peak == 2048000);
}

TEST_CASE("a profile's programs are listed, the largest first", "[session]") {
  Session session;
  const Result<FileInfo> file = session.AddFile("p", OpenFile(Data("profiles/cpu_warm.xplane.pb.gz")), {});
  REQUIRE(file.ok());
  CHECK(file->compressed);
  CHECK(FormatName(file->format) == "XSpace");
  CHECK(file->module_count == 13);
  const std::vector<ModuleInfo> modules = session.modules();
  CHECK(modules[0].title == "jit_generate(24)");
  CHECK(modules[1].title == "jit_train_step(20)");
  for (const ModuleInfo& module : modules) CHECK(module.platform == Platform::kCpu);
  for (size_t i = 1; i < modules.size(); ++i) CHECK(modules[i - 1].peak() >= modules[i].peak());
}

TEST_CASE("several files make one session", "[session]") {
  Session session;
  REQUIRE(session.AddFile("a", OpenFile(Data(kMatmul)), {}).ok());
  const Result<FileInfo> second = session.AddFile("b", OpenFile(Data("profiles/cpu_warm.xplane.pb.gz")), {});
  REQUIRE(second.ok());
  CHECK(second->first_module == 1);
  CHECK(session.modules().size() == 14);
  CHECK_FALSE(Open(session, "").ok());
  CHECK(session.modules().size() == 14);
  CHECK(session.files().size() == 2);
}

TEST_CASE("a bare assignment is shown without names, a bare module is greyed", "[session]") {
  Session session;
  REQUIRE(session.AddFile("step.buffer_assignment.pb", OpenFile(Data("profiles/train_step.buffer_assignment.pb")), {})
              .ok());
  REQUIRE(session.AddFile("step.hlo_module.pb", OpenFile(Data("profiles/train_step.hlo_module.pb")), {}).ok());
  const std::vector<ModuleInfo> modules = session.modules();
  CHECK(modules[0].title == "step.buffer_assignment.pb");
  CHECK(modules[1].name == "jit_train_step");
  REQUIRE(modules[1].failure);
  CHECK(modules[1].failure->code == Code::kNoBufferAssignment);
  const auto view = session.View(modules[0].index, 0, kNone);
  REQUIRE(view.ok());
  CHECK((*view)->usage().peak() == modules[0].spaces[0].peak);
  CHECK((*view)->usage().notes.back().code == Code::kNoModule);
  CHECK(session.View(modules[1].index, 0, kNone).error().code == Code::kNoBufferAssignment);
  CHECK(session.View(99, 0, kNone).error().code == Code::kNoSuchModule);
}

TEST_CASE("every wrong file is told apart and gets a hint", "[session]") {
  const std::string matmul = Bytes_(kMatmul);
  const struct {
    std::string bytes;
    Code code;
  } cases[] = {
      {"", Code::kEmptyFile},
      {matmul.substr(0, matmul.size() - 100), Code::kTruncated},
      {matmul.substr(0, 2000), Code::kTruncated},
      {"hello, world\n", Code::kTextFile},
      {"RESOURCE_EXHAUSTED: Ran out of memory in memory space hbm.", Code::kTextFile},
      {Bytes_("profiles/cpu_no_hlo.xplane.pb"), Code::kNoPrograms},
      {Bytes_("profiles/memory.prof"), Code::kOtherTool},
      {std::string("PK\x03\x04rest", 8), Code::kTruncated},  // a zip archive without its directory
      {std::string("\x0a\x03\xef\xbf\xbd\x12\x03\xef\xbf\xbd\x01\xef\xbf\xbd\x02\xef\xbf\xbd", 19), Code::kMangledText},
      {std::string("\x07\x01\x02\x03\x04\x05", 6), Code::kUnknownFormat},
      {Bytes_("profiles/cpu_warm.xplane.pb.gz").substr(0, 5000), Code::kTruncated},
      {std::string("\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03", 10) + "garbage garbage", Code::kCompressedCorrupt},
  };
  for (const auto& one : cases) {
    Session session;
    const Result<FileInfo> file = Open(session, one.bytes);
    REQUIRE_FALSE(file.ok());
    INFO(CodeName(one.code) << " / " << CodeName(file.error().code) << ": " << file.error().message);
    CHECK(file.error().code == one.code);
    CHECK_FALSE(file.error().message.empty());
    CHECK_FALSE(file.error().hint.empty());
    CHECK(session.modules().empty());
  }
}

TEST_CASE("a cut-off file says at which byte", "[session]") {
  Session session;
  const std::string matmul = Bytes_(kMatmul);
  const Result<FileInfo> file = Open(session, matmul.substr(0, 2000));
  REQUIRE_FALSE(file.ok());
  CHECK(file.error().message.find("2,000") != std::string::npos);
}

TEST_CASE("the assignment read for the listing is not read again for the first view", "[session]") {
  class Watched final : public ByteSource {
   public:
    Watched(std::unique_ptr<ByteSource> source, FileOffset* furthest)
        : source_(std::move(source)), furthest_(furthest) {}
    FileOffset size() const override { return source_->size(); }
    size_t Read(FileOffset offset, size_t length, char* out) override {
      *furthest_ = std::max(*furthest_, offset + length);
      return source_->Read(offset, length, out);
    }

   private:
    std::unique_ptr<ByteSource> source_;
    FileOffset* furthest_;
  };
  // The assignment is the file's end. The module's last window reaches into it, but not to its own end.
  Hlo hlo;
  for (int64_t i = 1; i <= 20'000; ++i) hlo.buffers.push_back(Buffer(i, 8, 1));
  hlo.instructions = {Instruction(1, "p0")};
  hlo.allocations = {Allocation(0, 8, {{1, 0, 8}}, {kIsParameter})};
  FileOffset furthest = 0;
  Session session;
  REQUIRE(
      session.AddFile("a", std::make_unique<Watched>(std::make_unique<MemorySource>(hlo.bytes()), &furthest), {}).ok());
  CHECK(furthest == hlo.bytes().size());
  furthest = 0;
  REQUIRE(session.View(0, 0, kNone).ok());
  CHECK(furthest > 0);
  CHECK(furthest < hlo.bytes().size() / 2);

  // Another one that is listed meanwhile does not get into its way.
  REQUIRE(session.AddFile("b", OpenFile(Data(kMatmul)), {}).ok());
  REQUIRE(session.AddFile("c", std::make_unique<MemorySource>(hlo.bytes()), {}).ok());
  for (const uint32_t module : {2, 1, 0}) {
    const auto view = session.View(module, 0, kNone);
    REQUIRE(view.ok());
    CHECK((*view)->usage().peak() == (module == 1 ? 4096512 : 8));
  }
}

TEST_CASE("of a profile the trace itself is not read", "[session]") {
  // A plane with half a gigabyte of lines in front of a real profile; messages of one type may be concatenated.
  constexpr FileOffset kLines = FileOffset{512} << 20;
  const std::string line_header = "\x1a\x80\x80\x80\x80\x02";  // field 3, 2^29 bytes
  const std::string plane_header =
      "\x0a\x91\x80\x80\x80\x02\x12\x09/host:CPU";  // field 1 of 2^29 + 17 bytes: name, then the line
  class LargeSource final : public ByteSource {
   public:
    LargeSource(std::string head, std::unique_ptr<ByteSource> tail) : head_(std::move(head)), tail_(std::move(tail)) {}
    FileOffset size() const override { return head_.size() + kLines + tail_->size(); }
    size_t Read(FileOffset offset, size_t length, char* out) override {
      size_t done = 0;
      for (; done < length && offset + done < head_.size() + kLines; ++done) {
        out[done] = offset + done < head_.size() ? head_[offset + done] : '\0';
      }
      return done == length ? done
                            : done + tail_->Read(offset + done - head_.size() - kLines, length - done, out + done);
    }

   private:
    std::string head_;
    std::unique_ptr<ByteSource> tail_;
  };
  FileSource compressed(Data("profiles/cpu_warm.xplane.pb.gz"));
  Result<std::unique_ptr<ByteSource>> profile = Inflate(compressed, {});
  REQUIRE(profile.ok());
  const FileOffset small = (*profile)->size();
  Session session;
  const Result<FileInfo> file =
      session.AddFile("large", std::make_unique<LargeSource>(plane_header + line_header, std::move(*profile)), {});
  REQUIRE(file.ok());
  CHECK(file->module_count == 13);
  CHECK(file->bytes > kLines);
  CHECK(file->bytes_read < 2 * small + (FileOffset{1} << 20));
}

}  // namespace xmv
