# C tests (cmocka), benchmarks and C examples: one program a file.
# One with "lua" in its name embeds Lua, and finds the module of the build tree.
find_library(CMOCKA_LIBRARY cmocka REQUIRED)
find_library(LUA_LIBRARY NAMES lua5.4 lua-5.4 lua)

function(helioanim_program target source)
  add_executable(${target} ${source})
  target_link_libraries(${target} PRIVATE helioanim_flags helioanim_static)
  if(target MATCHES "lua")
    target_include_directories(${target} SYSTEM PRIVATE ${LUA_INCLUDE_DIR})
    target_link_libraries(${target} PRIVATE ${LUA_LIBRARY})
  endif()
endfunction()

function(helioanim_test target)
  add_test(NAME ${target} COMMAND ${target} WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
  set_tests_properties(${target} PROPERTIES ENVIRONMENT
    "LUA_PATH=./lua/?.lua\;./lua/?/init.lua\;\;;LUA_CPATH=${PROJECT_BINARY_DIR}/lua/?.so\;\;")
endfunction()

file(GLOB test_sources CONFIGURE_DEPENDS test/test_*.c)
foreach(source ${test_sources})
  get_filename_component(name ${source} NAME_WE)
  helioanim_program(${name} ${source})
  target_link_libraries(${name} PRIVATE ${CMOCKA_LIBRARY})
  helioanim_test(${name})
endforeach()

file(GLOB bench_sources CONFIGURE_DEPENDS bench/*.c)
foreach(source ${bench_sources})
  get_filename_component(name ${source} NAME_WE)
  helioanim_program(${name} ${source})
endforeach()

file(GLOB example_sources CONFIGURE_DEPENDS examples/*.c)
foreach(source ${example_sources})
  get_filename_component(name ${source} NAME_WE)
  helioanim_program(example_${name} ${source})
  helioanim_test(example_${name})
endforeach()
