#include "runtime/bounds.h"

#include <string.h>

#include "math/box.h"

void ha_skin_joint_bounds(const ha_skin *skin, const float *model, uint32_t i, float io[6]) {
  static const float point[6] = {0};
  const float *joint = model + 16 * (size_t)skin->joints[i], *box = skin->boxes + 6 * (size_t)i;
  if (!skin->has_boxes) {
    ha_box_include_transformed(io, joint, point);
  } else if (!ha_box_is_empty(box)) {
    float matrix[16];
    ha_matrix_multiply(joint, skin->inverse_binds + 16 * (size_t)i, matrix);
    ha_box_include_transformed(io, matrix, box);
  }
}

void ha_skin_bounds(const ha_skin *skin, const float *model, float out[6]) {
  ha_box_clear(out);
  for (uint32_t i = 0; i < skin->joint_count; i++) ha_skin_joint_bounds(skin, model, i, out);
  if (ha_box_is_empty(out)) memset(out, 0, 6 * sizeof(float));
}
