// Eight quaternions at once, with exactly the bits that math/quat.h gives for each.
#ifndef HELIOANIM_MATH_LANES_QUAT_H
#define HELIOANIM_MATH_LANES_QUAT_H

#include "math/lanes.h"
#include "math/quat.h"

typedef struct lanes_quat {
  lanes x, y, z, w;
} lanes_quat;

static inline lanes_quat lanes_quat_identity(void) {
  return (lanes_quat){lanes_zero(), lanes_zero(), lanes_zero(), lanes_splat(1)};
}

static inline lanes_quat lanes_quat_select(lanes_mask mask, lanes_quat yes, lanes_quat no) {
  return (lanes_quat){lanes_select(mask, yes.x, no.x), lanes_select(mask, yes.y, no.y),
                      lanes_select(mask, yes.z, no.z), lanes_select(mask, yes.w, no.w)};
}

static inline lanes lanes_quat_dot(lanes_quat a, lanes_quat b) {
  return lanes_add(lanes_add(lanes_mul(a.x, b.x), lanes_mul(a.y, b.y)),
                   lanes_add(lanes_mul(a.z, b.z), lanes_mul(a.w, b.w)));
}

static inline lanes_quat lanes_quat_scale(lanes_quat q, lanes by) {
  return (lanes_quat){lanes_mul(q.x, by), lanes_mul(q.y, by), lanes_mul(q.z, by), lanes_mul(q.w, by)};
}

// sum + q * by
static inline lanes_quat lanes_quat_add_product(lanes_quat sum, lanes_quat q, lanes by) {
  return (lanes_quat){lanes_add_product(sum.x, q.x, by), lanes_add_product(sum.y, q.y, by),
                      lanes_add_product(sum.z, q.z, by), lanes_add_product(sum.w, q.w, by)};
}

// Rows x, y, z, w, one behind the other.
static inline lanes_quat lanes_quat_load(const float *rows) {
  return (lanes_quat){lanes_load(rows), lanes_load(rows + LANES), lanes_load(rows + 2 * LANES),
                      lanes_load(rows + 3 * LANES)};
}
static inline void lanes_quat_store(float *rows, lanes_quat q) {
  lanes_store(rows, q.x);
  lanes_store(rows + LANES, q.y);
  lanes_store(rows + 2 * LANES, q.z);
  lanes_store(rows + 3 * LANES, q.w);
}

// The last step of normalising: `squared` is the squared length, far enough from 0 and from overflow.
static inline lanes_quat lanes_quat_to_unit(lanes_quat q, lanes squared) {
  const lanes one = lanes_splat(1);
  lanes_mask is_unit = lanes_less(lanes_abs(lanes_sub(squared, one)), lanes_splat(5e-7f));
  return lanes_quat_scale(q, lanes_select(is_unit, one, lanes_div(one, lanes_sqrt(squared))));
}

// Whether that holds without a doubt: sums of rotations, with weights that sum up to 1, that do not cancel
// out.
static inline lanes_mask lanes_quat_is_near_unit(lanes squared) {
  return lanes_less(lanes_abs(lanes_sub(squared, lanes_splat(1))), lanes_splat(0.9999f));
}

// The lanes that are not in `usual`, one after the other: rare, and kept out of the way.
__attribute__((noinline, cold, unused)) static lanes_quat lanes_quat_normalize_extreme(lanes_quat q,
                                                                                       lanes_quat scaled,
                                                                                       lanes_mask usual) {
  float from[4][LANES], to[4][LANES];
  lanes_quat_store(from[0], q);
  lanes_quat_store(to[0], scaled);
  for (int i = 0; i < LANES; i++) {
    if (lanes_bits_of_mask(usual) >> i & 1) continue;
    float one[4] = {from[0][i], from[1][i], from[2][i], from[3][i]};
    ha_quat_normalize_extreme(one, one);
    for (int c = 0; c < 4; c++) to[c][i] = one[c];
  }
  return lanes_quat_load(to[0]);
}

static inline lanes_quat lanes_quat_normalize(lanes_quat q) {
  lanes squared = lanes_quat_dot(q, q);
  lanes_mask usual =
      lanes_and(lanes_less(lanes_splat(1e-30f), squared), lanes_less(squared, lanes_splat(1e30f)));
  lanes_quat out = lanes_quat_to_unit(q, squared);
  return lanes_all(usual) ? out : lanes_quat_normalize_extreme(q, out, usual);
}

// The same, quicker for what was normalised before, and stays as it is.
static inline lanes_quat lanes_quat_keep_unit(lanes_quat q) {
  lanes squared = lanes_quat_dot(q, q);
  lanes_mask is_unit = lanes_less(lanes_abs(lanes_sub(squared, lanes_splat(1))), lanes_splat(5e-7f));
  return lanes_all(is_unit) ? q : lanes_quat_normalize(q);
}

static inline lanes_quat lanes_quat_conjugate(lanes_quat q) {
  return (lanes_quat){lanes_negate(q.x), lanes_negate(q.y), lanes_negate(q.z), q.w};
}

// sum - a * b
static inline lanes lanes_less_product(lanes sum, lanes a, lanes b) {
  return lanes_sub(sum, lanes_mul(a, b));
}

static inline lanes_quat lanes_quat_multiply(lanes_quat a, lanes_quat b) {
  lanes x = lanes_add_product(lanes_mul(a.w, b.x), a.x, b.w);
  lanes y = lanes_less_product(lanes_mul(a.w, b.y), a.x, b.z);
  lanes z = lanes_add_product(lanes_mul(a.w, b.z), a.x, b.y);
  lanes w = lanes_less_product(lanes_mul(a.w, b.w), a.x, b.x);
  return (lanes_quat){lanes_less_product(lanes_add_product(x, a.y, b.z), a.z, b.y),
                      lanes_add_product(lanes_add_product(y, a.y, b.w), a.z, b.x),
                      lanes_add_product(lanes_less_product(z, a.y, b.x), a.z, b.w),
                      lanes_less_product(lanes_less_product(w, a.y, b.y), a.z, b.z)};
}

static inline void lanes_cross(const lanes a[3], const lanes b[3], lanes out[3]) {
  lanes x = lanes_sub(lanes_mul(a[1], b[2]), lanes_mul(a[2], b[1]));
  lanes y = lanes_sub(lanes_mul(a[2], b[0]), lanes_mul(a[0], b[2]));
  lanes z = lanes_sub(lanes_mul(a[0], b[1]), lanes_mul(a[1], b[0]));
  out[0] = x;
  out[1] = y;
  out[2] = z;
}

// As ha_quat_rotate. out may be v.
static inline void lanes_quat_rotate(lanes_quat q, const lanes v[3], lanes out[3]) {
  const lanes axis[3] = {q.x, q.y, q.z};
  lanes once[3], twice[3];
  lanes_cross(axis, v, once);
  for (int i = 0; i < 3; i++) once[i] = lanes_add(once[i], once[i]);
  lanes_cross(axis, once, twice);
  for (int i = 0; i < 3; i++) out[i] = lanes_add(lanes_add_product(v[i], q.w, once[i]), twice[i]);
}

static inline lanes lanes_slerp_factor(lanes s, lanes cosine) {
  const lanes one = lanes_splat(1);
  lanes squared = lanes_mul(s, s), below_one = lanes_sub(cosine, one), sum = one;
  for (int i = HA_SLERP_TERMS; i >= 1; i--) {
    lanes term = lanes_mul(lanes_sub(squared, lanes_splat((float)(i * i))),
                           lanes_splat(1.0f / (float)(i * (2 * i + 1))));
    sum = lanes_add(one, lanes_mul(lanes_mul(term, below_one), sum));
  }
  return lanes_div(lanes_mul(s, sum), lanes_mul(lanes_splat(2), cosine));
}

typedef struct lanes_slerp_weights {
  lanes of_a, of_b;
} lanes_slerp_weights;

// What the ends of an arc of cosine `dot` weigh at t, in [0, 1].
static inline lanes_slerp_weights lanes_slerp_at(lanes dot, lanes t) {
  const lanes one = lanes_splat(1), half = lanes_splat(0.5f), two = lanes_splat(2);
  lanes_mask is_far = lanes_less(dot, lanes_zero());
  lanes cosine = lanes_sqrt(lanes_add(half, lanes_mul(half, lanes_negate_where(is_far, dot))));
  cosine = lanes_min(cosine, one);
  lanes of_b = lanes_slerp_factor(lanes_mul(two, t), cosine);
  return (lanes_slerp_weights){lanes_slerp_factor(lanes_mul(two, lanes_sub(one, t)), cosine),
                               lanes_negate_where(is_far, of_b)};
}

// As ha_quat_slerp.
static inline lanes_quat lanes_quat_slerp(lanes_quat a, lanes_quat b, lanes t) {
  lanes_slerp_weights weights = lanes_slerp_at(lanes_quat_dot(a, b), t);
  return lanes_quat_normalize(lanes_quat_add_product(lanes_quat_scale(a, weights.of_a), b, weights.of_b));
}

// From the identity.
static inline lanes_quat lanes_quat_part_of(lanes_quat q, lanes t) {
  lanes_slerp_weights weights = lanes_slerp_at(q.w, t);
  lanes_quat out = lanes_quat_scale(q, weights.of_b);
  out.w = lanes_add(out.w, weights.of_a);
  return lanes_quat_normalize(out);
}

#endif
