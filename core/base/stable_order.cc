#include "core/base/stable_order.h"

#include <algorithm>
#include <numeric>

namespace xmv {

std::vector<uint32_t> StableOrder(size_t n, const std::function<bool(uint32_t, uint32_t)>& less) {
  std::vector<uint32_t> order(n);
  std::iota(order.begin(), order.end(), uint32_t{0});
  std::stable_sort(order.begin(), order.end(), less);
  return order;
}

}  // namespace xmv
