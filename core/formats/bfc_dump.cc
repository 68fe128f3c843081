#include "core/formats/bfc_dump.h"

#include <algorithm>

#include "core/base/stable_order.h"
#include "core/base/text.h"

namespace xmv {
namespace {

constexpr size_t kMostSizes = 10000;
constexpr size_t kShownSizes = 50;

// "InUse at 7f0a00000000 of size 1024 next 1": the number behind " of size ".
bool ChunkSize(std::string_view line, Bytes& bytes) {
  const size_t at = line.find(" of size ");
  if (at == std::string_view::npos) return false;
  std::string_view rest = line.substr(at + 9);
  SizeText size;
  if (!TakeSize(rest, size)) return false;
  bytes = size.bytes;
  return bytes >= 0;
}

bool IsMap(std::string_view line) {
  return line.size() >= 50 && line.size() <= 200 && line.find_first_not_of("*_x") == std::string_view::npos;
}

}  // namespace

bool BfcDump::Line(std::string_view line) {
  Bytes bytes = 0;
  if (StartsWith(line, "InUse at ") && ChunkSize(line, bytes)) {
    chunks_ = true;
    if (!AddBytes(used_chunks_, bytes)) return true;
    if (by_size_.size() < kMostSizes || by_size_.count(bytes)) ++by_size_[bytes];
    return true;
  }
  if (StartsWith(line, "Free ") && ChunkSize(line, bytes)) {
    chunks_ = true;
    if (AddBytes(free_chunks_, bytes)) largest_free_ = std::max(largest_free_, bytes);
    return true;
  }
  const auto stat = [&](std::string_view key, Bytes& value) {
    std::string_view rest = line;
    SizeText size;
    if (!Take(rest, key) || !TakeSize(rest, size) || !Trim(rest).empty()) return false;
    value = size.bytes;
    return true;
  };
  Bytes ignored;
  if (stat("Limit:", limit_) || stat("InUse:", in_use_) || stat("LargestFreeBlock:", largest_in_stats_) ||
      stat("MaxInUse:", ignored) || stat("NumAllocs:", ignored) || stat("MaxAllocSize:", ignored) ||
      stat("Reserved:", ignored) || stat("PeakReserved:", ignored))
    return true;
  return StartsWith(line, "Bin (") || StartsWith(line, "Bin for ") || StartsWith(line, "Next region of size ") ||
         StartsWith(line, "BFCAllocator dump for ") || StartsWith(line, "Stats:") ||
         StartsWith(line, "Sum Total of ") || StartsWith(line, "Total bytes in pool:") ||
         StartsWith(line, "Current allocation summary follows") ||
         StartsWith(line, "If the cause is memory fragmentation") || StartsWith(line, "Summary of in-use Chunks") ||
         Contains(line, " Chunks of size ") || Contains(line, "| Requested Size: ") || IsMap(line);
}

void BfcDump::Fill(OomReport& report) const {
  if (limit_ > 0) {
    report.capacity = limit_;
    report.parts.push_back({"other", "limit", limit_});
  }
  if (in_use_ > 0) report.parts.push_back({"total", "in use", in_use_});
  if (limit_ > 0 && in_use_ >= 0) report.free = std::max<Bytes>(0, limit_ - in_use_);
  if (chunks_) {
    report.largest_free = largest_free_;
    report.parts.push_back({"other", "chunks in use", used_chunks_});
    report.parts.push_back({"other", "free chunks", free_chunks_});
    if (report.free == kUnknownBytes) report.free = free_chunks_;
  } else if (largest_in_stats_ > 0) {
    report.largest_free = largest_in_stats_;
  }
  // By how much each size takes in all.
  std::vector<std::pair<Bytes, int64_t>> sizes(by_size_.begin(), by_size_.end());
  const auto total = [](const std::pair<Bytes, int64_t>& s) {
    return static_cast<double>(s.first) * static_cast<double>(s.second);
  };
  StableSort(sizes, [&](const auto& x, const auto& y) { return total(x) > total(y); });
  for (size_t i = 0; i < sizes.size() && i < kShownSizes; ++i) {
    OomAllocation allocation;
    allocation.size = sizes[i].first;
    allocation.count = sizes[i].second;
    allocation.type = "chunk";
    report.allocations.push_back(allocation);
  }
}

}  // namespace xmv
