// Palettes in other shapes than 4x4: what some shaders and dual quaternion skinning want.
#ifndef HELIOANIM_RUNTIME_PALETTE_H
#define HELIOANIM_RUNTIME_PALETTE_H

#include "runtime/model.h"

// Each from the same job; `palette` is then
// [skin joints][12]: the upper three rows, row by row.
void ha_palette_rows(const ha_palette_job *job);
// [skin joints][12]: three columns, each padded to four floats, of the matrices that turn normals: the
// inverse transpose times the size of the determinant, so that collapsed axes give zeros, not infinities.
// Normalise what comes out.
void ha_palette_normals(const ha_palette_job *job);
// [skin joints][8]: unit dual quaternions, real part x y z w and dual part x y z w, of the rigid part. Where
// `stretch` is not NULL it receives, [skin joints][16], what is left: matrix = rigid * stretch. Returns
// whether any of them is more than a thousandth away from the identity.
int ha_palette_dual(const ha_palette_job *job, float *stretch);

// The same from a ready palette of `count` 4x4 matrices.
int ha_dual_from_matrices(const float *palette, uint32_t count, float *dual, float *stretch);

#endif
