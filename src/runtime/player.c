#include "runtime/player.h"

#include <float.h>
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

void ha_player_release(ha_player *player) {
  HA_ASSERT(!player->in_group);
  ha_phase_map_clear(&player->map);
}

ha_timeline ha_player_timeline(const ha_player *player) {
  double to = player->range_to < 0 ? ha_clip_duration(player->clip) : player->range_to;
  int64_t first_pass = player->reversed ? 1 - player->loops : 0;
  return ha_timeline_make(player->range_from, to, player->wrap, player->loops, first_pass);
}

static void clear_move(ha_player *player) {
  player->last_move =
      (ha_move){.from = player->at.position, .to = player->at.position, .is_empty = 1, .rate = player->rate};
}

static void look_at_clock(ha_player *player) {
  if (player->clock == NULL) return;
  player->clock_now = player->clock->now;
  player->clock_carry = player->clock->carry;
  player->clock_jumped = player->clock->jumped;
}

void ha_player_set_wrap(ha_player *player, ha_wrap wrap) {
  player->wrap = wrap;
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
  player->at.position.time = ha_timeline_clamp(&timeline, player->at.position.time);
  clear_move(player);
  look_at_clock(player);
}

static double clamp(double value, double low, double high) {
  return value > low ? (value < high ? value : high) : low;
}

void ha_player_play(ha_player *player) {
  player->reversed = player->rate < 0;
  ha_timeline timeline = ha_player_timeline(player);
  double start = player->start < 0 ? ha_timeline_edge(&timeline, 0, player->reversed) : player->start;
  player->at = (ha_standing){.position = {0, ha_timeline_clamp(&timeline, start)}};
  player->state = HA_PLAYING;
  player->debt = 0;
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
    if (player->stop_age < 0) player->stop_age = player->at.age;
  } else {
    player->state = HA_STOPPED;
    clear_move(player);
  }
}

// Clock seconds until the end of a finite play; infinite without one.
static double time_left(const ha_player *player) {
  ha_timeline timeline = ha_player_timeline(player);
  if (!timeline.finite || player->rate == 0) return INFINITY;
  int forwards = player->rate > 0;
  int64_t pass = forwards ? timeline.last_pass : timeline.first_pass;
  ha_position end = {pass, ha_timeline_edge(&timeline, pass, forwards)};
  return fabs(ha_timeline_distance(&timeline, player->at.position, end) / player->rate);
}

// Each fade is a line from 0 to 1; the smallest counts.
static double fade_weight(const ha_player *player) {
  double weight = 1;
  if (player->fade_in > 0) weight = clamp(player->at.age / player->fade_in, 0, 1);
  if (player->fade_out > 0) {
    double left = time_left(player);
    if (player->stop_age >= 0) left = fmin(left, player->stop_age + player->fade_out - player->at.age);
    weight = fmin(weight, clamp(left / player->fade_out, 0, 1));
  }
  return weight;
}

double ha_player_event_weight(const ha_player *player) {
  return fmin(player->weight * player->outer_weight, DBL_MAX) * fade_weight(player);
}

double ha_player_weight(const ha_player *player) {
  return ha_player_contributes(player) ? ha_player_event_weight(player) : 0;
}

static int has_faded_out(const ha_player *player) {
  return player->stop_age >= 0 && player->at.age >= player->stop_age + player->fade_out;
}

int ha_player_contributes(const ha_player *player) {
  if (player->state == HA_STOPPED || has_faded_out(player)) return 0;
  return !(player->finished && (player->on_end == HA_RELEASE || player->fade_out > 0));
}

// Within the range also when the clip became shorter since the last move.
double ha_player_time(const ha_player *player) {
  ha_timeline timeline = ha_player_timeline(player);
  return ha_timeline_clamp(&timeline, player->at.position.time);
}

double ha_player_phase(const ha_player *player) {
  ha_timeline timeline = ha_player_timeline(player);
  double within = ha_timeline_clamp(&timeline, player->at.position.time) - timeline.from;
  return timeline.length > 0 ? within / timeline.length : 0;
}

static void note_passes(ha_player *player, int64_t from) {
  int64_t crossed = player->at.position.pass - from;
  player->loop_notices += crossed < 0 ? -crossed : crossed;
  if (player->loop_notices > HA_EVENT_LIMIT) player->loop_notices = HA_EVENT_LIMIT;
}

// An end counts as reached when the play runs into it by itself, not when a caller turns it back with
// negative time.
static void note_end(ha_player *player, double dt) {
  ha_timeline timeline = ha_player_timeline(player);
  int at_end = player->rate != 0 && ha_timeline_is_at_end(&timeline, player->at.position, player->rate < 0);
  if (timeline.length == 0) at_end = timeline.finite;
  if (at_end && !player->finished && dt >= 0) {
    player->finished = 1;
    player->finish_notices++;
  }
  if (!at_end) player->finished = 0;
}

// Records the move from where the player stood; `travel` tells the direction.
static void record_move(ha_player *player, const ha_timeline *timeline, ha_position from, double travel,
                        double unspent) {
  int moved = from.pass != player->at.position.pass || from.time != player->at.position.time;
  player->last_move = (ha_move){
      .timeline = *timeline,
      .from = from,
      .to = player->at.position,
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
  player->at.position.time = ha_timeline_clamp(&timeline, player->at.position.time);
  ha_position from = player->at.position;
  double travel = ha_bounded_time(dt * player->rate + player->debt);
  player->debt = 0;
  double left = ha_timeline_move(&timeline, &player->at.position, &player->at.carry, travel);
  if (player->clock != NULL) player->debt = left;
  double unspent = player->rate != 0 ? left / player->rate : 0;
  if (timeline.length == 0 && timeline.finite) unspent = dt;
  player->at.age += dt;
  // On a clock the play is a function of the clock, also before its beginning.
  if (player->clock == NULL && player->at.age < 0) player->at.age = 0;
  record_move(player, &timeline, from, travel, unspent);
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

// To a time within the current pass.
static void go_to(ha_player *player, const ha_timeline *timeline, double time) {
  player->at.position.time = ha_timeline_clamp(timeline, time);
  player->at.carry = player->debt = 0;
}

void ha_player_advance_to(ha_player *player, double time) {
  ha_timeline timeline = ha_player_timeline(player);
  ha_position from = player->at.position;
  go_to(player, &timeline, time);
  record_move(player, &timeline, from, ha_timeline_distance(&timeline, from, player->at.position), 0);
  note_end(player, 0);
}

void ha_player_seek(ha_player *player, double time) {
  ha_timeline timeline = ha_player_timeline(player);
  go_to(player, &timeline, time);
  player->fresh = 0;
  clear_move(player);
  if (!ha_timeline_is_at_end(&timeline, player->at.position, player->rate < 0)) player->finished = 0;
}

// --- in a sync group ---

ha_position ha_player_place(const ha_player *player, ha_position cycle) {
  ha_position place = ha_phase_map_to_member(&player->map, cycle);
  ha_timeline timeline = ha_player_timeline(player);
  place.time = ha_timeline_time(&timeline, place.time);
  return place;
}

void ha_player_put(ha_player *player, ha_position position) {
  player->at.position = position;
  player->at.carry = player->debt = 0;
  player->fresh = 0;
  clear_move(player);
}

void ha_player_follow(ha_player *player, ha_position cycle, double dt, double pace) {
  ha_timeline timeline = ha_player_timeline(player);
  ha_position from = player->at.position;
  player->at.position = ha_player_place(player, cycle);
  player->at.carry = player->debt = 0;
  player->at.age = fmax(player->at.age + dt, 0);
  record_move(player, &timeline, from, ha_timeline_distance(&timeline, from, player->at.position), 0);
  ha_move *move = &player->last_move;
  move->in_group = 1;
  move->cycle = cycle;
  move->seconds = fabs(dt);
  move->rate = pace;
  note_passes(player, from.pass);
  settle(player);
}
