#include "runtime/timeline.h"

#include <float.h>
#include <math.h>

ha_timeline ha_timeline_make(double length, ha_wrap wrap, int64_t loops, int reverse) {
  ha_timeline timeline = {.length = length > 0 ? length : 0, .wrap = wrap};
  if (wrap == HA_WRAP_CLAMP) loops = 1;
  timeline.finite = loops > 0;
  if (timeline.finite && reverse) timeline.first_pass = 1 - loops;
  if (timeline.finite && !reverse) timeline.last_pass = loops - 1;
  return timeline;
}

// What is this near to a seam is on it: ten steps of 0.1 make 1, though neither sum nor product says so. The
// difference is not lost but stays in the carry.
static double tolerance(double length) { return 4 * DBL_EPSILON * length; }

// Travels `left` > 0 seconds from the start of a pass. Landing on a seam stays on this side of it.
static void enter_passes(ha_position *position, double *carry, double left, double length) {
  double within = fmod(left, length);
  double passes = nearbyint((left - within) / length);
  if (within <= tolerance(length) && passes > 0) {
    *carry = within;
    within = length;
    passes--;
  } else if (length - within <= tolerance(length)) {
    *carry = within - length;
    within = length;
  }
  // A pass number that no longer fits is of no use to anybody; it stays where it is.
  if ((double)position->pass + passes < HA_MOST_PASSES) position->pass += (int64_t)passes;
  position->progress = within;
}

// What is left of `left` seconds behind the current pass when a finite play ends before they are spent; else
// 0.
static double beyond_end(const ha_timeline *timeline, int64_t pass, double left) {
  if (!timeline->finite) return 0;
  double room = pass < timeline->last_pass ? (double)(timeline->last_pass - pass) * timeline->length : 0;
  return left > room ? left - room : 0;
}

// Forwards; travel > 0. Backwards is the mirror image: see ha_timeline_move.
static double move_on(const ha_timeline *timeline, ha_position *position, double *carry, double travel) {
  double length = timeline->length, room = length - position->progress;
  double wanted = travel + *carry, left = wanted - room;
  *carry = 0;
  if (fabs(left) <= tolerance(length)) {
    position->progress = length;
    *carry = left;
    return 0;
  }
  if (left < 0) {
    // What the sum loses is carried on (W. Kahan, 1965).
    // A carry that is larger than the travel may point below 0.
    double sum = fmax(position->progress + wanted, 0);
    *carry = wanted - (sum - position->progress);
    position->progress = sum;
    return 0;
  }
  double beyond = beyond_end(timeline, position->pass, left);
  if (beyond > 0) {
    int64_t end = timeline->last_pass > position->pass ? timeline->last_pass : position->pass;
    *position = (ha_position){end, length};
    return beyond;
  }
  position->pass++;
  enter_passes(position, carry, left, length);
  return 0;
}

static ha_position mirrored(const ha_timeline *timeline, ha_position position) {
  return (ha_position){-position.pass, timeline->length - position.progress};
}

static double move_either_way(const ha_timeline *timeline, ha_position *position, double *carry,
                              double travel) {
  if (timeline->length == 0) {
    *carry = 0;
    position->progress = 0;
    return timeline->finite ? travel : 0;
  }
  if (position->progress > timeline->length) position->progress = timeline->length;  // the clip got shorter
  if (travel > 0) return move_on(timeline, position, carry, travel);
  if (!(travel < 0)) return 0;
  ha_timeline image = *timeline;
  image.first_pass = -timeline->last_pass;
  image.last_pass = -timeline->first_pass;
  // Mirroring rounds, so within a pass the difference is taken as it is.
  ha_position from = *position, to = mirrored(timeline, from);
  double image_carry = -*carry, wanted = travel + *carry;
  double left = -move_on(&image, &to, &image_carry, -travel);
  *position = mirrored(timeline, to);
  *carry = -image_carry;
  if (position->pass == from.pass && position->progress > 0) {
    double sum = from.progress + wanted;
    position->progress = sum > 0 ? sum : 0;
    *carry = wanted - (position->progress - from.progress);
  }
  return left;
}

double ha_timeline_move(const ha_timeline *timeline, ha_position *position, double *carry, double travel) {
  double left = move_either_way(timeline, position, carry, travel);
  // No negative zeros: equal states have equal bytes.
  position->progress += 0.0;
  *carry += 0.0;
  return left + 0.0;
}

double ha_timeline_time(const ha_timeline *timeline, ha_position position) {
  return ha_timeline_progress(timeline, position.pass, position.progress);
}

double ha_timeline_progress(const ha_timeline *timeline, int64_t pass, double time) {
  return timeline->wrap == HA_WRAP_PINGPONG && pass % 2 != 0 ? timeline->length - time : time;
}

int ha_timeline_is_at_end(const ha_timeline *timeline, ha_position position, int reverse) {
  if (!timeline->finite) return 0;
  if (reverse) return position.pass <= timeline->first_pass && position.progress <= 0;
  return position.pass >= timeline->last_pass && position.progress >= timeline->length;
}

double ha_timeline_distance(const ha_timeline *timeline, ha_position a, ha_position b) {
  return (double)(b.pass - a.pass) * timeline->length + (b.progress - a.progress);
}
