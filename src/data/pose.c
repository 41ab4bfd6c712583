#include "data/pose.h"

#include <string.h>

static size_t padded(uint32_t count) { return ((size_t)count + 7) & ~(size_t)7; }

ha_status ha_pose_create(const ha_skeleton *skeleton, const ha_allocator *allocator, ha_pose **out) {
  size_t size = 0;
  ha_carve(&size, 1, sizeof(ha_pose));
  size_t blocks = ha_carve(&size, skeleton->block_count, sizeof(ha_pose_block));
  size_t touched = ha_carve(&size, skeleton->block_count, sizeof(ha_touched));
  char *start = ha_block_create(allocator, size);
  if (start == NULL) return ha_fail(HA_NO_MEMORY, "no memory for a pose of %u joints", skeleton->joint_count);
  ha_pose *pose = (ha_pose *)start;
  *pose = (ha_pose){
      .skeleton = skeleton,
      .blocks = (ha_pose_block *)(start + blocks),
      .touched = (ha_touched *)(start + touched),
  };
  ha_status status = ha_pose_fit(pose);
  if (status != HA_OK) {
    ha_pose_destroy(pose);
    return status;
  }
  ha_pose_reset(pose);
  *out = pose;
  return HA_OK;
}

void ha_pose_destroy(ha_pose *pose) {
  if (pose == NULL) return;
  ha_block_destroy(pose->values);
  ha_block_destroy(pose);
}

ha_status ha_pose_fit(ha_pose *pose) {
  uint32_t had = pose->value_count, count = pose->skeleton->value_count;
  if (had == count) return HA_OK;
  ha_allocator allocator = ha_block_allocator(pose);
  size_t width = padded(count);
  float *values = ha_block_create(&allocator, width * (sizeof(float) + 1));
  if (values == NULL) return ha_fail(HA_NO_MEMORY, "no memory for the %u values of a pose", count);
  uint8_t *touched = (uint8_t *)(values + width);
  if (had > 0) {
    memcpy(values, pose->values, had * sizeof(float));
    memcpy(touched, pose->value_touched, had);
  }
  memcpy(values + had, pose->skeleton->rest_values + had, (count - had) * sizeof(float));
  ha_block_destroy(pose->values);
  pose->values = values;
  pose->value_touched = touched;
  pose->value_count = count;
  return HA_OK;
}

void ha_pose_reset(ha_pose *pose) {
  const ha_skeleton *skeleton = pose->skeleton;
  if (skeleton->block_count > 0) {
    memcpy(pose->blocks, skeleton->rest, skeleton->block_count * sizeof(ha_pose_block));
    memset(pose->touched, 0, skeleton->block_count * sizeof(ha_touched));
  }
  if (pose->value_count > 0) {
    memcpy(pose->values, skeleton->rest_values, pose->value_count * sizeof(float));
    memset(pose->value_touched, 0, pose->value_count);
  }
}

void ha_pose_copy(const ha_pose *pose, ha_pose *out) {
  const ha_skeleton *skeleton = pose->skeleton;
  HA_ASSERT(out->skeleton == skeleton && out->value_count == pose->value_count);
  if (out == pose) return;
  if (skeleton->block_count > 0) {
    memcpy(out->blocks, pose->blocks, skeleton->block_count * sizeof(ha_pose_block));
    memcpy(out->touched, pose->touched, skeleton->block_count * sizeof(ha_touched));
  }
  if (pose->value_count > 0) {
    memcpy(out->values, pose->values, pose->value_count * sizeof(float));
    memcpy(out->value_touched, pose->value_touched, pose->value_count);
  }
}

static uint32_t inner_of(const ha_pose *pose, uint32_t joint) {
  HA_ASSERT(joint < pose->skeleton->joint_count);
  return pose->skeleton->inner_of[joint];
}

ha_transform ha_pose_get(const ha_pose *pose, uint32_t joint) {
  uint32_t inner = inner_of(pose, joint);
  ha_transform out;
  ha_pose_block_get(&pose->blocks[inner / HA_BLOCK_WIDTH], inner % HA_BLOCK_WIDTH, &out);
  return out;
}

void ha_pose_set(ha_pose *pose, uint32_t joint, const ha_transform *transform) {
  uint32_t inner = inner_of(pose, joint);
  ha_pose_write(pose, inner, HA_TRANSLATION, transform->translation);
  ha_pose_write(pose, inner, HA_ROTATION, transform->rotation);
  ha_pose_write(pose, inner, HA_SCALE, transform->scale);
}

void ha_pose_get_part(const ha_pose *pose, uint32_t joint, ha_part part, float *out) {
  uint32_t inner = inner_of(pose, joint);
  ha_pose_block_get_part(&pose->blocks[inner / HA_BLOCK_WIDTH], inner % HA_BLOCK_WIDTH, part, out);
}

void ha_pose_set_part(ha_pose *pose, uint32_t joint, ha_part part, const float *value) {
  ha_pose_write(pose, inner_of(pose, joint), part, value);
}

int ha_pose_is_touched(const ha_pose *pose, uint32_t joint, ha_part part) {
  uint32_t inner = inner_of(pose, joint);
  return pose->touched[inner / HA_BLOCK_WIDTH].part[part] >> inner % HA_BLOCK_WIDTH & 1;
}

void ha_pose_write(ha_pose *pose, uint32_t inner, ha_part part, const float *value) {
  uint32_t block = inner / HA_BLOCK_WIDTH, lane = inner % HA_BLOCK_WIDTH;
  ha_pose_block_set_part(&pose->blocks[block], lane, part, value);
  pose->touched[block].part[part] |= (uint8_t)(1u << lane);
}

void ha_pose_write_values(ha_pose *pose, const ha_value_slot *slot, const float *values) {
  HA_ASSERT(slot->first + slot->count <= pose->value_count);
  memcpy(pose->values + slot->first, values, slot->count * sizeof(float));
  memset(pose->value_touched + slot->first, 1, slot->count);
}

size_t ha_pose_byte_size(const ha_pose *pose) { return ha_block_size(pose) + ha_block_size(pose->values); }
