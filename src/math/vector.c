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

void ha_quat_between(const float a[3], const float b[3], const float axis[3], float out[4]) {
  // The half-way vector: cos of half the angle is its dot product with a, which stays exact for all angles
  // but those near half a turn.
  float half[3] = {a[0] + b[0], a[1] + b[1], a[2] + b[2]};
  if (ha_unit3(half) < 1e-4f) {
    // Nearly opposite: half a turn about the axis, then the small rest.
    float turned[3] = {-a[0], -a[1], -a[2]}, rest[4], turn[4] = {axis[0], axis[1], axis[2], 0};
    ha_cross3(turned, b, rest);
    rest[3] = 1 + ha_dot3(turned, b);
    ha_quat_normalize(rest, rest);
    ha_quat_multiply(rest, turn, out);
    ha_quat_normalize(out, out);
    return;
  }
  ha_cross3(a, half, out);
  out[3] = ha_dot3(a, half);
  ha_quat_normalize(out, out);
}
