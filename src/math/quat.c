#include "math/quat.h"

#include <float.h>
#include <math.h>

void ha_quat_normalize_extreme(const float q[4], float out[4]) {
  float largest = fmaxf(fmaxf(fabsf(q[0]), fabsf(q[1])), fmaxf(fabsf(q[2]), fabsf(q[3])));
  // fmaxf passes over what is no number, the sum does not.
  if (!(largest > 0 && largest <= FLT_MAX) || !(q[0] + q[1] + q[2] + q[3] == q[0] + q[1] + q[2] + q[3])) {
    out[0] = out[1] = out[2] = 0;
    out[3] = 1;
    return;
  }
  float scaled[4] = {q[0] / largest, q[1] / largest, q[2] / largest, q[3] / largest};
  float length = sqrtf(ha_quat_dot(scaled, scaled));
  for (int i = 0; i < 4; i++) out[i] = scaled[i] / length;
}

void ha_quat_multiply(const float a[4], const float b[4], float out[4]) {
  float x = a[3] * b[0] + a[0] * b[3] + a[1] * b[2] - a[2] * b[1];
  float y = a[3] * b[1] - a[0] * b[2] + a[1] * b[3] + a[2] * b[0];
  float z = a[3] * b[2] + a[0] * b[1] - a[1] * b[0] + a[2] * b[3];
  float w = a[3] * b[3] - a[0] * b[0] - a[1] * b[1] - a[2] * b[2];
  out[0] = x;
  out[1] = y;
  out[2] = z;
  out[3] = w;
}

void ha_quat_conjugate(const float q[4], float out[4]) {
  for (int i = 0; i < 3; i++) out[i] = -q[i];
  out[3] = q[3];
}

void ha_quat_rotate(const float q[4], const float v[3], float out[3]) {
  // v + 2 w (u x v) + 2 u x (u x v), with u the vector part.
  float tx = 2 * (q[1] * v[2] - q[2] * v[1]);
  float ty = 2 * (q[2] * v[0] - q[0] * v[2]);
  float tz = 2 * (q[0] * v[1] - q[1] * v[0]);
  float x = v[0] + q[3] * tx + (q[1] * tz - q[2] * ty);
  float y = v[1] + q[3] * ty + (q[2] * tx - q[0] * tz);
  float z = v[2] + q[3] * tz + (q[0] * ty - q[1] * tx);
  out[0] = x;
  out[1] = y;
  out[2] = z;
}
