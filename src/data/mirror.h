// Mirror map: which joint is whose counterpart on the other side of a plane, and the constants that carry a
// local transform over. Made once for a skeleton.
//
// The reflection happens in model space: model'(joint) = reflect(model(counterpart)) * correction, where the
// correction makes the rest pose its own mirror image. With P the rest rotation of a parent in model space
// and R a rest rotation, m(q) the reflected rotation, j a joint, p its counterpart:
//   rotation'(j)    = before(j) * m(rotation(p)) * after(j)
//   before(j)       = inverse(P(j)) * m(P(p)),   after(j) = m(inverse(R(p)) * inverse(P(p))) * P(j) * R(j)
//   translation'(j) = rest(j) + before(j) . reflect(translation(p) - rest(p))
// Scales go over as they are.
#ifndef HELIOANIM_DATA_MIRROR_H
#define HELIOANIM_DATA_MIRROR_H

#include "data/skeleton.h"

// One way of eight pairs, as rows.
typedef struct ha_mirror_side {
  float before[4][HA_BLOCK_WIDTH], after[4][HA_BLOCK_WIDTH];
  float from_rest[3][HA_BLOCK_WIDTH];  // translations
  ha_pose_block to_rest;
  uint32_t from[HA_BLOCK_WIDTH], to[HA_BLOCK_WIDTH];  // a joint's place in a row of pose blocks, in floats
} ha_mirror_side;

// Eight pairs: both ways are read before either is written. Joints without counterpart go
// over to themselves, two in a pair.
typedef struct ha_mirror_group {
  ha_mirror_side sides[2];  // spare pairs repeat the last one
} ha_mirror_group;

typedef struct ha_mirror {
  const ha_skeleton *skeleton;  // outlives the map
  int axis;                     // 0, 1, 2: the coordinate that changes its sign
  ha_mirror_group *groups;
  uint32_t group_count;
  uint16_t *partners;  // [file order]
  // [value_count] counterparts of morph weights and named floats; values that the skeleton got later stay.
  uint32_t *value_partners;
  uint32_t value_count;
} ha_mirror;

// Joints (and named floats) whose names differ only in one place, `left` here and `right` there, are
// counterparts. HA_BAD_VALUE: a pattern is empty or both are equal. HA_NOT_FOUND: no two joints match.
ha_status ha_mirror_create(const ha_skeleton *skeleton, ha_text left, ha_text right, int axis,
                           const ha_allocator *allocator, ha_mirror **out);
void ha_mirror_destroy(ha_mirror *mirror);  // NULL is allowed
size_t ha_mirror_byte_size(const ha_mirror *mirror);

#endif
