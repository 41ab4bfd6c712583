# cglm is header-only; meshoptimizer is optional: without it EXT_meshopt_compression is refused by name.
find_path(CGLM_INCLUDE_DIR cglm/cglm.h REQUIRED)
find_library(MATH_LIBRARY m)

find_path(MESHOPTIMIZER_INCLUDE_DIR meshoptimizer.h)
find_library(MESHOPTIMIZER_LIBRARY meshoptimizer)
if(MESHOPTIMIZER_INCLUDE_DIR AND MESHOPTIMIZER_LIBRARY)
  set(HELIOANIM_HAS_MESHOPT ON)
else()
  set(HELIOANIM_HAS_MESHOPT OFF)
endif()
message(STATUS "helioanim: EXT_meshopt_compression ${HELIOANIM_HAS_MESHOPT}")
