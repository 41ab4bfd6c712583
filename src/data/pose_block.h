// Pose block: the local transforms of eight joints, structure of arrays. The unit of all wide kernels.
#ifndef HELIOANIM_DATA_POSE_BLOCK_H
#define HELIOANIM_DATA_POSE_BLOCK_H

#include <stdint.h>

#include "math/transform.h"

enum { HA_BLOCK_WIDTH = 8, HA_BLOCK_ROWS = 10 };

// Ten rows of eight floats.
typedef struct ha_pose_block {
  float tx[8], ty[8], tz[8];
  float qx[8], qy[8], qz[8], qw[8];
  float sx[8], sy[8], sz[8];
} ha_pose_block;

typedef enum ha_part { HA_TRANSLATION, HA_ROTATION, HA_SCALE, HA_PART_COUNT } ha_part;

// The first row of each part, and how many it has.
extern const uint32_t ha_part_rows[HA_PART_COUNT], ha_part_sizes[HA_PART_COUNT];

// One lane of a block: as a whole, or a part of as many floats as it has rows.
void ha_pose_block_get(const ha_pose_block *block, uint32_t lane, ha_transform *out);
void ha_pose_block_set(ha_pose_block *block, uint32_t lane, const ha_transform *transform);

static inline void ha_pose_block_get_part(const ha_pose_block *block, uint32_t lane, ha_part part,
                                          float *out) {
  const float *rows = block->tx + ha_part_rows[part] * HA_BLOCK_WIDTH + lane;
  for (uint32_t i = 0; i < ha_part_sizes[part]; i++) out[i] = rows[i * HA_BLOCK_WIDTH];
}

static inline void ha_pose_block_set_part(ha_pose_block *block, uint32_t lane, ha_part part,
                                          const float *value) {
  float *rows = block->tx + ha_part_rows[part] * HA_BLOCK_WIDTH + lane;
  for (uint32_t i = 0; i < ha_part_sizes[part]; i++) rows[i * HA_BLOCK_WIDTH] = value[i];
}

#endif
