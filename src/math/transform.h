// Transforms: translation, rotation, scale; and 4x4 matrices.
//
// Matrices are 16 floats, column-major, for column vectors: element [row r, column c] at 4 c + r, the
// translation in 12..14. They need no alignment. local = T * R * S.
#ifndef HELIOANIM_MATH_TRANSFORM_H
#define HELIOANIM_MATH_TRANSFORM_H

#include "base/literal.h"

typedef struct ha_transform {
  float translation[3];
  float rotation[4];  // x y z w, unit
  float scale[3];
} ha_transform;

#define HA_TRANSFORM_IDENTITY (HA_LITERAL(ha_transform){{0, 0, 0}, {0, 0, 0, 1}, {1, 1, 1}})

void ha_matrix_identity(float out[16]);
// out = a * b. out may be either.
void ha_matrix_multiply(const float a[16], const float b[16], float out[16]);
// The inverse of an affine matrix (last row 0 0 0 1). Returns 0, and the identity, when it has none.
int ha_matrix_invert(const float m[16], float out[16]);

// What an affine matrix makes of a point, and of a direction (which does not move with its translation). out
// may be the vector.
void ha_matrix_point(const float m[16], const float point[3], float out[3]);
void ha_matrix_direction(const float m[16], const float direction[3], float out[3]);

void ha_transform_to_matrix(const ha_transform *transform, float out[16]);

// The translation, rotation and scale nearest to the upper 3x4 of an affine matrix, in the sum of squares.
// The rotation is a unit quaternion even for a zero or mirrored scale: a mirror becomes a negative scale, on
// the axis that leaves the smaller rotation; a zero axis is completed to an orthogonal frame. Returns the
// largest absolute difference between the matrix and that of the result, relative to the matrix' largest
// entry of the upper 3x3: 0 within rounding unless the matrix has shear.
float ha_transform_from_matrix(const float m[16], ha_transform *out);

#endif
