#include "runtime/player.h"

#include <math.h>

void ha_player_init(ha_player *player, const ha_clip *clip) {
  *player = (ha_player){
      .clip = clip,
      .wrap = HA_WRAP_LOOP,
      .rate = 1,
      .start = -1,
      .range_to = -1,
      .weight = 1,
      .outer_weight = 1,
      .event_limit = HA_EVENT_LIMIT,
      .stop_age = -1,
      .last_move = {.is_empty = 1, .rate = 1},
  };
}

ha_timeline ha_player_timeline(const ha_player *player) {
  double to = player->range_to < 0 ? ha_clip_duration(player->clip) : player->range_to;
  return ha_timeline_make(to - player->range_from, player->wrap, player->loops, player->reversed);
}

static void clear_move(ha_player *player) {
  player->last_move =
      (ha_move){.from = player->position, .to = player->position, .is_empty = 1, .rate = player->rate};
}

static void look_at_clock(ha_player *player) {
  if (player->clock == NULL) return;
  player->clock_now = player->clock->now;
  player->clock_carry = player->clock->carry;
  player->clock_jumped = player->clock->jumped;
}

void ha_player_set_wrap(ha_player *player, ha_wrap wrap) {
  ha_timeline timeline = ha_player_timeline(player);
  double time = ha_timeline_time(&timeline, player->position);
  player->wrap = wrap;
  timeline = ha_player_timeline(player);
  player->position.progress = ha_timeline_progress(&timeline, player->position.pass, time);
  player->debt = 0;
}

void ha_player_set_loops(ha_player *player, int64_t loops) {
  player->loops = loops;
  player->debt = 0;
}

void ha_player_set_rate(ha_player *player, double rate) {
  player->rate = rate;
  player->debt = 0;
}

void ha_player_forget_move(ha_player *player) {
  ha_timeline timeline = ha_player_timeline(player);
  player->position.progress = fmin(player->position.progress, timeline.length);
  clear_move(player);
  look_at_clock(player);
}

static double clamp(double value, double low, double high) {
  return value > low ? (value < high ? value : high) : low;
}

void ha_player_play(ha_player *player) {
  player->reversed = player->rate < 0;
  ha_timeline timeline = ha_player_timeline(player);
  double start = player->start - player->range_from;
  if (player->start < 0) start = player->reversed ? timeline.length : 0;
  player->position = (ha_position){0, clamp(start, 0, timeline.length)};
  player->state = HA_PLAYING;
  player->carry = player->debt = player->age = 0;
  player->stop_age = -1;
  player->fresh = 1;
  player->finished = 0;
  player->finish_notices = 0;
  player->loop_notices = 0;
  clear_move(player);
  look_at_clock(player);
}

void ha_player_pause(ha_player *player) {
  if (player->state != HA_PLAYING) return;
  player->state = HA_PAUSED;
  clear_move(player);  // nobody who goes on reading each frame hears an event twice
}

void ha_player_resume(ha_player *player) {
  if (player->state != HA_PAUSED) return;
  player->state = HA_PLAYING;
  look_at_clock(player);
}

void ha_player_stop(ha_player *player) {
  if (player->state == HA_STOPPED) return;
  if (player->fade_out > 0) {
    if (player->stop_age < 0) player->stop_age = player->age;
  } else {
    player->state = HA_STOPPED;
    clear_move(player);
  }
}

// Clock seconds until the end of a finite play; infinite without one.
static double time_left(const ha_player *player) {
  ha_timeline timeline = ha_player_timeline(player);
  if (!timeline.finite || player->rate == 0) return INFINITY;
  ha_position end = {timeline.last_pass, timeline.length};
  if (player->rate < 0) end = (ha_position){timeline.first_pass, 0};
  return fabs(ha_timeline_distance(&timeline, player->position, end) / player->rate);
}

// Each fade is a line from 0 to 1; the smallest counts.
static double fade_weight(const ha_player *player) {
  double weight = 1;
  if (player->fade_in > 0) weight = clamp(player->age / player->fade_in, 0, 1);
  if (player->fade_out > 0) {
    double left = time_left(player);
    if (player->stop_age >= 0) left = fmin(left, player->stop_age + player->fade_out - player->age);
    weight = fmin(weight, clamp(left / player->fade_out, 0, 1));
  }
  return weight;
}

double ha_player_event_weight(const ha_player *player) {
  return player->weight * player->outer_weight * fade_weight(player);
}

double ha_player_weight(const ha_player *player) {
  return ha_player_contributes(player) ? ha_player_event_weight(player) : 0;
}

static int has_faded_out(const ha_player *player) {
  return player->stop_age >= 0 && player->age >= player->stop_age + player->fade_out;
}

int ha_player_contributes(const ha_player *player) {
  if (player->state == HA_STOPPED || has_faded_out(player)) return 0;
  return !(player->finished && (player->on_end == HA_RELEASE || player->fade_out > 0));
}

// Seconds from the start of the range, also when the clip became shorter since the last move.
static double time_within(const ha_player *player, const ha_timeline *timeline) {
  ha_position position = player->position;
  position.progress = fmin(position.progress, timeline->length);
  return ha_timeline_time(timeline, position);
}

double ha_player_time(const ha_player *player) {
  ha_timeline timeline = ha_player_timeline(player);
  return player->range_from + time_within(player, &timeline);
}

double ha_player_phase(const ha_player *player) {
  ha_timeline timeline = ha_player_timeline(player);
  return timeline.length > 0 ? time_within(player, &timeline) / timeline.length : 0;
}

static void note_passes(ha_player *player, int64_t from) {
  int64_t crossed = player->position.pass - from;
  player->loop_notices += crossed < 0 ? -crossed : crossed;
  if (player->loop_notices > HA_EVENT_LIMIT) player->loop_notices = HA_EVENT_LIMIT;
}

// An end counts as reached when the play runs into it by itself, not when a caller turns it back with
// negative time.
static void note_end(ha_player *player, double dt) {
  ha_timeline timeline = ha_player_timeline(player);
  int at_end = player->rate != 0 && ha_timeline_is_at_end(&timeline, player->position, player->rate < 0);
  if (timeline.length == 0) at_end = timeline.finite;
  if (at_end && !player->finished && dt >= 0) {
    player->finished = 1;
    player->finish_notices++;
  }
  if (!at_end) player->finished = 0;
}

// Records the move from where the player stood; `travel` tells the direction.
static void record_move(ha_player *player, ha_position from, double travel, double unspent) {
  int moved = from.pass != player->position.pass || from.progress != player->position.progress;
  player->last_move = (ha_move){
      .from = from,
      .to = player->position,
      .includes_from = player->fresh,
      .backwards = travel < 0 || (travel == 0 && player->rate < 0),
      .is_empty = !moved && !player->fresh,
      .unspent = unspent,
      .rate = player->rate,
  };
  player->last_move.weight = ha_player_event_weight(player);
  player->last_move.is_silenced = player->muted || player->last_move.weight < player->threshold;
  player->fresh = 0;
}

// Moves by clock seconds; returns what was left unspent.
static double move_by(ha_player *player, double dt) {
  ha_timeline timeline = ha_player_timeline(player);
  // The clip may have become shorter: that is no motion.
  player->position.progress = fmin(player->position.progress, timeline.length);
  ha_position from = player->position;
  double travel = ha_bounded_time(dt * player->rate + player->debt);
  player->debt = 0;
  double left = ha_timeline_move(&timeline, &player->position, &player->carry, travel);
  if (player->clock != NULL) player->debt = left;
  double unspent = player->rate != 0 ? left / player->rate : 0;
  if (timeline.length == 0 && timeline.finite) unspent = dt;
  player->age += dt;
  // On a clock the play is a function of the clock, also before its beginning.
  if (player->clock == NULL && player->age < 0) player->age = 0;
  record_move(player, from, travel, unspent);
  note_passes(player, from.pass);
  note_end(player, dt);
  return unspent;
}

// A stop() whose fade is over ends the play, but for a player on a clock, which may be turned back.
static int settle(ha_player *player) {
  if (has_faded_out(player) && player->clock == NULL) player->state = HA_STOPPED;
  return ha_player_contributes(player);
}

int ha_player_advance(ha_player *player, double dt, double *unspent) {
  HA_ASSERT(player->clock == NULL && !player->in_group);
  *unspent = 0;
  if (player->state != HA_PLAYING) {
    clear_move(player);
    return ha_player_contributes(player);
  }
  *unspent = move_by(player, dt);
  return settle(player);
}

int ha_player_update(ha_player *player, double *unspent) {
  HA_ASSERT(player->clock != NULL && !player->in_group);
  *unspent = 0;
  const ha_clock *clock = player->clock;
  double jump = clock->jumped - player->clock_jumped;
  double passed = (clock->now - player->clock_now - jump) + (clock->carry - player->clock_carry);
  look_at_clock(player);
  if (player->state != HA_PLAYING) {
    clear_move(player);
    return ha_player_contributes(player);
  }
  if (jump != 0) {
    int64_t loops = player->loop_notices;
    move_by(player, jump);
    player->loop_notices = loops;
  }
  *unspent = move_by(player, passed);
  return settle(player);
}

static double progress_at(const ha_player *player, double time) {
  ha_timeline timeline = ha_player_timeline(player);
  double within = clamp(time - player->range_from, 0, timeline.length);
  return ha_timeline_progress(&timeline, player->position.pass, within);
}

void ha_player_advance_to(ha_player *player, double time) {
  ha_position from = player->position;
  player->position.progress = progress_at(player, time);
  player->carry = player->debt = 0;
  record_move(player, from, player->position.progress - from.progress, 0);
  note_end(player, 0);
}

void ha_player_seek(ha_player *player, double time) {
  player->position.progress = progress_at(player, time);
  player->carry = player->debt = 0;
  player->fresh = 0;
  clear_move(player);
  ha_timeline timeline = ha_player_timeline(player);
  if (!ha_timeline_is_at_end(&timeline, player->position, player->rate < 0)) player->finished = 0;
}

void ha_player_place(ha_player *player, ha_position position, double dt, int silent) {
  ha_timeline timeline = ha_player_timeline(player);
  ha_position from = player->position;
  player->position = position;
  player->carry = player->debt = 0;
  player->age = fmax(player->age + dt, 0);
  if (silent) {
    player->fresh = 0;
    clear_move(player);
    return;
  }
  double travel = ha_timeline_distance(&timeline, from, position);
  record_move(player, from, travel, 0);
  player->last_move.rate = dt != 0 ? travel / dt : 0;  // the group's pace, not its own
  note_passes(player, from.pass);
  settle(player);
}
