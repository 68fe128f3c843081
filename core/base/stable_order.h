// Stable sorting where speed does not matter: std::stable_sort takes four kilobytes of wasm for each kind of item.
#ifndef XMV_CORE_BASE_STABLE_ORDER_H_
#define XMV_CORE_BASE_STABLE_ORDER_H_

#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

namespace xmv {

// The numbers below n in the order of `less`, equal ones by value. O(n log n) calls of `less`.
std::vector<uint32_t> StableOrder(size_t n, const std::function<bool(uint32_t, uint32_t)>& less);

template <typename T, typename Less>
void StableSort(std::vector<T>& items, const Less& less) {
  std::vector<T> sorted;
  sorted.reserve(items.size());
  for (const uint32_t i : StableOrder(items.size(), [&](uint32_t x, uint32_t y) { return less(items[x], items[y]); }))
    sorted.push_back(std::move(items[i]));
  items.swap(sorted);
}

}  // namespace xmv

#endif  // XMV_CORE_BASE_STABLE_ORDER_H_
