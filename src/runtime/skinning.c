#include "runtime/skinning.h"

#include <math.h>

#include "base/status.h"
#include "runtime/dispatch.h"
#include "runtime/kernels/kernels.h"

static float dot(const float *a, const float *b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

// Whether a matrix turns and scales evenly, within a thousandth.
static int is_even(const float *m) {
  const float *x = m, *y = m + 4, *z = m + 8;
  float size = dot(x, x), slack = 1e-3f * size;
  if (!(fabsf(dot(y, y) - size) <= slack && fabsf(dot(z, z) - size) <= slack)) return 0;
  if (!(fabsf(dot(x, y)) <= slack && fabsf(dot(y, z)) <= slack && fabsf(dot(x, z)) <= slack)) return 0;
  float cross[3] = {x[1] * y[2] - x[2] * y[1], x[2] * y[0] - x[0] * y[2], x[0] * y[1] - x[1] * y[0]};
  return dot(cross, z) > 0;
}

static int needs_normal_matrices(const ha_skinning_job *job) {
  const float *matrices = job->dual != NULL ? job->stretch : job->palette;
  if (matrices == NULL || (job->normals.in == NULL && job->tangents.in == NULL)) return 0;
  for (uint32_t i = 0; i < job->palette_count; i++)
    if (!is_even(matrices + 16 * (size_t)i)) return 1;
  return 0;
}

void ha_skin_vertices(const ha_skinning_job *job) {
  HA_ASSERT(job->influences >= 1 && job->influences <= HA_MAX_INFLUENCES && job->palette_count >= 1);
  HA_ASSERT(job->palette != NULL || job->dual != NULL);
  ha_active_kernels()->skin_vertices(job, needs_normal_matrices(job));
}
