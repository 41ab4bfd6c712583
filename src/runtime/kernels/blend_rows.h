// What the blending kernels share: parts of a block as rows of eight joints.
#ifndef HELIOANIM_RUNTIME_KERNELS_BLEND_ROWS_H
#define HELIOANIM_RUNTIME_KERNELS_BLEND_ROWS_H

#include <float.h>

#include "data/pose.h"
#include "math/lanes_quat.h"

// First rows of a block's parts.
enum { TRANSLATION_ROW = 0, ROTATION_ROW = 3, SCALE_ROW = 7 };

typedef struct vectors {
  lanes v[3];
} vectors;

static inline const float *row(const ha_pose_block *block, int index) {
  return (const float *)block + (size_t)index * HA_BLOCK_WIDTH;
}

static inline vectors load_vectors(const ha_pose_block *block, int first) {
  return (vectors){
      {lanes_load(row(block, first)), lanes_load(row(block, first + 1)), lanes_load(row(block, first + 2))}};
}

static inline void store_vectors(ha_pose_block *block, int first, vectors a) {
  float *to = (float *)block + (size_t)first * HA_BLOCK_WIDTH;
  for (int i = 0; i < 3; i++) lanes_store(to + i * HA_BLOCK_WIDTH, a.v[i]);
}

static inline vectors select_vectors(lanes_mask mask, vectors yes, vectors no) {
  return (vectors){{lanes_select(mask, yes.v[0], no.v[0]), lanes_select(mask, yes.v[1], no.v[1]),
                    lanes_select(mask, yes.v[2], no.v[2])}};
}

static inline lanes_quat load_quat(const ha_pose_block *block) {
  return (lanes_quat){lanes_load(block->qx), lanes_load(block->qy), lanes_load(block->qz),
                      lanes_load(block->qw)};
}

static inline void store_quat(ha_pose_block *block, lanes_quat q) {
  lanes_store(block->qx, q.x);
  lanes_store(block->qy, q.y);
  lanes_store(block->qz, q.z);
  lanes_store(block->qw, q.w);
}

// A part of a pose, and rest where the pose does not touch it.
static inline vectors vectors_or_rest(const ha_pose *pose, uint32_t block, int first, ha_part part) {
  uint8_t bits = pose->touched[block].part[part];
  vectors a = load_vectors(&pose->blocks[block], first);
  if (bits == 0xFF) return a;
  return select_vectors(lanes_mask_of_bits(bits), a, load_vectors(&pose->skeleton->rest[block], first));
}

static inline lanes_quat quat_or_rest(const ha_pose *pose, uint32_t block) {
  uint8_t bits = pose->touched[block].part[HA_ROTATION];
  lanes_quat q = load_quat(&pose->blocks[block]);
  if (bits == 0xFF) return q;
  return lanes_quat_select(lanes_mask_of_bits(bits), q, load_quat(&pose->skeleton->rest[block]));
}

// Sums of large numbers may overflow; an infinity would become a NaN in the next frame.
static inline lanes keep_finite(lanes a) {
  return lanes_max(lanes_min(a, lanes_splat(FLT_MAX)), lanes_splat(-FLT_MAX));
}

static inline vectors keep_vectors_finite(vectors a) {
  return (vectors){{keep_finite(a.v[0]), keep_finite(a.v[1]), keep_finite(a.v[2])}};
}

static inline lanes_quat normalize_finite(lanes_quat q) {
  return lanes_quat_normalize(
      (lanes_quat){keep_finite(q.x), keep_finite(q.y), keep_finite(q.z), keep_finite(q.w)});
}

#endif
