// What the blending kernels share: parts of a block as rows of eight joints.
#ifndef HELIOANIM_RUNTIME_KERNELS_BLEND_ROWS_H
#define HELIOANIM_RUNTIME_KERNELS_BLEND_ROWS_H

#include <float.h>

#include "data/pose.h"
#include "math/lanes_quat.h"

enum { ALL_BITS = 0xFF };  // of touched: every lane of a block

// Lanes of a block that stand for joints.
static inline uint8_t lanes_in_use(const ha_skeleton *skeleton, uint32_t block) {
  uint32_t left = skeleton->joint_count - block * HA_BLOCK_WIDTH;
  return left >= HA_BLOCK_WIDTH ? ALL_BITS : (uint8_t)((1u << left) - 1);
}

typedef struct vectors {
  lanes v[3];
} vectors;

// Translations or scales of a block.
static inline const float *vector_rows(const ha_pose_block *block, ha_part part) {
  return part == HA_TRANSLATION ? block->tx : block->sx;
}

static inline vectors load_vectors(const ha_pose_block *block, ha_part part) {
  const float *rows = vector_rows(block, part);
  return (vectors){
      {lanes_load(rows), lanes_load(rows + HA_BLOCK_WIDTH), lanes_load(rows + 2 * HA_BLOCK_WIDTH)}};
}

static inline void store_vectors(ha_pose_block *block, ha_part part, vectors a) {
  float *rows = part == HA_TRANSLATION ? block->tx : block->sx;
  for (int i = 0; i < 3; i++) lanes_store(rows + i * HA_BLOCK_WIDTH, a.v[i]);
}

static inline vectors select_vectors(lanes_mask mask, vectors yes, vectors no) {
  return (vectors){{lanes_select(mask, yes.v[0], no.v[0]), lanes_select(mask, yes.v[1], no.v[1]),
                    lanes_select(mask, yes.v[2], no.v[2])}};
}

static inline vectors no_vectors(void) {
  return (vectors){{lanes_nothing(), lanes_nothing(), lanes_nothing()}};
}

static inline vectors add_vectors(vectors sum, vectors a, lanes weight) {
  for (int i = 0; i < 3; i++) sum.v[i] = lanes_add_product(sum.v[i], a.v[i], weight);
  return sum;
}

static inline lanes_quat load_quat(const ha_pose_block *block) { return lanes_quat_load(block->qx); }
static inline void store_quat(ha_pose_block *block, lanes_quat q) { lanes_quat_store(block->qx, q); }

// A part of a pose's block, and rest where the pose does not touch it.
static inline vectors vectors_or_rest(const ha_pose_block *block, uint8_t touched, const ha_pose_block *rest,
                                      ha_part part) {
  vectors a = load_vectors(block, part);
  if (touched == ALL_BITS) return a;
  return select_vectors(lanes_mask_of_bits(touched), a, load_vectors(rest, part));
}

static inline lanes_quat quat_or_rest(const ha_pose_block *block, uint8_t touched,
                                      const ha_pose_block *rest) {
  lanes_quat q = load_quat(block);
  if (touched == ALL_BITS) return q;
  return lanes_quat_select(lanes_mask_of_bits(touched), q, load_quat(rest));
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
