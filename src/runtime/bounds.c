#include "runtime/bounds.h"

#include <math.h>
#include <string.h>

// J. Arvo, "Transforming Axis-Aligned Bounding Boxes", Graphics Gems (1990).
void ha_box_add(float box[6], const float matrix[16], const float other[6]) {
  for (int row = 0; row < 3; row++) {
    float least = matrix[12 + row], largest = least;
    for (int column = 0; column < 3; column++) {
      float a = matrix[4 * column + row] * other[column], b = matrix[4 * column + row] * other[3 + column];
      least += fminf(a, b);
      largest += fmaxf(a, b);
    }
    box[row] = fminf(box[row], least);
    box[3 + row] = fmaxf(box[3 + row], largest);
  }
}

void ha_skin_joint_bounds(const ha_skin *skin, const float *model, uint32_t i, float io[6]) {
  static const float point[6] = {0};
  const float *joint = model + 16 * (size_t)skin->joints[i], *box = skin->boxes + 6 * (size_t)i;
  if (!skin->has_boxes) {
    ha_box_add(io, joint, point);
  } else if (box[0] <= box[3]) {
    float matrix[16];
    ha_matrix_multiply(joint, skin->inverse_binds + 16 * (size_t)i, matrix);
    ha_box_add(io, matrix, box);
  }
}

void ha_skin_bounds(const ha_skin *skin, const float *model, float out[6]) {
  for (int i = 0; i < 6; i++) out[i] = i < 3 ? INFINITY : -INFINITY;
  for (uint32_t i = 0; i < skin->joint_count; i++) ha_skin_joint_bounds(skin, model, i, out);
  if (!(out[0] <= out[3])) memset(out, 0, 6 * sizeof(float));
}
