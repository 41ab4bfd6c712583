#include "runtime/skinning.h"

#include "base/status.h"
#include "runtime/dispatch.h"
#include "runtime/kernels/kernels.h"

static int needs_normal_matrices(const ha_skinning_job *job) {
  const float *matrices = job->dual != NULL ? job->stretch : job->palette;
  if (matrices == NULL || (job->normals.in == NULL && job->tangents.in == NULL)) return 0;
  return !ha_active_kernels()->turns_evenly(matrices, job->palette_count);
}

void ha_skin_vertices(const ha_skinning_job *job) {
  HA_ASSERT(job->influences >= 1 && job->influences <= HA_MAX_INFLUENCES && job->palette_count >= 1);
  HA_ASSERT(job->palette != NULL || job->dual != NULL);
  ha_active_kernels()->skin_vertices(job, needs_normal_matrices(job));
}
