#include "data/mask.h"

#include <string.h>

ha_status ha_mask_create(const ha_skeleton *skeleton, const ha_allocator *allocator, ha_mask **out) {
  size_t size = 0;
  ha_carve(&size, 1, sizeof(ha_mask));
  size_t weights = ha_carve(&size, skeleton->block_count, HA_BLOCK_WIDTH * sizeof(float));
  char *start = ha_block_create(allocator, size);
  if (start == NULL) return ha_fail(HA_NO_MEMORY, "no memory for a mask of %u joints", skeleton->joint_count);
  ha_mask *mask = (ha_mask *)start;
  mask->skeleton = skeleton;
  mask->weights = (float(*)[HA_BLOCK_WIDTH])(start + weights);
  *out = mask;
  return HA_OK;
}

void ha_mask_destroy(ha_mask *mask) { ha_block_destroy(mask); }

static float *inner_weight(const ha_mask *mask, uint32_t inner) {
  return &mask->weights[inner / HA_BLOCK_WIDTH][inner % HA_BLOCK_WIDTH];
}

float ha_mask_get(const ha_mask *mask, uint32_t joint) {
  HA_ASSERT(joint < mask->skeleton->joint_count);
  return *inner_weight(mask, mask->skeleton->inner_of[joint]);
}

void ha_mask_set(ha_mask *mask, uint32_t joint, float weight) {
  HA_ASSERT(joint < mask->skeleton->joint_count && weight >= 0 && weight <= 1);
  *inner_weight(mask, mask->skeleton->inner_of[joint]) = weight;
}

void ha_mask_set_below(ha_mask *mask, uint32_t joint, float weight) {
  const ha_skeleton *skeleton = mask->skeleton;
  HA_ASSERT((joint == HA_NO_INDEX || joint < skeleton->joint_count) && weight >= 0 && weight <= 1);
  uint32_t top = joint == HA_NO_INDEX ? HA_NO_INDEX : skeleton->inner_of[joint];
  for (uint32_t inner = 0; inner < skeleton->joint_count; inner++)
    if (top == HA_NO_INDEX || ha_skeleton_is_inner_below(skeleton, top, inner))
      *inner_weight(mask, inner) = weight;
}

static float mean_upwards(const ha_mask *mask, uint32_t inner, uint32_t levels) {
  double sum = *inner_weight(mask, inner);
  uint32_t steps = 0;
  while (steps < levels && mask->skeleton->inner_parents[inner] != HA_NO_PARENT) {
    inner = mask->skeleton->inner_parents[inner];
    sum += *inner_weight(mask, inner);
    steps++;
  }
  sum += (double)(levels - steps) * *inner_weight(mask, inner);
  double mean = sum / ((double)levels + 1);
  return mean < 1 ? (float)mean : 1;
}

void ha_mask_feather(ha_mask *mask, uint32_t levels) {
  // Children come after their parents: backwards, every joint still sees the old weights above it.
  for (uint32_t inner = mask->skeleton->joint_count; inner-- > 0;)
    *inner_weight(mask, inner) = mean_upwards(mask, inner, levels);
}

void ha_mask_invert(ha_mask *mask) {
  for (uint32_t i = 0; i < mask->skeleton->joint_count; i++)
    *inner_weight(mask, i) = 1 - *inner_weight(mask, i);
}

void ha_mask_multiply(ha_mask *mask, const ha_mask *by) {
  HA_ASSERT(mask->skeleton == by->skeleton);
  for (uint32_t i = 0; i < mask->skeleton->joint_count; i++) *inner_weight(mask, i) *= *inner_weight(by, i);
}

void ha_mask_scale(ha_mask *mask, float by) {
  HA_ASSERT(by >= 0 && by <= 1);
  for (uint32_t i = 0; i < mask->skeleton->joint_count; i++) *inner_weight(mask, i) *= by;
}

void ha_mask_copy(const ha_mask *mask, ha_mask *out) {
  HA_ASSERT(mask->skeleton == out->skeleton);
  if (out != mask && mask->skeleton->block_count > 0)
    memcpy(out->weights, mask->weights, mask->skeleton->block_count * sizeof *mask->weights);
}

size_t ha_mask_byte_size(const ha_mask *mask) { return ha_block_size(mask); }
