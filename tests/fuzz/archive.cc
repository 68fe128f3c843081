// Zip and tar directories, and what is in them. The first byte chooses.
#include "core/io/archive.h"

#include "tests/fuzz/fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size == 0) return 0;
  auto source = std::make_unique<xmv::PiecewiseSource>(data + 1, size - 1);
  static_cast<void>(xmv::Archive::IsTar(*source));
  const auto archive =
      data[0] % 2 ? xmv::Archive::OpenZip(std::move(source)) : xmv::Archive::OpenTar(std::move(source));
  if (!archive.ok()) return 0;
  char bytes[256];
  for (size_t i = 0; i < (*archive)->entries().size() && i < 16; ++i) {
    xmv::MustHold(xmv::StaysInside((*archive)->entries()[i].path) ? "" : "a path that leads out");
    const auto entry = (*archive)->Open(i);
    if (!entry.ok()) continue;
    const xmv::FileOffset end = (*entry)->size();
    for (const xmv::FileOffset at : {xmv::FileOffset{0}, end / 2, end > 100 ? end - 100 : 0, end})
      xmv::MustHold((*entry)->Read(at, sizeof bytes, bytes) <= sizeof bytes ? "" : "more than asked for");
  }
  return 0;
}
