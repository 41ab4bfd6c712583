// Timelines: seams, ends, and no drift over days.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "helioanim.h"

static void seams_are_left_only_when_there_is_time_to_spend(void **state) {
  (void)state;
  ha_timeline loop = ha_timeline_make(0, 1, HA_WRAP_LOOP, 0, 0);
  ha_position position = {0, 0};
  double carry = 0;
  assert_true(ha_timeline_move(&loop, &position, &carry, 3) == 0);
  assert_true(position.pass == 2 && position.time == 1);
  ha_timeline_move(&loop, &position, &carry, 0.25);
  assert_true(position.pass == 3 && position.time == 0.25);
  ha_timeline_move(&loop, &position, &carry, -0.25);
  assert_true(position.pass == 3 && position.time == 0);
  ha_timeline_move(&loop, &position, &carry, -0.25);
  assert_true(position.pass == 2 && position.time == 0.75);
}

static void steps_that_sum_to_the_length_land_on_the_seam(void **state) {
  (void)state;
  const int counts[] = {3, 7, 10, 24, 30, 49, 60, 120, 144};
  for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
    ha_timeline once = ha_timeline_make(0, 1, HA_WRAP_LOOP, 1, 0);
    ha_position position = {0, 0};
    double carry = 0;
    for (int n = 0; n < counts[i]; n++)
      assert_true(ha_timeline_move(&once, &position, &carry, 1.0 / counts[i]) == 0);
    assert_true(ha_timeline_is_at_end(&once, position, 0));
  }
}

static void a_finite_play_tells_what_it_could_not_spend(void **state) {
  (void)state;
  ha_timeline twice = ha_timeline_make(0, 1, HA_WRAP_PINGPONG, 2, 0);
  ha_position position = {0, 0.5};
  double carry = 0;
  assert_true(ha_timeline_move(&twice, &position, &carry, 2) == 0.5);
  assert_true(position.pass == 1 && position.time == 0);
  assert_true(ha_timeline_move(&twice, &position, &carry, -2.75) == -0.75);
  assert_true(position.pass == 0 && position.time == 0);
}

__extension__ typedef unsigned __int128 uint128;

// (count * step) mod length, exactly: both are whole multiples of 2^-64.
static double exact_remainder(uint64_t count, double step, double length) {
  uint128 total = (uint128)ldexp(step, 64) * count;
  uint128 cycle = (uint128)ldexp(length, 64);
  return ldexp((double)(total % cycle), -64);
}

static void a_hundred_hours_at_144_hertz_are_exact(void **state) {
  (void)state;
  const double lengths[] = {0.7, 1.0 / 3, 1.9166667461395264, 57.3};
  enum { STEPS = 100 * 3600 * 144 };
  for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
    ha_timeline loop = ha_timeline_make(0, lengths[i], HA_WRAP_LOOP, 0, 0);
    ha_position position = {0, 0};
    double carry = 0;
    for (int n = 0; n < STEPS; n++) ha_timeline_move(&loop, &position, &carry, 1.0 / 144);
    double expected = exact_remainder(STEPS, 1.0 / 144, lengths[i]), off = fabs(position.time - expected);
    assert_true(fmin(off, lengths[i] - off) < 1e-6);
  }
  ha_clock clock = HA_CLOCK;
  for (int n = 0; n < STEPS; n++) ha_clock_advance(&clock, 1.0 / 144);
  assert_float_equal(clock.now, 360000, 1e-6);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(seams_are_left_only_when_there_is_time_to_spend),
      cmocka_unit_test(steps_that_sum_to_the_length_land_on_the_seam),
      cmocka_unit_test(a_finite_play_tells_what_it_could_not_spend),
      cmocka_unit_test(a_hundred_hours_at_144_hertz_are_exact),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
