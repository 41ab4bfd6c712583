// Blends of two along the exact arc.
#include "runtime/blend.h"
#include "runtime/kernels/blend_rows.h"
#include "runtime/kernels/kernels.h"

// How far, the same in all lanes.
typedef struct way {
  lanes left, done;
} way;

static inline vectors mix_vectors(const ha_slerp_job *job, way at, uint32_t block, ha_part part) {
  const ha_pose_block *rest = &job->out->skeleton->rest[block];
  vectors a = vectors_or_rest(&job->a->blocks[block], job->a->touched[block].part[part], rest, part);
  vectors b = vectors_or_rest(&job->b->blocks[block], job->b->touched[block].part[part], rest, part);
  return keep_vectors_finite(add_vectors(add_vectors(no_vectors(), a, at.left), b, at.done));
}

static inline lanes_quat mix_rotations(const ha_slerp_job *job, way at, uint32_t block) {
  const ha_pose_block *rest = &job->out->skeleton->rest[block];
  lanes_quat a = quat_or_rest(&job->a->blocks[block], job->a->touched[block].part[HA_ROTATION], rest);
  lanes_quat b = quat_or_rest(&job->b->blocks[block], job->b->touched[block].part[HA_ROTATION], rest);
  return lanes_quat_slerp(lanes_quat_keep_unit(a), lanes_quat_keep_unit(b), at.done);
}

static inline void slerp_vectors(const ha_slerp_job *job, way at, uint32_t block, ha_part part,
                                 uint8_t touched) {
  vectors out = load_vectors(&job->out->skeleton->rest[block], part);
  if (touched != 0) out = select_vectors(lanes_mask_of_bits(touched), mix_vectors(job, at, block, part), out);
  store_vectors(&job->out->blocks[block], part, out);
}

static inline void slerp_rotations(const ha_slerp_job *job, way at, uint32_t block, uint8_t touched) {
  lanes_quat out = load_quat(&job->out->skeleton->rest[block]);
  if (touched != 0) out = lanes_quat_select(lanes_mask_of_bits(touched), mix_rotations(job, at, block), out);
  store_quat(&job->out->blocks[block], out);
}

void HA_KERNEL(slerp)(const ha_slerp_job *job) {
  const way at = {lanes_splat(1 - job->t), lanes_splat(job->t)};
  for (uint32_t block = 0; block < job->out->skeleton->block_count; block++) {
    ha_touched touched;
    for (int part = 0; part < HA_PART_COUNT; part++)
      touched.part[part] = job->a->touched[block].part[part] | job->b->touched[block].part[part];
    slerp_vectors(job, at, block, HA_TRANSLATION, touched.part[HA_TRANSLATION]);
    slerp_rotations(job, at, block, touched.part[HA_ROTATION]);
    slerp_vectors(job, at, block, HA_SCALE, touched.part[HA_SCALE]);
    job->out->touched[block] = touched;
  }
}
