# How code is compiled. Our own code links `xmv_own_code` (PRIVATE) for its warnings; what must agree across a whole
# program, third-party libraries included, is set globally.

add_library(xmv_own_code INTERFACE)
target_compile_options(xmv_own_code INTERFACE
  -Wall -Wextra -Wshadow -Wconversion -Wimplicit-fallthrough -Wnon-virtual-dtor
  # Sizes are 64-bit and checked; a cast at each container access by a signed 32-bit index would hide real mistakes.
  -Wno-sign-conversion
  $<$<BOOL:${XMV_WERROR}>:-Werror>)

# Flags for the third-party libraries (see third_party.cmake). Not UBSan: its findings there are not ours to mend.
set(XMV_THIRD_PARTY_FLAGS "")

if(XMV_SANITIZE)
  add_compile_options(-fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer)
  add_link_options(-fsanitize=address,undefined)
  # The invariants of DESIGN.md are asserted after every load.
  add_compile_definitions(XMV_DEBUG_CHECKS)
  set(XMV_THIRD_PARTY_FLAGS "-fsanitize=address -fno-omit-frame-pointer")
endif()

if(XMV_FUZZ)
  add_compile_options(-fsanitize=fuzzer-no-link)
endif()
