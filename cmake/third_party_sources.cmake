# Where third-party source code comes from. Nothing of it is committed.
#
#   xmv_third_party_source(<name> <out variable>)   sets the variable to the folder with the unpacked source
#
# Tried in order: what the cache folder has; Debian's source packages (apt-get, signed; works behind a mirror that
# serves nothing else); the upstream release. Every archive is checked against the SHA-256 below whatever way it came.
#
# The hashes of protobuf and Catch2 are of upstream's tag archives, which Debian ships unchanged (so the same hash holds
# for both ways); public recipes pin the same values (e.g. spack and bazel rules for protobuf 3.21.12, FetchContent
# declarations for Catch2 3.7.1). zlib's are of upstream's release (as in emscripten's, Homebrew's and others' recipes)
# and of Debian's copy, which leaves out folders we do not use (in Debian's signed zlib_1.2.13.dfsg-1.dsc).

set(XMV_protobuf_URL https://github.com/protocolbuffers/protobuf/archive/refs/tags/v3.21.12.tar.gz)
set(XMV_protobuf_SHA256 930c2c3b5ecc6c9c12615cf5ad93f1cd6e12d0aba862b572e076259970ac3a53)
set(XMV_protobuf_DEBIAN bookworm protobuf)

set(XMV_zlib_URL https://github.com/madler/zlib/releases/download/v1.2.13/zlib-1.2.13.tar.gz)
set(XMV_zlib_SHA256 b3a24de97a8fdbc835b9833169501030b8977031bcb54b3b3ac13740f846ab30
                    71feb7947e3c00ef125f83b79a4e529bde31171e5babe48b391f06758d1ab0a1)
set(XMV_zlib_DEBIAN bookworm zlib)

set(XMV_catch2_URL https://github.com/catchorg/Catch2/archive/refs/tags/v3.7.1.tar.gz)
set(XMV_catch2_SHA256 c991b247a1a0d7bb9c39aa35faf0fe9e19764213f28ffba3109388e62ee0269c)
set(XMV_catch2_DEBIAN trixie catch2)

if(NOT "$ENV{XMV_DEPS}" STREQUAL "")
  set(XMV_DEPS "$ENV{XMV_DEPS}")
elseif(WIN32)
  set(XMV_DEPS "$ENV{LOCALAPPDATA}/xla-memory-viewer")
else()
  set(XMV_DEPS "$ENV{HOME}/.cache/xla-memory-viewer")
endif()

# Sets `out` to the first of `files` that has a pinned hash, or "".
function(_xmv_pick_archive name out)
  set(${out} "" PARENT_SCOPE)
  foreach(file IN LISTS ARGN)
    file(SHA256 ${file} hash)
    if(hash IN_LIST XMV_${name}_SHA256)
      set(${out} ${file} PARENT_SCOPE)
      return()
    endif()
  endforeach()
endfunction()

function(xmv_third_party_source name out)
  list(GET XMV_${name}_SHA256 0 id)
  string(SUBSTRING ${id} 0 12 id)
  set(source ${XMV_DEPS}/source/${name}-${id})
  set(${out} ${source} PARENT_SCOPE)
  if(EXISTS ${source})
    return()
  endif()

  set(work ${XMV_DEPS}/work/${name})
  file(REMOVE_RECURSE ${work})
  file(MAKE_DIRECTORY ${work})
  message(STATUS "Getting the source of ${name}")

  # Archives may also be put there by hand, under any name.
  file(GLOB archives ${XMV_DEPS}/*.tar.*)
  _xmv_pick_archive(${name} archive ${archives})

  if(NOT archive AND CMAKE_HOST_UNIX)
    set(script ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/debian_source.sh)
    execute_process(COMMAND sh ${script} ${XMV_${name}_DEBIAN} WORKING_DIRECTORY ${work} ERROR_VARIABLE debian_log)
    file(GLOB archives ${work}/*.orig.tar.*)
    _xmv_pick_archive(${name} archive ${archives})
  endif()

  if(NOT archive)
    list(GET XMV_${name}_SHA256 0 hash)
    set(archive ${work}/${name}.tar.gz)
    file(DOWNLOAD ${XMV_${name}_URL} ${archive} STATUS status INACTIVITY_TIMEOUT 30)
    list(GET status 0 failed)
    if(NOT failed)
      file(SHA256 ${archive} actual)
    endif()
    if(failed OR NOT actual STREQUAL hash)
      message(FATAL_ERROR
        "Could not get the source of ${name}.\n"
        "  Debian source package: ${debian_log}\n"
        "  ${XMV_${name}_URL}: ${status} (SHA-256 ${actual})\n"
        "Put an archive with SHA-256 ${hash} into ${XMV_DEPS} and run this again.")
    endif()
  endif()

  # Unpacked beside its place and moved there whole, so that an interrupted run leaves nothing half done.
  file(MAKE_DIRECTORY ${work}/unpacked)
  file(ARCHIVE_EXTRACT INPUT ${archive} DESTINATION ${work}/unpacked)
  file(GLOB top ${work}/unpacked/*)
  file(MAKE_DIRECTORY ${XMV_DEPS}/source)
  file(RENAME ${top} ${source})
  file(REMOVE_RECURSE ${work})
endfunction()
