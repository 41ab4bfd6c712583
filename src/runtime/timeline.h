// Timeline: where a play stands and how it moves. Pure arithmetic, no clip.
//
// A position is (pass, progress): the number of the pass, and how far the play has come in it, in [0, D].
// Positions are ordered by pass, then progress. Wrapping is lazy: (n, D) is a position of its own, which a
// loop leaves for (n + 1, 0) only when there is time left to spend; so a loop shows its last key, and a
// finite play ends on it. In ping-pong every odd pass runs the clip backwards; (n, D) and (n + 1, 0) are then
// one position, the turn.
#ifndef HELIOANIM_RUNTIME_TIMELINE_H
#define HELIOANIM_RUNTIME_TIMELINE_H

#include <stdint.h>

#include "math/wrap.h"

// Passes either way are counted up to here.
#define HA_MOST_PASSES 9e15

typedef struct ha_position {
  int64_t pass;
  double progress;  // [0, D], seconds along the pass
} ha_position;

typedef struct ha_timeline {
  double length;  // D >= 0, seconds
  ha_wrap wrap;   // clamp is one pass
  int finite;
  int64_t first_pass;  // of a finite play: the passes that it may be in
  int64_t last_pass;
} ha_timeline;

// The passes of a play that starts in pass 0 and runs `loops` times (0: without end), forwards or in reverse.
ha_timeline ha_timeline_make(double length, ha_wrap wrap, int64_t loops, int reverse);

// Moves `position` by `travel` seconds of the clip, either way. `*carry` takes what rounding left over from
// move to move (0 at first), so that millions of moves do not drift. Returns what could not be travelled: 0,
// or what is left, with the sign of `travel`, when a finite play stands at its end (or, backwards, at its
// start).
double ha_timeline_move(const ha_timeline *timeline, ha_position *position, double *carry, double travel);

// Seconds from the start of the clip's range at a position: progress, or mirrored in odd passes of a
// ping-pong.
double ha_timeline_time(const ha_timeline *timeline, ha_position position);
// The progress in `pass` at which that time is shown.
double ha_timeline_progress(const ha_timeline *timeline, int64_t pass, double time);

// Whether the play is finite and stands at the end of its last pass (`reverse`: at the start of its first).
int ha_timeline_is_at_end(const ha_timeline *timeline, ha_position position, int reverse);

// The way from a to b in seconds, negative when b comes before a.
double ha_timeline_distance(const ha_timeline *timeline, ha_position a, ha_position b);

#endif
