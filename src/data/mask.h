// Mask: a weight in [0, 1] for every joint of a skeleton, for layers and additive poses.
#ifndef HELIOANIM_DATA_MASK_H
#define HELIOANIM_DATA_MASK_H

#include "data/skeleton.h"

typedef struct ha_mask {
  const ha_skeleton *skeleton;       // outlives the mask
  float (*weights)[HA_BLOCK_WIDTH];  // [skeleton->block_count], inner order; 0 past the last joint
} ha_mask;

// All weights 0. The skeleton must outlive it.
ha_status ha_mask_create(const ha_skeleton *skeleton, const ha_allocator *allocator, ha_mask **out);
void ha_mask_destroy(ha_mask *mask);  // NULL is allowed

// One joint, in file order.
float ha_mask_get(const ha_mask *mask, uint32_t joint);
void ha_mask_set(ha_mask *mask, uint32_t joint, float weight);
// A joint and all below it; HA_NO_INDEX: all joints.
void ha_mask_set_below(ha_mask *mask, uint32_t joint, float weight);

// Softens edges: every weight becomes the mean of the joint's and its `levels` nearest ancestors' (above a
// root the root's counts on), so that an edge from 0 to 1 becomes a ramp over `levels` joints below it.
void ha_mask_feather(ha_mask *mask, uint32_t levels);
void ha_mask_invert(ha_mask *mask);  // 1 - weight
// Joint by joint; both of one skeleton (HA_ASSERT).
void ha_mask_multiply(ha_mask *mask, const ha_mask *by);
void ha_mask_scale(ha_mask *mask, float by);  // by in [0, 1]
void ha_mask_copy(const ha_mask *mask, ha_mask *out);

size_t ha_mask_byte_size(const ha_mask *mask);

#endif
