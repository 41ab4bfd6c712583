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
static inline int64_t ha_find_key(const double *times, uint32_t count, double time) {
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

// The same, looking first at `hint` (any key): tracks of one clip mostly share their key times.
static inline int64_t ha_find_key_near(const double *times, uint32_t count, double time, uint32_t hint) {
  if (hint < count && times[hint] <= time && (hint + 1 == count || time < times[hint + 1])) return hint;
  return ha_find_key(times, count, time);
}

// Where `time` lies between two key times, in [0, 1]. Needs from <= time < to.
static inline float ha_key_fraction(double from, double to, double time) {
  return (float)((time - from) / (to - from));
}

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
static inline void ha_lerp(const float *a, const float *b, float u, uint32_t count, float *out) {
  // Both ends are hit exactly: u = 0 gives a, u = 1 gives b.
  for (uint32_t i = 0; i < count; i++) out[i] = (1 - u) * a[i] + u * b[i];
}
void ha_hermite_mix(ha_hermite weights, const float *a, const float *a_out, const float *b, const float *b_in,
                    uint32_t count, float *out);

#endif
