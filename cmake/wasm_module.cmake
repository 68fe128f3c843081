# The WebAssembly module: build/wasm/memory_viewer.{js,wasm}, imported by TypeScript as #wasm/memory_viewer.js.
#
# The preset's Release means -O3, for the files that are hot (see CMakeLists.txt); the others are compiled with -Oz. Measured
# with a 12 MB HloProto, side by side, medians (opening · first view of its peak · map pictures and a search; size as packed
# into the page):
#   all -O3                11.2 ms · 74.7 ms · 12.2 ms      all -Oz   15.1 ms · 88.4 ms · 27.1 ms   176 kB
#   12 hot files -O3       10.5 ms · 65.4 ms · 13.5 ms   186 kB       20 hot files   10.2 ms · 63.6 ms · 13.0 ms   195 kB
# The thirteenth, view/curve, came later: a curve of a million buffers 1.8 → 0.5 ms.
# Before, all of it -O3 (reading and showing the same file): -flto no faster and no smaller, -fno-rtti 1 % smaller,
# -msimd128 4 % larger and no faster. Packed with LZMA (tools/lib/page.mjs) it is a quarter smaller than gzipped.

file(GLOB wasm_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/wasm/*.cc)
if(NOT wasm_sources)
  message(WARNING "wasm/ has no sources: only the core is compiled")
  return()
endif()

add_executable(memory_viewer ${wasm_sources})
target_link_libraries(memory_viewer PRIVATE xmv_core xmv_own_code)
target_compile_options(memory_viewer PRIVATE -Oz)  # converts answers, does not compute them
set_target_properties(memory_viewer PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR})
target_link_options(memory_viewer PRIVATE
  --bind
  # CommonJS-style glue that defines one function: esbuild turns it into a classic worker as well as into a Node module.
  -sMODULARIZE -sEXPORT_NAME=createMemoryViewer -sENVIRONMENT=web,worker,node
  -sFILESYSTEM=0
  # Grown by a twentieth (by default a fifth): what is grown for nothing is up to that share of the page's memory.
  -sALLOW_MEMORY_GROWTH -sMAXIMUM_MEMORY=4GB -sMEMORY_GROWTH_GEOMETRIC_STEP=0.05
  # Without it Embind calls `new Function`, which the page's Content-Security-Policy forbids.
  -sDYNAMIC_EXECUTION=0
  # In Node, leave the process's exit and unhandled errors to the command line.
  -sNODEJS_CATCH_EXIT=0 -sNODEJS_CATCH_REJECTION=0)

# What it contains of others, for dist/licenses.txt.
foreach(name protobuf zlib)
  configure_file(${XMV_${name}_SOURCE}/LICENSE ${PROJECT_BINARY_DIR}/licenses/${name} COPYONLY)
endforeach()

# The repository is "type": "module"; the glue is not.
file(WRITE ${PROJECT_BINARY_DIR}/package.json "{ \"type\": \"commonjs\" }\n")

# Debian's emcc optimises the glue with Debian's acorn, which Node finds only through NODE_PATH. An emsdk has its own.
if(EMSCRIPTEN_ROOT_PATH MATCHES "^/usr/share/" AND "$ENV{NODE_PATH}" STREQUAL "")
  find_path(XMV_DEBIAN_NODE_PATH acorn/package.json PATHS /usr/share/nodejs /usr/lib/nodejs NO_CMAKE_FIND_ROOT_PATH)
  if(XMV_DEBIAN_NODE_PATH)
    set_target_properties(memory_viewer PROPERTIES
      RULE_LAUNCH_LINK "${CMAKE_COMMAND} -E env NODE_PATH=${XMV_DEBIAN_NODE_PATH}")
  endif()
endif()
