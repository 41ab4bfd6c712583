#include "runtime/model.h"

#include "runtime/dispatch.h"
#include "runtime/kernels/kernels.h"

void ha_local_to_model(const ha_model_job *job) {
  HA_ASSERT(job->from == HA_ALL_JOINTS || job->from < job->pose->skeleton->joint_count);
  ha_active_kernels()->local_to_model(job);
}
