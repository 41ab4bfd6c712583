// What the solvers of runtime/ik.h share: the space of a joint's parent, in which the joint turns without
// changing lengths, whatever scale lies above it.
#ifndef HELIOANIM_RUNTIME_IK_SPACE_H
#define HELIOANIM_RUNTIME_IK_SPACE_H

#include "runtime/ik.h"

typedef struct ha_ik_space {
  float to_model[16], from_model[16];
} ha_ik_space;

// The space that the joint's local transform is in. Returns 0 where it has collapsed.
int ha_ik_parent_space(const ha_pose *pose, const float *model, uint32_t joint, ha_ik_space *out);

// The place of a joint in model space.
static inline const float *ha_ik_place(const float *model, uint32_t joint) {
  return model + 16 * (size_t)joint + 12;
}

// The unit part of v at a right angle to the unit vector `along`; returns its length.
float ha_ik_reject(float v[3], const float along[3]);

// Stores local rotations: the pose's own turned towards `solved` by `weight`.
void ha_ik_store(ha_pose *pose, uint32_t joint, const float solved[4], float weight);
// Brings the model matrices of a joint and all below it up to date.
void ha_ik_refresh(ha_pose *pose, float *model, uint32_t from);

ha_ik_report ha_ik_report_of(const float a[3], const float b[3], float size);

#endif
