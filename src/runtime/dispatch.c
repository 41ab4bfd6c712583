#include "runtime/dispatch.h"

#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/kernels/kernels.h"

// Each build of the kernels that the compiler could make. HELIOANIM_HAS_AVX2 and _AVX512 come from the build.
extern const ha_kernels ha_kernels_baseline;
#ifdef HELIOANIM_HAS_AVX2
extern const ha_kernels ha_kernels_avx2;
#endif
#ifdef HELIOANIM_HAS_AVX512
extern const ha_kernels ha_kernels_avx512;
#endif

static int always(void) { return 1; }

#ifdef HELIOANIM_HAS_AVX2
static int has_avx2(void) { return __builtin_cpu_supports("avx2") != 0; }
#endif

#ifdef HELIOANIM_HAS_AVX512
static int has_avx512(void) {
  return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
         __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl");
}
#endif

static const struct {
  const ha_kernels *kernels;
  int (*is_supported)(void);
} builds[] = {
    {&ha_kernels_baseline, always},
#ifdef HELIOANIM_HAS_AVX2
    {&ha_kernels_avx2, has_avx2},
#endif
#ifdef HELIOANIM_HAS_AVX512
    {&ha_kernels_avx512, has_avx512},
#endif
};

enum { BUILD_COUNT = sizeof builds / sizeof *builds };

const ha_kernels *ha_kernels_at(int i) {
  for (int build = 0; build < BUILD_COUNT; build++)
    if (builds[build].is_supported() && i-- == 0) return builds[build].kernels;
  return NULL;
}

const ha_kernels *ha_choose_kernels(const char *wanted) {
  const ha_kernels *best = NULL;
  for (int i = 0; ha_kernels_at(i) != NULL; i++) {
    best = ha_kernels_at(i);
    if (wanted != NULL && strcmp(best->isa, wanted) == 0) return best;
  }
  return best;
}

const ha_kernels *ha_active_kernels(void) {
  static _Atomic(const ha_kernels *) chosen;
  const ha_kernels *kernels = atomic_load_explicit(&chosen, memory_order_acquire);
  if (kernels != NULL) return kernels;
  // Two threads may choose at once; they choose the same.
  kernels = ha_choose_kernels(getenv("HELIOANIM_ISA"));
  atomic_store_explicit(&chosen, kernels, memory_order_release);
  return kernels;
}

const char *ha_isa_name(void) { return ha_active_kernels()->isa; }
