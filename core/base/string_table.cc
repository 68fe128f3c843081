#include "core/base/string_table.h"

#include <cstring>

namespace xmv {
namespace {

constexpr size_t kBlock = size_t{1} << 16;

// FNV-1a over eight bytes at a time: short instruction names dominate, so set-up cost matters more than quality.
uint32_t Hash(std::string_view text) {
  uint64_t hash = 0xcbf29ce484222325u ^ text.size();
  const char* at = text.data();
  size_t left = text.size();
  for (; left >= 8; left -= 8, at += 8) {
    uint64_t word;
    std::memcpy(&word, at, 8);
    hash = (hash ^ word) * 0x9e3779b97f4a7c15u;
    hash ^= hash >> 29;
  }
  uint64_t tail = 0;
  std::memcpy(&tail, at, left);
  hash = (hash ^ tail) * 0x9e3779b97f4a7c15u;
  return static_cast<uint32_t>(hash ^ (hash >> 32));
}

}  // namespace

StringTable::StringTable() : slots_(1024) { strings_.push_back({}); }

StringId StringTable::Intern(std::string_view text) {
  if (text.empty()) return 0;
  if (strings_.size() * 3 > slots_.size() * 2) Grow();
  const uint32_t hash = Hash(text);
  const size_t mask = slots_.size() - 1;
  size_t at = hash & mask;
  for (; slots_[at].id != 0; at = (at + 1) & mask) {
    if (slots_[at].hash == hash && strings_[slots_[at].id] == text) return slots_[at].id;
  }
  const StringId id = static_cast<StringId>(strings_.size());
  strings_.push_back(Store(text));
  slots_[at] = {hash, id};
  return id;
}

std::string_view StringTable::Store(std::string_view text) {
  if (text.size() > block_left_) {
    const size_t size = text.size() > kBlock ? text.size() : kBlock;
    blocks_.push_back(std::make_unique<char[]>(size));
    block_at_ = blocks_.back().get();
    block_left_ = size;
  }
  std::memcpy(block_at_, text.data(), text.size());
  const std::string_view stored(block_at_, text.size());
  block_at_ += text.size();
  block_left_ -= text.size();
  return stored;
}

void StringTable::Grow() {
  std::vector<Slot> larger(slots_.size() * 2);
  const size_t mask = larger.size() - 1;
  for (const Slot& slot : slots_) {
    if (slot.id == 0) continue;
    size_t at = slot.hash & mask;
    while (larger[at].id != 0) at = (at + 1) & mask;
    larger[at] = slot;
  }
  slots_.swap(larger);
}

}  // namespace xmv
