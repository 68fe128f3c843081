# Generates and compiles protobuf-lite code. Generated files mirror the source tree under build/<preset>/gen, so
# "proto/memory.pb.h" is found from there.
function(xmv_add_protos target)
  set(gen ${PROJECT_BINARY_DIR}/gen)
  set(generated "")
  foreach(proto IN LISTS ARGN)
    file(RELATIVE_PATH relative ${PROJECT_SOURCE_DIR} ${proto})
    string(REGEX REPLACE "\\.proto$" ".pb" stem ${gen}/${relative})
    add_custom_command(
      OUTPUT ${stem}.cc ${stem}.h
      COMMAND ${CMAKE_COMMAND} -E make_directory ${gen}
      COMMAND ${XMV_PROTOC} --proto_path=${PROJECT_SOURCE_DIR} --cpp_out=lite:${gen} ${proto}
      DEPENDS ${proto} ${XMV_PROTOC}
      VERBATIM)
    list(APPEND generated ${stem}.cc ${stem}.h)
  endforeach()
  add_library(${target} STATIC ${generated})
  target_include_directories(${target} SYSTEM PUBLIC ${gen})
  target_link_libraries(${target} PUBLIC xmv::protobuf-lite)
endfunction()
