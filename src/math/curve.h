// Interpolation between two keys, and the search for them.
#ifndef HELIOANIM_MATH_CURVE_H
#define HELIOANIM_MATH_CURVE_H

#include <stdint.h>

typedef enum ha_interpolation {
  HA_STEP,
  HA_LINEAR,
  HA_CUBIC,  // Hermite with explicit tangents, glTF's CUBICSPLINE
  HA_INTERPOLATION_COUNT
} ha_interpolation;

// The largest index whose time is not after `time`, or -1 before the first. Of equal times the last.
// `times` are non-decreasing, count >= 0.
int64_t ha_find_key(const double *times, uint32_t count, double time);

// Where `time` lies between two key times, in [0, 1]. Needs from <= time < to.
float ha_key_fraction(double from, double to, double time);

// The four weights of a Hermite segment at `u` in [0, 1], for value a, out-tangent of a, value b, in-tangent
// of b. Tangents are per second: the weights carry the segment's `length` in seconds (glTF 2.0, Appendix
// C.5).
typedef struct ha_hermite {
  float a, a_out, b, b_in;
} ha_hermite;
ha_hermite ha_hermite_weights(float u, float length);

// The derivative by time of the same segment, as weights: what splits a segment without bending it.
ha_hermite ha_hermite_slopes(float u, float length);

// Values of `count` components.
void ha_lerp(const float *a, const float *b, float u, uint32_t count, float *out);
void ha_hermite_mix(ha_hermite weights, const float *a, const float *a_out, const float *b, const float *b_in,
                    uint32_t count, float *out);

#endif
