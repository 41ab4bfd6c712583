// Inverse kinematics in place: each solver turns joints of a pose so that something meets a target, and
// brings the model matrices of what it moved up to date. Targets, poles and directions are in model space.
//
// Only rotations change, so bones keep their lengths. `weight` blends from the pose as it was (0: bit-exact)
// to the solution (1). Nothing here is ever NaN while pose and target are finite; no trigonometry is needed,
// angles come in as cosines and sines. Limits are measured from what the solver does not change, so that to
// solve again changes nothing.
//
// Each solver works in the space of a joint's parent, in which bones are stiff: parents may be turned,
// mirrored and scaled unevenly. Where a parent has collapsed nothing moves. The report is measured in model
// space.
#ifndef HELIOANIM_RUNTIME_IK_H
#define HELIOANIM_RUNTIME_IK_H

#include "data/pose.h"

enum { HA_MAX_CHAIN = 64 };

typedef struct ha_ik_report {
  float distance;  // from the target to where the end came: model units; for aims, between unit directions
  int reached;     // within a ten-thousandth of the chain's length (of 1 for aims)
} ha_ik_report;

typedef struct ha_two_bone_job {
  ha_pose *pose;
  float *model;             // [joint_count][16], of this pose
  uint32_t root, mid, tip;  // file order; each below the one before it, other joints may lie between
  float target[3];
  const float *pole;                // [3] a point the middle joint bends towards; NULL: it stays in its plane
  float weight;                     // 0 to 1
  float least_cosine, most_cosine;  // of the inner angle at mid, least <= most; both 0: no limit
} ha_two_bone_job;

// A target out of reach is pointed at with the chain stretched or folded as far as it goes.
ha_ik_report ha_ik_two_bone(const ha_two_bone_job *job);

typedef struct ha_aim_joint {
  uint32_t joint;
  float share;  // of what is left to turn, 0 to 1
} ha_aim_joint;

typedef struct ha_aim_job {
  ha_pose *pose;
  float *model;
  const ha_aim_joint *chain;  // from the first ancestor to the joint that looks, whose share is the last
  uint32_t count;             // 1 to HA_MAX_CHAIN
  float axis[3];              // unit, which way the last joint looks, in its own space
  float target[3];            // a point
  float weight;
  float limit_cosine, limit_sine;  // of the largest angle away from ahead; cosine -1: none
} ha_aim_job;

// A limited aim turns as far as the limit and is not `reached`. Ahead is where the last joint looks while the
// joints of `chain` have their rest rotations, seen from the parent of the first.
ha_ik_report ha_ik_aim(const ha_aim_job *job);

typedef struct ha_chain_job {
  ha_pose *pose;
  float *model;
  const uint32_t *joints;  // file order from root to end, each the parent of the next
  uint32_t count;          // 2 to HA_MAX_CHAIN
  float target[3];
  float weight;
  uint32_t iterations;  // at most; 0: 32
  float limit_cosine;   // of half of the largest turn of each joint away from its rest rotation; 0: none
} ha_chain_job;

// Without a limit the joints move as runtime/ik_rope.h tells. With one they start from rest, so that to solve
// again changes nothing, are brought within the limit, and go on by damped least squares (S. Buss,
// "Introduction to Inverse Kinematics with Jacobian Transpose, Pseudoinverse and Damped Least Squares
// methods", 2004). Where two ways round are as good as each other a small move of the target may then change
// the way.
ha_ik_report ha_ik_chain(const ha_chain_job *job);

#endif
