// Skin: joints of a skeleton with their inverse bind matrices. Several skins may share one skeleton.
#ifndef HELIOANIM_DATA_SKIN_H
#define HELIOANIM_DATA_SKIN_H

#include "data/skeleton.h"

typedef struct ha_skin {
  const ha_skeleton *skeleton;  // outlives the skin
  uint32_t joint_count;
  const uint16_t *joints;      // [joint_count] file order
  const float *inverse_binds;  // [joint_count][16], column-major
} ha_skin;

// `inverse_binds` NULL means identities. Errors: HA_NOT_FOUND (a joint out of range), HA_TOO_LARGE (more than
// HA_MAX_JOINTS), HA_BAD_VALUE (not finite), HA_NO_MEMORY.
ha_status ha_skin_create(const ha_skeleton *skeleton, const uint32_t *joints, uint32_t count,
                         const float *inverse_binds, const ha_allocator *allocator, ha_skin **out);
void ha_skin_destroy(ha_skin *skin);  // NULL is allowed
size_t ha_skin_byte_size(const ha_skin *skin);

#endif
