#include "runtime/palette.h"

#include <math.h>

#include "math/quat.h"
#include "runtime/dispatch.h"
#include "runtime/kernels/kernels.h"

static void entry(const ha_palette_job *job, uint32_t i, float out[16]) {
  const ha_skin *skin = job->skin;
  ha_matrix_multiply(job->model + 16 * (size_t)skin->joints[i], skin->inverse_binds + 16 * (size_t)i, out);
}

void ha_palette_ordered(const ha_ordered_palette_job *job) {
  HA_ASSERT(job->rows == 3 || job->rows == 4);
  ha_active_kernels()->palette(job);
}

void ha_palette(const ha_palette_job *job) {
  ha_palette_ordered(&(ha_ordered_palette_job){.from = *job, .rows = 4});
}

void ha_palette_rows(const ha_palette_job *job) {
  ha_palette_ordered(&(ha_ordered_palette_job){.from = *job, .rows = 3, .order = HA_ROW_MAJOR});
}

void ha_palette_normals(const ha_palette_job *job) {
  for (uint32_t i = 0; i < job->skin->joint_count; i++) {
    float m[16], *out = job->palette + 12 * (size_t)i;
    entry(job, i, m);
    for (int c = 0; c < 3; c++) {
      const float *a = m + 4 * ((c + 1) % 3), *b = m + 4 * ((c + 2) % 3);
      out[4 * c] = a[1] * b[2] - a[2] * b[1];
      out[4 * c + 1] = a[2] * b[0] - a[0] * b[2];
      out[4 * c + 2] = a[0] * b[1] - a[1] * b[0];
      out[4 * c + 3] = 0;
    }
    float determinant = m[0] * out[0] + m[1] * out[1] + m[2] * out[2];
    if (determinant < 0)
      for (int k = 0; k < 12; k++) out[k] = -out[k];
  }
}

// matrix = rigid * stretch; returns how far the stretch is from the identity.
static float split(const float m[16], float dual[8], float stretch[16]) {
  ha_transform t;
  ha_transform_from_matrix(m, &t);
  const float *r = t.rotation, *p = t.translation;
  // half the translation, as a pure quaternion, times the rotation
  dual[0] = r[0], dual[1] = r[1], dual[2] = r[2], dual[3] = r[3];
  float half[4] = {0.5f * p[0], 0.5f * p[1], 0.5f * p[2], 0};
  ha_quat_multiply(half, r, dual + 4);
  float back[4], worst = 0;
  ha_quat_conjugate(r, back);
  ha_matrix_identity(stretch);
  for (int c = 0; c < 3; c++) {
    ha_quat_rotate(back, m + 4 * c, stretch + 4 * c);
    for (int row = 0; row < 3; row++)
      worst = fmaxf(worst, fabsf(stretch[4 * c + row] - (c == row ? 1.0f : 0.0f)));
  }
  return worst;
}

int ha_dual_from_matrices(const float *palette, uint32_t count, float *dual, float *stretch) {
  int stretches = 0;
  for (uint32_t i = 0; i < count; i++) {
    float left[16];
    float worst = split(palette + 16 * (size_t)i, dual + 8 * (size_t)i,
                        stretch != NULL ? stretch + 16 * (size_t)i : left);
    if (!(worst <= 1e-3f)) stretches = 1;
  }
  return stretches;
}

int ha_palette_dual(const ha_palette_job *job, float *stretch) {
  int stretches = 0;
  for (uint32_t i = 0; i < job->skin->joint_count; i++) {
    float m[16];
    entry(job, i, m);
    stretches |= ha_dual_from_matrices(m, 1, job->palette + 8 * (size_t)i,
                                       stretch != NULL ? stretch + 16 * (size_t)i : NULL);
  }
  return stretches;
}
