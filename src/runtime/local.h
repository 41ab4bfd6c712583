// Model to local: model matrices, of a ragdoll or from elsewhere, back into a pose.
#ifndef HELIOANIM_RUNTIME_LOCAL_H
#define HELIOANIM_RUNTIME_LOCAL_H

#include "runtime/model.h"

typedef struct ha_local_job {
  const float *model;  // [joint_count][16] file order, affine
  uint32_t from;       // file order: this joint and all below it; HA_ALL_JOINTS
  ha_pose *pose;
} ha_local_job;

// local = inverse(model(parent)) * model(joint), as the nearest translation, rotation and scale: shear, which
// a pose cannot hold, is lost. A joint below a collapsed parent keeps what the pose had. Touches what it
// writes.
void ha_model_to_local(const ha_local_job *job);

#endif
