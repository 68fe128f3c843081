// The core's answer in XProf's JSON from a native, sanitized build: what tests/golden/run.mjs compares with XProf's
// own.
//
//   xmv_native FILE --module NAME --space N --xprof-json
//   xmv_native --list FILE…          one line per module and space: file, title, space, peak, total (or its failure)
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "core/session.h"
#include "tests/unit/file_source.h"

namespace {

int Fail(const xmv::Error& error) {
  std::fprintf(stderr, "%s: %s %s\n", std::string(xmv::CodeName(error.code)).c_str(), error.message.c_str(),
               error.hint.c_str());
  return 1;
}

int List(const std::vector<const char*>& files) {
  for (const char* file : files) {
    xmv::Session session;
    if (auto added = session.AddFile(file, xmv::OpenFile(file), {}); !added.ok()) {
      std::printf("%s\t%s: %s\n", file, std::string(xmv::CodeName(added.error().code)).c_str(),
                  added.error().message.c_str());
      continue;
    }
    for (const xmv::ModuleInfo& module : session.modules()) {
      if (module.failure)
        std::printf("%s\t%s\t%s: %s\n", file, module.title.c_str(),
                    std::string(xmv::CodeName(module.failure->code)).c_str(), module.failure->message.c_str());
      for (const xmv::SpaceSummary& space : module.spaces) {
        std::printf("%s\t%s\t%s\t%lld\t%lld\n", file, module.title.c_str(),
                    xmv::SpaceName(space.space, module.platform).c_str(), static_cast<long long>(space.peak),
                    static_cast<long long>(space.total));
      }
    }
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  std::vector<const char*> files;
  std::string module_name;
  xmv::Space space = 0;
  bool list = false;
  for (int i = 1; i < argc; ++i) {
    if (!std::strcmp(argv[i], "--module") && i + 1 < argc)
      module_name = argv[++i];
    else if (!std::strcmp(argv[i], "--space") && i + 1 < argc)
      space = std::atoll(argv[++i]);
    else if (!std::strcmp(argv[i], "--list"))
      list = true;
    else if (argv[i][0] != '-')
      files.push_back(argv[i]);
  }
  if (files.empty()) return 2;
  if (list) return List(files);
  xmv::Session session;
  if (auto added = session.AddFile(files[0], xmv::OpenFile(files[0]), {}); !added.ok()) return Fail(added.error());
  for (const xmv::ModuleInfo& module : session.modules()) {
    if (module.title != module_name && module.name != module_name) continue;
    auto json = session.XprofJson(module.index, space);
    if (!json.ok()) return Fail(json.error());
    std::fwrite(json->data(), 1, json->size(), stdout);
    return 0;
  }
  std::fprintf(stderr, "NO_SUCH_MODULE: %s\n", module_name.c_str());
  return 1;
}
