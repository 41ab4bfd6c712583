#include "runtime/player_save.h"

#include <math.h>
#include <string.h>

enum { FRESH = 1, REVERSED = 2, FINISHED = 4, MUTED = 8, ALL_FLAGS = 15 };

static const char magic[8] = "haplay2";

void ha_player_save(const ha_player *player, ha_saved_player *out) {
  *out = (ha_saved_player){
      .loops = player->loops,
      .first_pass = player->first_pass,
      .pass = player->at.position.pass,
      .loop_notices = player->loop_notices,
      .rate = player->rate,
      .weight = player->weight,
      .threshold = player->threshold,
      .fade_in = player->fade_in,
      .fade_out = player->fade_out,
      .fade_span = {player->end_fade.span[0], player->end_fade.span[1]},
      .time = player->at.position.time,
      .carry = player->at.carry,
      .age = player->at.age,
      .overrun = player->at.overrun,
      .stop_age = player->stop_age,
      .wrap = player->wrap,
      .on_end = player->on_end,
      .event_limit = player->event_limit,
      .state = player->state,
      .flags = (player->fresh ? FRESH : 0) | (player->reversed ? REVERSED : 0) |
               (player->finished ? FINISHED : 0) | (player->muted ? MUTED : 0),
      .finish_notices = player->finish_notices,
  };
  memcpy(out->magic, magic, sizeof magic);
}

static int has_sound_numbers(const ha_saved_player *saved) {
  const double any[] = {saved->rate, saved->carry, saved->age, saved->overrun};
  const double from_0[] = {saved->weight,       saved->threshold,    saved->fade_in, saved->fade_out,
                           saved->fade_span[0], saved->fade_span[1], saved->time};
  for (size_t i = 0; i < sizeof any / sizeof *any; i++)
    if (!isfinite(any[i])) return 0;
  for (size_t i = 0; i < sizeof from_0 / sizeof *from_0; i++)
    if (!isfinite(from_0[i]) || from_0[i] < 0) return 0;
  return saved->stop_age > -INFINITY;
}

static int is_sound(const ha_saved_player *saved) {
  return memcmp(saved->magic, magic, sizeof magic) == 0 && has_sound_numbers(saved) && saved->loops >= 0 &&
         saved->loops <= HA_MOST_LOOPS && saved->first_pass >= -HA_MOST_PASSES &&
         saved->first_pass <= HA_MOST_PASSES && saved->pass >= -HA_MOST_PASSES &&
         saved->pass <= HA_MOST_PASSES && saved->loop_notices >= 0 && saved->loop_notices <= HA_EVENT_LIMIT &&
         saved->finish_notices <= HA_EVENT_LIMIT && saved->wrap < HA_WRAP_COUNT &&
         saved->on_end <= HA_RELEASE && saved->event_limit <= INT32_MAX && saved->state <= HA_PAUSED &&
         saved->flags <= ALL_FLAGS;
}

ha_status ha_player_restore(ha_player *player, const ha_saved_player *saved) {
  if (!is_sound(saved)) return ha_fail(HA_BAD_VALUE, "no saved player");
  if (player->in_group && (saved->wrap != HA_WRAP_LOOP || saved->loops != 0))
    return ha_fail(HA_BAD_VALUE, "the saved player has an end, and no member of a sync group has one");
  player->loops = saved->loops;
  player->first_pass = saved->first_pass;
  player->at = (ha_standing){{saved->pass, saved->time}, saved->carry, saved->age, saved->overrun};
  player->loop_notices = saved->loop_notices;
  player->rate = saved->rate;
  player->weight = saved->weight;
  player->threshold = saved->threshold;
  player->fade_in = saved->fade_in;
  player->fade_out = saved->fade_out;
  memcpy(player->end_fade.span, saved->fade_span, sizeof saved->fade_span);
  player->stop_age = saved->stop_age;
  player->wrap = (ha_wrap)saved->wrap;
  player->on_end = (ha_on_end)saved->on_end;
  player->event_limit = saved->event_limit;
  player->state = (ha_play_state)saved->state;
  player->fresh = (saved->flags & FRESH) != 0;
  player->reversed = (saved->flags & REVERSED) != 0;
  player->finished = (saved->flags & FINISHED) != 0;
  player->muted = (saved->flags & MUTED) != 0;
  player->finish_notices = saved->finish_notices;
  ha_player_forget_move(player);
  return HA_OK;
}
