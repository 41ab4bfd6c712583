# The core: every floor below the binding, once as objects, then as a static and a shared library.
file(GLOB HELIOANIM_CORE_SOURCES CONFIGURE_DEPENDS
  src/base/*.c src/math/*.c src/data/*.c src/runtime/*.c src/author/*.c)

add_library(helioanim_objects OBJECT ${HELIOANIM_CORE_SOURCES})
target_link_libraries(helioanim_objects PRIVATE helioanim_flags)
# cglm emits fused multiply-adds where the compiler may use them: it gets baseline flags only.
target_include_directories(helioanim_objects SYSTEM PRIVATE ${CGLM_INCLUDE_DIR})
if(HELIOANIM_HAS_MESHOPT)
  target_compile_definitions(helioanim_objects PRIVATE HELIOANIM_HAS_MESHOPT=1)
  target_include_directories(helioanim_objects SYSTEM PRIVATE ${MESHOPTIMIZER_INCLUDE_DIR})
endif()

include(cmake/kernels.cmake)
set(HELIOANIM_OBJECTS $<TARGET_OBJECTS:helioanim_objects>)
foreach(isa ${HELIOANIM_ISAS})
  list(APPEND HELIOANIM_OBJECTS $<TARGET_OBJECTS:helioanim_kernels_${isa}>)
endforeach()

function(helioanim_core_library target type output)
  add_library(${target} ${type} ${HELIOANIM_OBJECTS})
  add_library(helioanim::${output} ALIAS ${target})
  set_target_properties(${target} PROPERTIES
    OUTPUT_NAME helioanim EXPORT_NAME ${output}
    VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR})
  target_include_directories(${target} PUBLIC
    $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/src>
    $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}/helioanim>)
  if(MATH_LIBRARY)
    target_link_libraries(${target} PUBLIC m)
  endif()
  if(HELIOANIM_HAS_MESHOPT)
    target_link_libraries(${target} PRIVATE $<BUILD_INTERFACE:${MESHOPTIMIZER_LIBRARY}>
      $<INSTALL_INTERFACE:meshoptimizer>)
  endif()
  if(HELIOANIM_SANITIZE)
    target_link_options(${target} PUBLIC $<BUILD_INTERFACE:-fsanitize=address,undefined>)
  endif()
endfunction()

helioanim_core_library(helioanim_static STATIC static)
if(HELIOANIM_INSTALL_CORE)
  helioanim_core_library(helioanim_shared SHARED shared)
endif()
