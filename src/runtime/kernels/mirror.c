// Mirror images: eight pairs of joints at a time, gathered from wherever they lie, part by part. Both ways
// are read before either is written, so the output may be the source.
#include "runtime/blend.h"
#include "runtime/kernels/blend_rows.h"
#include "runtime/kernels/kernels.h"

enum { BLOCK_FLOATS = sizeof(ha_pose_block) / sizeof(float) };

// --- what is touched ---

typedef enum spread { NONE, SOME, ALL } spread;

// How much of a pose a part is touched in.
static spread spread_of(const ha_pose *pose, ha_part part) {
  uint8_t any = 0;
  uint32_t whole = 0, count = pose->skeleton->block_count;
  for (uint32_t block = 0; block < count; block++) {
    uint8_t bits = pose->touched[block].part[part];
    any |= bits;
    whole += bits == lanes_in_use(pose->skeleton, block);
  }
  return any == 0 ? NONE : whole == count ? ALL : SOME;
}

static inline uint8_t gather_bits(const ha_pose *pose, ha_part part, const uint32_t from[LANES]) {
  uint32_t out = 0;
  for (int i = 0; i < LANES; i++) {
    uint32_t bits = pose->touched[from[i] / BLOCK_FLOATS].part[part];
    out |= (bits >> from[i] % HA_BLOCK_WIDTH & 1) << i;
  }
  return (uint8_t)out;
}

static inline void scatter_bits(ha_pose *pose, ha_part part, const uint32_t to[LANES], uint8_t touched) {
  for (int i = 0; i < LANES; i++) {
    uint8_t *bits = &pose->touched[to[i] / BLOCK_FLOATS].part[part], lane = to[i] % HA_BLOCK_WIDTH;
    if ((*bits >> lane ^ touched >> i) & 1) *bits ^= (uint8_t)(1u << lane);  // few change from frame to frame
  }
}

// All or nothing looks the same in the mirror.
static void copy_touched(const ha_pose *source, ha_part part, ha_pose *out) {
  for (uint32_t block = 0; block < out->skeleton->block_count; block++)
    out->touched[block].part[part] = source->touched[block].part[part];
}

// --- translations and scales ---

static inline vectors gather_vectors(const ha_pose *pose, ha_part part, const uint32_t from[LANES]) {
  const float *x = vector_rows(pose->blocks, part);
  return (vectors){{lanes_gather(x, from), lanes_gather(x + HA_BLOCK_WIDTH, from),
                    lanes_gather(x + 2 * HA_BLOCK_WIDTH, from)}};
}

static inline void scatter_vectors(ha_pose *pose, ha_part part, const uint32_t to[LANES], vectors a) {
  float *x = part == HA_TRANSLATION ? pose->blocks->tx : pose->blocks->sx;
  for (int i = 0; i < 3; i++) lanes_scatter(x + i * HA_BLOCK_WIDTH, to, a.v[i]);
}

static inline vectors mirror_translation(vectors from, const ha_mirror_side *side, int axis) {
  vectors rest = load_vectors(&side->to_rest, HA_TRANSLATION);
  for (int i = 0; i < 3; i++) {
    lanes moved = lanes_sub(from.v[i], lanes_load(side->from_rest[i]));
    from.v[i] = keep_finite(i == axis ? lanes_negate(moved) : moved);
  }
  lanes_quat_rotate(lanes_quat_load(side->before[0]), from.v, from.v);
  for (int i = 0; i < 3; i++) from.v[i] = lanes_add(from.v[i], rest.v[i]);
  return from;
}

// Rest where the source is untouched, or where large numbers have overflown.
static inline vectors moved_or_rest(vectors moved, uint8_t touched, vectors rest) {
  lanes_mask is_touched = lanes_mask_of_bits(touched);
  for (int i = 0; i < 3; i++) {
    lanes_mask is_finite = lanes_less(lanes_abs(moved.v[i]), lanes_splat(INFINITY));
    moved.v[i] = lanes_select(lanes_and(is_touched, is_finite), moved.v[i], rest.v[i]);
  }
  return moved;
}

static inline void mirror_vectors(const ha_mirror_job *job, ha_part part, spread touched) {
  for (uint32_t g = 0; g < job->mirror->group_count; g++) {
    const ha_mirror_side *sides = job->mirror->groups[g].sides;
    vectors moved[2];
    uint8_t bits[2];
    for (int s = 0; s < 2; s++) {
      moved[s] = gather_vectors(job->source, part, sides[s].from);
      bits[s] = touched == ALL ? ALL_BITS : gather_bits(job->source, part, sides[s].from);
      if (part == HA_TRANSLATION) moved[s] = mirror_translation(moved[s], &sides[s], job->mirror->axis);
      moved[s] = moved_or_rest(moved[s], bits[s], load_vectors(&sides[s].to_rest, part));
    }
    for (int s = 0; s < 2; s++) {
      scatter_vectors(job->out, part, sides[s].to, moved[s]);
      if (touched == SOME) scatter_bits(job->out, part, sides[s].to, bits[s]);
    }
  }
}

static void vectors_pass(const ha_mirror_job *job, ha_part part) {
  spread touched = spread_of(job->source, part);
  if (touched != SOME) copy_touched(job->source, part, job->out);
  if (touched != NONE)
    mirror_vectors(job, part, touched);
  else
    for (uint32_t block = 0; block < job->out->skeleton->block_count; block++)
      store_vectors(&job->out->blocks[block], part, load_vectors(&job->out->skeleton->rest[block], part));
}

// --- rotations ---

static inline lanes_quat gather_quat(const ha_pose *pose, const uint32_t from[LANES]) {
  const ha_pose_block *first = pose->blocks;
  return (lanes_quat){lanes_gather(first->qx, from), lanes_gather(first->qy, from),
                      lanes_gather(first->qz, from), lanes_gather(first->qw, from)};
}

static inline void scatter_quat(ha_pose *pose, const uint32_t to[LANES], lanes_quat q) {
  ha_pose_block *first = pose->blocks;
  lanes_scatter(first->qx, to, q.x);
  lanes_scatter(first->qy, to, q.y);
  lanes_scatter(first->qz, to, q.z);
  lanes_scatter(first->qw, to, q.w);
}

// The turn seen in a mirror: the parts of the axis that lie in the plane change their sign.
static inline lanes_quat reflect(lanes_quat q, int axis) {
  return (lanes_quat){axis == 0 ? q.x : lanes_negate(q.x), axis == 1 ? q.y : lanes_negate(q.y),
                      axis == 2 ? q.z : lanes_negate(q.z), q.w};
}

static inline lanes_quat mirror_rotation(lanes_quat from, const ha_mirror_side *side, int axis) {
  lanes_quat q = reflect(lanes_quat_keep_unit(from), axis);
  q = lanes_quat_multiply(lanes_quat_load(side->before[0]), q);
  return lanes_quat_normalize(lanes_quat_multiply(q, lanes_quat_load(side->after[0])));
}

static void rotations_pass(const ha_mirror_job *job) {
  spread touched = spread_of(job->source, HA_ROTATION);
  if (touched != SOME) copy_touched(job->source, HA_ROTATION, job->out);
  for (uint32_t g = 0; g < job->mirror->group_count; g++) {
    const ha_mirror_side *sides = job->mirror->groups[g].sides;
    lanes_quat moved[2];
    uint8_t bits[2];
    for (int s = 0; s < 2; s++) {
      bits[s] = touched == ALL ? ALL_BITS : gather_bits(job->source, HA_ROTATION, sides[s].from);
      moved[s] = mirror_rotation(gather_quat(job->source, sides[s].from), &sides[s], job->mirror->axis);
      moved[s] = lanes_quat_select(lanes_mask_of_bits(bits[s]), moved[s], load_quat(&sides[s].to_rest));
    }
    for (int s = 0; s < 2; s++) {
      scatter_quat(job->out, sides[s].to, moved[s]);
      if (touched == SOME) scatter_bits(job->out, HA_ROTATION, sides[s].to, bits[s]);
    }
  }
}

void HA_KERNEL(mirror)(const ha_mirror_job *job) {
  vectors_pass(job, HA_TRANSLATION);
  rotations_pass(job);
  vectors_pass(job, HA_SCALE);
}
