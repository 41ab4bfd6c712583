#include "runtime/event_walk.h"

#include <math.h>

// A stretch of one pass in the clip's own time, seconds from the start of the range.
typedef struct stretch {
  double low, high;
  int has_low, has_high;  // whether the bounds belong to it
  int descending;
} stretch;

// The move within `pass`, from progress a to b. In odd passes of a ping-pong the clip runs backwards.
static stretch stretch_between(const ha_timeline *timeline, int64_t pass, double a, int has_a, double b) {
  double from = ha_timeline_progress(timeline, pass, a), to = ha_timeline_progress(timeline, pass, b);
  if (from <= to && !(from == to && !has_a))
    return (stretch){.low = from, .high = to, .has_low = has_a, .has_high = 1};
  return (stretch){.low = to, .high = from, .has_low = 1, .has_high = has_a, .descending = 1};
}

static stretch stretch_of(const ha_timeline *timeline, const ha_move *move, int64_t pass) {
  double first = move->backwards ? timeline->length : 0, last = move->backwards ? 0 : timeline->length;
  // A seam of a loop is a jump, both of its sides count; the turn of a ping-pong has counted on arrival.
  int has_first = timeline->wrap != HA_WRAP_PINGPONG;
  double a = pass == move->from.pass ? move->from.progress : first;
  double b = pass == move->to.pass ? move->to.progress : last;
  stretch out =
      stretch_between(timeline, pass, a, pass == move->from.pass ? move->includes_from : has_first, b);
  int time_descends = move->backwards != (timeline->wrap == HA_WRAP_PINGPONG && pass % 2 != 0);
  out.descending = time_descends;
  return out;
}

// Seconds of the clip; the upper end of the range is hit exactly.
static double clip_time(const ha_player *player, const ha_timeline *timeline, double time) {
  if (time < timeline->length) return player->range_from + time;
  return player->range_to < 0 ? ha_clip_duration(player->clip) : player->range_to;
}

static void find_range(const ha_player *player, const ha_timeline *timeline, stretch part, uint32_t *first,
                       uint32_t *end) {
  const ha_events *events = &player->clip->events;
  double low = clip_time(player, timeline, part.low), high = clip_time(player, timeline, part.high);
  if (timeline->length == 0) low = high = player->range_from;
  *first = ha_events_first(events, low, !part.has_low);
  *end = ha_events_first(events, high, part.has_high);
  if (*end < *first) *end = *first;
}

static double count_pass(const ha_player *player, const ha_timeline *timeline, int64_t pass) {
  uint32_t first, end;
  find_range(player, timeline, stretch_of(timeline, &player->last_move, pass), &first, &end);
  return end - first;
}

double ha_event_count(const ha_player *player) {
  const ha_move *move = &player->last_move;
  if (move->is_empty) return 0;
  ha_timeline timeline = ha_player_timeline(player);
  int64_t step = move->backwards ? -1 : 1, between = (move->to.pass - move->from.pass) * step - 1;
  double count = count_pass(player, &timeline, move->from.pass);
  if (between < 0) return count;
  count += count_pass(player, &timeline, move->to.pass);
  // Passes in between are whole; they take turns in a ping-pong.
  int64_t odd_ones = between / 2, even_ones = between - odd_ones;
  if (even_ones > 0) count += (double)even_ones * count_pass(player, &timeline, move->from.pass + step);
  if (odd_ones > 0) count += (double)odd_ones * count_pass(player, &timeline, move->from.pass + 2 * step);
  return count;
}

static void enter_pass(ha_event_walk *walk) {
  stretch part = stretch_of(&walk->timeline, &walk->move, walk->pass);
  find_range(walk->player, &walk->timeline, part, &walk->next, &walk->end);
  walk->descending = part.descending;
}

void ha_event_walk_start(const ha_player *player, ha_event_walk *walk) {
  *walk = (ha_event_walk){
      .player = player,
      .move = player->last_move,
      .timeline = ha_player_timeline(player),
      .pass = player->last_move.from.pass,
      .left = player->event_limit,
  };
  walk->is_over = player->last_move.is_empty || player->last_move.is_silenced || ha_event_count(player) == 0;
  if (!walk->is_over) enter_pass(walk);
}

static double lateness_of(const ha_event_walk *walk, const ha_event *event) {
  const ha_move *move = &walk->move;
  if (move->rate == 0) return 0;
  double time = event->time - walk->player->range_from;
  ha_position at = {walk->pass, ha_timeline_progress(&walk->timeline, walk->pass, time)};
  return fabs(ha_timeline_distance(&walk->timeline, at, move->to) / move->rate) + fabs(move->unspent);
}

int ha_event_walk_next(ha_event_walk *walk, ha_event_hit *out) {
  while (!walk->is_over && walk->next == walk->end) {
    walk->is_over = walk->pass == walk->move.to.pass;
    if (walk->is_over) break;
    walk->pass += walk->move.backwards ? -1 : 1;
    enter_pass(walk);
  }
  if (walk->is_over || walk->left == 0) return 0;
  walk->left--;
  const ha_event *list = walk->player->clip->events.list;
  const ha_event *event = walk->descending ? &list[--walk->end] : &list[walk->next++];
  *out = (ha_event_hit){event, lateness_of(walk, event)};
  return 1;
}
