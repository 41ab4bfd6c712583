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
      .stop_age = INFINITY,
      .last_move = {.is_empty = 1, .rate = 1},
  };
}

void ha_player_release(ha_player *player) {
  HA_ASSERT(!player->in_group);
  ha_phase_map_clear(&player->map);
}

ha_timeline ha_player_timeline(const ha_player *player) {
  double to = player->range_to < 0 ? ha_clip_duration(player->clip) : player->range_to;
  return ha_timeline_make(player->range_from, to, player->wrap, player->loops, player->first_pass);
}

static void clear_move(ha_player *player) {
  player->last_move =
      (ha_move){.from = player->at.position, .to = player->at.position, .is_empty = 1, .rate = player->rate};
}

// --- where a play stands after some time ---

// Goes on by clock seconds. What an end leaves of them is overrun, and taken back first.
static void go_on(const ha_player *player, const ha_timeline *timeline, ha_standing *at, double dt) {
  double seconds = ha_bounded_time(dt + at->overrun);
  double travel = ha_bounded_time(seconds * player->rate);
  double left = ha_timeline_move(timeline, &at->position, &at->carry, travel);
  at->overrun = player->rate != 0 ? ha_bounded_time(left / player->rate) + 0.0 : 0;  // no negative zero
  if (timeline->length == 0 && timeline->finite) at->overrun = seconds;
  at->age = ha_bounded_time(at->age + dt);
  // On a clock the play is a function of the clock, also before its beginning.
  if (player->clock == NULL && at->age < 0) at->age = 0;
}

// --- following a clock ---

// A play on a clock is a function of the clock from its anchor on, and so the same for all players, however
// often each is updated.

static ha_standing standing_at(const ha_player *player, double now, double carry) {
  const ha_anchor *anchor = &player->anchor;
  ha_timeline timeline = ha_player_timeline(player);
  ha_standing at = anchor->at;
  double passed = player->state == HA_PLAYING ? now - anchor->now + (carry - anchor->carry) : 0;
  double last_age = fmax(player->stop_age + player->fade_out, at.age);
  int has_faded = at.age + passed >= last_age;  // what stop() began: there the play stands still
  go_on(player, &timeline, &at, has_faded ? last_age - at.age : passed);
  if (has_faded) at.age = last_age;
  return at;
}

static void set_anchor(ha_player *player, ha_standing at) {
  if (player->clock == NULL) return;
  const ha_clock *clock = player->clock;
  player->anchor = (ha_anchor){at, clock->now, clock->carry, ha_player_timeline(player).length};
  player->seeks_seen = clock->seeks;
}

// Takes note of what happened since the last update other than time: the clip got another length, which is
// no motion, or the clock was sought, which the play follows without events. Returns the timeline by now.
static ha_timeline keep_up(ha_player *player) {
  ha_timeline timeline = ha_player_timeline(player);
  player->at.position.time = ha_timeline_clamp(&timeline, player->at.position.time);
  ha_anchor *anchor = &player->anchor;
  if (player->clock == NULL || player->state != HA_PLAYING) return timeline;
  if (timeline.length != anchor->length)
    *anchor = (ha_anchor){player->at, anchor->now + (player->at.age - anchor->at.age), anchor->carry,
                          timeline.length};
  if (player->clock->seeks != player->seeks_seen) {
    ha_position from = player->at.position;
    player->seeks_seen = player->clock->seeks;
    player->at = standing_at(player, player->clock->sought, 0);
    if (!ha_position_equal(from, player->at.position)) player->fresh = 0;
  }
  return timeline;
}

// Where the play stands by now, which a player on a clock shows from its next update on.
static ha_standing standing_now(const ha_player *player) {
  if (player->clock == NULL) return player->at;
  return standing_at(player, player->clock->now, player->clock->carry);
}

// --- weight ---

// Each fade is a line from 0 to 1; the smallest counts.
static double fade_weight(const ha_player *player) {
  double weight = player->fade_in > 0 ? fmin(fmax(player->at.age / player->fade_in, 0), 1) : 1;
  if (!(player->fade_out > 0)) return weight;
  ha_timeline timeline = ha_player_timeline(player);
  double left = fmax(player->stop_age + player->fade_out - player->at.age, 0);
  weight = fmin(weight, left / player->fade_out);
  return fmin(weight, ha_fade_weight(&player->end_fade, &timeline, player->at.position));
}

double ha_player_event_weight(const ha_player *player) {
  return fmin(player->weight * player->outer_weight, DBL_MAX) * fade_weight(player);
}

double ha_player_weight(const ha_player *player) {
  return ha_player_contributes(player) ? ha_player_event_weight(player) : 0;
}

ha_play_state ha_player_state(const ha_player *player) {
  return player->at.age >= player->stop_age + player->fade_out ? HA_STOPPED : player->state;
}

int ha_player_contributes(const ha_player *player) {
  if (ha_player_state(player) == HA_STOPPED) return 0;
  return !(player->finished && (player->on_end == HA_RELEASE || player->fade_out > 0));
}

// --- ends ---

// Whether a finite play has ended at a position: where its rate leads to. One without a rate stays at the end
// that it reached.
static int is_at_end(const ha_player *player, const ha_timeline *timeline, ha_position position) {
  if (timeline->length == 0) return timeline->finite;
  int at_end = ha_timeline_is_at_end(timeline, position, 0);
  int at_start = ha_timeline_is_at_end(timeline, position, 1);
  if (player->rate == 0) return player->finished && (at_end || at_start);
  return player->rate > 0 ? at_end : at_start;
}

// An end counts as reached when the play runs into it by itself, not when a caller turns it back with
// negative time.
static void note_end(ha_player *player, const ha_timeline *timeline, ha_position position, double dt) {
  int at_end = is_at_end(player, timeline, position);
  if (at_end && !player->finished && dt >= 0) {
    player->finished = 1;
    if (player->finish_notices < HA_EVENT_LIMIT) player->finish_notices++;
  }
  if (!at_end) player->finished = 0;
}

// --- changing how it plays ---

// The window of passes of a finite play: from pass 0 on, in reverse up to it, moved as little as the pass
// that it is in asks for.
static void choose_passes(ha_player *player, int64_t pass) {
  int64_t loops = player->wrap == HA_WRAP_CLAMP ? 1 : player->loops;
  player->first_pass = 0;
  if (loops == 0) return;
  if (player->reversed) player->first_pass = 1 - loops;
  if (pass < player->first_pass) player->first_pass = pass;
  if (pass > player->first_pass + loops - 1) player->first_pass = pass - loops + 1;
}

// Until now it played as before, into an end too; what it has overrun is forgotten.
static void begin_change(ha_player *player) {
  ha_timeline timeline = keep_up(player);
  ha_standing at = standing_now(player);
  if (player->clock != NULL && (!player->fresh || at.age != player->at.age))
    note_end(player, &timeline, at.position, 0);
  at.overrun = 0;
  set_anchor(player, at);
}

static void aim_fade(ha_player *player) {
  ha_timeline timeline = ha_player_timeline(player);
  ha_fade_aim(&player->end_fade, &timeline, standing_now(player).position, player->fade_out, player->rate);
}

static void change_passes(ha_player *player, ha_wrap wrap, int64_t loops) {
  if (wrap == player->wrap && loops == player->loops) return;
  begin_change(player);
  player->wrap = wrap;
  player->loops = loops;
  choose_passes(player, standing_now(player).position.pass);
  player->end_fade = (ha_fade){{0, 0}};  // the ends are others
  aim_fade(player);
}

void ha_player_set_wrap(ha_player *player, ha_wrap wrap) { change_passes(player, wrap, player->loops); }

void ha_player_set_loops(ha_player *player, int64_t loops) { change_passes(player, player->wrap, loops); }

void ha_player_set_rate(ha_player *player, double rate) {
  if (rate == player->rate) return;
  begin_change(player);
  player->rate = rate;
  aim_fade(player);
}

void ha_player_set_fade_out(ha_player *player, double seconds) {
  player->fade_out = seconds;
  player->end_fade = ha_fade_make(player->fade_out, player->rate);
}

void ha_player_forget_move(ha_player *player) {
  ha_timeline timeline = ha_player_timeline(player);
  player->at.position.time = ha_timeline_clamp(&timeline, player->at.position.time);
  clear_move(player);
  set_anchor(player, player->at);
}

// --- playing ---

void ha_player_play(ha_player *player) {
  player->reversed = player->rate < 0;
  choose_passes(player, 0);
  ha_timeline timeline = ha_player_timeline(player);
  double start = player->start < 0 ? ha_timeline_edge(&timeline, 0, player->reversed) : player->start;
  player->at = (ha_standing){.position = {0, ha_timeline_clamp(&timeline, start)}};
  player->state = HA_PLAYING;
  player->stop_age = INFINITY;
  player->fresh = 1;
  player->finished = 0;
  player->finish_notices = 0;
  player->loop_notices = 0;
  set_anchor(player, player->at);
  player->end_fade = ha_fade_make(player->fade_out, player->rate);
  clear_move(player);
}

void ha_player_pause(ha_player *player) {
  if (player->state != HA_PLAYING) return;
  keep_up(player);
  set_anchor(player, standing_now(player));
  player->state = HA_PAUSED;
  clear_move(player);  // nobody who goes on reading each frame hears an event twice
}

void ha_player_resume(ha_player *player) {
  if (player->state != HA_PAUSED) return;
  set_anchor(player, player->anchor.at);
  player->state = HA_PLAYING;
}

void ha_player_stop(ha_player *player) {
  if (player->state == HA_STOPPED) return;
  if (player->fade_out > 0) {
    if (player->stop_age == INFINITY) player->stop_age = standing_now(player).age;
  } else {
    player->state = HA_STOPPED;
    clear_move(player);
  }
}

// Within the range also when the clip became shorter since the last move.
double ha_player_time(const ha_player *player) {
  ha_timeline timeline = ha_player_timeline(player);
  return ha_timeline_clamp(&timeline, player->at.position.time);
}

double ha_player_phase(const ha_player *player) {
  ha_timeline timeline = ha_player_timeline(player);
  return timeline.length > 0 ? (ha_player_time(player) - timeline.from) / timeline.length : 0;
}

// --- moving ---

static void note_passes(ha_player *player, int64_t from) {
  int64_t crossed = player->at.position.pass - from;
  player->loop_notices += crossed < 0 ? -crossed : crossed;
  if (player->loop_notices > HA_EVENT_LIMIT) player->loop_notices = HA_EVENT_LIMIT;
}

// Records the move from where the player stood. Time that moved nothing has a direction too.
static void record_move(ha_player *player, const ha_timeline *timeline, ha_position from, double dt,
                        double unspent) {
  ha_position to = player->at.position;
  double travel = ha_timeline_distance(timeline, from, to);
  if (travel == 0) travel = dt != 0 ? dt * player->rate : player->rate;
  double weight = ha_player_event_weight(player);
  player->last_move = (ha_move){
      .timeline = *timeline,
      .from = from,
      .to = to,
      .includes_from = player->fresh,
      .backwards = travel < 0,
      .is_empty = ha_position_equal(from, to) && !player->fresh,
      .unspent = unspent,
      .weight = weight,
      .is_silenced = player->muted || weight < player->threshold,
      .rate = player->rate,
  };
  player->fresh = 0;
}

// A stop() whose fade is over ends the play, but for a player on a clock, which may be turned back.
static void settle(ha_player *player) {
  if (player->clock == NULL) player->state = ha_player_state(player);
}

// After a move by `dt` clock seconds.
static int finish_move(ha_player *player, const ha_timeline *timeline, ha_position from, double dt,
                       double unspent) {
  record_move(player, timeline, from, dt, unspent);
  note_passes(player, from.pass);
  note_end(player, timeline, player->at.position, dt);
  settle(player);
  return ha_player_contributes(player);
}

int ha_player_advance(ha_player *player, double dt, double *unspent) {
  HA_ASSERT(player->clock == NULL && !player->in_group);
  *unspent = 0;
  if (player->state != HA_PLAYING) {
    clear_move(player);
    return ha_player_contributes(player);
  }
  ha_timeline timeline = keep_up(player);
  ha_position from = player->at.position;
  go_on(player, &timeline, &player->at, dt);
  *unspent = player->at.overrun;
  player->at.overrun = 0;
  return finish_move(player, &timeline, from, dt, *unspent);
}

int ha_player_update(ha_player *player, double *unspent) {
  HA_ASSERT(player->clock != NULL && !player->in_group);
  *unspent = 0;
  if (player->state == HA_STOPPED) {
    clear_move(player);
    return 0;
  }
  ha_timeline timeline = keep_up(player);
  ha_standing from = player->at;
  player->at = standing_now(player);
  double dt = player->at.age - from.age, overrun = player->at.overrun;
  if (player->state == HA_PAUSED && dt == 0) {
    clear_move(player);
    if (!player->fresh) note_end(player, &timeline, player->at.position, 0);
    return ha_player_contributes(player);
  }
  *unspent = dt > 0 ? fmax(overrun, 0) - fmax(from.overrun, 0) : fmin(overrun, 0) - fmin(from.overrun, 0);
  return finish_move(player, &timeline, from.position, dt, *unspent);
}

// To a time within the current pass.
static void go_to(ha_player *player, const ha_timeline *timeline, double time) {
  player->at = standing_now(player);
  player->at.position.time = ha_timeline_clamp(timeline, time);
  player->at.carry = player->at.overrun = 0;
  set_anchor(player, player->at);
}

void ha_player_advance_to(ha_player *player, double time) {
  ha_timeline timeline = keep_up(player);
  ha_position from = player->at.position;
  go_to(player, &timeline, time);
  record_move(player, &timeline, from, 0, 0);
  note_end(player, &timeline, player->at.position, 0);
}

void ha_player_seek(ha_player *player, double time) {
  ha_timeline timeline = keep_up(player);
  go_to(player, &timeline, time);
  player->fresh = 0;
  clear_move(player);
  if (!is_at_end(player, &timeline, player->at.position)) player->finished = 0;
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
  player->at.carry = 0;
  player->fresh = 0;
  clear_move(player);
}

void ha_player_follow(ha_player *player, ha_position cycle, double dt, double pace) {
  ha_timeline timeline = ha_player_timeline(player);
  ha_position from = player->at.position;
  player->at.position = ha_player_place(player, cycle);
  player->at.carry = 0;
  player->at.age = fmax(player->at.age + dt, 0);
  record_move(player, &timeline, from, 0, 0);
  ha_move *move = &player->last_move;
  move->in_group = 1;
  move->cycle = cycle;
  move->seconds = fabs(dt);
  move->rate = pace;
  note_passes(player, from.pass);
  settle(player);
}
