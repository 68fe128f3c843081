// Out-of-memory messages in logs of any size, whatever loggers, terminals and chat windows have done to them.
#include "core/formats/log_scanner.h"
#include "core/base/text.h"

#include <catch2/catch_test_macros.hpp>
#include <string>
#include <vector>

#include "tests/unit/oom_texts.h"

namespace xmv {
namespace {

// A source that does not lie in memory, so that windows and their borders are really used.
class SlowSource final : public ByteSource {
 public:
  explicit SlowSource(std::string bytes) : bytes_(std::move(bytes)) {}
  FileOffset size() const override { return bytes_.size(); }
  size_t Read(FileOffset offset, size_t length, char* out) override { return bytes_.Read(offset, length, out); }

 private:
  MemorySource bytes_;
};

void CheckTpuCompile(const OomReport& r) {
  CHECK(OomKindName(r.kind) == "compile");
  CHECK(r.space == "hbm");
  CHECK(r.needed == G(17.60));
  CHECK(r.capacity == G(16));
  CHECK(r.exceeded == G(1.6));
  CHECK_FALSE(r.exact);
  CHECK(r.output == G(1));
  CHECK(r.output_shared == M(256));
  CHECK(r.temp_unpadded == G(5.65));
  CHECK(r.temp_padded == G(17.02));
  CHECK(r.temp_fragmentation == M(53.61));
  std::string parts;
  for (const OomPart& part : r.parts) {
    parts += part.group + '/' + part.name + '=' +
             (part.bytes == kUnknownBytes ? std::string("?") : std::to_string(part.bytes / kM)) + ' ';
  }
  CHECK(parts ==
        "total/reserved=528 total/program=17489 total/arguments=? program/reserved=0 program/global=0 program/scoped=5 "
        "program/HLO temp=17489 ");
  REQUIRE(r.allocations.size() == 2);
  const OomAllocation& a = r.allocations[0];
  CHECK(a.size == G(14));
  CHECK(a.unpadded == G(1.09));
  CHECK(a.expansion == 12.8);
  CHECK(a.op_type == "OneHot");
  CHECK(a.op_name == "model/loss/one_hot");
  CHECK(a.source_file == "train.py");
  CHECK(a.source_line == 41);
  CHECK(a.shape == "s32[29360128,10]{1,0:T(8,128)}");
  CHECK(a.padding_reason == "dimension 1: 10 → 128 (tile 8×128)");
  CHECK(a.label.substr(0, 7) == "%iota.2");
  CHECK(a.type == "HLO temp");
  CHECK(r.allocations[1].size == M(256));
  CHECK(r.allocations[1].expansion == 2.0);
}

// Applies a change to every line.
template <typename F>
std::string EachLine(const std::string& text, F&& change) {
  std::string out;
  for (size_t begin = 0; begin < text.size();) {
    const size_t end = text.find('\n', begin);
    out += change(text.substr(begin, end - begin)) + "\n";
    begin = end + 1;
  }
  return out;
}

std::string Replaced(std::string text, const std::string& what, const std::string& with) {
  for (size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + with.size()))
    text.replace(at, what.size(), with);
  return text;
}

}  // namespace

TEST_CASE("a TPU compile error in all its parts, whatever a log does to it", "[formats][log]") {
  int number = 0;
  const struct {
    const char* what;
    std::string log;
  } rows[] = {
      {"plain", kTpuCompile},
      {"glog prefix on every line",
       EachLine(kTpuCompile, [](const std::string& l) { return "E0513 09:18:55.172311 1808266 pjrt.cc:2908] " + l; })},
      {"TensorFlow prefix",
       EachLine(kTpuCompile,
                [](const std::string& l) { return "2023-05-13 09:18:55.172311: E external/xla/a.cc:29] " + l; })},
      {"Ray prefix",
       EachLine(kTpuCompile, [](const std::string& l) { return "(RayTrainWorker pid=123, ip=10.0.0.2) " + l; })},
      {"MPI prefix", EachLine(kTpuCompile, [](const std::string& l) { return "[1,0]<stderr>:" + l; })},
      {"a prefix nobody knows", EachLine(kTpuCompile, [](const std::string& l) { return "host-17 train | " + l; })},
      {"ISO time and severity",
       EachLine(kTpuCompile, [](const std::string& l) { return "2024-05-01T12:34:56.789Z ERROR " + l; })},
      {"quoted in a mail", EachLine(kTpuCompile, [](const std::string& l) { return "> > " + l; })},
      {"indentation eaten",
       EachLine(kTpuCompile,
                [](const std::string& l) { return l.substr(std::min(l.find_first_not_of(' '), l.size())); })},
      {"CR LF", EachLine(kTpuCompile, [](const std::string& l) { return l + "\r"; })},
      {"colours", "\x1b[31m" + Replaced(kTpuCompile, "Size:", "\x1b[1mSize:\x1b[0m")},
      {"Python repr", "XlaRuntimeError('" + Replaced(kTpuCompile, "\n", "\\n") + "')\n"},
      {"JSON log", "{\"severity\":\"ERROR\",\"message\":\"" +
                       Replaced(Replaced(kTpuCompile, "\"", "\\\""), "\n", "\\n") + "\",\"host\":\"a\"}\n"},
      {"line breaks lost", Replaced(kTpuCompile, "\n", " ") + "\n"},
      {"line breaks lost without a trace", Replaced(Replaced(kTpuCompile, " \n", "\n"), "\n", "") + "\n"},
      {"list numbers lost", Replaced(Replaced(kTpuCompile, "  1. Size", "Size"), "  2. Size", "Size")},
      {"list numbers escaped by Markdown",
       Replaced(Replaced(kTpuCompile, "1. Size", "1\\. Size"), "2. Size", "2\\. Size")},
      {"marked bold", Replaced(Replaced(kTpuCompile, "Used 17.60G", "**Used 17.60G"), "1.60G.\n", "1.60G**.\n")},
      {"first sentence broken", Replaced(Replaced(kTpuCompile, "Ran out of memory", "Ran out of\nmemory"),
                                         "Used 17.60G of ", "Used 17.60G of\n")},
      {"label broken over lines",
       Replaced(kTpuCompile, "iota_dimension=1, metadata", "iota_dimension=1,\n   metadata")},
      {"behind a long line", std::string(5000, 'x') + " " + kTpuCompile},
      {"behind Python's error",
       "Traceback (most recent call last):\n  File \"t.py\", line 3, in "
       "<module>\njaxlib.xla_extension.XlaRuntimeError: " +
           kTpuCompile + "\nThe above exception was the direct cause of the following exception:\n\nTraceback\n"},
  };
  for (const auto& row : rows) {
    INFO(row.what);
    const std::vector<OomReport> reports = Scan("step 1\nstep 2\n" + row.log + "step 3\nstep 4\nstep 5\nstep 6\n");
    REQUIRE(reports.size() == 1);
    CheckTpuCompile(reports[0]);
    CHECK(reports[0].count == 1);
    ++number;
  }
  CHECK(number == 22);
}

TEST_CASE("copies are counted, different messages are listed by line", "[formats][log]") {
  std::string log = "line 1\n" + kTpuCompile.substr(0, kTpuCompile.find('\n') + 1) + "a\nb\nc\nd\n";
  log += "(worker pid=1) RESOURCE_EXHAUSTED: Out of memory allocating 5 bytes. [repeated 19x across cluster]\n";
  log += "a\nb\nc\nd\n" + kTpuCompile + "a\nb\nc\nd\n" + kTpuCompile + "e\nf\ng\n";
  log += "XLA::TPU program HBM usage: 1.0K / 31.25G XLA::TPU program VMEM usage: 2.0K / 128.00M\n";
  const std::vector<OomReport> reports = Scan(log);
  REQUIRE(reports.size() == 4);
  CHECK(reports[0].line == 2);
  CHECK(reports[0].count == 3);
  CheckTpuCompile(reports[0]);  // details of the fullest copy
  CHECK(reports[1].line == 7);
  CHECK(reports[1].count == 20);
  CHECK(reports[2].space == "hbm");
  CHECK(reports[3].space == "vmem");
  CHECK(reports[3].line == reports[2].line);
}

TEST_CASE("a list whose head is lost still says what is largest", "[formats][log]") {
  const std::string tail = kTpuCompile.substr(kTpuCompile.find("Program hbm"));
  const std::vector<OomReport> reports = Scan("...\n" + tail);
  REQUIRE(reports.size() == 1);
  CHECK(reports[0].space == "hbm");
  CHECK(reports[0].needed == G(17.08));
  CHECK(reports[0].allocations.size() == 2);
  const std::vector<OomReport> list = Scan(kTpuCompile.substr(kTpuCompile.find("  Largest")));
  REQUIRE(list.size() == 1);
  CHECK(list[0].needed == kUnknownBytes);
  CHECK(list[0].allocations.size() == 2);
}

TEST_CASE("a message anywhere in a log of many windows is found once", "[formats][log]") {
  const std::string filler = "I0513 09:18:55.172311 1808266 train.py:290] step 12 loss 2.3 memory 12.3GiB\n";
  for (const size_t before :
       {size_t{0}, size_t{1} << 20, (size_t{1} << 20) - 40, (size_t{1} << 20) - 600, size_t{2500000}}) {
    std::string log;
    uint64_t lines = 0;
    while (log.size() + filler.size() <= before) {
      log += filler;
      ++lines;
    }
    log.append(before - log.size(), ' ');
    log += kTpuCompile;
    while (log.size() < 4000000) log += filler;
    SlowSource source(log);
    const Result<LogReports> result = ScanLog(source, {});
    REQUIRE(result.ok());
    REQUIRE(result->reports.size() == 1);
    CheckTpuCompile(result->reports[0]);
    CHECK(result->reports[0].line == lines + 1);
  }
}

// kTpuCompile, each line changed by `change`.
template <typename Change>
std::string EachLine(const Change& change) {
  std::string out;
  int number = 0;
  for (std::string_view rest = kTpuCompile; !rest.empty();)
    out += change(std::string(TakeUntil(rest, '\n')), number++) + "\n";
  return out;
}

TEST_CASE("what loggers, frames and editors do to a message does not hide its numbers", "[formats][log]") {
  const auto two = [](int number) { return std::to_string(10 + number); };
  const auto json = [](std::string line) {
    for (size_t at = 0; (at = line.find('"', at)) != std::string::npos; at += 2) line.insert(at, "\\");
    return line;
  };
  std::string one_line, nice_quotes;
  EachLine([&](const std::string& line, int) { return one_line += json(line) + "\\n"; });
  const std::string logs[] = {
      EachLine([&](const std::string& line, int n) {
        return "2025-07-31 10:22:31.1022" + two(n) + ": E xla/pjrt.cc:123] " + line;
      }),
      EachLine(
          [&](const std::string& line, int n) { return "E0731 10:22:31.1022" + two(n) + "  42 pjrt.cc:123] " + line; }),
      EachLine([&](const std::string& line, int n) { return "2025-07-31T10:22:31.1" + two(n) + "Z " + line; }),
      EachLine([&](const std::string& line, int n) {
        return "2025-07-31 10:22:31,1" + two(n) + " - root - ERROR - " + line;
      }),
      EachLine([](const std::string& line, int) { return "\xe2\x94\x82 " + line + "   \xe2\x94\x82"; }),
      EachLine([](const std::string& line, int) { return "| " + line + " |"; }),
      EachLine([&](const std::string& line, int) { return "{\"msg\":\"" + json(line) + "\"}"; }),
      EachLine([](std::string line, int) {
        while (line.find("  ") != std::string::npos) line.replace(line.find("  "), 2, "\xc2\xa0\xc2\xa0");
        return line;
      }),
      "{\"level\":\"error\",\"exc\":\"Traceback (most recent call last):\\n  File \\\"t.py\\\", line 3, in f\\n    "
      "main()\\n  "
      "File \\\"t.py\\\", line 9, in main\\n    step()\\njax.errors.JaxRuntimeError: " +
          one_line + "\"}\n",
  };
  for (const std::string& log : logs) {
    INFO(log);
    const std::vector<OomReport> reports = Scan("step 1\n" + log + "step 2\n");
    REQUIRE(reports.size() == 1);
    const OomReport& r = reports[0];
    CHECK(r.needed == G(17.6));
    REQUIRE(r.parts.size() == 7);
    CHECK(r.parts[0].name == "reserved");
    CHECK(r.parts[2].name == "arguments");
    CHECK(r.parts[6].name == "HLO temp");
    REQUIRE(r.allocations.size() == 2);
    CHECK(r.allocations[0].op_name == "model/loss/one_hot");
    CHECK(r.allocations[0].shape == "s32[29360128,10]{1,0:T(8,128)}");
    CHECK(r.allocations[0].type == "HLO temp");
    CHECK(r.allocations[1].size == M(256));
  }
}

TEST_CASE("a number broken over two lines, copies counted by Ray", "[formats][log]") {
  const std::vector<OomReport> broken = Scan(
      "RESOURCE_EXHAUSTED: Ran out of memory in memory space hbm. Used 21.9\n0G of 7.48G hbm. Exceeded hbm capacity by "
      "14.42G.\n");
  REQUIRE(broken.size() == 1);
  CHECK(broken[0].needed == G(21.9));
  const std::string line =
      "RESOURCE_EXHAUSTED: Ran out of memory in memory space hbm. Used 17.60G of 15.48G hbm. Exceeded hbm capacity by "
      "2.12G.";
  const std::vector<OomReport> copies =
      Scan(line + "\n" + line + "\n" + line + "\n" + line + " [repeated 19x across cluster]\n");
  REQUIRE(copies.size() == 1);
  CHECK(copies[0].count == 23);
}

}  // namespace xmv
