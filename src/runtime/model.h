// Local to model: a pose's local transforms into model matrices.
#ifndef HELIOANIM_RUNTIME_MODEL_H
#define HELIOANIM_RUNTIME_MODEL_H

#include "data/pose.h"

#define HA_ALL_JOINTS HA_NO_INDEX

typedef struct ha_model_job {
  const ha_pose *pose;
  uint32_t from;  // file order: this joint and all below it, given that the others are right; HA_ALL_JOINTS
  float *model;   // [joint_count][16] file order, column-major, 32-byte aligned
} ha_model_job;

// model(child) = model(parent) * local(child). The same bits on every instruction set.
void ha_local_to_model(const ha_model_job *job);

#endif
