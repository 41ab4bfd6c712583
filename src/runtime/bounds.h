// Boxes around what a skin draws, for culling.
#ifndef HELIOANIM_RUNTIME_BOUNDS_H
#define HELIOANIM_RUNTIME_BOUNDS_H

#include "data/skin.h"

// The box (least x y z, largest x y z) of a skin posed by `model` ([skeleton joints][16]): no vertex that is
// a weighted sum of what its joints make of it lies outside, within rounding. Dual quaternions may bulge
// further: of two joints at most half as far as what they make of a vertex lies apart. Without included
// meshes it is the box of the joints themselves. An empty skin gives zeros.
void ha_skin_bounds(const ha_skin *skin, const float *model, float out[6]);
// Widens a box by that of one joint of the skin.
void ha_skin_joint_bounds(const ha_skin *skin, const float *model, uint32_t i, float io[6]);

#endif
