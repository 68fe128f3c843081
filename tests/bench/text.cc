// How fast the readers of text are, against memchr over the same bytes in memory. `npm run bench -- text` runs it.
//
// The bytes are in memory but not in the processor's caches, for memchr as for the readers: that is how a file comes.
//
//   xmv_bench_text FOLDER [WHAT] FOLDER: shared data with jax/ and golden/; WHAT: only rows with this in their name
//   xmv_bench_text --log FILE    one log from disk: seconds, reports, largest resident memory
#include <malloc.h>
#include <sys/resource.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <string>
#include <vector>

#include "core/formats/log_scanner.h"
#include "core/formats/text_module.h"
#include "core/io/gzip.h"
#include "core/session.h"
#include "tests/bench/timing.h"
#include "tests/unit/file_source.h"

namespace {

namespace fs = std::filesystem;

std::string Contents(const fs::path& path) {
  auto source = xmv::OpenFile(path.string());
  if (xmv::IsGzip(*source)) {
    auto inflated = xmv::Inflate(*source, {});
    if (!inflated.ok()) return {};
    return std::string((*inflated)->Memory());
  }
  std::string text(source->size(), '\0');
  text.resize(source->Read(0, text.size(), text.data()));
  return text;
}

std::string FileIn(const fs::path& folder, const std::string& ending) {
  for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
    const std::string name = entry.path().filename().string();
    if (name.size() >= ending.size() && name.compare(name.size() - ending.size(), ending.size(), ending) == 0)
      return entry.path().string();
  }
  return {};
}

bool failed = false;
const char* only = "";

void Row(const char* what, size_t bytes, double seconds, double memchr_seconds, double most) {
  const double ratio = seconds / memchr_seconds;
  std::printf("%-34s %9.1f MB %8.2f ms %8.0f MB/s %7.1f × memchr%s\n", what, static_cast<double>(bytes) / 1e6,
              seconds * 1e3, static_cast<double>(bytes) / seconds / 1e6, ratio, ratio > most ? "  OVER" : "");
  failed |= ratio > most;
}

// A file or files that belong together.
using Texts = std::vector<xmv::MemorySource>;

// So many copies that going round them finds none in the caches.
std::vector<Texts> Copies(const std::vector<std::string>& texts) {
  size_t bytes = 1;
  for (const std::string& text : texts) bytes += text.size();
  std::vector<Texts> copies((size_t{192} << 20) / bytes + 1);
  for (Texts& copy : copies) {
    for (const std::string& text : texts) copy.emplace_back(text);
  }
  return copies;
}

// A byte that none of them holds; if there is none, the one that memchr searches longest for.
char Absent(const Texts& texts) {
  char best = 0;
  size_t furthest = 0;
  for (int byte = 0; byte < 256; ++byte) {
    size_t searched = 0;
    for (const xmv::MemorySource& text : texts)
      searched += std::min(text.Memory().find(static_cast<char>(byte)), text.Memory().size());
    if (searched > furthest) {
      furthest = searched;
      best = static_cast<char>(byte);
    }
  }
  return best;
}

double MemchrSeconds(const std::vector<Texts>& copies) {
  const char absent = Absent(copies[0]);
  return xmv::Best([&](unsigned i) {
    for (const xmv::MemorySource& text : copies[i % copies.size()]) {
      // The barrier keeps the call.
      const void* found = std::memchr(text.Memory().data(), absent, text.Memory().size());
      asm volatile("" : : "r"(found) : "memory");
    }
  });
}

void Reader(const char* what, xmv::Format format, const std::vector<std::string>& paths) {
  if (!std::strstr(what, only)) return;
  std::vector<std::string> texts;
  size_t bytes = 0;
  for (const std::string& path : paths) {
    if (path.empty()) return;
    texts.push_back(Contents(path));
    bytes += texts.back().size();
  }
  std::vector<Texts> copies = Copies(texts);
  const double seconds = xmv::Best([&](unsigned i) {
    std::vector<xmv::ByteSource*> list;
    for (xmv::MemorySource& text : copies[i % copies.size()]) list.push_back(&text);
    const xmv::Result<xmv::Module> module = xmv::ReadTextModule(format, list, {});
    if (!module.ok()) std::printf("%s: %s\n", what, module.error().message.c_str());
  });
  Row(what, bytes, seconds, MemchrSeconds(copies), 50);
}

// What a training run prints, with one error near the end.
std::string MakeLog(size_t bytes) {
  const std::string lines[] = {
      "I0513 09:18:55.172311 1808266 train.py:290] step 1234 loss 2.3456 grad_norm 0.123 memory 12.3GiB\n",
      "2024-05-01 12:34:56.789 INFO [worker-3] Loading checkpoint shard 12 of 64 from the bucket, please wait\n",
      "W0000 00:00:1717171717.123456 4242 cuda_dnn.cc:123] Some warning about allocation of an optimizer program\n",
      "\n"};
  std::string log;
  log.reserve(bytes + 200);
  unsigned random = 1;
  bool told = false;
  while (log.size() < bytes) {
    random = random * 1664525 + 1013904223;
    log += lines[(random >> 16) % 4];
    if (!told && log.size() > bytes / 10 * 9) {
      log +=
          "RESOURCE_EXHAUSTED: Ran out of memory in memory space hbm. Used 17.60G of 16.00G hbm. Exceeded hbm "
          "capacity by 1.60G.\n";
      told = true;
    }
  }
  return log;
}

int Log(const char* path) {
  const double begin = xmv::CpuSeconds();
  xmv::Session session;
  const auto added = session.AddFile(path, xmv::OpenFile(path), {});
  rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  std::printf("%-34s %9.1f MB %8.2f s  %zu message(s), %ld MB resident\n", "log from disk",
              static_cast<double>(fs::file_size(path)) / 1e6, xmv::CpuSeconds() - begin, session.reports().size(),
              usage.ru_maxrss / 1024);
  return added.ok() && session.reports().size() == 1 ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc == 3 && !std::strcmp(argv[1], "--log")) return Log(argv[2]);
  if (argc == 3 && !std::strcmp(argv[1], "--make-log")) {
    const std::string log = MakeLog(size_t{500} * 1000 * 1000);
    std::FILE* file = std::fopen(argv[2], "wb");
    return file && std::fwrite(log.data(), 1, log.size(), file) == log.size() && std::fclose(file) == 0 ? 0 : 1;
  }
  if (argc != 2 && argc != 3) return 2;
  if (argc == 3) only = argv[2];
  // Memory once had is kept: the readers are measured, not the kernel giving them cleared pages.
  mallopt(M_TRIM_THRESHOLD, 1 << 30);
  mallopt(M_MMAP_THRESHOLD, 32 << 20);
  const fs::path data = argv[1], large = data / "jax/transformer_large", oom = data / "jax/hbm_oom";
  Reader("buffer assignment, live ranges", xmv::Format::kBufferAssignmentText,
         {FileIn(large, "-buffer-assignment.txt"), FileIn(large, "-live-range.txt")});
  Reader("the same with values", xmv::Format::kBufferAssignmentText,
         {FileIn(oom, "-buffer-assignment.txt"), FileIn(oom, "-live-range.txt"), FileIn(oom, "-values.txt")});
  Reader(
      "the same with HLO text", xmv::Format::kBufferAssignmentText,
      {FileIn(oom, "-buffer-assignment.txt"), FileIn(oom, "-live-range.txt"), FileIn(oom, ".after_optimizations.txt")});
  Reader("HLO text alone", xmv::Format::kHloText, {FileIn(oom, ".after_optimizations.txt")});
  Reader("usage report, text", xmv::Format::kUsageReportText, {FileIn(large, "-memory-usage-report.txt")});
  Reader("usage report, proto", xmv::Format::kUsageReportProto, {FileIn(large, "-memory-usage-report.pb")});
  Reader("XProf's JSON", xmv::Format::kXprofResult, {(data / "golden/jax/transformer_large/ms0.json.gz").string()});
  if (!std::strstr("log", only)) return failed ? 1 : 0;
  std::vector<Texts> log(1);
  log[0].emplace_back(MakeLog(size_t{192} << 20));
  const double seconds = xmv::Best([&](unsigned) {
    const auto reports = xmv::ScanLog(log[0][0], {});
    if (!reports.ok() || reports->reports.size() != 1) std::printf("log: not found\n");
  });
  Row("log", log[0][0].size(), seconds, MemchrSeconds(log), 10);
  return failed ? 1 : 0;
}
