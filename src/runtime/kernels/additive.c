// Additive poses.
#include "runtime/blend.h"
#include "runtime/kernels/blend_rows.h"
#include "runtime/kernels/kernels.h"

// --- making: from the reference to the source ---

static inline vectors ratio_of(vectors source, vectors reference) {
  const lanes one = lanes_splat(1);
  for (int i = 0; i < 3; i++) {
    lanes_mask is_zero = lanes_equal(reference.v[i], lanes_zero());
    source.v[i] = lanes_select(is_zero, one, lanes_div(source.v[i], reference.v[i]));
  }
  return source;
}

static inline vectors offset_of(vectors source, vectors reference) {
  for (int i = 0; i < 3; i++) source.v[i] = lanes_sub(source.v[i], reference.v[i]);
  return source;
}

static inline void difference_vectors(const ha_difference_job *job, uint32_t block, ha_part part,
                                      uint8_t touched) {
  const ha_pose *source = job->source, *reference = job->reference;
  const ha_pose_block *rest = &job->out->skeleton->rest[block];
  lanes nothing = lanes_splat(part == HA_SCALE ? 1.0f : 0.0f);
  vectors out = {{nothing, nothing, nothing}};
  if (touched != 0) {
    vectors from = reference == NULL ? load_vectors(rest, part)
                                     : vectors_or_rest(&reference->blocks[block],
                                                       reference->touched[block].part[part], rest, part);
    vectors to = vectors_or_rest(&source->blocks[block], source->touched[block].part[part], rest, part);
    to = keep_vectors_finite(part == HA_SCALE ? ratio_of(to, from) : offset_of(to, from));
    out = select_vectors(lanes_mask_of_bits(touched), to, out);
  }
  store_vectors(&job->out->blocks[block], part, out);
}

static inline void difference_rotations(const ha_difference_job *job, uint32_t block, uint8_t touched) {
  const ha_pose *source = job->source, *reference = job->reference;
  const ha_pose_block *rest = &job->out->skeleton->rest[block];
  lanes_quat out = lanes_quat_identity();
  if (touched != 0) {
    lanes_quat from = reference == NULL ? load_quat(rest)
                                        : quat_or_rest(&reference->blocks[block],
                                                       reference->touched[block].part[HA_ROTATION], rest);
    lanes_quat to = quat_or_rest(&source->blocks[block], source->touched[block].part[HA_ROTATION], rest);
    from = lanes_quat_conjugate(lanes_quat_keep_unit(from));
    to = lanes_quat_normalize(lanes_quat_multiply(from, lanes_quat_keep_unit(to)));
    out = lanes_quat_select(lanes_mask_of_bits(touched), to, out);
  }
  store_quat(&job->out->blocks[block], out);
}

void HA_KERNEL(difference)(const ha_difference_job *job) {
  for (uint32_t block = 0; block < job->out->skeleton->block_count; block++) {
    ha_touched touched = job->source->touched[block];
    if (job->either && job->reference != NULL)
      for (int part = 0; part < HA_PART_COUNT; part++)
        touched.part[part] |= job->reference->touched[block].part[part];
    difference_vectors(job, block, HA_TRANSLATION, touched.part[HA_TRANSLATION]);
    difference_rotations(job, block, touched.part[HA_ROTATION]);
    difference_vectors(job, block, HA_SCALE, touched.part[HA_SCALE]);
    job->out->touched[block] = touched;
  }
}

// --- adding ---

// q to the power of whole numbers, by squaring. Not for the usual weights.
static lanes_quat whole_power(lanes_quat q, const float numbers[LANES]) {
  enum { LARGEST = 1 << 30 };
  lanes_quat out = lanes_quat_identity();
  int32_t left[LANES], all = 0;
  for (int i = 0; i < LANES; i++) {
    left[i] = numbers[i] < (float)LARGEST ? (int32_t)numbers[i] : LARGEST;
    all |= left[i];
  }
  for (; all != 0; all >>= 1) {
    uint8_t odd = 0;
    for (int i = 0; i < LANES; i++) {
      odd |= (uint8_t)((left[i] & 1) << i);
      left[i] >>= 1;
    }
    lanes_quat multiplied = lanes_quat_normalize(lanes_quat_multiply(out, q));
    out = lanes_quat_select(lanes_mask_of_bits(odd), multiplied, out);
    q = lanes_quat_normalize(lanes_quat_multiply(q, q));
  }
  return out;
}

// Weights beyond [0, 1]: whole turns of q, then a part of one.
__attribute__((noinline)) static lanes_quat power_beyond(lanes_quat q, lanes length) {
  float numbers[LANES];
  lanes_store(numbers, length);
  for (int i = 0; i < LANES; i++) numbers[i] = __builtin_floorf(numbers[i]);
  lanes_mask is_far = lanes_less(q.w, lanes_zero());
  q = (lanes_quat){lanes_negate_where(is_far, q.x), lanes_negate_where(is_far, q.y),
                   lanes_negate_where(is_far, q.z), lanes_negate_where(is_far, q.w)};
  lanes_quat part = lanes_quat_part_of(q, lanes_sub(length, lanes_load(numbers)));
  return lanes_quat_normalize(lanes_quat_multiply(whole_power(q, numbers), part));
}

// slerp(identity, q, weight), and beyond its ends along the same arc.
static inline lanes_quat power(lanes_quat q, lanes weight) {
  lanes length = lanes_abs(weight);
  q = lanes_quat_select(lanes_less(weight, lanes_zero()), lanes_quat_conjugate(q), q);
  if (lanes_any(lanes_less(lanes_splat(1), length))) return power_beyond(q, length);
  return lanes_quat_part_of(q, length);
}

static inline lanes add_weight(const ha_add_job *job, uint32_t block, ha_part part) {
  lanes weight = lanes_splat(job->weight);
  if (job->mask != NULL) weight = lanes_mul(weight, lanes_load(job->mask->weights[block]));
  return lanes_keep_where(lanes_mask_of_bits(job->additive->touched[block].part[part]), weight);
}

static inline void add_translations(const ha_add_job *job, uint32_t block, lanes weight, lanes_mask is_any) {
  vectors base = load_vectors(&job->pose->blocks[block], HA_TRANSLATION), out;
  vectors added = load_vectors(&job->additive->blocks[block], HA_TRANSLATION);
  for (int i = 0; i < 3; i++)
    out.v[i] = keep_finite(lanes_add(base.v[i], keep_finite(lanes_mul(weight, added.v[i]))));
  store_vectors(&job->pose->blocks[block], HA_TRANSLATION, select_vectors(is_any, out, base));
}

static inline void add_scales(const ha_add_job *job, uint32_t block, lanes weight, lanes_mask is_any) {
  const lanes one = lanes_splat(1);
  vectors base = load_vectors(&job->pose->blocks[block], HA_SCALE), out;
  vectors ratio = load_vectors(&job->additive->blocks[block], HA_SCALE);
  for (int i = 0; i < 3; i++) {
    lanes factor = lanes_add(one, lanes_mul(lanes_sub(ratio.v[i], one), weight));
    out.v[i] = keep_finite(lanes_mul(base.v[i], keep_finite(factor)));
  }
  store_vectors(&job->pose->blocks[block], HA_SCALE, select_vectors(is_any, out, base));
}

static inline void add_rotations(const ha_add_job *job, uint32_t block, lanes weight, lanes_mask is_any) {
  lanes_quat base = load_quat(&job->pose->blocks[block]);
  lanes_quat added = lanes_quat_keep_unit(load_quat(&job->additive->blocks[block]));
  lanes_quat out = lanes_quat_multiply(lanes_quat_keep_unit(base), power(added, weight));
  store_quat(&job->pose->blocks[block], lanes_quat_select(is_any, lanes_quat_normalize(out), base));
}

void HA_KERNEL(add)(const ha_add_job *job) {
  void (*const add_part[])(const ha_add_job *, uint32_t, lanes, lanes_mask) = {
      [HA_TRANSLATION] = add_translations, [HA_ROTATION] = add_rotations, [HA_SCALE] = add_scales};
  for (uint32_t block = 0; block < job->pose->skeleton->block_count; block++)
    for (int part = 0; part < HA_PART_COUNT; part++) {
      lanes weight = add_weight(job, block, (ha_part)part);
      lanes_mask is_any = lanes_not(lanes_equal(weight, lanes_zero()));
      if (!lanes_any(is_any)) continue;
      add_part[part](job, block, weight, is_any);
      job->pose->touched[block].part[part] |= lanes_bits_of_mask(is_any);
    }
}
