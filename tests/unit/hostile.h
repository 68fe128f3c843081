// What the tests of hostile files share: opening bytes made by hand, expecting one error or one view.
#ifndef XMV_TESTS_UNIT_HOSTILE_H_
#define XMV_TESTS_UNIT_HOSTILE_H_

#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <ctime>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/session.h"
#include "tests/unit/exercise.h"
#include "tests/unit/invariants.h"
#include "tests/unit/proto_builder.h"

namespace xmv {

inline Result<FileInfo> Open(Session& session, std::string bytes) {
  return session.AddFile("file", std::make_unique<MemorySource>(std::move(bytes)), {});
}

// The error of a file that cannot be opened, or whose only program cannot be shown.
inline Error ErrorOf(std::string bytes, Space space = 0) {
  Session session;
  const Result<FileInfo> file = Open(session, std::move(bytes));
  if (!file.ok()) return file.error();
  const std::vector<ModuleInfo> modules = session.modules();
  REQUIRE(modules.size() == 1);
  if (modules[0].failure) return *modules[0].failure;
  const auto view = session.View(0, space, kNone);
  REQUIRE_FALSE(view.ok());
  return view.error();
}

// A space of the only program, which must open.
inline std::unique_ptr<SpaceView> ViewOf(std::string bytes, Space space = 0) {
  Session session;
  const Result<FileInfo> file = Open(session, std::move(bytes));
  if (!file.ok()) FAIL(CodeName(file.error().code) << ": " << file.error().message);
  auto view = session.View(0, space, kNone);
  if (!view.ok()) FAIL(CodeName(view.error().code) << ": " << view.error().message);
  CHECK(ViewExercise(**view).Broken() == "");
  (*view)->SetAxis(Axis::kEvents);
  CHECK(session.XprofJson(0, space).ok());
  return std::move(*view);
}

inline bool Noted(const SpaceView& view, Code code, std::string_view words) {
  for (const Error& note : view.usage().notes) {
    if (note.code == code && note.message.find(words) != std::string::npos) return true;
  }
  return false;
}

inline Card CardOf(const SpaceView& view, uint32_t buffer) {
  const Result<Card> card = MakeCard(view.module(), view.usage(), view.relations(), buffer);
  REQUIRE(card.ok());
  return *card;
}

using Series = std::vector<Bytes>;

// Processor time, so that a busy machine fails nothing.
class Stopwatch {
 public:
  double seconds() const { return static_cast<double>(std::clock() - start_) / CLOCKS_PER_SEC; }

 private:
  std::clock_t start_ = std::clock();
};

// Whether a text is JSON (RFC 8259) in valid UTF-8. Numbers are taken on trust.
class JsonChecker {
 public:
  explicit JsonChecker(std::string_view text) : text_(text) {}
  bool Valid() { return Value() && text_.empty(); }

 private:
  bool Take(char c) {
    if (text_.empty() || text_[0] != c) return false;
    text_.remove_prefix(1);
    return true;
  }
  bool Value() {
    if (text_.empty()) return false;
    if (text_[0] == '"') return String();
    if (Take('{')) {
      if (Take('}')) return true;
      do {
        if (!String() || !Take(':') || !Value()) return false;
      } while (Take(','));
      return Take('}');
    }
    if (Take('[')) {
      if (Take(']')) return true;
      do {
        if (!Value()) return false;
      } while (Take(','));
      return Take(']');
    }
    const size_t end = text_.find_first_not_of("+-.0123456789aeflnrstu");
    if (end == 0) return false;
    text_.remove_prefix(std::min(end, text_.size()));
    return true;
  }
  bool String() {
    if (!Take('"')) return false;
    while (!text_.empty() && text_[0] != '"') {
      const unsigned char c = static_cast<unsigned char>(text_[0]);
      if (c < 0x20) return false;
      size_t length = c < 0x80 ? 1 : c < 0xc2 ? 0 : c < 0xe0 ? 2 : c < 0xf0 ? 3 : c < 0xf5 ? 4 : 0;
      if (c == '\\') length = text_.size() > 1 && text_[1] == 'u' ? 6 : 2;
      if (length == 0 || length > text_.size()) return false;
      for (size_t i = 1; i < length && c >= 0x80; ++i) {
        if ((static_cast<unsigned char>(text_[i]) & 0xc0) != 0x80) return false;
      }
      text_.remove_prefix(length);
    }
    return Take('"');
  }

  std::string_view text_;
};

// A file far larger than memory: bytes at its front, then zeros.
class VastSource final : public ByteSource {
 public:
  VastSource(std::string front, FileOffset size) : front_(std::move(front)), size_(size) {}
  FileOffset size() const override { return size_; }
  size_t Read(FileOffset offset, size_t length, char* out) override {
    length = static_cast<size_t>(std::min<FileOffset>(length, offset < size_ ? size_ - offset : 0));
    for (size_t i = 0; i < length; ++i) out[i] = offset + i < front_.size() ? front_[offset + i] : '\0';
    largest = std::max(largest, length);
    total += length;
    return length;
  }
  size_t largest = 0, total = 0;

 private:
  std::string front_;
  FileOffset size_;
};

}  // namespace xmv

#endif  // XMV_TESTS_UNIT_HOSTILE_H_
