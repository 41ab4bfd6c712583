// Palettes: model matrices times inverse binds, in the shape that is wanted.
#include "runtime/palette.h"

#include "math/lanes_matrix.h"
#include "runtime/kernels/kernels.h"

static inline void store_as(float *to, lanes_matrix m, uint32_t rows, ha_matrix_order order) {
  lanes_half r[4];
  if (rows == 4 && order == HA_COLUMN_MAJOR) {
    lanes_matrix_store(to, m);
    return;
  }
  lanes_matrix_columns(m, r);
  lanes_half_transpose(r);
  if (order == HA_COLUMN_MAJOR)
    lanes_half_store_xyz(to, r);
  else
    for (uint32_t i = 0; i < rows; i++) lanes_half_store(to + 4 * i, r[i]);
}

static inline void write_palette(const ha_palette_job *job, uint32_t rows, ha_matrix_order order) {
  const ha_skin *skin = job->skin;
  for (uint32_t i = 0; i < skin->joint_count; i++) {
    const float *model = job->model + 16 * (size_t)skin->joints[i];
    lanes_matrix inverse_bind = lanes_matrix_load(skin->inverse_binds + 16 * (size_t)i);
    store_as(job->palette + 4 * rows * (size_t)i, lanes_matrix_multiply(model, inverse_bind), rows, order);
  }
}

void HA_KERNEL(palette)(const ha_ordered_palette_job *job) {
  if (job->rows == 3 && job->order == HA_ROW_MAJOR)
    write_palette(&job->from, 3, HA_ROW_MAJOR);
  else if (job->rows == 3)
    write_palette(&job->from, 3, HA_COLUMN_MAJOR);
  else if (job->order == HA_ROW_MAJOR)
    write_palette(&job->from, 4, HA_ROW_MAJOR);
  else
    write_palette(&job->from, 4, HA_COLUMN_MAJOR);
}
