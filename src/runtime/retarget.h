// Retargeting: the pose of one skeleton onto another, by a mapping of joints that is compiled once.
//
// A mapped joint turns in model space as its source does, seen from the two retarget poses, in which both
// characters are held to stand alike:
//   model rotation of the target =
//     facing * source now * inverse(source in its pose) * inverse(facing) * align * target in its pose
// Mirrored joints (of negative scale) turn as what they show. Joints between mapped ones keep what the target
// pose has. Translations are the target's own, but for the root, whose place in model space is scaled.
#ifndef HELIOANIM_RUNTIME_RETARGET_H
#define HELIOANIM_RUNTIME_RETARGET_H

#include "data/pose.h"

typedef struct ha_retarget_pair {
  uint32_t source, target;  // joints in file order; a target only once
  float align[4];  // what the target's pose lacks to stand as the source's: a rotation in model space
  int moves;       // its translation follows too, scaled, beside that of the root
} ha_retarget_pair;

typedef struct ha_retarget_desc {
  const ha_pose *source, *target;  // the retarget poses, of the two skeletons
  const ha_retarget_pair *pairs;
  uint32_t count;
  float facing[4];  // turns the source's directions into the target's
  float scale;      // of translations
  uint32_t root;    // of pairs: whose place in model space follows; HA_NO_INDEX: none
} ha_retarget_desc;

typedef struct ha_retarget ha_retarget;

// Errors: HA_NOT_FOUND (a joint out of range), HA_BAD_COUNT (a target twice), HA_BAD_VALUE (not finite),
// HA_NO_MEMORY. Both skeletons must outlive it.
ha_status ha_retarget_create(const ha_retarget_desc *desc, const ha_allocator *allocator, ha_retarget **out);
void ha_retarget_destroy(ha_retarget *retarget);  // NULL is allowed
size_t ha_retarget_byte_size(const ha_retarget *retarget);

// Writes and touches the mapped joints of `target`, and leaves the others as they are. Not for two threads at
// once: it keeps its scratch inside. Scale plays no part in rotations; a mirrored skeleton is not for this.
void ha_retarget_pose(ha_retarget *retarget, const ha_pose *source, ha_pose *target);

#endif
