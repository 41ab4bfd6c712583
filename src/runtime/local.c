#include "runtime/local.h"

#include <math.h>

static int is_finite(const float m[16]) {
  for (int i = 0; i < 16; i++)
    if (!isfinite(m[i])) return 0;
  return 1;
}

static void write_joint(const ha_local_job *job, uint32_t joint) {
  const ha_skeleton *skeleton = job->pose->skeleton;
  const float *model = job->model + 16 * (size_t)joint;
  uint32_t parent = skeleton->parents[joint];
  float local[16], back[16];
  ha_transform transform;
  if (parent != HA_NO_PARENT) {
    if (!ha_matrix_invert(job->model + 16 * (size_t)parent, back)) return;
    ha_matrix_multiply(back, model, local);
    model = local;
  }
  if (!is_finite(model)) return;
  ha_transform_from_matrix(model, &transform);
  ha_pose_set(job->pose, joint, &transform);
}

void ha_model_to_local(const ha_local_job *job) {
  const ha_skeleton *skeleton = job->pose->skeleton;
  for (uint32_t joint = 0; joint < skeleton->joint_count; joint++)
    if (job->from == HA_ALL_JOINTS || ha_skeleton_is_below(skeleton, job->from, joint))
      write_joint(job, joint);
}
