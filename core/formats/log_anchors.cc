#include "core/formats/log_anchors.h"

#include <algorithm>
#include <cstddef>
#include <cstring>

namespace xmv {
namespace {

constexpr std::string_view kAnchors[] = {
    // Messages themselves (FORMATS §5):
    "Ran out of memory", "Out of memory while", "Out of memory allocating", "ran out of memory", "would exceed memory",
    "Attempting to allocate", "Attempting to reserve", "reduce memory use below", "scoped vmem limit",
    "OOM when allocating", "Failed to allocate request for", "unlikely to have enough memory", "bytes for new constant",
    "CUDA out of memory",
    // what follows them, when their head is lost:
    "program allocations in", "hbm requirement", "vmem requirement", "smem requirement", "BufferAssignment OOM",
    // what stands before them, when a log has broken their words:
    "RESOURCE_EXHAUSTED", "Resource exhausted", "ResourceExhausted", "ERROR_OUT_OF_MEMORY",
    // and what is printed when all is well.
    "program HBM usage:", "program VMEM usage:", "program SMEM usage:", "CompiledMemoryStats("};

constexpr size_t kWindow = 15;  // length of the shortest phrase
constexpr size_t kBlock = 3;    // bytes that decide how far to move

constexpr bool LongEnough() {
  for (const std::string_view anchor : kAnchors) {
    if (anchor.size() < kWindow || anchor.size() > AnchorFinder::kLongest) return false;
  }
  return true;
}
static_assert(LongEnough());

// Hash of the three bytes that end at `last`; the one before is read too. Little-endian, as all our machines are.
template <uint32_t kBits>
uint32_t LastThree(const char* last) {
  uint32_t word;
  std::memcpy(&word, last - 3, 4);
  return ((word >> 8) * 0x9e3779b1u) >> (32 - kBits);
}

template <uint32_t kBits>
uint32_t FirstFour(const char* first) {
  uint32_t word;
  std::memcpy(&word, first, 4);
  return (word * 0x9e3779b1u) >> (32 - kBits);
}

}  // namespace

AnchorFinder::AnchorFinder() {
  shift_.fill(kWindow - kBlock + 1);
  begins_.fill(false);
  for (const std::string_view anchor : kAnchors) {
    begins_[FirstFour<kTableBits>(anchor.data())] = true;
    for (size_t end = kBlock - 1; end < kWindow; ++end) {
      const char block[4] = {0, anchor[end - 2], anchor[end - 1], anchor[end]};
      uint8_t& shift = shift_[LastThree<kTableBits>(block + 3)];
      shift = std::min(shift, static_cast<uint8_t>(kWindow - 1 - end));
    }
  }
}

void AnchorFinder::Check(std::string_view text, size_t begin, std::vector<size_t>& found) const {
  if (!begins_[FirstFour<kTableBits>(text.data() + begin)]) return;
  for (const std::string_view anchor : kAnchors) {
    if (text.substr(begin, anchor.size()) == anchor) return found.push_back(begin);
  }
}

void AnchorFinder::FindAll(std::string_view text, std::vector<size_t>& found) const {
  if (text.size() < kWindow) return;
  const size_t first_found = found.size();
  const char* const data = text.data();
  // Each window's last byte goes over its share of the positions.
  const size_t positions = text.size() - (kWindow - 1);
  size_t last[kWindows], end[kWindows];
  for (int i = 0; i < kWindows; ++i) {
    last[i] = kWindow - 1 + positions * static_cast<size_t>(i) / kWindows;
    end[i] = kWindow - 1 + positions * static_cast<size_t>(i + 1) / kWindows;
  }
  const auto all_run = [&] {
    bool run = true;
    for (int i = 0; i < kWindows; ++i) run &= last[i] < end[i];
    return run;
  };
  while (all_run()) {
    uint8_t shift[kWindows];
    bool stop = false;
    for (int i = 0; i < kWindows; ++i) {
      shift[i] = shift_[LastThree<kTableBits>(data + last[i])];
      stop |= shift[i] == 0;
    }
    for (int i = 0; stop && i < kWindows; ++i) {
      if (shift[i] > 0) continue;
      Check(text, last[i] + 1 - kWindow, found);
      shift[i] = 1;
    }
    for (int i = 0; i < kWindows; ++i) last[i] += shift[i];
  }
  for (int i = 0; i < kWindows; ++i) {
    while (last[i] < end[i]) {
      const uint8_t shift = shift_[LastThree<kTableBits>(data + last[i])];
      if (shift == 0) Check(text, last[i] + 1 - kWindow, found);
      last[i] += std::max<uint8_t>(shift, 1);
    }
  }
  std::sort(found.begin() + static_cast<ptrdiff_t>(first_found), found.end());
}

}  // namespace xmv
