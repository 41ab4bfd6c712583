// One box for a whole clip, so that a culled character need not be posed.
#ifndef HELIOANIM_AUTHOR_CLIP_BOUNDS_H
#define HELIOANIM_AUTHOR_CLIP_BOUNDS_H

#include "data/clip_binding.h"
#include "data/pose.h"
#include "data/skin.h"

// The box (least x y z, largest x y z) of a skin over all of a clip. The clip is looked at `fps` times a
// second and at its end; all around it grows by half of the largest step that a side of the box took between
// two looks. `pose` and `model` are the caller's, overwritten.
void ha_clip_bounds(const ha_clip_binding *binding, double duration, const ha_skin *skin, double fps,
                    ha_pose *pose, float *model, float out[6]);

#endif
