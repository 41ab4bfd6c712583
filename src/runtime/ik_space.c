#include "runtime/ik_space.h"

#include <math.h>
#include <string.h>

#include "math/quat.h"
#include "math/vector.h"
#include "runtime/model.h"

int ha_ik_parent_space(const ha_pose *pose, const float *model, uint32_t joint, ha_ik_space *out) {
  uint32_t parent = pose->skeleton->parents[joint];
  if (parent == HA_NO_PARENT) {
    ha_matrix_identity(out->to_model);
    ha_matrix_identity(out->from_model);
    return 1;
  }
  memcpy(out->to_model, model + 16 * (size_t)parent, sizeof out->to_model);
  return ha_matrix_invert(out->to_model, out->from_model);
}

float ha_ik_reject(float v[3], const float along[3]) {
  ha_mad3(v, -ha_dot3(v, along), along, v);
  float length = ha_unit3(v);
  // Again: what is left of a vector nearly along the other is mostly rounding.
  ha_mad3(v, -ha_dot3(v, along), along, v);
  ha_unit3(v);
  return length;
}

void ha_ik_store(ha_pose *pose, uint32_t joint, const float solved[4], float weight) {
  float before[4], after[4];
  memcpy(after, solved, sizeof after);
  if (weight < 1) {
    ha_pose_get_part(pose, joint, HA_ROTATION, before);
    ha_quat_normalize(before, before);
    ha_quat_slerp(before, solved, weight, after);
  }
  ha_pose_set_part(pose, joint, HA_ROTATION, after);
}

void ha_ik_refresh(ha_pose *pose, float *model, uint32_t from) {
  ha_local_to_model(&(ha_model_job){.pose = pose, .from = from, .model = model});
}

ha_ik_report ha_ik_report_of(const float a[3], const float b[3], float size) {
  float between[3];
  ha_sub3(a, b, between);
  float distance = ha_length3(between);
  return (ha_ik_report){.distance = distance, .reached = distance <= 1e-4f * size};
}
