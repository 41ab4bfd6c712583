// Pose: one local transform per joint of a skeleton, and the skeleton's values (morph weights, named floats).
//
// `touched` tells which channels were written since the last reset: a bit a joint and part, so that blending
// knows what an input drives and callers can update a part of the skeleton.
#ifndef HELIOANIM_DATA_POSE_H
#define HELIOANIM_DATA_POSE_H

#include "data/skeleton.h"

// Bit l of part[p] is lane l's part p.
typedef struct ha_touched {
  uint8_t part[HA_PART_COUNT];
} ha_touched;

typedef struct ha_pose {
  const ha_skeleton *skeleton;  // outlives the pose
  ha_pose_block *blocks;        // [skeleton->block_count], inner order
  ha_touched *touched;          // [skeleton->block_count]
  float *values;                // [value_count], padded with zeros to a multiple of 8
  uint8_t *value_touched;       // [value_count], 0 or 1, padded likewise
  uint32_t value_count;         // may lag behind the skeleton's: ha_pose_fit
} ha_pose;

// A pose at rest with nothing touched. The skeleton must outlive it.
ha_status ha_pose_create(const ha_skeleton *skeleton, const ha_allocator *allocator, ha_pose **out);
void ha_pose_destroy(ha_pose *pose);  // NULL is allowed

// Makes room for values that the skeleton got since; new ones are at rest. Does nothing in the steady state.
ha_status ha_pose_fit(ha_pose *pose);

// Back to rest, nothing touched.
void ha_pose_reset(ha_pose *pose);
// Same skeleton, or HA_ASSERT. Copies transforms, values and touched; `out` must fit.
void ha_pose_copy(const ha_pose *pose, ha_pose *out);

// One joint, in file order. Setting touches.
ha_transform ha_pose_get(const ha_pose *pose, uint32_t joint);
void ha_pose_set(ha_pose *pose, uint32_t joint, const ha_transform *transform);
// A part has 3, 4 or 3 components. Rotations are stored as given.
void ha_pose_get_part(const ha_pose *pose, uint32_t joint, ha_part part, float *out);
void ha_pose_set_part(ha_pose *pose, uint32_t joint, ha_part part, const float *value);
int ha_pose_is_touched(const ha_pose *pose, uint32_t joint, ha_part part);

// Writes a part by inner index: the sampler's way in.
void ha_pose_write(ha_pose *pose, uint32_t inner, ha_part part, const float *value);
// Writes a run of values and touches them.
void ha_pose_write_values(ha_pose *pose, const ha_value_slot *slot, const float *values);

size_t ha_pose_byte_size(const ha_pose *pose);

#endif
