#include "math/curve.h"

int64_t ha_find_key(const double *times, uint32_t count, double time) {
  uint32_t first_after = 0, end = count;
  while (first_after < end) {
    uint32_t middle = first_after + (end - first_after) / 2;
    if (times[middle] <= time)
      first_after = middle + 1;
    else
      end = middle;
  }
  return (int64_t)first_after - 1;
}

float ha_key_fraction(double from, double to, double time) { return (float)((time - from) / (to - from)); }

ha_hermite ha_hermite_weights(float u, float length) {
  float u2 = u * u, u3 = u2 * u;
  return (ha_hermite){
      .a = 2 * u3 - 3 * u2 + 1,
      .a_out = length * (u3 - 2 * u2 + u),
      .b = 3 * u2 - 2 * u3,
      .b_in = length * (u3 - u2),
  };
}

ha_hermite ha_hermite_slopes(float u, float length) {
  float u2 = u * u;
  return (ha_hermite){
      .a = (6 * u2 - 6 * u) / length,
      .a_out = 3 * u2 - 4 * u + 1,
      .b = (6 * u - 6 * u2) / length,
      .b_in = 3 * u2 - 2 * u,
  };
}

void ha_lerp(const float *a, const float *b, float u, uint32_t count, float *out) {
  // Both ends are hit exactly: u = 0 gives a, u = 1 gives b.
  for (uint32_t i = 0; i < count; i++) out[i] = (1 - u) * a[i] + u * b[i];
}

void ha_hermite_mix(ha_hermite weights, const float *a, const float *a_out, const float *b, const float *b_in,
                    uint32_t count, float *out) {
  for (uint32_t i = 0; i < count; i++)
    out[i] = (weights.a * a[i] + weights.a_out * a_out[i]) + (weights.b * b[i] + weights.b_in * b_in[i]);
}
