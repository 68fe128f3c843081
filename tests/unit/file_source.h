// A file of this machine as a ByteSource, for native tests and benchmarks. The product reads through callbacks instead.
#ifndef XMV_TESTS_UNIT_FILE_SOURCE_H_
#define XMV_TESTS_UNIT_FILE_SOURCE_H_

#include <cstdio>
#include <memory>
#include <string>

#include "core/io/byte_source.h"

namespace xmv {

class FileSource final : public ByteSource {
 public:
  explicit FileSource(const std::string& path) : file_(std::fopen(path.c_str(), "rb")) {
    if (!file_) return;
    std::fseek(file_, 0, SEEK_END);
    size_ = static_cast<FileOffset>(std::ftell(file_));
  }
  ~FileSource() override {
    if (file_) std::fclose(file_);
  }
  FileSource(const FileSource&) = delete;
  FileSource& operator=(const FileSource&) = delete;

  FileOffset size() const override { return size_; }
  size_t Read(FileOffset offset, size_t length, char* out) override {
    if (!file_ || std::fseek(file_, static_cast<long>(offset), SEEK_SET) != 0) return 0;
    return std::fread(out, 1, length, file_);
  }

 private:
  std::FILE* file_;
  FileOffset size_ = 0;
};

inline std::unique_ptr<ByteSource> OpenFile(const std::string& path) { return std::make_unique<FileSource>(path); }

}  // namespace xmv

#endif  // XMV_TESTS_UNIT_FILE_SOURCE_H_
