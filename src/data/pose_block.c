#include "data/pose_block.h"

const uint32_t ha_part_rows[HA_PART_COUNT] = {0, 3, 7}, ha_part_sizes[HA_PART_COUNT] = {3, 4, 3};

void ha_pose_block_get(const ha_pose_block *block, uint32_t lane, ha_transform *out) {
  const float *rows = block->tx;
  float *numbers = out->translation;
  for (uint32_t row = 0; row < HA_BLOCK_ROWS; row++) numbers[row] = rows[row * HA_BLOCK_WIDTH + lane];
}

void ha_pose_block_set(ha_pose_block *block, uint32_t lane, const ha_transform *transform) {
  float *rows = block->tx;
  const float *numbers = transform->translation;
  for (uint32_t row = 0; row < HA_BLOCK_ROWS; row++) rows[row * HA_BLOCK_WIDTH + lane] = numbers[row];
}
