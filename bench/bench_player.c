// Advancing a looping player whose clip has two events, with and without reading them: ns a call, median.
//
//   build/release/bench_player
#define _POSIX_C_SOURCE 199309L
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "helioanim.h"

enum { CALLS = 20000, ROUNDS = 51 };

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static int by_value(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static double advance(ha_player *player, int read_events) {
  double start = now(), unspent;
  for (int i = 0; i < CALLS; i++) {
    ha_player_advance(player, 1.0 / 60, &unspent);
    if (!read_events) continue;
    ha_event_walk walk;
    ha_event_hit hit;
    ha_event_walk_start(player, &walk);
    while (ha_event_walk_next(&walk, &hit)) continue;
  }
  return (now() - start) / CALLS;
}

int main(void) {
  static double times[2][ROUNDS];
  ha_clip *clip;
  uint32_t id;
  if (ha_clip_create(&(ha_clip_desc){.name = ha_text_of("walk"), .duration = 1}, NULL, &clip) != HA_OK)
    return 1;
  if (ha_events_add(&clip->events, 0.25, ha_text_of("left"), NULL, &id) != HA_OK) return 1;
  if (ha_events_add(&clip->events, 0.75, ha_text_of("right"), NULL, &id) != HA_OK) return 1;
  ha_player player;
  ha_player_init(&player, clip);
  ha_player_play(&player);
  for (int round = 0; round < ROUNDS; round++)
    for (int i = 0; i < 2; i++) times[i][round] = advance(&player, i);
  for (int i = 0; i < 2; i++) {
    qsort(times[i], ROUNDS, sizeof(double), by_value);
    printf("advance%-16s %6.1f ns\n", i == 0 ? "" : " + events", times[i][ROUNDS / 2]);
  }
  ha_clip_destroy(clip);
  return 0;
}
