// Vectors of three floats.
#ifndef HELIOANIM_MATH_VECTOR_H
#define HELIOANIM_MATH_VECTOR_H

static inline float ha_dot3(const float a[3], const float b[3]) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
static inline void ha_sub3(const float a[3], const float b[3], float out[3]) {
  for (int i = 0; i < 3; i++) out[i] = a[i] - b[i];
}
static inline void ha_copy3(const float a[3], float out[3]) {
  for (int i = 0; i < 3; i++) out[i] = a[i];
}
// out = a + s * b. out may be either.
static inline void ha_mad3(const float a[3], float s, const float b[3], float out[3]) {
  for (int i = 0; i < 3; i++) out[i] = a[i] + s * b[i];
}
static inline void ha_scale3(const float a[3], float s, float out[3]) {
  for (int i = 0; i < 3; i++) out[i] = a[i] * s;
}
// out may not be a or b.
static inline void ha_cross3(const float a[3], const float b[3], float out[3]) {
  out[0] = a[1] * b[2] - a[2] * b[1];
  out[1] = a[2] * b[0] - a[0] * b[2];
  out[2] = a[0] * b[1] - a[1] * b[0];
}

float ha_length3(const float a[3]);
// Scales to unit length and returns the length it had; 0 for a zero vector (shorter than 1e-12), which stays.
float ha_unit3(float v[3]);
// Some unit vector at a right angle to the unit vector a.
void ha_normal3(const float a[3], float out[3]);
// The shortest rotation that turns the unit vector a into b. Opposite ones turn about `axis`, a unit vector
// at a right angle to a.
void ha_quat_between(const float a[3], const float b[3], const float axis[3], float out[4]);

#endif
