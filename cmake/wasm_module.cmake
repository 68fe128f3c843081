# The WebAssembly module: build/wasm/memory_viewer.{js,wasm}, imported by TypeScript as #wasm/memory_viewer.js.
set(XMV_WASM_OPTIMIZE -O3 CACHE STRING "Optimisation level of the wasm module: -O2, -O3, -Os or -Oz")

file(GLOB wasm_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/wasm/*.cc)
if(NOT wasm_sources)
  message(WARNING "wasm/ has no sources: only the core is compiled")
  return()
endif()

add_executable(memory_viewer ${wasm_sources})
target_link_libraries(memory_viewer PRIVATE xmv_core xmv_own_code)
set_target_properties(memory_viewer PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR})
target_link_options(memory_viewer PRIVATE
  ${XMV_WASM_OPTIMIZE}
  --bind
  # CommonJS-style glue that defines one function: esbuild turns it into a classic worker as well as into a Node module.
  -sMODULARIZE -sEXPORT_NAME=createMemoryViewer -sENVIRONMENT=web,worker,node
  -sFILESYSTEM=0
  -sALLOW_MEMORY_GROWTH -sMAXIMUM_MEMORY=4GB
  # Without it Embind calls `new Function`, which the page's Content-Security-Policy forbids.
  -sDYNAMIC_EXECUTION=0
  # In Node, leave the process's exit and unhandled errors to the command line.
  -sNODEJS_CATCH_EXIT=0 -sNODEJS_CATCH_REJECTION=0)

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
