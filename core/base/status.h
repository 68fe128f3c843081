// Results without exceptions: a value, or an Error a user can understand.
//
//   Result<Module> module = ReadModule(source);
//   if (!module.ok()) return module.error();
//   Use(*module);
//
// Every way for a file to disappoint has a code of its own, so that tests, the command line and the page can tell them
// apart; the message says what is wrong in the user's words, the hint what to do next.
#ifndef XMV_CORE_BASE_STATUS_H_
#define XMV_CORE_BASE_STATUS_H_

#include <cassert>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

namespace xmv {

enum class Code {
  kEmptyFile,           // 0 bytes
  kTruncated,           // the file ends inside a field
  kCorrupt,             // bytes that cannot be what the format says
  kCompressedCorrupt,   // a gzip stream that does not inflate
  kTooLarge,            // inflates past the stated limit
  kTextFile,            // text that none of our readers knows
  kMangledText,         // binary that was saved as text; the bytes are lost
  kUnknownFormat,       // not one of the inputs
  kOtherTool,           // recognised, but it is another tool's file
  kFromText,            // a note: read from text, which says less than the proto
  kNeedsCompanion,      // a text of a dump that says nothing without another one of the same module
  kNoPrograms,          // a profile without any program in it
  kNoModule,            // an assignment without a module: no names, no shapes
  kNoBufferAssignment,  // a module of a pass before buffer assignment
  kNoMemory,            // a buffer assignment without any allocation
  kSizeOverflow,        // sizes that do not add up within 2^53 bytes
  kInconsistent,        // parts of the file contradict each other
  kLimit,               // more of something than the tool takes
  kNoSuchModule,
  kNoSuchSpace,
  kNoSuchTrace,
  kNoSuchBuffer,
  kBadQuery,    // a search that cannot be understood
  kReadFailed,  // the file could not be read (deleted, changed, permission)
  kCancelled,
};

// The stable spelling that leaves the core, e.g. "NO_BUFFER_ASSIGNMENT".
std::string_view CodeName(Code code);

struct Error {
  Code code;
  std::string message;
  std::string hint;
};

// Either a T or an Error. Reading the wrong one is a programming mistake and asserts.
template <typename T>
class [[nodiscard]] Result {
 public:
  Result(T value) : state_(std::move(value)) {}      // NOLINT(google-explicit-constructor): reads as `return value;`
  Result(Error error) : state_(std::move(error)) {}  // NOLINT(google-explicit-constructor)

  bool ok() const { return state_.index() == 0; }
  const Error& error() const { return std::get<1>(state_); }
  T& operator*() { return std::get<0>(state_); }
  const T& operator*() const { return std::get<0>(state_); }
  T* operator->() { return &std::get<0>(state_); }
  const T* operator->() const { return &std::get<0>(state_); }

 private:
  std::variant<T, Error> state_;
};

// Success, or an Error.
class [[nodiscard]] Status {
 public:
  Status() = default;
  Status(Error error) : error_(std::move(error)) {}  // NOLINT(google-explicit-constructor)

  bool ok() const { return !error_.has_value(); }
  const Error& error() const {
    assert(error_);
    return *error_;
  }

 private:
  std::optional<Error> error_;
};

}  // namespace xmv

#endif  // XMV_CORE_BASE_STATUS_H_
