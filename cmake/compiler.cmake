# Flags that every source of the project shares.
#
# -ffp-contract=off and a fixed order of operations make poses bit-identical on every instruction set;
# -fno-math-errno lets sqrt become one instruction; -Wno-psabi silences the note about 32-byte vectors in
# signatures, which never leave the project.
if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release)
endif()
set(CMAKE_C_STANDARD 11)
set(CMAKE_C_STANDARD_REQUIRED ON)
set(CMAKE_C_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)

add_library(helioanim_flags INTERFACE)
target_compile_options(helioanim_flags INTERFACE
  -Wall -Wextra -Wpedantic -ffp-contract=off -fno-math-errno -Wno-psabi)
if(CMAKE_C_COMPILER_ID STREQUAL "GNU")
  # As clang does anyway: our own calls may be inlined although the shared library exports them.
  target_compile_options(helioanim_flags INTERFACE -fno-semantic-interposition)
endif()
if(HELIOANIM_WARNINGS_AS_ERRORS)
  target_compile_options(helioanim_flags INTERFACE -Werror)
endif()
if(HELIOANIM_SANITIZE)
  target_compile_options(helioanim_flags INTERFACE
    -fsanitize=address,undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer)
  target_link_options(helioanim_flags INTERFACE -fsanitize=address,undefined)
endif()
target_include_directories(helioanim_flags INTERFACE ${PROJECT_SOURCE_DIR}/src)
