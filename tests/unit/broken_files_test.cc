// Real files, broken by chance: cut off at field boundaries near the front and at random places, and with random bytes
// changed. Whatever is left must give an answer for which the invariants hold, or an error; never a crash or a hang.
//
// The seed is fixed. Files of tests/data are cut 200 times, and damaged 1,000 times up to 200 KB, 50 times above. Those
// of $XMV_SHARED, of which there are many large ones, as often as a budget of bytes allows (reading and asking takes
// time in proportion to size): from 900 times for the smallest to twice for those of megabytes; XMV_BROKEN=1000 lifts
// that. transformer_huge (80 MB) is left out under the sanitizers.
#include <catch2/catch_test_macros.hpp>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "core/io/gzip.h"
#include "core/io/wire_reader.h"
#include "tests/unit/exercise.h"

// Of the sanitizers' runtime, if there is one.
extern "C" __attribute__((weak)) void __sanitizer_set_death_callback(void (*callback)());

namespace xmv {
namespace {

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define XMV_TEST_SANITIZED 1
#endif
#endif
#ifdef XMV_TEST_SANITIZED
constexpr bool kSanitized = true;
#else
constexpr bool kSanitized = false;
#endif

constexpr size_t kSmall = size_t{200} << 10;
constexpr size_t kCuts = 200, kFlipsSmall = 1000, kFlipsLarge = 50;
constexpr size_t kBoundaries = 40;

// Told when a sanitizer ends the program.
char current[512];
void PrintCurrent() { std::fprintf(stderr, "\nwhile reading %s\n", current); }

std::string ReadAll(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

std::vector<std::filesystem::path> FilesIn(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> out;
  for (auto at = std::filesystem::recursive_directory_iterator(folder); at != std::filesystem::end(at); ++at) {
    const std::string name = at->path().filename().string();
    // XProf's answers are no input of ours; crashes have a test of their own.
    if (at->is_directory() && (name == "golden" || name == "crashes")) at.disable_recursion_pending();
    if (at->is_regular_file() && at->file_size() > 0) out.push_back(at->path());
  }
  std::sort(out.begin(), out.end());
  return out;
}

// Where fields begin, outer ones and those inside, until enough are found; of text, where lines do.
void AddBoundaries(WireReader& reader, WireRange range, int depth, std::vector<size_t>& out) {
  for (WireField field; out.size() < kBoundaries && reader.Next(range, field);) {
    out.push_back(static_cast<size_t>(range.at));
    if (!field.is_range() || depth >= 4) continue;
    out.push_back(static_cast<size_t>(field.range.at));
    AddBoundaries(reader, field.range, depth + 1, out);
  }
}
std::vector<size_t> BoundariesOf(const std::string& bytes) {
  std::vector<size_t> out;
  MemorySource source(bytes);
  WireReader reader(source);
  AddBoundaries(reader, {0, bytes.size()}, 0, out);
  for (size_t at = bytes.find('\n'); at != std::string::npos && out.size() < kBoundaries; at = bytes.find('\n', at + 1))
    out.push_back(at + 1);
  return out;
}

class Breaker {
 public:
  // Bytes that may be read in all for one file, and the most cuts and changes.
  Breaker(double budget, double share) : budget_(budget), share_(share) {
    if (__sanitizer_set_death_callback) __sanitizer_set_death_callback(PrintCurrent);
  }

  void Break(const std::string& name, const std::string& bytes) {
    random_.seed(static_cast<unsigned>(bytes.size()));
    const double affordable = budget_ / static_cast<double>(bytes.size() + kFixedCost);
    const size_t flips = bytes.size() <= kSmall ? kFlipsSmall : kFlipsLarge;
    const double wanted = static_cast<double>(flips + kCuts + kBoundaries);
    const double share = std::min(1.0, affordable / wanted) * share_;
    const auto some = [&](size_t count) { return 1 + static_cast<size_t>(static_cast<double>(count) * share); };

    Try(name + " whole", bytes, bytes.size());
    const std::vector<size_t> boundaries = BoundariesOf(bytes);
    for (size_t i = 0; i < boundaries.size() && i < some(kBoundaries); ++i)
      Try(name + " cut at field boundary " + std::to_string(boundaries[i]), bytes.substr(0, boundaries[i]),
          bytes.size());
    for (size_t i = 0; i < some(kCuts); ++i) {
      const size_t at = Random(bytes.size());
      Try(name + " cut at " + std::to_string(at), bytes.substr(0, at), bytes.size());
    }
    for (size_t i = 0; i < some(flips); ++i) {
      std::string damaged = bytes;
      std::string what = name + " changed";
      // Mostly one byte; often the first kilobytes, where the structure is.
      constexpr int kCounts[] = {1, 1, 1, 2, 5, 30};
      for (int k = kCounts[Random(6)]; k > 0; --k) {
        const size_t at = Random(Random(4) == 0 ? std::min<size_t>(bytes.size(), 4096) : bytes.size());
        const char old = damaged[at];
        damaged[at] = Random(3) == 0 ? static_cast<char>(old ^ (1 << Random(8))) : static_cast<char>(Random(256));
        if (what.size() < 200) what += " [" + std::to_string(at) + "]=" + std::to_string(damaged[at] & 0xff);
      }
      Try(what, damaged, bytes.size());
    }
  }

  size_t tried = 0, opened = 0, viewed = 0;
  double seconds = 0, slowest = 0;
  std::string slowest_name;
  std::vector<std::string> broken;

 private:
  static constexpr size_t kFixedCost = 20000;  // what opening anything costs, in bytes

  size_t Random(size_t below) { return static_cast<size_t>((uint64_t{random_()} << 32 | random_()) % below); }

  void Try(const std::string& what, std::string bytes, size_t whole) {
    std::snprintf(current, sizeof current, "%s", what.c_str());
    const std::clock_t start = std::clock();
    // XProf's JSON repeats what the views show; now and then is enough.
    const Exercised result = Exercise(what, std::make_unique<MemorySource>(std::move(bytes)), tried % 4 == 0);
    const double took = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
    ++tried;
    opened += result.opened;
    viewed += result.views;
    seconds += took;
    if (took > slowest) {
      slowest = took;
      slowest_name = what;
    }
    if (!result.broken.empty() && broken.size() < 20) broken.push_back(what + ": " + result.broken);
    // Two seconds, and under the sanitizers a second for each megabyte more.
    const double limit = 2 + (kSanitized ? static_cast<double>(whole) / 1e6 : 0);
    if (took > limit && broken.size() < 20) broken.push_back(what + ": took " + std::to_string(took) + " s");
  }

  double budget_, share_;
  std::mt19937 random_;
};

void BreakAll(const std::filesystem::path& folder, double budget) {
  const char* scale = std::getenv("XMV_BROKEN");
  Breaker breaker(scale ? budget * std::atof(scale) : budget, 1);
  for (const std::filesystem::path& path : FilesIn(folder)) {
    const std::string name = std::filesystem::relative(path, folder).string();
    if (kSanitized && name.find("transformer_huge") != std::string::npos) continue;
    std::string bytes = ReadAll(path);
    const size_t tried = breaker.tried, opened = breaker.opened;
    breaker.Break(name, bytes);
    if (std::getenv("XMV_BROKEN_VERBOSE"))
      std::printf("%6zu tried %6zu opened %s\n", breaker.tried - tried, breaker.opened - opened, name.c_str());
    MemorySource source(std::move(bytes));
    if (!IsGzip(source)) continue;
    const auto inflated = Inflate(source, {});
    REQUIRE(inflated.ok());
    breaker.Break(name + " inflated", std::string((*inflated)->Memory()));
  }
  std::printf("%s: %zu broken files, %zu opened, %zu spaces viewed, %.0f s; slowest %.2f s: %s\n",
              folder.filename().c_str(), breaker.tried, breaker.opened, breaker.viewed, breaker.seconds,
              breaker.slowest, breaker.slowest_name.c_str());
  for (const std::string& broken : breaker.broken) FAIL_CHECK(broken);
  CHECK(breaker.viewed > breaker.tried / 20);  // or the test looks at nothing
}

}  // namespace

TEST_CASE("broken files of tests/data", "[broken]") { BreakAll(std::filesystem::path(XMV_TESTS_DIR) / "data", 300e6); }

TEST_CASE("broken files of the shared data", "[broken]") {
  const char* shared = std::getenv("XMV_SHARED");
  if (!shared || !std::filesystem::exists(std::filesystem::path(shared) / "data")) SKIP("XMV_SHARED is not set");
  BreakAll(std::filesystem::path(shared) / "data", 8e6);
}

}  // namespace xmv
