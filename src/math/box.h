// Axis-aligned boxes: six floats, least x y z and largest x y z. An empty one has its least above its
// largest.
#ifndef HELIOANIM_MATH_BOX_H
#define HELIOANIM_MATH_BOX_H

void ha_box_clear(float box[6]);  // to an empty one
int ha_box_is_empty(const float box[6]);
// Widens `box` by another, given by its two corners.
void ha_box_include(float box[6], const float least[3], const float largest[3]);
// Widens `box` by what an affine matrix makes of another, which is not empty.
void ha_box_include_transformed(float box[6], const float matrix[16], const float other[6]);

#endif
