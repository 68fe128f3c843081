# Finds Emscripten's own toolchain file: of the emcc on PATH (Debian's package or any emsdk) or of $EMSDK.
find_program(XMV_EMCC emcc HINTS $ENV{EMSDK}/upstream/emscripten)
if(NOT XMV_EMCC)
  message(FATAL_ERROR "emcc was not found. Run `node tools/setup.mjs`, or activate an emsdk.")
endif()

# A relative place works for an emsdk; Debian's emcc in /usr/bin is a wrapper, but em-config knows.
get_filename_component(emcc_dir ${XMV_EMCC} DIRECTORY)
execute_process(COMMAND ${emcc_dir}/em-config EMSCRIPTEN_ROOT
  OUTPUT_VARIABLE emscripten_root OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
if(NOT emscripten_root)
  get_filename_component(emscripten_root ${XMV_EMCC} REALPATH)
  get_filename_component(emscripten_root ${emscripten_root} DIRECTORY)
endif()
set(EMSCRIPTEN_ROOT_PATH ${emscripten_root})
include(${emscripten_root}/cmake/Modules/Platform/Emscripten.cmake)
