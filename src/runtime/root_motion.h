// Root motion: how a joint moves its actor. What is extracted is taken out of the pose.
//
// The share of a joint at a time is the chosen axes of its translation and its turn about the up axis (the
// twist of a swing-twist decomposition), in its parent's space. The motion from a to b is inverse(share a) *
// share b: in the actor's own frame at a. Over the seams of a loop it is composed; a ping-pong undoes on its
// way back what it did. Motions stay finite.
#ifndef HELIOANIM_RUNTIME_ROOT_MOTION_H
#define HELIOANIM_RUNTIME_ROOT_MOTION_H

#include "base/literal.h"
#include "data/pose.h"
#include "runtime/player.h"

typedef struct ha_motion {
  float translation[3];
  float rotation[4];
} ha_motion;

#define HA_NO_MOTION (HA_LITERAL(ha_motion){{0, 0, 0}, {0, 0, 0, 1}})

// Of the player's last move; HA_NO_MOTION after a seek, at rest, or where the player has no root.
ha_motion ha_root_motion(const ha_player *player);
// Takes the share at the player's time out of joint `inner` of a pose that was sampled there.
void ha_root_motion_remove(const ha_player *player, uint32_t inner, ha_pose *pose);

// a, then b.
ha_motion ha_motion_compose(ha_motion a, ha_motion b);
ha_motion ha_motion_invert(ha_motion a);
// The weighted mean, as poses are blended (ha_blend): whatever the order. No motion where all weights are 0.
ha_motion ha_motion_blend(const ha_motion *motions, const double *weights, uint32_t count);

#endif
