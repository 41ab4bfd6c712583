// Skin: joints of a skeleton with their inverse bind matrices. Several skins may share one skeleton.
#ifndef HELIOANIM_DATA_SKIN_H
#define HELIOANIM_DATA_SKIN_H

#include "data/skeleton.h"

typedef struct ha_skin {
  const ha_skeleton *skeleton;  // outlives the skin
  uint32_t joint_count;
  const uint16_t *joints;      // [joint_count] file order
  const float *inverse_binds;  // [joint_count][16], column-major
  float *boxes;   // [joint_count][6] what the joint moves of the meshes, in bind space: least x y z, largest
                  // x y z; empty (least > largest) until ha_skin_include
  int has_boxes;  // whether any mesh was included
} ha_skin;

// `inverse_binds` NULL means identities. Errors: HA_NOT_FOUND (a joint out of range), HA_TOO_LARGE (more than
// HA_MAX_JOINTS), HA_BAD_VALUE (not finite), HA_NO_MEMORY.
ha_status ha_skin_create(const ha_skeleton *skeleton, const uint32_t *joints, uint32_t count,
                         const float *inverse_binds, const ha_allocator *allocator, ha_skin **out);
void ha_skin_destroy(ha_skin *skin);  // NULL is allowed
// Widens the boxes by vertices in bind space, for bounds. `joints` (palette indices) and `weights` are
// [vertex_count][influences]; a weight of 0 moves nothing. `least` and `largest` are [vertex_count][3]: the
// positions themselves, or the corners of what morph targets make of them.
void ha_skin_include(ha_skin *skin, const float *least, const float *largest, uint32_t vertex_count,
                     const uint16_t *joints, const float *weights, uint32_t influences);
size_t ha_skin_byte_size(const ha_skin *skin);

#endif
