// Maps the 64-bit ids of a file to the 32-bit indices of our columns.
#ifndef XMV_CORE_BASE_ID_MAP_H_
#define XMV_CORE_BASE_ID_MAP_H_

#include <cstddef>
#include <cstdint>
#include <vector>

namespace xmv {

// "No such thing" for any 32-bit index.
inline constexpr uint32_t kNone = UINT32_MAX;

// Open addressing; O(1) amortised, 16 bytes an entry at most twice over. Set() replaces, as a repeated id does
// upstream.
class IdMap {
 public:
  void Set(int64_t id, uint32_t index) {
    if ((count_ + 1) * 2 > slots_.size()) Grow();
    Slot& slot = Find(id);
    if (slot.index == kNone) ++count_;
    slot = {id, index};
  }
  uint32_t Get(int64_t id) const { return slots_.empty() ? kNone : const_cast<IdMap*>(this)->Find(id).index; }
  size_t size() const { return count_; }

 private:
  struct Slot {
    int64_t id = 0;
    uint32_t index = kNone;  // kNone: free
  };

  Slot& Find(int64_t id) {
    const size_t mask = slots_.size() - 1;
    uint64_t hash = static_cast<uint64_t>(id) * 0x9e3779b97f4a7c15u;
    size_t at = static_cast<size_t>(hash ^ (hash >> 32)) & mask;
    while (slots_[at].index != kNone && slots_[at].id != id) at = (at + 1) & mask;
    return slots_[at];
  }
  void Grow() {
    std::vector<Slot> old(slots_.empty() ? 64 : slots_.size() * 2);
    old.swap(slots_);
    for (const Slot& slot : old) {
      if (slot.index != kNone) Find(slot.id) = slot;
    }
  }

  std::vector<Slot> slots_;
  size_t count_ = 0;
};

}  // namespace xmv

#endif  // XMV_CORE_BASE_ID_MAP_H_
