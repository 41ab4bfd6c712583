#include "data/skin.h"

#include <math.h>
#include <string.h>

#include "math/box.h"

static ha_status check_skin(const ha_skeleton *skeleton, const uint32_t *joints, uint32_t count,
                            const float *inverse_binds) {
  if (count > HA_MAX_JOINTS)
    return ha_fail(HA_TOO_LARGE, "%u skin joints are more than the limit of %d", count, HA_MAX_JOINTS);
  for (uint32_t i = 0; i < count; i++)
    if (joints[i] >= skeleton->joint_count)
      return ha_fail(HA_NOT_FOUND, "skin joint %u: the skeleton has no joint %u (it has %u)", i + 1,
                     joints[i] + 1, skeleton->joint_count);
  if (inverse_binds == NULL) return HA_OK;
  for (size_t i = 0; i < (size_t)count * 16; i++)
    if (!isfinite(inverse_binds[i]))
      return ha_fail(HA_BAD_VALUE, "inverse bind %zu is not finite", i / 16 + 1);
  return HA_OK;
}

ha_status ha_skin_create(const ha_skeleton *skeleton, const uint32_t *joints, uint32_t count,
                         const float *inverse_binds, const ha_allocator *allocator, ha_skin **out) {
  ha_status status = check_skin(skeleton, joints, count, inverse_binds);
  if (status != HA_OK) return status;
  size_t size = 0;
  ha_carve(&size, 1, sizeof(ha_skin));
  size_t binds = ha_carve(&size, count, 16 * sizeof(float));
  size_t boxes = ha_carve(&size, count, 6 * sizeof(float));
  size_t indices = ha_carve(&size, count, sizeof(uint16_t));
  char *start = ha_block_create(allocator, size);
  if (start == NULL) return ha_fail(HA_NO_MEMORY, "no memory for a skin of %u joints", count);
  ha_skin *skin = (ha_skin *)start;
  float *own_binds = (float *)(start + binds);
  uint16_t *own_joints = (uint16_t *)(start + indices);
  *skin = (ha_skin){.skeleton = skeleton,
                    .joint_count = count,
                    .joints = own_joints,
                    .inverse_binds = own_binds,
                    .boxes = (float *)(start + boxes)};
  for (uint32_t i = 0; i < count; i++) {
    own_joints[i] = (uint16_t)joints[i];
    ha_box_clear(skin->boxes + 6 * (size_t)i);
    if (inverse_binds == NULL)
      ha_matrix_identity(&own_binds[16 * i]);
    else
      memcpy(&own_binds[16 * i], &inverse_binds[16 * i], 16 * sizeof(float));
  }
  *out = skin;
  return HA_OK;
}

void ha_skin_destroy(ha_skin *skin) { ha_block_destroy(skin); }

size_t ha_skin_byte_size(const ha_skin *skin) { return ha_block_size(skin); }

void ha_skin_include(ha_skin *skin, const float *least, const float *largest, uint32_t vertex_count,
                     const uint16_t *joints, const float *weights, uint32_t influences) {
  for (uint32_t v = 0; v < vertex_count; v++)
    for (uint32_t k = 0; k < influences; k++) {
      uint32_t joint = joints[(size_t)v * influences + k];
      if (!(weights[(size_t)v * influences + k] > 0) || joint >= skin->joint_count) continue;
      ha_box_include(skin->boxes + 6 * (size_t)joint, least + 3 * (size_t)v, largest + 3 * (size_t)v);
      skin->has_boxes = 1;
    }
}
