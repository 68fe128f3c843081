// Whole files in memory, for formats that cannot be read in pieces and are small.
#ifndef XMV_CORE_IO_READ_ALL_H_
#define XMV_CORE_IO_READ_ALL_H_

#include <memory>
#include <string>

#include "core/base/status.h"
#include "core/io/byte_source.h"

namespace xmv {

// All bytes. Errors: kTooLarge beyond `limit`, kReadFailed.
Result<std::string> ReadAll(ByteSource& source, FileOffset limit);

// A text in UTF-16 (as PowerShell writes what a program prints) seen as one byte a character; others than ASCII read as
// "?". Null if the source does not begin like one.
std::unique_ptr<ByteSource> NarrowUtf16(std::unique_ptr<ByteSource>& source);

}  // namespace xmv

#endif  // XMV_CORE_IO_READ_ALL_H_
