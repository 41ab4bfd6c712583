// Wrapping a time into [0, duration]. Pure and periodic.
#ifndef HELIOANIM_MATH_WRAP_H
#define HELIOANIM_MATH_WRAP_H

typedef enum ha_wrap {
  HA_WRAP_CLAMP,     // min(max(t, 0), D)
  HA_WRAP_LOOP,      // in [0, D), D itself gives 0; what would round up to D is the largest double below D
  HA_WRAP_PINGPONG,  // period 2 D, the second half mirrored
  HA_WRAP_COUNT
} ha_wrap;

// `time` and `duration` in seconds, finite. A duration <= 0 gives 0.
double ha_wrap_time(double time, double duration, ha_wrap wrap);

// A product or sum of finite times, kept finite: within 1e300 seconds either way.
static inline double ha_bounded_time(double time) {
  const double most = 1e300;
  return time > -most ? (time < most ? time : most) : -most;
}

#endif
