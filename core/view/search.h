// Search over the buffers of a space.
//
// A query is terms separated by spaces, all of which must match:
//   text            part of the name, framework op, shape, opcode or source; case does not matter
//   op:text         part of one field only: name: op: shape: opcode: src: type:
//   /pattern/       regular expression (ECMAScript) instead of text, also after a field: op:/layer_\d+/
//   size>100MiB     compares bytes: size, padding, unpadded; > >= < <= =; units B, KiB, MiB, GiB (K, M, G too)
//   "two words"     quotes keep spaces
#ifndef XMV_CORE_VIEW_SEARCH_H_
#define XMV_CORE_VIEW_SEARCH_H_

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "core/analysis/space_usage.h"
#include "core/base/status.h"
#include "core/model/module.h"

namespace xmv {

// Tells whether a text matches a pattern. The core has no regular expressions of its own: the page's are better known.
using PatternTest = std::function<bool(const std::string& pattern, std::string_view text)>;

struct Matches {
  std::vector<bool> of;  // per row of Buffers; empty when nothing is searched for
  size_t count = 0;      // buffers of this space that match
  Bytes bytes = 0;       // their sizes
};

// Buffers assigned to the space that match. Error (kBadQuery) with a sentence for what cannot be understood.
// O(buffers), and one pattern test per distinct text.
Result<Matches> Search(const Module& module, const SpaceUsage& usage, std::string_view query, const PatternTest& test);

}  // namespace xmv

#endif  // XMV_CORE_VIEW_SEARCH_H_
