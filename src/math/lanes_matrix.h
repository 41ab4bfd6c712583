// 4x4 matrices, column-major, each in as few registers as hold it: one, two or four. Operations go element by
// element, so that the columns of one matrix are mixed by those of another without leaving their places.
#ifndef HELIOANIM_MATH_LANES_MATRIX_H
#define HELIOANIM_MATH_LANES_MATRIX_H

#include "math/lanes.h"

#ifdef __AVX512F__

typedef struct lanes_matrix {
  __m512 all;
} lanes_matrix;

static inline lanes_matrix lanes_matrix_load(const float *from) {
  return (lanes_matrix){_mm512_loadu_ps(from)};
}
static inline void lanes_matrix_store(float *to, lanes_matrix m) { _mm512_storeu_ps(to, m.all); }
static inline lanes_matrix lanes_matrix_splat(float a) { return (lanes_matrix){_mm512_set1_ps(a)}; }
// Four floats as each column.
static inline lanes_matrix lanes_matrix_repeat(const float *column) {
  return (lanes_matrix){_mm512_broadcast_f32x4(lanes_half_load(column))};
}
static inline lanes_matrix lanes_matrix_join(lanes c01, lanes c23) {
  return (lanes_matrix){_mm512_insertf32x8(_mm512_castps256_ps512(c01), c23, 1)};
}
static inline lanes lanes_matrix_c01(lanes_matrix m) { return _mm512_castps512_ps256(m.all); }
static inline lanes lanes_matrix_c23(lanes_matrix m) { return _mm512_extractf32x8_ps(m.all, 1); }

static inline lanes_matrix lanes_matrix_scale(lanes_matrix a, lanes_matrix b) {
  return (lanes_matrix){_mm512_mul_ps(a.all, b.all)};
}
static inline lanes_matrix lanes_matrix_add(lanes_matrix a, lanes_matrix b) {
  return (lanes_matrix){_mm512_add_ps(a.all, b.all)};
}
// Adds to the last column alone.
static inline lanes_matrix lanes_matrix_add_last(lanes_matrix a, lanes_matrix b) {
  return (lanes_matrix){_mm512_mask_add_ps(a.all, 0xF000, a.all, b.all)};
}
// Element `i` of each column, spread over its column.
#define LANES_MATRIX_SPREAD(m, i) ((lanes_matrix){_mm512_permute_ps((m).all, (i)*0x55)})

// Element j of each column of matrix i goes to element i of the same column of matrix j.
static inline void lanes_matrix_transpose(lanes_matrix m[4]) {
  __m512 a = _mm512_unpacklo_ps(m[0].all, m[1].all), b = _mm512_unpacklo_ps(m[2].all, m[3].all);
  __m512 c = _mm512_unpackhi_ps(m[0].all, m[1].all), d = _mm512_unpackhi_ps(m[2].all, m[3].all);
  m[0].all = _mm512_shuffle_ps(a, b, 0x44);
  m[1].all = _mm512_shuffle_ps(a, b, 0xEE);
  m[2].all = _mm512_shuffle_ps(c, d, 0x44);
  m[3].all = _mm512_shuffle_ps(c, d, 0xEE);
}

#else

typedef struct lanes_matrix {
  lanes c01, c23;
} lanes_matrix;

static inline lanes_matrix lanes_matrix_load(const float *from) {
  return (lanes_matrix){lanes_load(from), lanes_load(from + LANES)};
}
static inline void lanes_matrix_store(float *to, lanes_matrix m) {
  lanes_store(to, m.c01);
  lanes_store(to + LANES, m.c23);
}
static inline lanes_matrix lanes_matrix_splat(float a) {
  return (lanes_matrix){lanes_splat(a), lanes_splat(a)};
}
// Four floats as each column.
static inline lanes_matrix lanes_matrix_repeat(const float *column) {
  lanes twice = lanes_load_twice(column);
  return (lanes_matrix){twice, twice};
}
static inline lanes_matrix lanes_matrix_join(lanes c01, lanes c23) { return (lanes_matrix){c01, c23}; }
static inline lanes lanes_matrix_c01(lanes_matrix m) { return m.c01; }
static inline lanes lanes_matrix_c23(lanes_matrix m) { return m.c23; }

static inline lanes_matrix lanes_matrix_scale(lanes_matrix a, lanes_matrix b) {
  return (lanes_matrix){lanes_mul(a.c01, b.c01), lanes_mul(a.c23, b.c23)};
}
static inline lanes_matrix lanes_matrix_add(lanes_matrix a, lanes_matrix b) {
  return (lanes_matrix){lanes_add(a.c01, b.c01), lanes_add(a.c23, b.c23)};
}
// Adds to the last column alone.
static inline lanes_matrix lanes_matrix_add_last(lanes_matrix a, lanes_matrix b) {
  return (lanes_matrix){a.c01, lanes_halves(a.c23, lanes_add(a.c23, b.c23))};
}
// Element `i` of each column, spread over its column.
#define LANES_MATRIX_SPREAD(m, i) ((lanes_matrix){LANES_SPREAD((m).c01, i), LANES_SPREAD((m).c23, i)})

// Element j of each column of matrix i goes to element i of the same column of matrix j.
static inline void lanes_matrix_transpose(lanes_matrix m[4]) {
  lanes first[4] = {m[0].c01, m[1].c01, m[2].c01, m[3].c01};
  lanes second[4] = {m[0].c23, m[1].c23, m[2].c23, m[3].c23};
  lanes_transpose_in_halves(first);
  lanes_transpose_in_halves(second);
  for (int i = 0; i < 4; i++) m[i] = (lanes_matrix){first[i], second[i]};
}

#endif

// sum + a * b, element by element.
static inline lanes_matrix lanes_matrix_add_scaled(lanes_matrix sum, lanes_matrix a, lanes_matrix b) {
  return lanes_matrix_add(sum, lanes_matrix_scale(a, b));
}

static inline void lanes_matrix_columns(lanes_matrix m, lanes_half out[4]) {
  lanes c01 = lanes_matrix_c01(m), c23 = lanes_matrix_c23(m);
  out[0] = lanes_low(c01);
  out[1] = lanes_high(c01);
  out[2] = lanes_low(c23);
  out[3] = lanes_high(c23);
}

// The first three columns at `a`, mixed by the first three elements of each column of b.
static inline lanes_matrix lanes_matrix_mix_three(const float *a, lanes_matrix b) {
  lanes_matrix sum = lanes_matrix_scale(lanes_matrix_repeat(a), LANES_MATRIX_SPREAD(b, 0));
  sum = lanes_matrix_add_scaled(sum, lanes_matrix_repeat(a + 4), LANES_MATRIX_SPREAD(b, 1));
  return lanes_matrix_add_scaled(sum, lanes_matrix_repeat(a + 8), LANES_MATRIX_SPREAD(b, 2));
}

// a * b.
static inline lanes_matrix lanes_matrix_multiply(const float *a, lanes_matrix b) {
  return lanes_matrix_add_scaled(lanes_matrix_mix_three(a, b), lanes_matrix_repeat(a + 12),
                                 LANES_MATRIX_SPREAD(b, 3));
}

// a * b for an affine b (last row 0 0 0 1).
static inline lanes_matrix lanes_matrix_multiply_affine(const float *a, lanes_matrix b) {
  return lanes_matrix_add_last(lanes_matrix_mix_three(a, b), lanes_matrix_repeat(a + 12));
}

#endif
