#include "runtime/clock.h"

#include "math/wrap.h"

void ha_clock_advance(ha_clock *clock, double dt) {
  if (clock->paused) return;
  // Compensated summation (W. Kahan, 1965): after 100 hours a plain sum is off by a thousandth of a second.
  double wanted = ha_bounded_time(dt * clock->rate + clock->carry);
  double sum = ha_bounded_time(clock->now + wanted);
  clock->carry = wanted - (sum - clock->now);
  clock->now = sum;
}

void ha_clock_seek(ha_clock *clock, double now) {
  clock->now = clock->sought = now;
  clock->carry = 0;
  clock->seeks++;
}
