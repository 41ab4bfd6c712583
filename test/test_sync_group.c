// Sync groups without memory: what fails leaves everybody where they were, and is made up for later.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "helioanim.h"

enum { PLAYERS = 3 };

// Allocator hook that refuses after a number of calls.
static void *scarce(void *user, void *block, size_t old_size, size_t new_size) {
  (void)old_size;
  int *left = user;
  if (new_size == 0) {
    test_free(block);
    return NULL;
  }
  return (*left)-- > 0 ? test_realloc(block, new_size) : NULL;
}

static void set_markers(ha_clip *clip, double left, double right) {
  ha_marker_desc markers[2] = {{ha_text_of("L"), left}, {ha_text_of("R"), right}};
  assert_int_equal(ha_markers_set(&clip->markers, markers, 2, NULL), HA_OK);
}

typedef struct cast {
  ha_clip *clips[PLAYERS];
  ha_player players[PLAYERS];
} cast;

static void enter(cast *cast) {
  for (int i = 0; i < PLAYERS; i++) {
    ha_clip_desc desc = {.name = ha_text_of("walk"), .duration = 1};
    assert_int_equal(ha_clip_create(&desc, NULL, &cast->clips[i]), HA_OK);
    set_markers(cast->clips[i], 0.1 * i, 0.5 + 0.1 * i);
    ha_player_init(&cast->players[i], cast->clips[i]);
    ha_player_play(&cast->players[i]);
  }
}

static void leave(cast *cast) {
  for (int i = 0; i < PLAYERS; i++) {
    ha_player_release(&cast->players[i]);
    ha_clip_destroy(cast->clips[i]);
  }
}

// Adds all players; returns how many times memory was short.
static int gather(ha_sync_group *group, cast *cast, int *left) {
  int refused = 0;
  for (int i = 0; i < PLAYERS; i++) {
    while (ha_sync_group_add(group, &cast->players[i], 1) != HA_OK) {
      refused++;
      assert_int_equal(group->count, i);
      assert_false(cast->players[i].in_group);
      ha_sync_group_advance(group, 0);
      *left = 100;
    }
    assert_int_equal(group->count, i + 1);
  }
  return refused;
}

static void check_places(const cast *cast, double phase) {
  for (int i = 0; i < PLAYERS; i++)
    assert_true(fabs(ha_player_phase(&cast->players[i]) - (phase + 0.1 * i)) < 1e-12);
}

static void no_memory_moves_nobody(void **state) {
  (void)state;
  int refused = 0, stale = 0;
  for (int allowed = 0; allowed < 60; allowed++) {
    cast cast;
    enter(&cast);
    int left = allowed;
    ha_allocator allocator = {scarce, &left};
    ha_sync_group *group = NULL;
    if (ha_sync_group_create(HA_SYNC_MARKERS, &allocator, &group) == HA_OK) {
      refused += gather(group, &cast, &left);
      ha_sync_group_advance(group, 0.25);
      check_places(&cast, 0.25);
      set_markers(cast.clips[0], 0.2, 0.7);
      left = allowed % 20;
      if (ha_sync_group_refresh(group) != HA_OK) {
        stale++;
        ha_sync_group_advance(group, 0);  // some by the old markers, some by the new ones, all somewhere
        left = 100;
        assert_int_equal(ha_sync_group_refresh(group), HA_OK);
      }
      ha_sync_group_advance(group, 0);
      assert_true(fabs(ha_player_phase(&cast.players[1]) - (0.1 + 0.05 / 0.5 * 0.5)) < 1e-12);
      assert_true(fabs(ha_player_phase(&cast.players[2]) - (0.2 + 0.05 / 0.5 * 0.5)) < 1e-12);
    }
    ha_sync_group_destroy(group);
    leave(&cast);
  }
  assert_true(refused > 10 && stale > 5);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(no_memory_moves_nobody)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
