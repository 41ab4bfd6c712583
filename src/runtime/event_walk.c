#include "runtime/event_walk.h"

#include <math.h>

// A stretch of one pass, clip seconds.
typedef struct stretch {
  double low, high;
  int has_low, has_high;  // whether the bounds belong to it
  int descending;
} stretch;

// The part of the move that lies in `pass`.
static stretch stretch_of(const ha_move *move, int64_t pass) {
  const ha_timeline *timeline = &move->timeline;
  double a = ha_timeline_edge(timeline, pass, move->backwards);
  double b = ha_timeline_edge(timeline, pass, !move->backwards);
  // A seam of a loop is a jump, both of its sides count; the turn of a ping-pong has counted on arrival.
  int has_a = timeline->wrap != HA_WRAP_PINGPONG;
  if (pass == move->from.pass) {
    a = move->from.time;
    has_a = move->includes_from;
  }
  if (pass == move->to.pass) b = move->to.time;
  if (ha_timeline_is_mirrored(timeline, pass) != move->backwards)
    return (stretch){.low = b, .high = a, .has_low = 1, .has_high = has_a, .descending = 1};
  return (stretch){.low = a, .high = b, .has_low = has_a, .has_high = 1};
}

static void find_range(const ha_player *player, stretch part, uint32_t *first, uint32_t *end) {
  const ha_events *events = &player->clip->events;
  *first = ha_events_first(events, part.low, part.has_low ? 0 : HA_BEYOND_IDS);
  *end = ha_events_first(events, part.high, part.has_high ? HA_BEYOND_IDS : 0);
  if (*end < *first) *end = *first;
}

static double count_pass(const ha_player *player, int64_t pass) {
  uint32_t first, end;
  find_range(player, stretch_of(&player->last_move, pass), &first, &end);
  return end - first;
}

double ha_event_count(const ha_player *player) {
  const ha_move *move = &player->last_move;
  if (move->is_empty) return 0;
  int64_t step = move->backwards ? -1 : 1, between = (move->to.pass - move->from.pass) * step - 1;
  double count = count_pass(player, move->from.pass);
  if (between < 0) return count;
  count += count_pass(player, move->to.pass);
  // Passes in between are whole; they take turns in a ping-pong.
  int64_t odd_ones = between / 2, even_ones = between - odd_ones;
  if (even_ones > 0) count += (double)even_ones * count_pass(player, move->from.pass + step);
  if (odd_ones > 0) count += (double)odd_ones * count_pass(player, move->from.pass + 2 * step);
  return count;
}

static void enter_pass(ha_event_walk *walk) {
  stretch part = stretch_of(&walk->move, walk->pass);
  find_range(walk->player, part, &walk->next, &walk->end);
  walk->descending = part.descending;
}

void ha_event_walk_start(const ha_player *player, ha_event_walk *walk) {
  *walk = (ha_event_walk){
      .player = player,
      .move = player->last_move,
      .pass = player->last_move.from.pass,
      .left = player->event_limit,
  };
  walk->is_over = player->last_move.is_empty || player->last_move.is_silenced || ha_event_count(player) == 0;
  if (!walk->is_over) enter_pass(walk);
}

// In a sync group the clock runs as its cycle does.
static double lateness_in_group(const ha_event_walk *walk, double time) {
  const ha_move *move = &walk->move;
  double length = move->timeline.length, phase = length > 0 ? (time - move->timeline.from) / length : 0;
  ha_position then = ha_phase_map_to_group(&walk->player->map, (ha_position){walk->pass, phase});
  double cycles = (double)(move->cycle.pass - then.pass) + (move->cycle.time - then.time);
  return fmin(fabs(cycles / move->rate), move->seconds);  // the markers may have changed since
}

static double lateness_of(const ha_event_walk *walk, const ha_event *event) {
  const ha_move *move = &walk->move;
  if (move->rate == 0) return 0;
  if (move->in_group) return lateness_in_group(walk, event->time);
  ha_position at = {walk->pass, event->time};
  return fabs(ha_timeline_distance(&move->timeline, at, move->to) / move->rate) + fabs(move->unspent);
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
