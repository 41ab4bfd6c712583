// Clock: a time that several players share. Those that follow one clock agree, whatever the order of their
// updates.
#ifndef HELIOANIM_RUNTIME_CLOCK_H
#define HELIOANIM_RUNTIME_CLOCK_H

#include <stdint.h>

#include "base/literal.h"

// Zero is a clock at 0 that needs its rate: use HA_CLOCK.
typedef struct ha_clock {
  double now;    // seconds
  double carry;  // what rounding left over, for the next step: `now` is exact after days
  double rate;
  double sought;   // where the last ha_clock_seek went
  uint32_t seeks;  // how many there were: followers jump along without events
  int paused;
} ha_clock;

#define HA_CLOCK (HA_LITERAL(ha_clock){0, 0, 1, 0, 0, 0})

// Adds dt * rate unless the clock is paused.
void ha_clock_advance(ha_clock *clock, double dt);
void ha_clock_seek(ha_clock *clock, double now);

#endif
