// Palettes: what moves the vertices of a skin; 4x4 column-major, and in other shapes for some shaders and for
// dual quaternions.
#ifndef HELIOANIM_RUNTIME_PALETTE_H
#define HELIOANIM_RUNTIME_PALETTE_H

#include "data/skin.h"

typedef struct ha_palette_job {
  const ha_skin *skin;
  const float *model;  // [skeleton joints][16], as ha_local_to_model writes it
  float *palette;      // [skin joints][16], 32-byte aligned
} ha_palette_job;

// palette[i] = model(joint i of the skin) * inverse bind i.
void ha_palette(const ha_palette_job *job);

typedef enum ha_matrix_order { HA_COLUMN_MAJOR, HA_ROW_MAJOR } ha_matrix_order;

typedef struct ha_ordered_palette_job {
  ha_palette_job from;    // `palette` is [skin joints][4 * rows]; 32-byte aligned where rows is 4
  uint32_t rows;          // 4, or 3: the upper ones
  ha_matrix_order order;  // 3x4 column-major: four columns of three floats, without padding
} ha_ordered_palette_job;

// Either shape in either order.
void ha_palette_ordered(const ha_ordered_palette_job *job);

// These take `palette` in other sizes.

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
