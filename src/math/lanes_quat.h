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

// The lanes that are not in `usual`, one after the other: rare, and kept out of the way.
__attribute__((noinline, cold, unused)) static lanes_quat lanes_quat_normalize_extreme(lanes_quat q,
                                                                                       lanes_quat scaled,
                                                                                       lanes_mask usual) {
  for (int i = 0; i < LANES; i++) {
    if (usual[i]) continue;
    float one[4] = {q.x[i], q.y[i], q.z[i], q.w[i]};
    ha_quat_normalize_extreme(one, one);
    scaled.x[i] = one[0];
    scaled.y[i] = one[1];
    scaled.z[i] = one[2];
    scaled.w[i] = one[3];
  }
  return scaled;
}

static inline lanes_quat lanes_quat_normalize(lanes_quat q) {
  const lanes one = lanes_splat(1);
  lanes squared = lanes_quat_dot(q, q);
  lanes_mask usual = lanes_less(lanes_splat(1e-30f), squared) & lanes_less(squared, lanes_splat(1e30f));
  lanes_mask is_unit = lanes_less(lanes_abs(lanes_sub(squared, one)), lanes_splat(5e-7f));
  lanes_quat out = lanes_quat_scale(q, lanes_select(is_unit, one, lanes_div(one, lanes_sqrt(squared))));
  return lanes_any(~usual) ? lanes_quat_normalize_extreme(q, out, usual) : out;
}

static inline lanes_quat lanes_quat_conjugate(lanes_quat q) {
  return (lanes_quat){lanes_negate(q.x), lanes_negate(q.y), lanes_negate(q.z), q.w};
}

static inline lanes_quat lanes_quat_multiply(lanes_quat a, lanes_quat b) {
  lanes_quat out;
  out.x = lanes_mul(a.w, b.x) + lanes_mul(a.x, b.w) + lanes_mul(a.y, b.z) - lanes_mul(a.z, b.y);
  out.y = lanes_mul(a.w, b.y) - lanes_mul(a.x, b.z) + lanes_mul(a.y, b.w) + lanes_mul(a.z, b.x);
  out.z = lanes_mul(a.w, b.z) + lanes_mul(a.x, b.y) - lanes_mul(a.y, b.x) + lanes_mul(a.z, b.w);
  out.w = lanes_mul(a.w, b.w) - lanes_mul(a.x, b.x) - lanes_mul(a.y, b.y) - lanes_mul(a.z, b.z);
  return out;
}

// As ha_quat_rotate.
static inline void lanes_quat_rotate(lanes_quat q, const lanes v[3], lanes out[3]) {
  const lanes two = lanes_splat(2);
  lanes tx = two * (q.y * v[2] - q.z * v[1]);
  lanes ty = two * (q.z * v[0] - q.x * v[2]);
  lanes tz = two * (q.x * v[1] - q.y * v[0]);
  lanes x = v[0] + q.w * tx + (q.y * tz - q.z * ty);
  lanes y = v[1] + q.w * ty + (q.z * tx - q.x * tz);
  lanes z = v[2] + q.w * tz + (q.x * ty - q.y * tx);
  out[0] = x;
  out[1] = y;
  out[2] = z;
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

// As ha_quat_slerp; t in [0, 1] in every lane.
static inline lanes_quat lanes_quat_slerp(lanes_quat a, lanes_quat b, lanes t) {
  const lanes one = lanes_splat(1), half = lanes_splat(0.5f), two = lanes_splat(2);
  lanes dot = lanes_quat_dot(a, b);
  lanes_mask is_far = lanes_less(dot, lanes_zero());
  lanes cosine = lanes_sqrt(lanes_add(half, lanes_mul(half, lanes_negate_where(is_far, dot))));
  cosine = lanes_select(lanes_less(cosine, one), cosine, one);
  lanes of_a = lanes_slerp_factor(lanes_mul(two, lanes_sub(one, t)), cosine);
  lanes of_b = lanes_negate_where(is_far, lanes_slerp_factor(lanes_mul(two, t), cosine));
  lanes_quat mixed = {
      lanes_add(lanes_mul(of_a, a.x), lanes_mul(of_b, b.x)),
      lanes_add(lanes_mul(of_a, a.y), lanes_mul(of_b, b.y)),
      lanes_add(lanes_mul(of_a, a.z), lanes_mul(of_b, b.z)),
      lanes_add(lanes_mul(of_a, a.w), lanes_mul(of_b, b.w)),
  };
  return lanes_quat_normalize(mixed);
}

#endif
