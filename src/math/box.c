#include "math/box.h"

#include <math.h>

void ha_box_clear(float box[6]) {
  for (int i = 0; i < 3; i++) {
    box[i] = INFINITY;
    box[3 + i] = -INFINITY;
  }
}

int ha_box_is_empty(const float box[6]) { return !(box[0] <= box[3]); }

void ha_box_include(float box[6], const float least[3], const float largest[3]) {
  for (int i = 0; i < 3; i++) {
    box[i] = fminf(box[i], least[i]);
    box[3 + i] = fmaxf(box[3 + i], largest[i]);
  }
}

// J. Arvo, "Transforming Axis-Aligned Bounding Boxes", Graphics Gems (1990).
void ha_box_include_transformed(float box[6], const float matrix[16], const float other[6]) {
  float least[3], largest[3];
  for (int row = 0; row < 3; row++) {
    least[row] = largest[row] = matrix[12 + row];
    for (int column = 0; column < 3; column++) {
      float a = matrix[4 * column + row] * other[column], b = matrix[4 * column + row] * other[3 + column];
      least[row] += fminf(a, b);
      largest[row] += fmaxf(a, b);
    }
  }
  ha_box_include(box, least, largest);
}
