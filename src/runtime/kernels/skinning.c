// Skinning: eight vertices at a time. Matrices are blended two columns at once; then columns of four move
// positions, normals and tangents one by one, which needs no element to change its place; unit lengths are
// taken eight at once. Dual quaternions turn the rows over to eight vertices a row and back.
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

// A row a vertex; w of positions and normals means nothing.
typedef struct vertices {
  lanes_half positions[LANES], normals[LANES], tangents[LANES];
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

static inline matrix blend_matrices(const float *palette, const uint32_t *joints, const float *weights,
                                    uint32_t n) {
  const float *from = palette + 16 * (size_t)joints[0];
  lanes weight = lanes_splat(weights[0]);
  matrix sum = {lanes_mul(lanes_load(from), weight), lanes_mul(lanes_load(from + 8), weight)};
  for (uint32_t k = 1; k < n; k++) {
    from = palette + 16 * (size_t)joints[k];
    weight = lanes_splat(weights[k]);
    sum.c01 = lanes_add(sum.c01, lanes_mul(lanes_load(from), weight));
    sum.c23 = lanes_add(sum.c23, lanes_mul(lanes_load(from + 8), weight));
  }
  return sum;
}

static inline const float *at(const ha_vertex_stream *stream, size_t size, uint32_t v) {
  static const float none[4] = {0};
  if (stream->in == NULL) return none;
  return (const float *)(const void *)((const char *)stream->in +
                                       stride_or(stream->in_stride, size) * (size_t)v);
}

static inline void columns_of(matrix m, lanes_half out[4]) {
  out[0] = lanes_low(m.c01);
  out[1] = lanes_high(m.c01);
  out[2] = lanes_low(m.c23);
  out[3] = lanes_high(m.c23);
}

static inline lanes_half direction(const lanes_half columns[3], const float *v) {
  lanes_half sum = columns[0] * lanes_half_splat(v[0]);
  sum = sum + columns[1] * lanes_half_splat(v[1]);
  return sum + columns[2] * lanes_half_splat(v[2]);
}

// The inverse transpose of the upper 3x3, times the size of its determinant. Returns the sign of that.
static float normal_matrix(const lanes_half m[3], lanes_half out[3]) {
  for (int c = 0; c < 3; c++) {
    lanes_half a = m[(c + 1) % 3], b = m[(c + 2) % 3];
    out[c] = (lanes_half){a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0], 0};
  }
  float determinant = m[0][0] * out[0][0] + m[0][1] * out[0][1] + m[0][2] * out[0][2];
  float sign = determinant < 0 ? -1.0f : 1.0f;
  for (int c = 0; c < 3; c++) out[c] = out[c] * lanes_half_splat(sign);
  return sign;
}

// One vertex through its blended matrix. Tangents go along with the surface.
static inline void move_vertex(const ha_skinning_job *job, matrix m, int exact, uint32_t index, uint32_t v,
                               vertices *out) {
  lanes_half columns[4], normal[3];
  columns_of(m, columns);
  out->positions[v] = direction(columns, at(&job->positions, 12, index)) + columns[3];
  float sign = 1;
  if (exact) {
    sign = normal_matrix(columns, normal);
    out->normals[v] = direction(normal, at(&job->normals, 12, index));
  } else {
    out->normals[v] = direction(columns, at(&job->normals, 12, index));
  }
  if (job->tangents.in == NULL) return;
  const float *tangent = at(&job->tangents, 16, index);
  out->tangents[v] = direction(columns, tangent);
  out->tangents[v][3] = tangent[3] * sign;
}

// Positions, normals and tangents through blended matrices.
static inline void move_linear(const ha_skinning_job *job, const float *palette, int exact,
                               const influences *by, uint32_t first, uint32_t count, vertices *out) {
  for (uint32_t v = 0; v < count; v++) {
    matrix m = blend_matrices(palette, by->joints[v], by->weights[v], job->influences);
    move_vertex(job, m, exact, first + v, v, out);
  }
}

// The vertices as they are.
static inline void take(const ha_skinning_job *job, uint32_t first, uint32_t count, vertices *out) {
  for (uint32_t v = 0; v < count; v++) {
    const float *p = at(&job->positions, 12, first + v), *n = at(&job->normals, 12, first + v);
    out->positions[v] = (lanes_half){p[0], p[1], p[2], 0};
    out->normals[v] = (lanes_half){n[0], n[1], n[2], 0};
    if (job->tangents.in == NULL) continue;
    const float *t = at(&job->tangents, 16, first + v);
    out->tangents[v] = (lanes_half){t[0], t[1], t[2], t[3]};
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
  lanes q[8], across[3], rows[8];
  blend_duals(job, by, count, q);
  unit_duals(q);
  cross3(q, q + 4, across);
  for (int v = 0; v < LANES; v++) rows[v] = lanes_join(io->positions[v], io->normals[v]);
  lanes_transpose(rows);
  rotate(q, rows);
  for (int i = 0; i < 3; i++) {
    lanes half = lanes_add(lanes_sub(lanes_mul(q[3], q[4 + i]), lanes_mul(q[7], q[i])), across[i]);
    rows[i] = lanes_add(rows[i], lanes_add(half, half));
  }
  if (job->normals.in != NULL) rotate(q, rows + 4);
  lanes_transpose(rows);
  for (int v = 0; v < LANES; v++) {
    io->positions[v] = lanes_low(rows[v]);
    io->normals[v] = lanes_high(rows[v]);
  }
  if (job->tangents.in == NULL) return;
  for (int v = 0; v < LANES; v++) rows[v] = lanes_join(io->tangents[v], io->tangents[v]);
  lanes_transpose(rows);
  rotate(q, rows);
  lanes_transpose(rows);
  for (int v = 0; v < LANES; v++) io->tangents[v] = lanes_low(rows[v]);
}

// Unit length for eight vectors; w is scaled along.
static inline void to_unit(lanes_half v[LANES]) {
  lanes_half turned[LANES], sizes[2];
  for (int i = 0; i < LANES; i++) turned[i] = v[i];
  for (int half = 0; half < 2; half++) {
    lanes_half *t = turned + 4 * half;
    lanes_transpose_halves(t);
    sizes[half] = (t[0] * t[0] + t[1] * t[1]) + t[2] * t[2];
  }
  lanes size = lanes_join(sizes[0], sizes[1]), tiny = lanes_splat(1e-30f);
  lanes scale = lanes_div(lanes_splat(1), lanes_sqrt(lanes_max(size, tiny)));
  float scales[LANES];
  lanes_store(scales, lanes_select(lanes_less(size, tiny), lanes_zero(), scale));
  for (int i = 0; i < LANES; i++) v[i] = v[i] * lanes_half_splat(scales[i]);
}

static inline void put(const ha_vertex_stream *stream, size_t size, uint32_t first, uint32_t count,
                       const lanes_half *rows) {
  if (stream->in == NULL || stream->out == NULL) return;
  size_t stride = stride_or(stream->out_stride, size);
  char *out = (char *)stream->out + stride * (size_t)first;
  for (uint32_t v = 0; v < count; v++, out += stride) memcpy(out, &rows[v], size);
}

static inline void give(const ha_skinning_job *job, uint32_t first, uint32_t count, vertices *from) {
  put(&job->positions, 12, first, count, from->positions);
  if (job->normals.in != NULL) {
    to_unit(from->normals);
    put(&job->normals, 12, first, count, from->normals);
  }
  if (job->tangents.in == NULL) return;
  float handedness[LANES];
  for (int v = 0; v < LANES; v++) handedness[v] = from->tangents[v][3];
  to_unit(from->tangents);
  for (int v = 0; v < LANES; v++) from->tangents[v][3] = handedness[v];
  put(&job->tangents, 16, first, count, from->tangents);
}

// The usual case without detours: four influences, uint16 and float, packed.
static inline int is_usual(const ha_skinning_job *job) {
  return job->influences == 4 && job->dual == NULL && job->tangents.in == NULL &&
         job->joint_type == HA_JOINTS_U16 && job->weight_type == HA_WEIGHTS_FLOAT &&
         (job->joint_stride == 0 || job->joint_stride == 8) &&
         (job->weight_stride == 0 || job->weight_stride == 16);
}

static inline void skin_usual(const ha_skinning_job *job) {
  const uint16_t *joints = job->joints;
  const float *weights = job->weights;
  uint32_t last = job->palette_count - 1;
  vertices rows;
  memset(&rows, 0, sizeof rows);
  for (uint32_t first = 0; first < job->vertex_count; first += LANES) {
    uint32_t count = job->vertex_count - first < LANES ? job->vertex_count - first : LANES;
    for (uint32_t v = 0; v < count; v++, joints += 4, weights += 4) {
      uint32_t own[4];
      for (int k = 0; k < 4; k++) own[k] = joints[k] < last ? joints[k] : last;
      matrix m = blend_matrices(job->palette, own, weights, 4);
      move_vertex(job, m, 0, first + v, v, &rows);
    }
    give(job, first, count, &rows);
  }
}

static inline void skin(const ha_skinning_job *job, int exact) {
  uint32_t n = job->influences;
  influences by;
  vertices rows;
  memset(&rows, 0, sizeof rows);
  for (uint32_t first = 0; first < job->vertex_count; first += LANES) {
    uint32_t count = job->vertex_count - first < LANES ? job->vertex_count - first : LANES;
    read_joints(job, n, first, count, &by);
    read_weights(job, n, first, count, &by);
    if (job->dual == NULL) {
      move_linear(job, job->palette, exact, &by, first, count, &rows);
    } else {
      if (job->stretch != NULL)
        move_linear(job, job->stretch, exact, &by, first, count, &rows);
      else
        take(job, first, count, &rows);
      move_rigid(job, &by, count, &rows);
    }
    give(job, first, count, &rows);
  }
}

void HA_KERNEL(skin_vertices)(const ha_skinning_job *job, int exact_normals) {
  if (is_usual(job) && !exact_normals)
    skin_usual(job);
  else
    skin(job, exact_normals);
}
