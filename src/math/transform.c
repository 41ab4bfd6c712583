#include "math/transform.h"

#include <cglm/cglm.h>
#include <math.h>
#include <string.h>

#include "math/quat.h"

// cglm serves for three-component vectors and 3x3 matrices alone: its 4x4 code sums in another order on every
// machine, and ours must give the same bits everywhere.

void ha_matrix_identity(float out[16]) {
  for (int i = 0; i < 16; i++) out[i] = i % 5 == 0;
}

void ha_matrix_multiply(const float a[16], const float b[16], float out[16]) {
  float product[16];  // out may be a or b
  for (int c = 0; c < 4; c++)
    for (int r = 0; r < 4; r++) {
      const float *column = b + 4 * c;
      product[4 * c + r] =
          a[r] * column[0] + a[4 + r] * column[1] + a[8 + r] * column[2] + a[12 + r] * column[3];
    }
  memcpy(out, product, sizeof product);
}

void ha_matrix_direction(const float m[16], const float direction[3], float out[3]) {
  float x = direction[0], y = direction[1], z = direction[2];
  for (int i = 0; i < 3; i++) out[i] = m[i] * x + m[4 + i] * y + m[8 + i] * z;
}

void ha_matrix_point(const float m[16], const float point[3], float out[3]) {
  ha_matrix_direction(m, point, out);
  for (int i = 0; i < 3; i++) out[i] += m[12 + i];
}

int ha_matrix_invert(const float m[16], float out[16]) {
  // In double and for the affine part only: inverse binds of centimetre scenes have determinants near 1e-6
  // and below, where glm_mat4_inv loses digits.
  double a = m[0], b = m[4], c = m[8], d = m[1], e = m[5], f = m[9], g = m[2], h = m[6], i = m[10];
  double A = e * i - f * h, B = f * g - d * i, C = d * h - e * g;
  double determinant = a * A + b * B + c * C;
  double s = 1 / determinant;
  if (determinant == 0 || !isfinite(s)) {
    ha_matrix_identity(out);
    return 0;
  }
  const double columns[3][3] = {
      {A * s, B * s, C * s},
      {(c * h - b * i) * s, (a * i - c * g) * s, (b * g - a * h) * s},
      {(b * f - c * e) * s, (c * d - a * f) * s, (a * e - b * d) * s},
  };
  double x = m[12], y = m[13], z = m[14];
  for (int column = 0; column < 3; column++) {
    for (int row = 0; row < 3; row++) out[4 * column + row] = (float)columns[column][row];
    out[4 * column + 3] = 0;
  }
  for (int row = 0; row < 3; row++)
    out[12 + row] = (float)-(columns[0][row] * x + columns[1][row] * y + columns[2][row] * z);
  out[15] = 1;
  return 1;
}

void ha_transform_to_matrix(const ha_transform *transform, float out[16]) {
  float x = transform->rotation[0], y = transform->rotation[1], z = transform->rotation[2];
  float w = transform->rotation[3], square = x * x + y * y + z * z + w * w;
  float k = square > 0 ? 2 / square : 0;  // rotations of any length
  const float *s = transform->scale, *t = transform->translation;
  float m[16] = {(1 - k * (y * y + z * z)) * s[0],
                 k * (x * y + w * z) * s[0],
                 k * (x * z - w * y) * s[0],
                 0,
                 k * (x * y - w * z) * s[1],
                 (1 - k * (x * x + z * z)) * s[1],
                 k * (y * z + w * x) * s[1],
                 0,
                 k * (x * z + w * y) * s[2],
                 k * (y * z - w * x) * s[2],
                 (1 - k * (x * x + y * y)) * s[2],
                 0,
                 t[0],
                 t[1],
                 t[2],
                 1};
  memcpy(out, m, sizeof m);
}

static float largest_of(const float m[16]) {
  float largest = 0;
  for (int column = 0; column < 3; column++)
    for (int row = 0; row < 3; row++) largest = fmaxf(largest, fabsf(m[4 * column + row]));
  return largest;
}

static float scaled_length(vec3 v) {
  float largest = glm_vec3_max((vec3){fabsf(v[0]), fabsf(v[1]), fabsf(v[2])});
  if (!(largest > 0)) return 0;
  vec3 scaled;
  glm_vec3_divs(v, largest, scaled);
  return largest * glm_vec3_norm(scaled);
}

// Makes column `c` the unit vector that completes the frame of the other two.
static void complete_column(mat3 frame, int c) {
  glm_vec3_cross(frame[(c + 1) % 3], frame[(c + 2) % 3], frame[c]);
  glm_vec3_normalize(frame[c]);
}

// Unit columns, zero columns completed to an orthogonal frame, with determinant > 0 where it had one.
static void complete_frame(mat3 frame, const float lengths[3]) {
  int missing = (lengths[0] == 0) + (lengths[1] == 0) + (lengths[2] == 0);
  if (missing == 3) {
    glm_mat3_identity(frame);
    return;
  }
  if (missing == 2) {
    int kept = lengths[0] > 0 ? 0 : lengths[1] > 0 ? 1 : 2;
    glm_vec3_ortho(frame[kept], frame[(kept + 1) % 3]);
    glm_vec3_normalize(frame[(kept + 1) % 3]);
    complete_column(frame, (kept + 2) % 3);
    return;
  }
  for (int c = 0; c < 3; c++)
    if (lengths[c] == 0) complete_column(frame, c);
}

// The rotation nearest to a matrix of positive determinant: Newton's iteration of the polar decomposition,
// R <- (R + R^-T) / 2 (N. Higham, "Computing the polar decomposition", 1986).
static void nearest_rotation(mat3 m) {
  for (int step = 0; step < 32; step++) {
    mat3 inverse;
    if (!(fabsf(glm_mat3_det(m)) > 1e-12f)) return;
    glm_mat3_inv(m, inverse);
    glm_mat3_transpose(inverse);
    float change = 0;
    for (int c = 0; c < 3; c++)
      for (int r = 0; r < 3; r++) {
        float mean = 0.5f * (m[c][r] + inverse[c][r]);
        change = fmaxf(change, fabsf(mean - m[c][r]));
        m[c][r] = mean;
      }
    if (change < 1e-7f) return;
  }
}

static double dot(const float a[3], const float b[3]) {
  return (double)a[0] * b[0] + (double)a[1] * b[1] + (double)a[2] * b[2];
}

// Turns the frame about its axis `axis` to where the other two, by their scales, take most of the given
// matrix. Returns whether that was worth a turn.
static int turn_about(mat3 frame, mat3 given, int axis) {
  int i = (axis + 1) % 3, j = (axis + 2) % 3;
  double ii = dot(frame[i], given[i]), ji = dot(frame[j], given[i]);
  double jj = dot(frame[j], given[j]), ij = dot(frame[i], given[j]);
  // ii^2 + jj^2 after a turn by x: a constant, and half of cosine cos(2 x) + sine sin(2 x).
  double sine = 2 * (ii * ji - jj * ij), cosine = ii * ii + jj * jj - ji * ji - ij * ij;
  double length = sqrt(sine * sine + cosine * cosine);
  if (!(length > 0) || (cosine > 0 && fabs(sine) <= 1e-6 * length)) return 0;
  double c = sqrt((1 + cosine / length) / 2), s = copysign(sqrt((1 - cosine / length) / 2), sine);
  for (int r = 0; r < 3; r++) {
    double x = frame[i][r], y = frame[j][r];
    frame[i][r] = (float)(c * x + s * y);
    frame[j][r] = (float)(c * y - s * x);
  }
  return 1;
}

// Turns a frame until its axes, scaled, come nearest to the given columns in the sum of squares: axis by
// axis, as Jacobi's method for eigenvalues does.
static void turn_to_fit(mat3 frame, mat3 given) {
  enum { MOST_SWEEPS = 32 };
  for (int sweep = 0, turned = 1; turned && sweep < MOST_SWEEPS; sweep++) {
    turned = 0;
    for (int axis = 0; axis < 3; axis++) turned |= turn_about(frame, given, axis);
  }
}

// The three mirrors are equivalent (they differ by half-turns); take the one that leaves the smallest
// rotation.
static int choose_mirror(mat3 frame) {
  int best = 0;
  for (int axis = 1; axis < 3; axis++)
    if (frame[axis][axis] < frame[best][best]) best = axis;
  return best;
}

float ha_transform_from_matrix(const float m[16], ha_transform *out) {
  mat3 frame, given;
  float lengths[3];
  for (int c = 0; c < 3; c++) {
    memcpy(given[c], &m[4 * c], sizeof(vec3));
    lengths[c] = scaled_length(given[c]);
    if (lengths[c] > 0)
      glm_vec3_divs(given[c], lengths[c], frame[c]);
    else
      glm_vec3_zero(frame[c]);
  }
  complete_frame(frame, lengths);
  int mirrored = glm_mat3_det(frame) < 0;
  int mirror = choose_mirror(frame);
  if (mirrored) glm_vec3_negate(frame[mirror]);
  nearest_rotation(frame);
  turn_to_fit(frame, given);
  versor rotation;
  glm_mat3_quat(frame, rotation);
  ha_quat_normalize(rotation, out->rotation);
  memcpy(out->translation, &m[12], sizeof out->translation);
  for (int c = 0; c < 3; c++) {
    out->scale[c] = glm_vec3_dot(frame[c], given[c]);
    // Without shear the column's own length is the more exact number.
    if (fabsf(fabsf(out->scale[c]) - lengths[c]) <= 1e-6f * lengths[c])
      out->scale[c] = copysignf(lengths[c], out->scale[c]);
  }
  float back[16], error = 0, largest = largest_of(m);
  ha_transform_to_matrix(out, back);
  for (int c = 0; c < 3; c++)
    for (int r = 0; r < 3; r++) error = fmaxf(error, fabsf(back[4 * c + r] - m[4 * c + r]));
  return largest > 0 ? error / largest : 0;
}
