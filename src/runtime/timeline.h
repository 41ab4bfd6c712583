// Timeline: where a play stands and how it moves. Pure arithmetic, no clip.
//
// A position is (pass, time): the number of the pass, and the clip time that it shows, which is what seeks,
// events and ends are compared with: bit by bit. Positions are ordered by pass, then by how far the pass has
// come. Wrapping is lazy: the end of a pass is a position of its own, which a loop leaves for the start of
// the next pass only when there is time left to spend; so a loop shows its last key, and a finite play ends
// on it. In ping-pong every odd pass runs the clip backwards; the end of a pass and the start of the next are
// then one position, the turn.
#ifndef HELIOANIM_RUNTIME_TIMELINE_H
#define HELIOANIM_RUNTIME_TIMELINE_H

#include <stdint.h>

#include "math/wrap.h"

// Passes are counted up to here, either way, and no play goes further.
#define HA_MOST_PASSES INT64_C(9000000000000000)

typedef struct ha_position {
  int64_t pass;
  double time;  // clip seconds, within the range
} ha_position;

static inline int ha_position_equal(ha_position a, ha_position b) {
  return a.pass == b.pass && a.time == b.time;
}

typedef struct ha_timeline {
  double from, to;  // the range, clip seconds
  double length;    // D = to - from
  ha_wrap wrap;     // clamp is one pass
  int finite;
  int64_t first_pass, last_pass;  // that the play may be in
} ha_timeline;

// `loops` passes from `first_pass` on; `loops` = 0: without end, either way.
ha_timeline ha_timeline_make(double from, double to, ha_wrap wrap, int64_t loops, int64_t first_pass);

// Moves `position` by `travel` seconds of the clip, either way. `*carry` carries what rounding left over from
// move to move (0 at first), so that millions of moves do not drift. Returns what could not be travelled: 0,
// or what is left, with the sign of `travel`, when a finite play stands at its end (or, backwards, at its
// start).
double ha_timeline_move(const ha_timeline *timeline, ha_position *position, double *carry, double travel);

// Whether the clip runs backwards in this pass of a play that goes forwards.
int ha_timeline_is_mirrored(const ha_timeline *timeline, int64_t pass);
// The clip time at which a pass begins (`end` = 0) or ends (1).
double ha_timeline_edge(const ha_timeline *timeline, int64_t pass, int end);
// The clip time at a phase of [0, 1].
double ha_timeline_time(const ha_timeline *timeline, double phase);
// The time, or the nearest one within the range.
double ha_timeline_clamp(const ha_timeline *timeline, double time);

// Whether the play is finite and stands at the end of its last pass (`reverse`: at the start of its first).
int ha_timeline_is_at_end(const ha_timeline *timeline, ha_position position, int reverse);

// The way from a to b in seconds, negative when b comes before a.
double ha_timeline_distance(const ha_timeline *timeline, ha_position a, ha_position b);

#endif
