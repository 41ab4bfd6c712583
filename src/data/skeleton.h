// Skeleton: joint names, parents and rest pose. Never changes once made, but for named floats, which may be
// added (they have no joint).
//
// Two numberings. Callers use the *file order* in which they gave the joints. Inside, joints lie
// breadth-first, parents before children, so that model matrices come out in one pass without long dependency
// chains. Pose blocks and everything else with "inner" in its name use the second one.
#ifndef HELIOANIM_DATA_SKELETON_H
#define HELIOANIM_DATA_SKELETON_H

#include <stddef.h>
#include <stdint.h>

#include "base/names.h"
#include "data/pose_block.h"
#include "math/transform.h"

enum { HA_MAX_JOINTS = 65535, HA_NO_PARENT = 0xFFFF };

// A run of floats beside the joints: the morph weights of one joint, or one named float.
typedef struct ha_value_slot {
  uint32_t first;  // index into a pose's values
  uint32_t count;
  uint16_t joint;  // file order; HA_NO_PARENT for a named float
} ha_value_slot;

typedef struct ha_skeleton {
  ha_names *names;  // of joints, file order
  uint32_t joint_count;
  uint32_t block_count;           // joints / 8, rounded up
  const uint16_t *parents;        // [file order] parent in file order, or HA_NO_PARENT
  const uint16_t *inner_of;       // [file order] -> inner
  const uint16_t *file_of;        // [inner] -> file order
  const uint16_t *inner_parents;  // [inner] -> inner, or HA_NO_PARENT
  const ha_pose_block *rest;      // [block_count]; lanes past the last joint hold the identity
  // [inner] Positions in depth-first order: of the joint, and one past the last of those below it. So j is i
  // or below it when first[i] <= first[j] < end[i].
  const uint32_t *subtree_first, *subtree_end;
  // Values, append-only.
  ha_value_slot *slots;
  uint32_t slot_count;
  uint32_t value_count;
  float *rest_values;     // [value_count]
  uint32_t *joint_slot;   // [file order] slot of the joint's morph weights, or HA_NO_INDEX
  ha_names *float_names;  // of named floats, in order of addition
  uint32_t *float_slots;  // [named float] -> slot
} ha_skeleton;

typedef struct ha_joint_desc {
  ha_text name;
  uint32_t parent;       // index into the same list, or HA_NO_PARENT
  ha_transform rest;     // the rotation is normalised; a zero one becomes the identity
  const float *weights;  // rest morph weights, NULL for zeros
  uint32_t weight_count;
} ha_joint_desc;

// Makes a skeleton from joints in any order. Everything is copied. Errors: HA_TOO_LARGE (more than
// HA_MAX_JOINTS), HA_BAD_PARENT (out of range, cycle), HA_BAD_VALUE (a number is not finite), HA_NO_MEMORY.
// `count` may be 0.
ha_status ha_skeleton_create(const ha_joint_desc *joints, uint32_t count, const ha_allocator *allocator,
                             ha_skeleton **out);
void ha_skeleton_destroy(ha_skeleton *skeleton);  // NULL is allowed

// Adds a named value of `count` floats (1 for a plain float) with its rest, NULL for zeros; or finds the one
// of that name, whose rest then stays. HA_BAD_COUNT where that has another number of floats. Poses made
// before do not hold it until ha_pose_fit. Set-up, not frame: no sampler may run meanwhile.
ha_status ha_skeleton_add_float(ha_skeleton *skeleton, ha_text name, uint32_t count, const float *rest,
                                uint32_t *out_slot);

// Gives a joint `count` morph weights at rest 0 where it has none. HA_BAD_COUNT where it has another number.
ha_status ha_skeleton_add_weights(ha_skeleton *skeleton, uint32_t joint, uint32_t count, uint32_t *out_slot);

// Look-ups; joints in file order, HA_NO_INDEX where there is none.
uint32_t ha_skeleton_find(const ha_skeleton *skeleton, ha_text name);
uint32_t ha_skeleton_find_float(const ha_skeleton *skeleton, ha_text name);  // -> slot
uint32_t ha_skeleton_weights_slot(const ha_skeleton *skeleton, uint32_t joint);
ha_transform ha_skeleton_rest(const ha_skeleton *skeleton, uint32_t joint);
// Whether `joint` is `ancestor` or below it.
int ha_skeleton_is_below(const ha_skeleton *skeleton, uint32_t ancestor, uint32_t joint);

// The same by inner index.
static inline int ha_skeleton_is_inner_below(const ha_skeleton *skeleton, uint32_t ancestor, uint32_t inner) {
  uint32_t place = skeleton->subtree_first[inner];
  return skeleton->subtree_first[ancestor] <= place && place < skeleton->subtree_end[ancestor];
}

size_t ha_skeleton_byte_size(const ha_skeleton *skeleton);

#endif
