// Scalar quaternions, x y z w. Plain float arithmetic in a fixed order: the wide kernels repeat it step by
// step, so that both give the same bits.
#ifndef HELIOANIM_MATH_QUAT_H
#define HELIOANIM_MATH_QUAT_H

#include <math.h>

static inline float ha_quat_dot(const float a[4], const float b[4]) {
  return (a[0] * b[0] + a[1] * b[1]) + (a[2] * b[2] + a[3] * b[3]);
}

// Outside this range of squared lengths the squares lose their digits, or overflow: scaled first.
void ha_quat_normalize_extreme(const float q[4], float out[4]);

// Scales to unit length, within 3e-7; what is that close already stays as it is. A zero (or immeasurably
// small) quaternion becomes the identity. out may be q.
static inline void ha_quat_normalize(const float q[4], float out[4]) {
  float squared = ha_quat_dot(q, q);
  if (!(squared > 1e-30f && squared < 1e30f)) {
    ha_quat_normalize_extreme(q, out);
    return;
  }
  float scale = fabsf(squared - 1.0f) < 5e-7f ? 1.0f : 1.0f / sqrtf(squared);
  for (int i = 0; i < 4; i++) out[i] = q[i] * scale;
}

// out = a * b: the rotation b, then a. out may be either.
void ha_quat_multiply(const float a[4], const float b[4], float out[4]);
void ha_quat_conjugate(const float q[4], float out[4]);
// Turns a vector by a unit quaternion. out may be v.
void ha_quat_rotate(const float q[4], const float v[3], float out[3]);

// The factor of an end in slerp, sin(s h) / (2 sin h cos h) with cosine = cos h, for half the arc between the
// ends: s = 2 t for b and 2 (1 - t) for a. Needs cosine in [sqrt(1/2), 1].
//
// sin(s h) / sin(h) is a power series in cos(h) - 1:
//   s * sum over i of product over j <= i of ((s*s - j*j) / (j * (2 j + 1)) * (cos h - 1))
// Source: D. Eberly, "A Fast and Accurate Algorithm for Computing SLERP" (2011), who evens the error out by
// correcting the last term. At half the arc seven terms are below float rounding without that.
enum { HA_SLERP_TERMS = 7 };
static inline float ha_slerp_factor(float s, float cosine) {
  float squared = s * s;
  float below_one = cosine - 1.0f;
  float sum = 1.0f;
  for (int i = HA_SLERP_TERMS; i >= 1; i--) {
    float term = (squared - (float)(i * i)) * (1.0f / (float)(i * (2 * i + 1)));
    sum = 1.0f + term * below_one * sum;
  }
  return s * sum / (2.0f * cosine);
}

// Spherical linear interpolation along the shorter arc between unit quaternions, t in [0, 1]; a dot product
// of 0 takes b as it is. The result has unit length; t = 0 gives a, t = 1 gives b or -b.
// glTF 2.0, Appendix C; error below 1e-6 per component against float64.
static inline void ha_quat_slerp(const float a[4], const float b[4], float t, float out[4]) {
  float dot = ha_quat_dot(a, b);
  float sign = dot < 0 ? -1.0f : 1.0f;
  float cosine =
      sqrtf(0.5f + 0.5f * (dot * sign));  // of half the arc: the series converges three times faster
  cosine = cosine < 1.0f ? cosine : 1.0f;
  float of_a = ha_slerp_factor(2.0f * (1.0f - t), cosine);
  float of_b = ha_slerp_factor(2.0f * t, cosine) * sign;
  float mixed[4];
  for (int i = 0; i < 4; i++) mixed[i] = of_a * a[i] + of_b * b[i];
  ha_quat_normalize(mixed, out);
}

#endif
