// Items by key: which items have key k, without looking at the others.
#ifndef XMV_CORE_BASE_GROUPS_H_
#define XMV_CORE_BASE_GROUPS_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/base/id_map.h"

namespace xmv {

// Built O(items + keys) by counting, 4 bytes an item and a key. Items keep their order within a group.
class Groups {
 public:
  struct Members {
    const uint32_t* first;
    const uint32_t* last;
    const uint32_t* begin() const { return first; }
    const uint32_t* end() const { return last; }
    size_t size() const { return static_cast<size_t>(last - first); }
  };

  Groups() = default;
  // key_of[i] is item i's key, below `keys`; kNone: in no group.
  Groups(const std::vector<uint32_t>& key_of, size_t keys) : begin_(keys + 1, 0) {
    for (const uint32_t key : key_of) {
      if (key != kNone) ++begin_[key + 1];
    }
    for (size_t k = 0; k < keys; ++k) begin_[k + 1] += begin_[k];
    items_.resize(begin_[keys]);
    std::vector<uint32_t> next(begin_.begin(), begin_.end() - 1);
    for (size_t i = 0; i < key_of.size(); ++i) {
      if (key_of[i] != kNone) items_[next[key_of[i]]++] = static_cast<uint32_t>(i);
    }
  }

  // Empty for keys it was not built for.
  Members Of(uint32_t key) const {
    if (key == kNone || key + size_t{1} >= begin_.size()) return {nullptr, nullptr};
    return {items_.data() + begin_[key], items_.data() + begin_[key + 1]};
  }

 private:
  std::vector<uint32_t> begin_;  // keys + 1
  std::vector<uint32_t> items_;
};

}  // namespace xmv

#endif  // XMV_CORE_BASE_GROUPS_H_
