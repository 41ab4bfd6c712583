# Run while installing: headers name each other by where they lie ("../data/pose.h" for "data/pose.h"), so that a host's
# own folder "data" or "math" never comes between.
if(NOT IS_ABSOLUTE "${HELIOANIM_INCLUDEDIR}")
  set(HELIOANIM_INCLUDEDIR "${CMAKE_INSTALL_PREFIX}/${HELIOANIM_INCLUDEDIR}")
endif()
file(GLOB headers "$ENV{DESTDIR}${HELIOANIM_INCLUDEDIR}/helioanim/*/*.h")
foreach(header ${headers})
  file(READ "${header}" text)
  string(REGEX REPLACE "#include \"([a-z]+/)" "#include \"../\\1" text "${text}")
  file(WRITE "${header}" "${text}")
endforeach()
