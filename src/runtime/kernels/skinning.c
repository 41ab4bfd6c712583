// Skinning: eight vertices at a time. Matrices are blended two columns at once, and move position and normal
// of one vertex side by side, so that no element changes its place; unit lengths are taken eight at once.
// Dual quaternions turn the rows over to eight vertices a row and back.
#include "runtime/skinning.h"

#include "math/lanes.h"
#include "runtime/kernels/kernels.h"

typedef struct matrix {
  lanes c01, c23;
} matrix;

// What moves eight vertices.
typedef struct influences {
  uint32_t joints[LANES][HA_MAX_INFLUENCES];
  float weights[LANES][HA_MAX_INFLUENCES];
} influences;

// A row a vertex: position and normal side by side; tangent, w included, and nothing.
typedef struct vertices {
  lanes points[LANES], tangents[LANES];
} vertices;

#define READ_ROWS(type, from, stride, expression, out)                       \
  for (uint32_t v = 0; v < count; v++) {                                     \
    const char *row = (const char *)(from) + (stride) * (size_t)(first + v); \
    for (uint32_t k = 0; k < n; k++) {                                       \
      type value;                                                            \
      memcpy(&value, row + k * sizeof value, sizeof value);                  \
      (out)[v][k] = expression;                                              \
    }                                                                        \
  }

static inline size_t stride_or(size_t stride, size_t packed) { return stride != 0 ? stride : packed; }

static inline void read_joints(const ha_skinning_job *job, uint32_t n, uint32_t first, uint32_t count,
                               influences *out) {
  uint32_t last = job->palette_count - 1;
  if (job->joint_type == HA_JOINTS_U16) {
    READ_ROWS(uint16_t, job->joints, stride_or(job->joint_stride, n * 2), value < last ? value : last,
              out->joints)
  } else if (job->joint_type == HA_JOINTS_U8) {
    READ_ROWS(uint8_t, job->joints, stride_or(job->joint_stride, n), value < last ? value : last, out->joints)
  } else {
    READ_ROWS(uint32_t, job->joints, stride_or(job->joint_stride, n * 4), value < last ? value : last,
              out->joints)
  }
}

static inline void read_weights(const ha_skinning_job *job, uint32_t n, uint32_t first, uint32_t count,
                                influences *out) {
  if (job->weight_type == HA_WEIGHTS_FLOAT) {
    READ_ROWS(float, job->weights, stride_or(job->weight_stride, n * 4), value, out->weights)
  } else if (job->weight_type == HA_WEIGHTS_UNORM8) {
    READ_ROWS(uint8_t, job->weights, stride_or(job->weight_stride, n), (float)value / 255.0f, out->weights)
  } else {
    READ_ROWS(uint16_t, job->weights, stride_or(job->weight_stride, n * 2), (float)value / 65535.0f,
              out->weights)
  }
}

static inline matrix blend_matrices(const float *palette, const influences *by, uint32_t v, uint32_t n) {
  const float *from = palette + 16 * (size_t)by->joints[v][0];
  lanes weight = lanes_splat(by->weights[v][0]);
  matrix sum = {lanes_mul(lanes_load(from), weight), lanes_mul(lanes_load(from + 8), weight)};
  for (uint32_t k = 1; k < n; k++) {
    from = palette + 16 * (size_t)by->joints[v][k];
    weight = lanes_splat(by->weights[v][k]);
    sum.c01 = lanes_add(sum.c01, lanes_mul(lanes_load(from), weight));
    sum.c23 = lanes_add(sum.c23, lanes_mul(lanes_load(from + 8), weight));
  }
  return sum;
}

// Component `i` of the two attributes of a vertex, each spread over its half; zero where it is missing.
static inline lanes spread_pair(const float *a, const float *b, int i) {
  return lanes_halves(lanes_splat(a[i]), lanes_splat(b[i]));
}

static inline const float *at(const ha_vertex_stream *stream, size_t size, uint32_t v) {
  static const float none[4] = {0};
  if (stream->in == NULL) return none;
  return (const float *)(const void *)((const char *)stream->in +
                                       stride_or(stream->in_stride, size) * (size_t)v);
}

// The first halves of the columns act on a, the second on b.
static inline lanes transform(const lanes columns[3], lanes offset, const float *a, const float *b) {
  lanes sum = lanes_mul(columns[0], spread_pair(a, b, 0));
  sum = lanes_add(sum, lanes_mul(columns[1], spread_pair(a, b, 1)));
  sum = lanes_add(sum, lanes_mul(columns[2], spread_pair(a, b, 2)));
  return lanes_add(sum, offset);
}

// The inverse transpose of the upper 3x3, times the size of its determinant: three columns, and the sign.
static float normal_matrix(const float m[16], float out[12]) {
  for (int c = 0; c < 3; c++) {
    const float *a = m + 4 * ((c + 1) % 3), *b = m + 4 * ((c + 2) % 3);
    out[4 * c] = a[1] * b[2] - a[2] * b[1];
    out[4 * c + 1] = a[2] * b[0] - a[0] * b[2];
    out[4 * c + 2] = a[0] * b[1] - a[1] * b[0];
    out[4 * c + 3] = 0;
  }
  float determinant = m[0] * out[0] + m[1] * out[1] + m[2] * out[2], sign = determinant < 0 ? -1.0f : 1.0f;
  for (int i = 0; i < 12; i++) out[i] *= sign;
  return sign;
}

// Columns for the normal's half. Returns the sign of the determinant.
static inline float spread_columns(matrix m, int exact, lanes out[3]) {
  out[0] = lanes_first_half(m.c01);
  out[1] = lanes_second_half(m.c01);
  out[2] = lanes_first_half(m.c23);
  if (!exact) return 1;
  float stored[16], normal[12 + 4] = {0};
  lanes_store(stored, m.c01);
  lanes_store(stored + 8, m.c23);
  float sign = normal_matrix(stored, normal);
  for (int c = 0; c < 3; c++) {
    float column[8] = {0};
    memcpy(column + 4, normal + 4 * c, 16);
    out[c] = lanes_halves(out[c], lanes_load(column));
  }
  return sign;
}

// Positions, normals and tangents through blended matrices.
static inline void move_linear(const ha_skinning_job *job, const float *palette, int exact,
                               uint32_t influences_each, const influences *by, uint32_t first, uint32_t count,
                               vertices *out) {
  for (uint32_t v = 0; v < count; v++) {
    matrix m = blend_matrices(palette, by, v, influences_each);
    lanes columns[3], offset = lanes_halves(lanes_second_half(m.c23), lanes_zero());
    float sign = spread_columns(m, exact, columns);
    out->points[v] =
        transform(columns, offset, at(&job->positions, 12, first + v), at(&job->normals, 12, first + v));
    if (job->tangents.in == NULL) continue;
    const float *tangent = at(&job->tangents, 16, first + v);
    columns[0] = lanes_first_half(m.c01);  // tangents go along with the surface
    columns[1] = lanes_second_half(m.c01);
    columns[2] = lanes_first_half(m.c23);
    out->tangents[v] = transform(columns, lanes_zero(), tangent, tangent);
    out->tangents[v][3] = tangent[3] * sign;
  }
}

// The vertices as they are.
static inline void take(const ha_skinning_job *job, uint32_t first, uint32_t count, vertices *out) {
  for (uint32_t v = 0; v < count; v++) {
    const float *p = at(&job->positions, 12, first + v), *n = at(&job->normals, 12, first + v);
    out->points[v] = (lanes){p[0], p[1], p[2], 0, n[0], n[1], n[2], 0};
    if (job->tangents.in == NULL) continue;
    const float *t = at(&job->tangents, 16, first + v);
    out->tangents[v] = (lanes){t[0], t[1], t[2], t[3], 0, 0, 0, 0};
  }
}

// The weighted sum on the hemisphere of the first influence: real part, then dual part, of eight vertices.
static inline void blend_duals(const ha_skinning_job *job, const influences *by, uint32_t count,
                               lanes out[8]) {
  for (uint32_t v = 0; v < LANES; v++) out[v] = (lanes){0, 0, 0, 1, 0, 0, 0, 0};
  for (uint32_t v = 0; v < count; v++) {
    const float *heaviest = job->dual + 8 * (size_t)by->joints[v][0];
    lanes sum = lanes_mul(lanes_load(heaviest), lanes_splat(by->weights[v][0]));
    for (uint32_t k = 1; k < job->influences; k++) {
      const float *q = job->dual + 8 * (size_t)by->joints[v][k];
      float dot = (heaviest[0] * q[0] + heaviest[1] * q[1]) + (heaviest[2] * q[2] + heaviest[3] * q[3]);
      float weight = dot < 0 ? -by->weights[v][k] : by->weights[v][k];
      sum = lanes_add(sum, lanes_mul(lanes_load(q), lanes_splat(weight)));
    }
    out[v] = sum;
  }
  lanes_transpose(out);
}

static inline lanes dot3(const lanes a[3], const lanes b[3]) {
  return lanes_add(lanes_add(lanes_mul(a[0], b[0]), lanes_mul(a[1], b[1])), lanes_mul(a[2], b[2]));
}

static inline void cross3(const lanes a[3], const lanes b[3], lanes out[3]) {
  for (int i = 0; i < 3; i++) {
    int j = (i + 1) % 3, k = (i + 2) % 3;
    out[i] = lanes_sub(lanes_mul(a[j], b[k]), lanes_mul(a[k], b[j]));
  }
}

// v + 2 w (u x v) + 2 u x (u x v), with u the vector part.
static inline void rotate(const lanes q[4], lanes v[3]) {
  lanes once[3], twice[3];
  cross3(q, v, once);
  for (int i = 0; i < 3; i++) once[i] = lanes_add(once[i], once[i]);
  cross3(q, once, twice);
  for (int i = 0; i < 3; i++) v[i] = lanes_add(lanes_add(v[i], lanes_mul(q[3], once[i])), twice[i]);
}

// Unit dual quaternions of eight vertices.
static inline void unit_duals(lanes q[8]) {
  lanes size = lanes_add(dot3(q, q), lanes_mul(q[3], q[3])), tiny = lanes_splat(1e-30f);
  lanes_mask is_none = lanes_less(size, tiny);
  lanes scale = lanes_div(lanes_splat(1), lanes_sqrt(lanes_max(size, tiny)));
  for (int i = 0; i < 8; i++) q[i] = lanes_mul(q[i], scale);
  q[3] = lanes_select(is_none, lanes_splat(1), q[3]);
}

static inline void move_rigid(const ha_skinning_job *job, const influences *by, uint32_t count,
                              vertices *io) {
  lanes q[8], across[3], *rows = io->points;
  blend_duals(job, by, count, q);
  unit_duals(q);
  cross3(q, q + 4, across);
  lanes_transpose(rows);
  rotate(q, rows);
  for (int i = 0; i < 3; i++) {
    lanes half = lanes_add(lanes_sub(lanes_mul(q[3], q[4 + i]), lanes_mul(q[7], q[i])), across[i]);
    rows[i] = lanes_add(rows[i], lanes_add(half, half));
  }
  if (job->normals.in != NULL) rotate(q, rows + 4);
  lanes_transpose(rows);
  if (job->tangents.in == NULL) return;
  lanes_transpose(io->tangents);
  rotate(q, io->tangents);
  lanes_transpose(io->tangents);
}

// Unit length for the vectors that begin at `from` in each row. The sums of squares go through memory, which
// is cheaper than turning the rows over.
static inline void to_unit(float rows[LANES][8], uint32_t from) {
  float sizes[LANES];
  for (int v = 0; v < LANES; v++) {
    const float *row = rows[v] + from;
    sizes[v] = (row[0] * row[0] + row[1] * row[1]) + row[2] * row[2];
  }
  lanes size = lanes_load(sizes), tiny = lanes_splat(1e-30f);
  lanes scale = lanes_div(lanes_splat(1), lanes_sqrt(lanes_max(size, tiny)));
  lanes_store(sizes, lanes_select(lanes_less(size, tiny), lanes_zero(), scale));
  for (int v = 0; v < LANES; v++)
    for (uint32_t i = from; i < from + 3; i++) rows[v][i] *= sizes[v];
}

static inline void put(const ha_vertex_stream *stream, size_t size, uint32_t v, const float *row) {
  if (stream->in == NULL || stream->out == NULL) return;
  memcpy((char *)stream->out + stride_or(stream->out_stride, size) * (size_t)v, row, size);
}

static inline void give(const ha_skinning_job *job, uint32_t first, uint32_t count, const vertices *from) {
  float rows[LANES][8];
  for (int v = 0; v < LANES; v++) lanes_store(rows[v], from->points[v]);
  if (job->normals.in != NULL) to_unit(rows, 4);
  for (uint32_t v = 0; v < count; v++) {
    put(&job->positions, 12, first + v, rows[v]);
    put(&job->normals, 12, first + v, rows[v] + 4);
  }
  if (job->tangents.in == NULL) return;
  for (int v = 0; v < LANES; v++) lanes_store(rows[v], from->tangents[v]);
  to_unit(rows, 0);
  for (uint32_t v = 0; v < count; v++) put(&job->tangents, 16, first + v, rows[v]);
}

// `n` influences a vertex, known where this is compiled for the usual numbers.
static inline __attribute__((always_inline)) void skin(const ha_skinning_job *job, int exact, uint32_t n) {
  influences by;
  vertices rows;
  memset(&rows, 0, sizeof rows);
  for (uint32_t first = 0; first < job->vertex_count; first += LANES) {
    uint32_t count = job->vertex_count - first < LANES ? job->vertex_count - first : LANES;
    read_joints(job, n, first, count, &by);
    read_weights(job, n, first, count, &by);
    if (job->dual == NULL) {
      move_linear(job, job->palette, exact, n, &by, first, count, &rows);
    } else {
      if (job->stretch != NULL)
        move_linear(job, job->stretch, exact, n, &by, first, count, &rows);
      else
        take(job, first, count, &rows);
      move_rigid(job, &by, count, &rows);
    }
    give(job, first, count, &rows);
  }
}

void HA_KERNEL(skin_vertices)(const ha_skinning_job *job, int exact_normals) {
  if (job->influences == 4 && !exact_normals && job->dual == NULL)
    skin(job, 0, 4);
  else
    skin(job, exact_normals, job->influences);
}
