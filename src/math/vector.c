#include "math/vector.h"

#include <math.h>

#include "math/quat.h"

float ha_length3(const float a[3]) { return sqrtf(ha_dot3(a, a)); }

float ha_unit3(float v[3]) {
  // Long and short vectors would lose their squares: scale first.
  float largest = fmaxf(fabsf(v[0]), fmaxf(fabsf(v[1]), fabsf(v[2])));
  if (!(largest > 1e-12f)) {
    v[0] = v[1] = v[2] = 0;
    return 0;
  }
  float scaled[3] = {v[0] / largest, v[1] / largest, v[2] / largest};
  float length = ha_length3(scaled);
  for (int i = 0; i < 3; i++) v[i] = scaled[i] / length;
  return length * largest;
}

void ha_normal3(const float a[3], float out[3]) {
  float x = fabsf(a[0]), y = fabsf(a[1]), z = fabsf(a[2]);
  float other[3] = {x <= y && x <= z, y < x && y <= z, 0};
  other[2] = !(other[0] > 0 || other[1] > 0);
  ha_cross3(a, other, out);
  ha_unit3(out);
}

// Turns q on by what a, turned by q, lacks of b, a small angle.
static void turn_on(const float a[3], const float b[3], float q[4]) {
  float turned[3], rest[4];
  ha_quat_rotate(q, a, turned);
  ha_cross3(turned, b, rest);
  rest[3] = 1 + ha_dot3(turned, b);
  ha_quat_normalize(rest, rest);
  ha_quat_multiply(rest, q, q);
  ha_quat_normalize(q, q);
}

void ha_quat_between(const float a[3], const float b[3], const float axis[3], float out[4]) {
  // The half-way vector: cos of half the angle is its dot product with a, which stays exact for all angles
  // but those near half a turn.
  float half[3] = {a[0] + b[0], a[1] + b[1], a[2] + b[2]}, length = ha_unit3(half);
  if (length < 1e-4f) {
    ha_copy3(axis, out);
    out[3] = 0;
  } else {
    ha_cross3(a, half, out);
    out[3] = ha_dot3(a, half);
    ha_quat_normalize(out, out);
  }
  if (length < 0.1f) turn_on(a, b, out);
}
