// A chain of stiff bones as points: where its joints go so that the end meets a target.
#ifndef HELIOANIM_RUNTIME_IK_ROPE_H
#define HELIOANIM_RUNTIME_IK_ROPE_H

#include "runtime/ik.h"

typedef struct ha_rope {
  uint32_t count;  // 2 to HA_MAX_CHAIN
  float at[HA_MAX_CHAIN][3];
  float lengths[HA_MAX_CHAIN];  // from joint i to the next
  float size;                   // their sum, above 0
} ha_rope;

// How far the end is from the target.
float ha_rope_miss(const ha_rope *rope, const float target[3]);

// Moves all joints but the first so that the end meets the target, by FABRIK (A. Aristidou and J. Lasenby,
// "FABRIK: A fast, iterative solver for the Inverse Kinematics problem", 2011) with an exact last step. A
// target out of reach is pointed at, stretched or folded.
//
// FABRIK alone jumps where the chain is nearly straight, as the least move of the target then decides which
// way it folds. So a straight chain is first swung to the target and bent to about its distance, towards
// `side`, a direction that goes with the pose: small moves of the target move all joints a little. What is
// left is a target opposite to the end of a straight chain, where no solver can know which way to turn.
void ha_rope_reach(ha_rope *io, const float target[3], const float side[3], uint32_t iterations);

#endif
