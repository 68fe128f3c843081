#include "core/view/search.h"

#include <algorithm>
#include <charconv>
#include <cstdlib>

#include "core/analysis/source.h"

namespace xmv {
namespace {

enum class Field { kAny, kName, kOp, kShape, kOpcode, kSource, kType, kSize, kPadding, kUnpadded };

struct Term {
  Field field = Field::kAny;
  std::string text;  // lower case; or a pattern
  bool pattern = false;
  char compare = 0;  // '>', 'g' (>=), '<', 'l' (<=), '='
  Bytes bytes = 0;
  std::vector<int8_t> tested;  // per StringId: -1 not yet, 0 no, 1 yes
};

std::string Lower(std::string_view text) {
  std::string out(text);
  for (char& c : out) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c + 32);
  }
  return out;
}

Error BadQuery(std::string message) {
  return {Code::kBadQuery, std::move(message),
          "Examples: copy-start · op:attention · shape:bf16 · src:model.py · size>100MiB · /fusion\\.\\d+/"};
}

constexpr struct {
  std::string_view name;
  Field field;
} kFields[] = {{"name", Field::kName},        {"op", Field::kOp},      {"shape", Field::kShape},
               {"opcode", Field::kOpcode},    {"src", Field::kSource}, {"source", Field::kSource},
               {"type", Field::kType},        {"size", Field::kSize},  {"padding", Field::kPadding},
               {"unpadded", Field::kUnpadded}};

// "100MiB" → bytes; false if it is no size.
bool ParseBytes(std::string_view text, Bytes& bytes) {
  char* end = nullptr;
  const std::string copy(text);
  const double number = std::strtod(copy.c_str(), &end);
  if (end == copy.c_str() || number < 0) return false;
  const std::string unit = Lower(end);
  constexpr std::string_view kUnits = "kmgt";
  double scale = 1;
  if (!unit.empty() && unit != "b") {
    const size_t power = kUnits.find(unit[0]);
    if (power == std::string_view::npos || (unit.size() > 1 && unit.substr(1) != "ib" && unit.substr(1) != "b"))
      return false;
    for (size_t i = 0; i <= power; ++i) scale *= 1024;
  }
  bytes = static_cast<Bytes>(std::min(number * scale, static_cast<double>(kMaxBytes)));
  return true;
}

// Takes the next word off a query, quotes and /patterns/ kept in one piece.
std::string NextWord(std::string_view& query) {
  while (!query.empty() && query.front() == ' ') query.remove_prefix(1);
  std::string word;
  char open = 0;
  while (!query.empty() && (open || query.front() != ' ')) {
    const char c = query.front();
    query.remove_prefix(1);
    if (c == '"') {
      open = open == '"' ? '\0' : open ? open : '"';
      if (open != '/') continue;
    } else if (c == '/' && open != '"' && (open == '/' || word.empty() || word.back() == ':')) {
      open = open ? '\0' : '/';
    } else if (c == '\\' && open == '/' && !query.empty()) {
      word += c;
      word += query.front();
      query.remove_prefix(1);
      continue;
    }
    word += c;
  }
  return word;
}

Result<Term> ParseTerm(const std::string& word) {
  Term term;
  std::string_view rest = word;
  for (const auto& field : kFields) {
    if (rest.substr(0, field.name.size()) != field.name || rest.size() <= field.name.size()) continue;
    const bool bytes = field.field >= Field::kSize;
    const char mark = rest[field.name.size()];
    if (bytes != (mark == '>' || mark == '<' || mark == '=') || (!bytes && mark != ':')) continue;
    term.field = field.field;
    rest.remove_prefix(field.name.size() + 1);
    if (bytes) {
      term.compare = mark;
      if (!rest.empty() && rest.front() == '=' && mark != '=') {
        term.compare = mark == '>' ? 'g' : 'l';
        rest.remove_prefix(1);
      }
      if (!ParseBytes(rest, term.bytes)) return BadQuery("“" + std::string(rest) + "” is no size.");
      return term;
    }
    break;
  }
  if (rest.size() >= 2 && rest.front() == '/' && rest.back() == '/') {
    term.pattern = true;
    term.text = rest.substr(1, rest.size() - 2);
    if (term.text.empty()) return BadQuery("The pattern // is empty.");
  } else {
    term.text = Lower(rest);
    if (term.text.empty()) return BadQuery("“" + word + "” says nothing to look for.");
  }
  return term;
}

class Searcher {
 public:
  Searcher(const Module& module, const PatternTest& test)
      : module_(module), strings_(module.assignment.strings), test_(test) {}

  bool BufferMatches(Term& term, uint32_t buffer) {
    const Buffers& b = module_.assignment.buffers;
    const Bytes unpadded = std::min(module_.unpadded[buffer], b.size[buffer]);
    switch (term.field) {
      case Field::kSize:
        return Compare(term, b.size[buffer]);
      case Field::kUnpadded:
        return Compare(term, unpadded);
      case Field::kPadding:
        return Compare(term, b.size[buffer] - unpadded);
      case Field::kType: {
        const uint32_t allocation = b.allocation[buffer];
        return allocation != kNone &&
               TextMatches(term, AllocationTypeName(module_.assignment.allocations.type(allocation)));
      }
      case Field::kShape:
        return StringMatches(term, module_.shape[buffer]);
      default:
        break;
    }
    const bool any = term.field == Field::kAny;
    if (any && StringMatches(term, module_.shape[buffer])) return true;
    const uint32_t instruction = module_.instruction[buffer];
    if (instruction == kNone) return any && TextMatches(term, BufferName(module_, buffer));
    const Instructions& rows = module_.instructions;
    if ((any || term.field == Field::kName) && StringMatches(term, rows.name[instruction])) return true;
    if ((any || term.field == Field::kOp) && StringMatches(term, rows.op_name[instruction])) return true;
    if ((any || term.field == Field::kOpcode) && StringMatches(term, rows.opcode[instruction])) return true;
    if (!any && term.field != Field::kSource) return false;
    const SourceLocation source = SourceOf(module_, instruction);
    return !source.file.empty() && TextMatches(term, std::string(source.file) + ":" + std::to_string(source.line));
  }

 private:
  static bool Compare(const Term& term, Bytes bytes) {
    switch (term.compare) {
      case '>':
        return bytes > term.bytes;
      case 'g':
        return bytes >= term.bytes;
      case '<':
        return bytes < term.bytes;
      case 'l':
        return bytes <= term.bytes;
      default:
        return bytes == term.bytes;
    }
  }

  bool TextMatches(const Term& term, std::string_view text) const {
    if (term.pattern) return test_(term.text, text);
    return std::search(text.begin(), text.end(), term.text.begin(), term.text.end(), [](char a, char b) {
             return (a >= 'A' && a <= 'Z' ? static_cast<char>(a + 32) : a) == b;
           }) != text.end();
  }

  // Each distinct text is looked at once per term.
  bool StringMatches(Term& term, StringId id) {
    if (id == 0) return false;
    if (term.tested.empty()) term.tested.assign(strings_.size(), -1);
    int8_t& known = term.tested[id];
    if (known < 0) known = TextMatches(term, strings_.Get(id)) ? 1 : 0;
    return known != 0;
  }

  const Module& module_;
  const StringTable& strings_;
  const PatternTest& test_;
};

}  // namespace

Result<Matches> Search(const Module& module, const SpaceUsage& usage, std::string_view query, const PatternTest& test) {
  std::vector<Term> terms;
  for (std::string word = NextWord(query); !word.empty(); word = NextWord(query)) {
    Result<Term> term = ParseTerm(word);
    if (!term.ok()) return term.error();
    terms.push_back(std::move(*term));
  }
  Matches out;
  if (terms.empty()) return out;
  const Buffers& b = module.assignment.buffers;
  const Allocations& a = module.assignment.allocations;
  out.of.assign(b.size_rows(), false);
  Searcher searcher(module, test);
  for (uint32_t i = 0; i < b.size_rows(); ++i) {
    if (b.allocation[i] == kNone || a.space[b.allocation[i]] != usage.space) continue;
    if (!std::all_of(terms.begin(), terms.end(), [&](Term& term) { return searcher.BufferMatches(term, i); })) continue;
    out.of[i] = true;
    ++out.count;
    if (!AddBytes(out.bytes, b.size[i])) out.bytes = kMaxBytes;  // forged sizes
  }
  return out;
}

}  // namespace xmv
