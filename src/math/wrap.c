#include "math/wrap.h"

#include <math.h>

static double loop(double time, double duration) {
  double rest = fmod(time, duration);  // exact, with the sign of time
  if (rest < 0) rest += duration;
  return rest < duration ? rest + 0.0 : nextafter(duration, 0);  // + 0.0: no negative zero
}

static double pingpong(double time, double duration) {
  double rest = fmod(fabs(time), 2 * duration);  // the mirror image is even
  // Not 2 D - rest: 2 D may be infinite.
  return rest <= duration ? rest : duration - (rest - duration);
}

double ha_wrap_time(double time, double duration, ha_wrap wrap) {
  if (!(duration > 0)) return 0;
  switch (wrap) {
    case HA_WRAP_LOOP: return loop(time, duration);
    case HA_WRAP_PINGPONG: return pingpong(time, duration);
    default: return time > 0 ? (time < duration ? time : duration) : 0;
  }
}
