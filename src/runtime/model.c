#include "runtime/model.h"

static void multiply_into(const float *parent, const float local[16], float *out) {
  if (parent == NULL)
    for (int i = 0; i < 16; i++) out[i] = local[i];
  else
    ha_matrix_multiply(parent, local, out);
}

void ha_local_to_model(const ha_model_job *job) {
  const ha_skeleton *skeleton = job->pose->skeleton;
  for (uint32_t inner = 0; inner < skeleton->joint_count; inner++) {
    uint32_t joint = skeleton->file_of[inner], parent = skeleton->parents[joint];
    if (job->from != HA_ALL_JOINTS && !ha_skeleton_is_below(skeleton, job->from, joint)) continue;
    ha_transform transform = ha_pose_get(job->pose, joint);
    float local[16];
    ha_transform_to_matrix(&transform, local);
    multiply_into(parent == HA_NO_PARENT ? NULL : job->model + 16 * (size_t)parent, local,
                  job->model + 16 * (size_t)joint);
  }
}

void ha_palette(const ha_palette_job *job) {
  for (uint32_t i = 0; i < job->skin->joint_count; i++)
    ha_matrix_multiply(job->model + 16 * (size_t)job->skin->joints[i],
                       job->skin->inverse_binds + 16 * (size_t)i, job->palette + 16 * (size_t)i);
}
