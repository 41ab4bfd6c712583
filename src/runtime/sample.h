// Sampling a clip into a pose: the scalar reference.
#ifndef HELIOANIM_RUNTIME_SAMPLE_H
#define HELIOANIM_RUNTIME_SAMPLE_H

#include "data/clip_binding.h"
#include "data/pose.h"

typedef struct ha_sample_job {
  const ha_clip_binding *binding;  // current (HA_ASSERT)
  double time;                     // clip seconds; clamped to each track's range, never wrapped
  ha_pose *pose;                   // of the binding's skeleton, fitted (HA_ASSERT)
} ha_sample_job;

// Writes the channels that the clip drives and marks them as touched; leaves the others as they were.
void ha_sample(const ha_sample_job *job);

#endif
