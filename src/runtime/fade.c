#include "runtime/fade.h"

#include <math.h>

// Seconds of the clip until the end of a finite play (`end` = 0: back to its start).
static double distance_to(const ha_timeline *timeline, ha_position position, int end) {
  int64_t pass = end ? timeline->last_pass : timeline->first_pass;
  ha_position last = {pass, ha_timeline_edge(timeline, pass, end)};
  return fabs(ha_timeline_distance(timeline, position, last));
}

static double end_weight(const ha_fade *fade, const ha_timeline *timeline, ha_position position, int end) {
  if (!timeline->finite || !(fade->span[end] > 0)) return 1;
  return fmin(distance_to(timeline, position, end) / fade->span[end], 1);
}

double ha_fade_weight(const ha_fade *fade, const ha_timeline *timeline, ha_position position) {
  return fmin(end_weight(fade, timeline, position, 0), end_weight(fade, timeline, position, 1));
}

ha_fade ha_fade_make(double seconds, double rate) {
  return (ha_fade){{rate < 0 ? seconds * -rate : 0, rate > 0 ? seconds * rate : 0}};
}

void ha_fade_aim(ha_fade *fade, const ha_timeline *timeline, ha_position position, double seconds,
                 double rate) {
  ha_fade wanted = ha_fade_make(seconds, rate);
  for (int end = 0; end <= 1; end++)
    if (end_weight(fade, timeline, position, end) == 1)
      fade->span[end] = fmin(wanted.span[end], distance_to(timeline, position, end));
}
