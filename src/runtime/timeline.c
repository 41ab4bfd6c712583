#include "runtime/timeline.h"

#include <float.h>
#include <math.h>

ha_timeline ha_timeline_make(double from, double to, ha_wrap wrap, int64_t loops, int64_t first_pass) {
  if (wrap == HA_WRAP_CLAMP) loops = 1;
  if (to < from) to = from;
  return (ha_timeline){
      .from = from,
      .to = to,
      .length = to - from,
      .wrap = wrap,
      .finite = loops > 0,
      .first_pass = loops > 0 ? first_pass : -HA_MOST_PASSES,
      .last_pass = loops > 0 ? first_pass + loops - 1 : HA_MOST_PASSES,
  };
}

int ha_timeline_is_mirrored(const ha_timeline *timeline, int64_t pass) {
  return timeline->wrap == HA_WRAP_PINGPONG && pass % 2 != 0;
}

double ha_timeline_edge(const ha_timeline *timeline, int64_t pass, int end) {
  return ha_timeline_is_mirrored(timeline, pass) != end ? timeline->to : timeline->from;
}

double ha_timeline_clamp(const ha_timeline *timeline, double time) {
  return time > timeline->from ? (time < timeline->to ? time : timeline->to) : timeline->from;
}

double ha_timeline_time(const ha_timeline *timeline, double phase) {
  return phase < 1 ? ha_timeline_clamp(timeline, timeline->from + phase * timeline->length) : timeline->to;
}

// What is this near to a seam is on it: ten steps of 0.1 make 1, though neither sum nor product says so. The
// difference is not lost but stays in the carry.
static double tolerance(const ha_timeline *timeline) { return 4 * DBL_EPSILON * timeline->to; }

// 1 where clip time grows on the way, -1 where it falls.
static double heading(const ha_timeline *timeline, int64_t pass, int forwards) {
  return ha_timeline_is_mirrored(timeline, pass) == forwards ? -1 : 1;
}

// Goes `seconds` from `time` on, or back where they are negative. What the sum loses is carried on (W. Kahan,
// 1965).
static void step(const ha_timeline *timeline, ha_position *position, double *carry, double time,
                 double seconds) {
  // A carry that is larger than the travel may point out of the range.
  position->time = ha_timeline_clamp(timeline, time + seconds);
  *carry = seconds - (position->time - time);
}

// Travels `left` > 0 seconds from the start of the pass behind this one. Landing on a seam stays on this side
// of it.
static void enter_passes(const ha_timeline *timeline, ha_position *position, double *carry, double left,
                         int forwards) {
  double within = fmod(left, timeline->length), near = tolerance(timeline);
  int64_t passes = 1 + (int64_t)nearbyint((left - within) / timeline->length);
  int at_start = within <= near && passes > 1, at_end = timeline->length - within <= near;
  if (at_start) passes--;
  position->pass += forwards ? passes : -passes;
  double sign = heading(timeline, position->pass, forwards);
  if (at_start || at_end) {
    position->time = ha_timeline_edge(timeline, position->pass, forwards);
    *carry = sign * (at_start ? within : within - timeline->length);
  } else {
    step(timeline, position, carry, ha_timeline_edge(timeline, position->pass, !forwards), sign * within);
  }
}

// By `travel` > 0 seconds forwards or backwards; returns what is left at the end of the last pass.
static double move_along(const ha_timeline *timeline, ha_position *position, double *carry, double travel,
                         int forwards) {
  double edge = ha_timeline_edge(timeline, position->pass, forwards);
  double sign = heading(timeline, position->pass, forwards), wanted = travel + sign * *carry;
  double left = wanted - fabs(edge - position->time), near = tolerance(timeline);
  if (fabs(left) <= near) {
    position->time = edge;
    *carry = sign * left;
    return 0;
  }
  if (left < 0) {
    step(timeline, position, carry, position->time, sign * wanted);
    return 0;
  }
  int64_t last = forwards ? timeline->last_pass : timeline->first_pass;
  double passes = fmax(forwards ? (double)(last - position->pass) : (double)(position->pass - last), 0);
  double beyond = left - passes * timeline->length;
  if (beyond > near || passes == 0) {
    if (passes > 0) position->pass = last;
    position->time = ha_timeline_edge(timeline, position->pass, forwards);
    *carry = 0;
    return timeline->finite ? beyond : 0;
  }
  enter_passes(timeline, position, carry, left, forwards);
  return 0;
}

double ha_timeline_move(const ha_timeline *timeline, ha_position *position, double *carry, double travel) {
  position->time = ha_timeline_clamp(timeline, position->time);  // the clip may have become shorter
  if (timeline->length == 0) {
    *carry = 0;
    return timeline->finite ? travel : 0;
  }
  if (!(travel < 0 || travel > 0)) return 0;
  double left = move_along(timeline, position, carry, fabs(travel), travel > 0);
  // No negative zeros: equal states have equal bytes.
  position->time += 0.0;
  *carry += 0.0;
  return copysign(left, travel) + 0.0;
}

int ha_timeline_is_at_end(const ha_timeline *timeline, ha_position position, int reverse) {
  if (!timeline->finite || position.time != ha_timeline_edge(timeline, position.pass, !reverse)) return 0;
  return reverse ? position.pass <= timeline->first_pass : position.pass >= timeline->last_pass;
}

double ha_timeline_distance(const ha_timeline *timeline, ha_position a, ha_position b) {
  double a_progress = fabs(a.time - ha_timeline_edge(timeline, a.pass, 0));
  double b_progress = fabs(b.time - ha_timeline_edge(timeline, b.pass, 0));
  return (double)(b.pass - a.pass) * timeline->length + (b_progress - a_progress);
}
