// Mutates protobuf messages as messages: fields are changed, repeated, moved and removed with all lengths around them
// kept right, which random bytes hardly ever do. Every fourth mutation is of plain bytes, to break the lengths.
//
// Including this defines libFuzzer's LLVMFuzzerCustomMutator; each target is one file.
#ifndef XMV_TESTS_FUZZ_WIRE_MUTATOR_H_
#define XMV_TESTS_FUZZ_WIRE_MUTATOR_H_

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tests/fuzz/fuzz.h"

extern "C" size_t LLVMFuzzerMutate(uint8_t* data, size_t size, size_t max_size);

namespace xmv {

// A field, and what is inside if that can be read as a message.
struct WireNode {
  uint32_t number = 0;
  uint8_t type = 0;
  uint64_t value = 0;              // of a varint or fixed number
  std::string bytes;               // of a length-delimited field without fields of its own
  std::vector<WireNode> children;  // else
};

class WireTree {
 public:
  // False if `text` is no message.
  static bool Parse(std::string_view text, int depth, std::vector<WireNode>& out) {
    while (!text.empty()) {
      WireNode node;
      uint64_t tag;
      if (!Varint(text, tag)) return false;
      node.number = static_cast<uint32_t>(tag >> 3);
      node.type = static_cast<uint8_t>(tag & 7);
      if (tag >> 3 == 0 || tag >> 3 > 5000) return false;
      if (node.type == 0) {
        if (!Varint(text, node.value)) return false;
      } else if (node.type == 1 || node.type == 5) {
        const size_t width = node.type == 1 ? 8 : 4;
        if (text.size() < width) return false;
        std::memcpy(&node.value, text.data(), width);
        text.remove_prefix(width);
      } else if (node.type == 2) {
        uint64_t length;
        if (!Varint(text, length) || length > text.size()) return false;
        const std::string_view content = text.substr(0, static_cast<size_t>(length));
        text.remove_prefix(content.size());
        if (content.empty() || depth == 0 || !Parse(content, depth - 1, node.children)) {
          node.children.clear();
          node.bytes = content;
        }
      } else {
        return false;
      }
      out.push_back(std::move(node));
    }
    return true;
  }

  static std::string Write(const std::vector<WireNode>& nodes) {
    std::string out;
    for (const WireNode& node : nodes) {
      AddVarint(out, uint64_t{node.number} << 3 | node.type);
      if (node.type == 0) {
        AddVarint(out, node.value);
      } else if (node.type == 2) {
        const std::string content = node.children.empty() ? node.bytes : Write(node.children);
        AddVarint(out, content.size());
        out += content;
      } else {
        out.append(reinterpret_cast<const char*>(&node.value), node.type == 1 ? 8 : 4);
      }
    }
    return out;
  }

 private:
  static bool Varint(std::string_view& text, uint64_t& value) {
    value = 0;
    for (size_t i = 0; i < text.size() && i < 10; ++i) {
      const uint8_t byte = static_cast<uint8_t>(text[i]);
      value |= static_cast<uint64_t>(byte & 0x7f) << (7 * i);
      if (byte < 0x80) {
        text.remove_prefix(i + 1);
        return true;
      }
    }
    return false;
  }
  static void AddVarint(std::string& out, uint64_t value) {
    for (; value >= 0x80; value >>= 7) out += static_cast<char>(value | 0x80);
    out += static_cast<char>(value);
  }
};

class WireMutator {
 public:
  explicit WireMutator(unsigned seed) : random_(seed) {}

  void Mutate(std::vector<WireNode>& root) {
    std::vector<std::vector<WireNode>*> lists;
    Collect(root, lists);
    for (size_t count = 1 + Random(3); count > 0; --count) {
      std::vector<WireNode>& list = *lists[Random(lists.size())];
      if (list.empty()) return;
      const size_t at = Random(list.size());
      switch (Random(8)) {
        case 0:
        case 1:
        case 2:
          Change(list[at]);
          break;
        case 3:  // lists below it may be gone: start over next time
          list.erase(list.begin() + static_cast<std::ptrdiff_t>(at));
          return;
        case 4: {
          const WireNode copy = list[at];
          for (size_t n = 1 + Random(Random(8) == 0 ? 40 : 2); n > 0; --n)
            list.insert(list.begin() + static_cast<std::ptrdiff_t>(Random(list.size() + 1)), copy);
          return;
        }
        case 5:
          std::swap(list[at], list[Random(list.size())]);
          return;
        case 6: {  // a field from elsewhere in the message, in its place
          const std::vector<WireNode>& other = *lists[Random(lists.size())];
          if (other.empty()) return;
          const WireNode copy = other[Random(other.size())];
          list.insert(list.begin() + static_cast<std::ptrdiff_t>(at), copy);
          return;
        }
        default:
          list[at].number = 1 + static_cast<uint32_t>(Random(Random(4) == 0 ? 50 : 14));
      }
    }
  }

 private:
  size_t Random(size_t below) { return random_() % below; }

  static void Collect(std::vector<WireNode>& list, std::vector<std::vector<WireNode>*>& out) {
    out.push_back(&list);
    for (WireNode& node : list) {
      if (!node.children.empty()) Collect(node.children, out);
    }
  }

  void Change(WireNode& node) {
    if (node.type != 2) {
      constexpr uint64_t kInteresting[] = {0,
                                           1,
                                           2,
                                           UINT64_MAX,
                                           uint64_t{1} << 31,
                                           UINT32_MAX,
                                           uint64_t{1} << 53,
                                           (uint64_t{1} << 53) + 1,
                                           INT64_MAX,
                                           uint64_t{1} << 63};
      switch (Random(3)) {
        case 0:
          node.value = kInteresting[Random(sizeof kInteresting / sizeof kInteresting[0])];
          break;
        case 1:
          node.value += Random(9) - 4;
          break;
        default:
          node.value = Random(64);
      }
      return;
    }
    if (!node.children.empty()) return;
    const size_t size = node.bytes.size();
    node.bytes.resize(size + 16);
    node.bytes.resize(LLVMFuzzerMutate(reinterpret_cast<uint8_t*>(node.bytes.data()), size, node.bytes.size()));
  }

  std::minstd_rand random_;
};

}  // namespace xmv

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size, size_t max_size, unsigned seed) {
  std::vector<xmv::WireNode> root;
  constexpr int kDepth = 10;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  if (seed % 4 != 0 && xmv::WireTree::Parse(text, kDepth, root) && !root.empty()) {
    xmv::WireMutator(seed).Mutate(root);
    const std::string out = xmv::WireTree::Write(root);
    if (!out.empty() && out.size() <= max_size) {
      std::memcpy(data, out.data(), out.size());
      return out.size();
    }
  }
  return LLVMFuzzerMutate(data, size, max_size);
}

#endif  // XMV_TESTS_FUZZ_WIRE_MUTATOR_H_
