// One box for a whole clip, so that a culled character need not be posed.
#ifndef HELIOANIM_AUTHOR_CLIP_BOUNDS_H
#define HELIOANIM_AUTHOR_CLIP_BOUNDS_H

#include "data/clip_binding.h"
#include "data/pose.h"
#include "data/skin.h"

typedef struct ha_clip_bounds_job {
  const ha_clip_binding *binding;  // current
  const ha_skin *skin;             // of the same skeleton
  double fps;                      // above 0: the clip is looked at so often, and at every key
  ha_pose *from, *to;              // two poses of the skeleton, which fit, overwritten
  float *model;                    // [joint_count][16], overwritten
} ha_clip_bounds_job;

// The box (least x y z, largest x y z) of a skin over all of a clip, which no vertex leaves at any time.
//
// Between two looks no key lies. A point that passes both on a path of bend (second derivative) at most b
// lies within b * t * t / 8 of the straight line between them, t seconds apart. What b is at most follows
// from how fast each joint on the way to the root turns, moves and scales: steadily between two linear keys,
// and by the bend of the polynomial between two cubic ones. A closer look gives a tighter box. HA_NO_MEMORY.
ha_status ha_clip_bounds(const ha_clip_bounds_job *job, float out[6]);

#endif
