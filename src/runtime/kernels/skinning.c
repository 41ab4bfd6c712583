// Skinning: eight vertices at a time. Each vertex blends its matrices, or its dual quaternions, whole; then
// the rows are turned over to eight vertices a row, and the rest reads like scalar code.
#include "runtime/skinning.h"

#include <string.h>

#include "math/lanes_matrix.h"
#include "math/lanes_quat.h"
#include "runtime/kernels/kernels.h"

// What moves eight vertices: `influences` in a row for each.
typedef struct influences {
  uint32_t matrices[LANES * HA_MAX_INFLUENCES];  // floats before a joint's matrix; half of it with duals
  const float *weights;                          // the job's own where they are floats in a row
  float unpacked[LANES * HA_MAX_INFLUENCES];
} influences;

// Eight matrices, by column and row.
typedef struct matrices {
  float at[4][3][LANES];
} matrices;

typedef struct vertices {
  lanes position[3], normal[3], tangent[3], handedness;
} vertices;

// --- reading ---

// `count` numbers at `row`, at any address.
#define READ_RUN(type, row, count, expression, out)         \
  for (uint32_t k = 0; k < (count); k++) {                  \
    type value;                                             \
    memcpy(&value, (row) + k * sizeof value, sizeof value); \
    (out)[k] = expression;                                  \
  }
// n numbers for each vertex.
#define READ_ROWS(type, from, stride, expression, out)                                                    \
  if ((stride) == 0 || (stride) == n * sizeof(type)) {                                                    \
    READ_RUN(type, (const char *)(from) + n * sizeof(type) * first, n * count, expression, out)           \
  } else {                                                                                                \
    for (uint32_t v = 0; v < count; v++)                                                                  \
      READ_RUN(type, (const char *)(from) + (stride) * (size_t)(first + v), n, expression, (out) + n * v) \
  }

static inline void read_joints(const ha_skinning_job *job, uint32_t n, uint32_t first, uint32_t count,
                               influences *out) {
  uint32_t last = job->palette_count - 1;
  if (job->joint_type == HA_JOINTS_U16) {
    READ_ROWS(uint16_t, job->joints, job->joint_stride, 16 * (value < last ? value : last), out->matrices)
  } else if (job->joint_type == HA_JOINTS_U8) {
    READ_ROWS(uint8_t, job->joints, job->joint_stride, 16 * (value < last ? value : last), out->matrices)
  } else {
    READ_ROWS(uint32_t, job->joints, job->joint_stride, 16 * (value < last ? value : last), out->matrices)
  }
}

static inline void read_weights(const ha_skinning_job *job, uint32_t n, uint32_t first, uint32_t count,
                                influences *out) {
  size_t stride = job->weight_stride;
  out->weights = out->unpacked;
  if (job->weight_type == HA_WEIGHTS_UNORM8) {
    READ_ROWS(uint8_t, job->weights, stride, (float)value / 255.0f, out->unpacked)
  } else if (job->weight_type == HA_WEIGHTS_UNORM16) {
    READ_ROWS(uint16_t, job->weights, stride, (float)value / 65535.0f, out->unpacked)
  } else if (stride == 0 || stride == n * sizeof(float)) {
    out->weights = (const float *)job->weights + (size_t)n * first;
  } else {
    READ_ROWS(float, job->weights, stride, value, out->unpacked)
  }
}

static inline void read_influences(const ha_skinning_job *job, uint32_t n, uint32_t first, uint32_t count,
                                   influences *out) {
  read_joints(job, n, first, count, out);
  read_weights(job, n, first, count, out);
}

static inline size_t stride_or(size_t stride, size_t packed) { return stride != 0 ? stride : packed; }

// At any stride, `size` floats of each. Three are read as four: what follows them in the stream, but for its
// last vertex, is another one.
static inline void read_rows(const ha_vertex_stream *from, int size, uint32_t first, uint32_t count,
                             uint32_t total, lanes out[4]) {
  size_t stride = stride_or(from->in_stride, (size_t)size * sizeof(float));
  lanes_half rows[LANES] = {{0}};
  for (uint32_t v = 0; v < count; v++) {
    const float *at = (const float *)(const void *)((const char *)from->in + stride * (size_t)(first + v));
    if (size == 4 || first + v + 1 < total)
      rows[v] = lanes_half_load(at);
    else
      rows[v] = (lanes_half){at[0], at[1], at[2], 0};
  }
  for (int i = 0; i < 4; i++) out[i] = lanes_join(rows[i], rows[i + 4]);
  lanes_transpose_in_halves(out);
}

static inline void write_rows(const ha_vertex_stream *to, int size, uint32_t first, uint32_t count,
                              lanes v[4]) {
  size_t stride = stride_or(to->out_stride, (size_t)size * sizeof(float));
  char *at = (char *)to->out + stride * (size_t)first;
  lanes_transpose_in_halves(v);
  lanes_half rows[LANES];
  for (int i = 0; i < 4; i++) {
    rows[i] = lanes_low(v[i]);
    rows[i + 4] = lanes_high(v[i]);
  }
  for (uint32_t i = 0; i < count; i++, at += stride) memcpy(at, &rows[i], (size_t)size * sizeof(float));
}

static inline void read_xyz(const ha_vertex_stream *from, uint32_t first, uint32_t count, uint32_t total,
                            lanes out[3]) {
  lanes rows[4] = {lanes_zero(), lanes_zero(), lanes_zero(), lanes_zero()};
  if (from->in != NULL && count == LANES && stride_or(from->in_stride, 12) == 12)
    lanes_load_xyz(from->in + 3 * (size_t)first, rows);
  else if (from->in != NULL)
    read_rows(from, 3, first, count, total, rows);
  for (int c = 0; c < 3; c++) out[c] = rows[c];
}

static inline void write_xyz(const ha_vertex_stream *to, uint32_t first, uint32_t count, const lanes v[3]) {
  if (to->in == NULL || to->out == NULL) return;
  lanes rows[4] = {v[0], v[1], v[2], lanes_zero()};
  if (count == LANES && stride_or(to->out_stride, 12) == 12)
    lanes_store_xyz(to->out + 3 * (size_t)first, v);
  else
    write_rows(to, 3, first, count, rows);
}

static inline void read_vertices(const ha_skinning_job *job, uint32_t first, uint32_t count, vertices *out) {
  lanes tangent[4] = {lanes_zero(), lanes_zero(), lanes_zero(), lanes_zero()};
  read_xyz(&job->positions, first, count, job->vertex_count, out->position);
  read_xyz(&job->normals, first, count, job->vertex_count, out->normal);
  if (job->tangents.in != NULL) read_rows(&job->tangents, 4, first, count, job->vertex_count, tangent);
  for (int c = 0; c < 3; c++) out->tangent[c] = tangent[c];
  out->handedness = tangent[3];
}

// --- linear blend ---

static inline lanes_matrix blend_matrix(const float *palette, const uint32_t *matrices, const float *weights,
                                        uint32_t n) {
  if (n == 4) {  // all weights in one load
    const lanes_matrix by = lanes_matrix_repeat(weights);
    lanes_matrix sum =
        lanes_matrix_scale(lanes_matrix_load(palette + matrices[0]), LANES_MATRIX_SPREAD(by, 0));
    sum = lanes_matrix_add_scaled(sum, lanes_matrix_load(palette + matrices[1]), LANES_MATRIX_SPREAD(by, 1));
    sum = lanes_matrix_add_scaled(sum, lanes_matrix_load(palette + matrices[2]), LANES_MATRIX_SPREAD(by, 2));
    return lanes_matrix_add_scaled(sum, lanes_matrix_load(palette + matrices[3]), LANES_MATRIX_SPREAD(by, 3));
  }
  lanes_matrix sum = lanes_matrix_splat(-0.0f);
  for (uint32_t k = 0; k < n; k++)
    sum = lanes_matrix_add_scaled(sum, lanes_matrix_load(palette + matrices[k]),
                                  lanes_matrix_splat(weights[k]));
  return sum;
}

// Four vertices from `first`, turned over to rows. Lanes past `count` take the first vertex.
static inline void blend_four(const float *palette, const influences *by, uint32_t n, uint32_t first,
                              uint32_t count, matrices *out) {
  lanes_matrix m[4];
  for (uint32_t v = 0; v < 4; v++) {
    uint32_t i = first + v < count ? n * (first + v) : 0;
    m[v] = blend_matrix(palette, by->matrices + i, by->weights + i, n);
  }
  lanes_matrix_transpose(m);
  for (int r = 0; r < 3; r++) {
    lanes_half columns[4];
    lanes_matrix_columns(m[r], columns);
    for (int c = 0; c < 4; c++) lanes_half_store(&out->at[c][r][first], columns[c]);
  }
}

static inline void blend_matrices(const float *palette, const influences *by, uint32_t n, uint32_t count,
                                  matrices *out) {
  blend_four(palette, by, n, 0, count, out);
  blend_four(palette, by, n, 4, count, out);
}

static inline lanes dot3(const lanes a[3], const lanes b[3]) {
  return lanes_add_product(lanes_add_product(lanes_mul(a[0], b[0]), a[1], b[1]), a[2], b[2]);
}

static inline void load_column(const matrices *m, int column, lanes out[3]) {
  for (int r = 0; r < 3; r++) out[r] = lanes_load(m->at[column][r]);
}

// Sums up columns times elements of v, which may be out.
static inline void turn(lanes columns[3][3], const lanes v[3], lanes out[3]) {
  const lanes x = v[0], y = v[1], z = v[2];
  for (int r = 0; r < 3; r++)
    out[r] =
        lanes_add_product(lanes_add_product(lanes_mul(columns[0][r], x), columns[1][r], y), columns[2][r], z);
}

// Normals through the inverse transpose, times the size of the determinant. Mirrors change the handedness of
// tangents.
static inline void turn_exactly(lanes columns[3][3], vertices *io) {
  lanes cofactors[3][3];
  for (int c = 0; c < 3; c++) lanes_cross(columns[(c + 1) % 3], columns[(c + 2) % 3], cofactors[c]);
  lanes_mask is_mirror = lanes_less(dot3(columns[0], cofactors[0]), lanes_zero());
  turn(cofactors, io->normal, io->normal);
  for (int r = 0; r < 3; r++) io->normal[r] = lanes_negate_where(is_mirror, io->normal[r]);
  io->handedness = lanes_negate_where(is_mirror, io->handedness);
}

static inline void move_linear(const matrices *m, int exact, int has_tangents, vertices *io) {
  lanes columns[4][3];
  for (int c = 0; c < 4; c++) load_column(m, c, columns[c]);
  turn(columns, io->position, io->position);
  for (int r = 0; r < 3; r++) io->position[r] = lanes_add(io->position[r], columns[3][r]);
  if (exact)
    turn_exactly(columns, io);
  else
    turn(columns, io->normal, io->normal);
  if (has_tangents) turn(columns, io->tangent, io->tangent);  // along with the surface
}

// --- dual quaternions ---

// The weighted sum on the hemisphere of the first influence: real part, then dual part.
static inline lanes blend_dual(const float *palette, const uint32_t *matrices, const float *weights,
                               uint32_t n) {
  const float *heaviest = palette + matrices[0] / 2;
  lanes sum = lanes_mul(lanes_load(heaviest), lanes_splat(weights[0]));
  for (uint32_t k = 1; k < n; k++) {
    const float *q = palette + matrices[k] / 2;
    float weight = ha_quat_dot(heaviest, q) < 0 ? -weights[k] : weights[k];
    sum = lanes_add_product(sum, lanes_load(q), lanes_splat(weight));
  }
  return sum;
}

typedef struct duals {
  lanes_quat real, dual;
} duals;

// Unit dual quaternions of eight vertices.
static inline void blend_duals(const float *palette, const influences *by, uint32_t n, uint32_t count,
                               duals *out) {
  lanes q[LANES];
  for (uint32_t v = 0; v < LANES; v++) {
    uint32_t i = v < count ? n * v : 0;
    q[v] = blend_dual(palette, by->matrices + i, by->weights + i, n);
  }
  lanes_transpose(q);
  lanes size = lanes_add_product(dot3(q, q), q[3], q[3]), tiny = lanes_splat(1e-30f);
  lanes_mask is_none = lanes_less(size, tiny);
  lanes scale = lanes_div(lanes_splat(1), lanes_sqrt(lanes_max(size, tiny)));
  out->real = lanes_quat_scale((lanes_quat){q[0], q[1], q[2], q[3]}, scale);
  out->dual = lanes_quat_scale((lanes_quat){q[4], q[5], q[6], q[7]}, scale);
  out->real.w = lanes_select(is_none, lanes_splat(1), out->real.w);
}

static inline void move_rigid(const duals *by, int has_tangents, vertices *io) {
  lanes_quat q = by->real, d = by->dual;
  const lanes axis[3] = {q.x, q.y, q.z}, moment[3] = {d.x, d.y, d.z};
  lanes across[3];
  lanes_cross(axis, moment, across);
  lanes_quat_rotate(q, io->position, io->position);
  for (int i = 0; i < 3; i++) {
    lanes half = lanes_add(lanes_sub(lanes_mul(q.w, moment[i]), lanes_mul(d.w, axis[i])), across[i]);
    io->position[i] = lanes_add(io->position[i], lanes_add(half, half));
  }
  lanes_quat_rotate(q, io->normal, io->normal);
  if (has_tangents) lanes_quat_rotate(q, io->tangent, io->tangent);
}

// --- all of it ---

// Unit length, or zero for what has none.
static inline void to_unit(lanes v[3]) {
  lanes size = dot3(v, v), tiny = lanes_splat(1e-30f);
  lanes scale = lanes_div(lanes_splat(1), lanes_sqrt(lanes_max(size, tiny)));
  scale = lanes_select(lanes_less(size, tiny), lanes_zero(), scale);
  for (int i = 0; i < 3; i++) v[i] = lanes_mul(v[i], scale);
}

static inline void write_vertices(const ha_skinning_job *job, uint32_t first, uint32_t count,
                                  vertices *from) {
  write_xyz(&job->positions, first, count, from->position);
  if (job->normals.in != NULL) {
    to_unit(from->normal);
    write_xyz(&job->normals, first, count, from->normal);
  }
  if (job->tangents.in == NULL || job->tangents.out == NULL) return;
  to_unit(from->tangent);
  lanes tangent[4] = {from->tangent[0], from->tangent[1], from->tangent[2], from->handedness};
  write_rows(&job->tangents, 4, first, count, tangent);
}

// What eight vertices go through: matrices, dual quaternions, or both in this order.
typedef struct blended {
  matrices linear;
  duals rigid;
} blended;

static inline void blend(const ha_skinning_job *job, uint32_t n, uint32_t count, const influences *by,
                         blended *out) {
  const float *palette = job->dual != NULL ? job->stretch : job->palette;
  if (palette != NULL) blend_matrices(palette, by, n, count, &out->linear);
  if (job->dual != NULL) blend_duals(job->dual, by, n, count, &out->rigid);
}

static inline void move(const ha_skinning_job *job, int exact, uint32_t first, uint32_t count,
                        const blended *by) {
  int has_tangents = job->tangents.in != NULL;
  vertices moved;
  read_vertices(job, first, count, &moved);
  if (job->dual == NULL || job->stretch != NULL) move_linear(&by->linear, exact, has_tangents, &moved);
  if (job->dual != NULL) move_rigid(&by->rigid, has_tangents, &moved);
  write_vertices(job, first, count, &moved);
}

// Vertices first to end, at most RUN times eight, one step after the other for all of them: eight from start
// to end are one long chain of instructions that wait for each other. Always inlined, as the usual case takes
// constants for most of this.
enum { RUN = 8 };
__attribute__((always_inline)) static inline void skin_run(const ha_skinning_job *job, uint32_t n, int exact,
                                                           int whole, uint32_t first, uint32_t end) {
  influences by[RUN];
  blended through[RUN];
  uint32_t runs = (end - first + LANES - 1) / LANES;
#define COUNT(i) (whole || end - first - LANES * (i) > LANES ? LANES : end - first - LANES * (i))
  for (uint32_t i = 0; i < runs; i++) read_influences(job, n, first + LANES * i, COUNT(i), &by[i]);
  for (uint32_t i = 0; i < runs; i++) blend(job, n, COUNT(i), &by[i], &through[i]);
  for (uint32_t i = 0; i < runs; i++) move(job, exact, first + LANES * i, COUNT(i), &through[i]);
#undef COUNT
}

__attribute__((always_inline)) static inline void skin(const ha_skinning_job *job, uint32_t n, int exact,
                                                       int whole, uint32_t first, uint32_t end) {
  for (; first < end; first += RUN * LANES)
    skin_run(job, n, exact, whole, first, end - first < RUN * LANES ? end : first + RUN * LANES);
}

// Four influences, linear, in whole eights; compiled with tangents and without.
static void skin_usual(const ha_skinning_job *job, uint32_t end) {
  ha_skinning_job usual = *job;
  usual.dual = NULL;
  if (usual.tangents.in != NULL) {
    skin(&usual, 4, 0, 1, 0, end);
  } else {
    usual.tangents.in = NULL;
    skin(&usual, 4, 0, 1, 0, end);
  }
}

// Lanes whose matrix turns and scales evenly, within a thousandth. x, y, z are its columns.
static inline lanes_mask are_even(const lanes x[3], const lanes y[3], const lanes z[3]) {
  lanes size = dot3(x, x), slack = lanes_mul(lanes_splat(1e-3f), size), across[3];
  lanes_mask even = lanes_less(lanes_abs(lanes_sub(dot3(y, y), size)), slack);
  even = lanes_and(even, lanes_less(lanes_abs(lanes_sub(dot3(z, z), size)), slack));
  even = lanes_and(even, lanes_less(lanes_abs(dot3(x, y)), slack));
  even = lanes_and(even, lanes_less(lanes_abs(dot3(y, z)), slack));
  even = lanes_and(even, lanes_less(lanes_abs(dot3(x, z)), slack));
  lanes_cross(x, y, across);
  return lanes_and(even, lanes_less(lanes_zero(), dot3(across, z)));
}

int HA_KERNEL(turns_evenly)(const float *matrices, uint32_t count) {
  for (uint32_t first = 0; first < count; first += LANES) {
    lanes c01[LANES], c23[LANES];
    for (uint32_t i = 0; i < LANES; i++) {
      const float *from = matrices + 16 * (size_t)(first + i < count ? first + i : count - 1);
      c01[i] = lanes_load(from);
      c23[i] = lanes_load(from + LANES);
    }
    lanes_transpose(c01);
    lanes_transpose(c23);
    if (!lanes_all(are_even(c01, c01 + 4, c23))) return 0;
  }
  return 1;
}

void HA_KERNEL(skin_vertices)(const ha_skinning_job *job, int exact_normals) {
  int is_usual = job->influences == 4 && !exact_normals && job->dual == NULL;
  uint32_t done = is_usual ? job->vertex_count / LANES * LANES : 0;
  skin_usual(job, done);
  skin(job, job->influences, exact_normals, 0, done, job->vertex_count);
}
