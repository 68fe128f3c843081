// Every input that once broke something: tests/data/crashes. Files are named after what was wrong.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <filesystem>
#include <string>
#include <vector>

#include "tests/unit/exercise.h"
#include "tests/unit/file_source.h"

namespace xmv {

TEST_CASE("inputs that once broke something", "[crashes]") {
  const std::filesystem::path folder = std::filesystem::path(XMV_TESTS_DIR) / "data/crashes";
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  CHECK_FALSE(files.empty());
  for (const std::filesystem::path& file : files) {
    CAPTURE(file.filename().string());
    CHECK(Exercise(file.filename().string(), OpenFile(file.string())).broken == "");
  }
}

}  // namespace xmv
