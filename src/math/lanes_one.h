// Lanes as one register of eight floats: AVX and later.
#ifndef HELIOANIM_MATH_LANES_ONE_H
#define HELIOANIM_MATH_LANES_ONE_H

#include "math/lanes_half.h"

enum { LANES = 8 };

typedef float lanes __attribute__((vector_size(32)));
typedef int32_t lanes_mask __attribute__((vector_size(32)));

// At any address that floats may have. Compilers know that only floats are written.
typedef float lanes_unaligned __attribute__((vector_size(32), aligned(4)));
static inline lanes lanes_load(const float *from) { return *(const lanes_unaligned *)from; }
static inline void lanes_store(float *to, lanes a) { *(lanes_unaligned *)to = a; }
static inline lanes lanes_splat(float a) { return (lanes){a, a, a, a, a, a, a, a}; }

// Four floats in either half.
static inline lanes lanes_load_twice(const float *from) { return _mm256_broadcast_ps((const __m128 *)from); }

static inline lanes_half lanes_low(lanes a) { return _mm256_castps256_ps128(a); }
static inline lanes_half lanes_high(lanes a) { return _mm256_extractf128_ps(a, 1); }
static inline lanes lanes_join(lanes_half low, lanes_half high) { return _mm256_set_m128(high, low); }

static inline lanes lanes_add(lanes a, lanes b) { return a + b; }
static inline lanes lanes_sub(lanes a, lanes b) { return a - b; }
static inline lanes lanes_mul(lanes a, lanes b) { return a * b; }
static inline lanes lanes_div(lanes a, lanes b) { return a / b; }
static inline lanes lanes_min(lanes a, lanes b) { return _mm256_min_ps(a, b); }
static inline lanes lanes_max(lanes a, lanes b) { return _mm256_max_ps(a, b); }
static inline lanes lanes_sqrt(lanes a) { return _mm256_sqrt_ps(a); }

// Written out: with AVX-512 the compiler would take comparisons into mask registers and back.
static inline lanes_mask lanes_less(lanes a, lanes b) { return (lanes_mask)_mm256_cmp_ps(a, b, _CMP_LT_OQ); }
static inline lanes_mask lanes_equal(lanes a, lanes b) { return (lanes_mask)_mm256_cmp_ps(a, b, _CMP_EQ_OQ); }
static inline lanes lanes_select(lanes_mask mask, lanes yes, lanes no) {
  return _mm256_blendv_ps(no, yes, (lanes)mask);
}
static inline lanes_mask lanes_and(lanes_mask a, lanes_mask b) { return a & b; }
static inline lanes_mask lanes_or(lanes_mask a, lanes_mask b) { return a | b; }
static inline lanes_mask lanes_not(lanes_mask a) { return ~a; }
static inline lanes_mask lanes_mask_splat(int32_t bits) { return (lanes_mask){0} + bits; }

// The bits of a, flipped or kept where those of b are set.
static inline lanes lanes_flip_bits(lanes a, lanes_mask b) { return (lanes)((lanes_mask)a ^ b); }
static inline lanes lanes_keep_bits(lanes a, lanes_mask b) { return (lanes)((lanes_mask)a & b); }

// Bit i of `bits` becomes lane i.
static inline lanes_mask lanes_mask_of_bits(uint8_t bits) {
  const lanes_mask bit = {1, 2, 4, 8, 16, 32, 64, 128};
  return (lanes_mask)_mm256_cmpeq_epi32((__m256i)(lanes_mask_splat(bits) & bit), (__m256i)bit);
}
// Lane i becomes bit i.
static inline uint8_t lanes_bits_of_mask(lanes_mask mask) { return (uint8_t)_mm256_movemask_ps((lanes)mask); }

// --- two columns of a 4x4 matrix side by side ---

// The first half of a, the second of b.
static inline lanes lanes_halves(lanes a, lanes b) { return _mm256_blend_ps(a, b, 0xF0); }
// Element `i` of each half, spread over its half.
#define LANES_SPREAD(a, i) _mm256_permute_ps((a), (i)*0x55)

// --- moving elements ---

// Rows become columns in either half by itself: four rows of (four + four).
static inline void lanes_transpose_in_halves(lanes r[4]) {
  lanes a = _mm256_unpacklo_ps(r[0], r[1]), b = _mm256_unpacklo_ps(r[2], r[3]);
  lanes c = _mm256_unpackhi_ps(r[0], r[1]), d = _mm256_unpackhi_ps(r[2], r[3]);
  r[0] = _mm256_shuffle_ps(a, b, 0x44);
  r[1] = _mm256_shuffle_ps(a, b, 0xEE);
  r[2] = _mm256_shuffle_ps(c, d, 0x44);
  r[3] = _mm256_shuffle_ps(c, d, 0xEE);
}

// Rows become columns: r[i][j] <-> r[j][i].
static inline void lanes_transpose(lanes r[8]) {
  lanes_transpose_in_halves(r);
  lanes_transpose_in_halves(r + 4);
  for (int i = 0; i < 4; i++) {
    lanes upper = r[i], lower = r[i + 4];
    r[i] = _mm256_permute2f128_ps(upper, lower, 0x20);
    r[i + 4] = _mm256_permute2f128_ps(upper, lower, 0x31);
  }
}

// Eight vectors x y z, one behind the other, as rows of x, of y and of z; and back. Either half holds four.
static inline void lanes_load_xyz(const float *from, lanes out[3]) {
  lanes a = lanes_join(lanes_half_load(from), lanes_half_load(from + 12));
  lanes b = lanes_join(lanes_half_load(from + 4), lanes_half_load(from + 16));
  lanes c = lanes_join(lanes_half_load(from + 8), lanes_half_load(from + 20));
  lanes yz = _mm256_shuffle_ps(a, b, _MM_SHUFFLE(1, 0, 2, 1));
  lanes xy = _mm256_shuffle_ps(b, c, _MM_SHUFFLE(2, 1, 3, 2));
  out[0] = _mm256_shuffle_ps(a, xy, _MM_SHUFFLE(2, 0, 3, 0));
  out[1] = _mm256_shuffle_ps(yz, xy, _MM_SHUFFLE(3, 1, 2, 0));
  out[2] = _mm256_shuffle_ps(yz, c, _MM_SHUFFLE(3, 0, 3, 1));
}
static inline void lanes_store_xyz(float *to, const lanes v[3]) {
  lanes xy = _mm256_shuffle_ps(v[0], v[1], _MM_SHUFFLE(2, 0, 2, 0));
  lanes yz = _mm256_shuffle_ps(v[1], v[2], _MM_SHUFFLE(3, 1, 3, 1));
  lanes zx = _mm256_shuffle_ps(v[2], v[0], _MM_SHUFFLE(3, 1, 2, 0));
  lanes a = _mm256_shuffle_ps(xy, zx, _MM_SHUFFLE(2, 0, 2, 0));
  lanes b = _mm256_shuffle_ps(yz, xy, _MM_SHUFFLE(3, 1, 2, 0));
  lanes c = _mm256_shuffle_ps(zx, yz, _MM_SHUFFLE(3, 1, 3, 1));
  lanes_store(to, _mm256_permute2f128_ps(a, b, 0x20));
  lanes_store(to + 8, lanes_halves(c, a));
  lanes_store(to + 16, _mm256_permute2f128_ps(b, c, 0x31));
}

#endif
