# Third-party libraries: xmv::protobuf-lite and xmv::zlib everywhere, xmv::catch2 natively; and XMV_PROTOC.
#
# They are built once per compiler and set of flags, into the cache folder, while CMake configures: later builds, other
# clones and fresh build folders reuse them.
include(third_party_sources)

file(MAKE_DIRECTORY ${XMV_DEPS})
file(LOCK ${XMV_DEPS} DIRECTORY TIMEOUT 1800)  # two builds that start together must not both fill the cache

# Builds `target` of cmake/third_party in a cache folder and sets `out` to that folder. KEY is everything outside this
# repository that shapes the result; ARGS are for CMake, which may name paths of this clone (so are not in the key).
function(_xmv_build_third_party target out)
  cmake_parse_arguments(PARSE_ARGV 2 arg "" "" "KEY;ARGS;SOURCES")
  foreach(name IN LISTS arg_SOURCES)
    xmv_third_party_source(${name} source)
    list(APPEND arg_ARGS -DXMV_${name}_SOURCE=${source})
    list(APPEND arg_KEY ${source})
  endforeach()

  set(recipe ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/third_party)
  file(SHA256 ${recipe}/CMakeLists.txt recipe_hash)
  string(SHA256 key "${recipe_hash};${arg_KEY}")
  string(SUBSTRING ${key} 0 12 key)
  set(dir ${XMV_DEPS}/built/${target}-${key})
  set(${out} ${dir} PARENT_SCOPE)
  if(EXISTS ${dir}/complete)
    return()
  endif()

  message(STATUS "Building third-party code (${target}) for a minute or two, once, into ${dir}")
  file(REMOVE_RECURSE ${dir})
  cmake_host_system_information(RESULT cores QUERY NUMBER_OF_LOGICAL_CORES)
  execute_process(COMMAND ${CMAKE_COMMAND} -G Ninja -S ${recipe} -B ${dir} ${arg_ARGS}
    RESULT_VARIABLE failed OUTPUT_VARIABLE log ERROR_VARIABLE log)
  if(NOT failed)
    execute_process(COMMAND ${CMAKE_COMMAND} --build ${dir} --target ${target} --parallel ${cores}
      RESULT_VARIABLE failed OUTPUT_VARIABLE log ERROR_VARIABLE log)
  endif()
  if(failed)
    message(FATAL_ERROR "Building third-party code (${target}) failed:\n${log}")
  endif()
  file(TOUCH ${dir}/complete)
endfunction()

# The libraries, with the compiler and flags of this build.
set(_xmv_libraries protobuf zlib)
if(NOT EMSCRIPTEN)
  list(APPEND _xmv_libraries catch2)
endif()
set(_xmv_flags "")
foreach(language C CXX)
  string(TOUPPER CMAKE_${language}_FLAGS_${CMAKE_BUILD_TYPE} by_type)
  list(APPEND _xmv_flags
    "-DCMAKE_${language}_FLAGS=${CMAKE_${language}_FLAGS} ${XMV_THIRD_PARTY_FLAGS}"
    "-D${by_type}=${${by_type}}")
endforeach()
if(CMAKE_TOOLCHAIN_FILE)
  set(_xmv_compiler -DCMAKE_TOOLCHAIN_FILE=${CMAKE_TOOLCHAIN_FILE})
else()
  set(_xmv_compiler -DCMAKE_C_COMPILER=${CMAKE_C_COMPILER} -DCMAKE_CXX_COMPILER=${CMAKE_CXX_COMPILER})
endif()
_xmv_build_third_party(libraries _xmv_built
  SOURCES ${_xmv_libraries}
  KEY ${CMAKE_SYSTEM_NAME} ${CMAKE_SYSTEM_PROCESSOR} ${CMAKE_CXX_COMPILER} ${CMAKE_CXX_COMPILER_VERSION}
      "${EMSCRIPTEN_VERSION}" ${CMAKE_BUILD_TYPE} ${_xmv_flags}
  ARGS ${_xmv_compiler} -DCMAKE_BUILD_TYPE=${CMAKE_BUILD_TYPE} ${_xmv_flags})

# Declares xmv::<name> as the library built from source `name` with its headers in `ARGN`.
function(_xmv_import name source)
  add_library(xmv::${name} STATIC IMPORTED GLOBAL)
  set_target_properties(xmv::${name} PROPERTIES
    IMPORTED_LOCATION ${_xmv_built}/lib/lib${name}.a
    INTERFACE_INCLUDE_DIRECTORIES "${ARGN}")  # of an imported target, so treated as system headers: no warnings
endfunction()
foreach(name IN LISTS _xmv_libraries)
  xmv_third_party_source(${name} XMV_${name}_SOURCE)
endforeach()
_xmv_import(protobuf-lite protobuf ${XMV_protobuf_SOURCE}/src)
_xmv_import(zlib zlib ${XMV_zlib_SOURCE})
if(NOT EMSCRIPTEN)
  find_package(Threads REQUIRED)
  target_link_libraries(xmv::protobuf-lite INTERFACE Threads::Threads)
  # Catch2 configures one header of its own.
  _xmv_import(catch2 catch2 ${XMV_catch2_SOURCE}/src ${_xmv_built}/catch2/generated-includes)
endif()

# protoc must be of exactly the library's version: generated code checks it. Debian's and Ubuntu's packages often are;
# where not, it is built too (two minutes, once).
find_program(XMV_SYSTEM_PROTOC protoc NO_CMAKE_FIND_ROOT_PATH)
if(XMV_SYSTEM_PROTOC)
  execute_process(COMMAND ${XMV_SYSTEM_PROTOC} --version OUTPUT_VARIABLE _xmv_version)
endif()
if("${_xmv_version}" MATCHES "libprotoc 3\\.21\\.12")
  set(XMV_PROTOC ${XMV_SYSTEM_PROTOC})
else()
  _xmv_build_third_party(compiler _xmv_host SOURCES protobuf KEY ${CMAKE_HOST_SYSTEM} ARGS -DCMAKE_BUILD_TYPE=Release)
  set(XMV_PROTOC ${_xmv_host}/bin/protoc)
endif()
