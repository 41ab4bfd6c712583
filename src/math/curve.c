#include "math/curve.h"

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

void ha_hermite_mix(ha_hermite weights, const float *a, const float *a_out, const float *b, const float *b_in,
                    uint32_t count, float *out) {
  for (uint32_t i = 0; i < count; i++)
    out[i] = (weights.a * a[i] + weights.a_out * a_out[i]) + (weights.b * b[i] + weights.b_in * b_in[i]);
}
