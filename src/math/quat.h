// Scalar quaternions, x y z w. Plain float arithmetic in a fixed order: the wide kernels repeat it step by
// step, so that both give the same bits.
#ifndef HELIOANIM_MATH_QUAT_H
#define HELIOANIM_MATH_QUAT_H

float ha_quat_dot(const float a[4], const float b[4]);

// Scales to unit length. A zero (or immeasurably small) quaternion becomes the identity. out may be q.
void ha_quat_normalize(const float q[4], float out[4]);

// out = a * b: the rotation b, then a. out may be either.
void ha_quat_multiply(const float a[4], const float b[4], float out[4]);
void ha_quat_conjugate(const float q[4], float out[4]);
// Turns a vector by a unit quaternion. out may be v.
void ha_quat_rotate(const float q[4], const float v[3], float out[3]);

// Spherical linear interpolation along the shorter arc between unit quaternions, t in [0, 1]; a dot product
// of 0 takes b as it is. The result has unit length; t = 0 gives a, t = 1 gives b or -b.
// glTF 2.0, Appendix C; error below 1e-6 per component against float64.
void ha_quat_slerp(const float a[4], const float b[4], float t, float out[4]);

// The factor of an end in slerp, sin(s h) / (2 sin h cos h) with cosine = cos h, for half the arc between the
// ends: s = 2 t for b and 2 (1 - t) for a. Needs cosine in [sqrt(1/2), 1].
//
// sin(s h) / sin(h) is a power series in cos(h) - 1:
//   s * sum over i of product over j <= i of ((s*s - j*j) / (j * (2 j + 1)) * (cos h - 1))
// Source: D. Eberly, "A Fast and Accurate Algorithm for Computing SLERP" (2011), who evens the error out by
// correcting the last term. At half the arc ten terms are below float rounding without that.
enum { HA_SLERP_TERMS = 10 };
float ha_slerp_factor(float s, float cosine);

#endif
