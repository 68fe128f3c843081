# The WebAssembly module: build/wasm/memory_viewer.{js,wasm}, imported by TypeScript as #wasm/memory_viewer.js.
#
# The preset's Release means -O3, chosen by measuring (reading a 12 MB HloProto and showing its peak; wasm size, gzipped):
#   -O3 62 ms, 143 kB · -O2 77 ms, 140 kB · -Os 191 ms, 114 kB · -Oz 379 ms, 113 kB
#   -O3 -flto 61 ms, 144 kB · -O3 -fno-rtti 141 kB, no faster · -O3 -msimd128 149 kB, no faster

file(GLOB wasm_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/wasm/*.cc)
if(NOT wasm_sources)
  message(WARNING "wasm/ has no sources: only the core is compiled")
  return()
endif()

add_executable(memory_viewer ${wasm_sources})
target_link_libraries(memory_viewer PRIVATE xmv_core xmv_own_code)
set_target_properties(memory_viewer PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR})
target_link_options(memory_viewer PRIVATE
  --bind
  # CommonJS-style glue that defines one function: esbuild turns it into a classic worker as well as into a Node module.
  -sMODULARIZE -sEXPORT_NAME=createMemoryViewer -sENVIRONMENT=web,worker,node
  -sFILESYSTEM=0
  -sALLOW_MEMORY_GROWTH -sMAXIMUM_MEMORY=4GB
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
