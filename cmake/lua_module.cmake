# The Lua module helioanim.core, with the whole core inside. It lands in ${build}/lua/helioanim/core.so, so that
# one entry in package.cpath serves the build tree.
find_package(Lua 5.4 EXACT QUIET)
if(NOT LUA_INCLUDE_DIR)
  find_path(LUA_INCLUDE_DIR lua.h PATH_SUFFIXES lua5.4 lua-5.4 REQUIRED)
endif()

file(GLOB HELIOANIM_BINDING_SOURCES CONFIGURE_DEPENDS src/binding/*.c)
add_library(helioanim_lua MODULE ${HELIOANIM_BINDING_SOURCES})
target_link_libraries(helioanim_lua PRIVATE helioanim_flags helioanim_static)
target_include_directories(helioanim_lua SYSTEM PRIVATE ${LUA_INCLUDE_DIR})
target_compile_definitions(helioanim_lua PRIVATE HELIOANIM_VERSION="${PROJECT_VERSION}")
set_target_properties(helioanim_lua PROPERTIES
  PREFIX "" OUTPUT_NAME core LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/lua/helioanim)
# The core inside stays local to the module: two of them in one process must not mix.
target_compile_options(helioanim_lua PRIVATE -fvisibility=hidden)
if(APPLE)
  target_link_options(helioanim_lua PRIVATE -undefined dynamic_lookup)
else()
  target_link_options(helioanim_lua PRIVATE -Wl,--exclude-libs,ALL)
endif()
# LuaRocks hands over where modules belong; a plain install uses Lua's usual places.
set(HELIOANIM_LUA_CDIR "${CMAKE_INSTALL_LIBDIR}/lua/5.4" CACHE PATH "Where compiled Lua modules go")
set(HELIOANIM_LUA_DIR "${CMAKE_INSTALL_DATADIR}/lua/5.4" CACHE PATH "Where Lua modules go")
install(TARGETS helioanim_lua LIBRARY DESTINATION ${HELIOANIM_LUA_CDIR}/helioanim COMPONENT lua)
install(DIRECTORY lua/helioanim DESTINATION ${HELIOANIM_LUA_DIR} COMPONENT lua)
