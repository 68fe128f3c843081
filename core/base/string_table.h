// Strings stored once, named by 32-bit ids: instruction names, op names, shapes and paths repeat thousands of times.
#ifndef XMV_CORE_BASE_STRING_TABLE_H_
#define XMV_CORE_BASE_STRING_TABLE_H_

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

namespace xmv {

// Id of a string in a StringTable. 0 is always the empty string.
using StringId = uint32_t;

// Intern() is O(length) amortised; Get() is O(1). Views stay valid as long as the table lives. Movable, not copyable.
class StringTable {
 public:
  StringTable();
  StringTable(StringTable&&) = default;
  StringTable& operator=(StringTable&&) = default;

  StringId Intern(std::string_view text);
  std::string_view Get(StringId id) const { return strings_[id]; }
  size_t size() const { return strings_.size(); }

 private:
  std::string_view Store(std::string_view text);
  void Grow();

  std::vector<std::unique_ptr<char[]>> blocks_;  // text lives in blocks that never move
  size_t block_left_ = 0;
  char* block_at_ = nullptr;
  std::vector<std::string_view> strings_;
  // Open addressing, power of two. The hash beside the id spares a look at the string in nearly all collisions, and
  // hashing again when growing.
  struct Slot {
    uint32_t hash = 0;
    StringId id = 0;  // 0: free; the empty string is never looked up
  };
  std::vector<Slot> slots_;
};

}  // namespace xmv

#endif  // XMV_CORE_BASE_STRING_TABLE_H_
