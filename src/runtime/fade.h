// Fading out towards the ends of a finite play.
//
// A fade-out belongs to a stretch of the clip before an end, as long as the play needs for its seconds at its
// rate. Where the play is in that stretch is its weight; so a rate that changes meanwhile makes it faster or
// slower, or turns it round, but no weight jumps.
#ifndef HELIOANIM_RUNTIME_FADE_H
#define HELIOANIM_RUNTIME_FADE_H

#include "runtime/timeline.h"

typedef struct ha_fade {
  double
      span[2];  // seconds of the clip before the start, where a play may turn back to, and the end; 0: none
} ha_fade;

// A line from 1 to 0 towards each end.
double ha_fade_weight(const ha_fade *fade, const ha_timeline *timeline, ha_position position);

// The fade of `seconds` towards the end that a rate leads to.
ha_fade ha_fade_make(double seconds, double rate);
// After the rate or the ends of a play at `position` changed: a fade that runs keeps its stretch, and one
// that is late has a shorter one.
void ha_fade_aim(ha_fade *fade, const ha_timeline *timeline, ha_position position, double seconds,
                 double rate);

#endif
