# Headers, libraries, a CMake package (find_package(helioanim)) and a pkg-config file.
include(CMakePackageConfigHelpers)

install(TARGETS helioanim_static helioanim_shared EXPORT helioanim
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT core
  LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT core)
install(DIRECTORY src/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/helioanim COMPONENT core
  FILES_MATCHING PATTERN "*.h" PATTERN "binding" EXCLUDE PATTERN "kernels" EXCLUDE)
install(CODE "set(HELIOANIM_INCLUDEDIR \"${CMAKE_INSTALL_INCLUDEDIR}\")" COMPONENT core)
install(SCRIPT cmake/relative_includes.cmake COMPONENT core)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/helioanim)
install(EXPORT helioanim NAMESPACE helioanim:: FILE helioanim-targets.cmake DESTINATION ${package_dir}
  COMPONENT core)
configure_package_config_file(cmake/helioanim-config.cmake.in helioanim-config.cmake
  INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(helioanim-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/helioanim-config.cmake ${PROJECT_BINARY_DIR}/helioanim-config-version.cmake
  DESTINATION ${package_dir} COMPONENT core)

set(HELIOANIM_PRIVATE_LIBS "-lm")
if(HELIOANIM_HAS_MESHOPT)
  string(APPEND HELIOANIM_PRIVATE_LIBS " -lmeshoptimizer")
endif()
# The file finds its prefix from where it lies, so that the installed tree can move.
file(RELATIVE_PATH HELIOANIM_PC_TO_PREFIX
  ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig ${CMAKE_INSTALL_PREFIX})
foreach(dir LIBDIR INCLUDEDIR)
  file(RELATIVE_PATH HELIOANIM_PC_${dir} ${CMAKE_INSTALL_PREFIX} ${CMAKE_INSTALL_FULL_${dir}})
endforeach()
configure_file(cmake/helioanim.pc.in helioanim.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/helioanim.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT core)
