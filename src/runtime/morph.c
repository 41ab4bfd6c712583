#include "runtime/morph.h"

#include "base/status.h"
#include "runtime/dispatch.h"
#include "runtime/kernels/kernels.h"

void ha_morph(const ha_morph_job *job) {
  HA_ASSERT(job->components == 3 || job->components == 4);
  ha_active_kernels()->morph(job);
}
