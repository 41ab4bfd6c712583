// Eight floats at once, on GCC's and Clang's vector extensions: the only door to vector instructions.
//
// Every operation is plain IEEE arithmetic per lane, and kernels use them in a fixed order, so the same
// source gives the same bits on every instruction set. There is no fused multiply-add and no estimate in
// here, on purpose. Comparisons give masks (all bits set or none per lane); lanes_select picks by mask.
#ifndef HELIOANIM_MATH_LANES_H
#define HELIOANIM_MATH_LANES_H

#include <stdint.h>
#include <string.h>

enum { LANES = 8 };

typedef float lanes __attribute__((vector_size(32)));
typedef int32_t lanes_mask __attribute__((vector_size(32)));

static inline lanes lanes_load(const float *from) {
  lanes a;
  memcpy(&a, from, sizeof a);
  return a;
}
static inline void lanes_store(float *to, lanes a) { memcpy(to, &a, sizeof a); }
static inline lanes lanes_splat(float a) { return (lanes){a, a, a, a, a, a, a, a}; }
static inline lanes lanes_zero(void) { return (lanes){0}; }

static inline lanes lanes_add(lanes a, lanes b) { return a + b; }
static inline lanes lanes_sub(lanes a, lanes b) { return a - b; }
static inline lanes lanes_mul(lanes a, lanes b) { return a * b; }
static inline lanes lanes_div(lanes a, lanes b) { return a / b; }
static inline lanes lanes_negate(lanes a) { return -a; }

// Four floats: a column of a matrix, half of the lanes.
typedef float lanes_half __attribute__((vector_size(16)));

static inline lanes_half lanes_low(lanes a) {
  lanes_half half;
  memcpy(&half, &a, sizeof half);
  return half;
}
static inline lanes_half lanes_high(lanes a) {
  lanes_half half;
  memcpy(&half, (const char *)&a + sizeof half, sizeof half);
  return half;
}
static inline lanes lanes_join(lanes_half low, lanes_half high) {
  lanes a;
  memcpy(&a, &low, sizeof low);
  memcpy((char *)&a + sizeof low, &high, sizeof high);
  return a;
}

// GCC takes comparisons and shuffles of eight apart, element by element, where registers hold four. There the
// halves are written out.
#if defined(__AVX__) || defined(__clang__)

static inline lanes_mask lanes_less(lanes a, lanes b) { return a < b; }
static inline lanes_mask lanes_equal(lanes a, lanes b) { return a == b; }
static inline lanes_mask lanes_is_set(lanes_mask a) { return a != 0; }
// Exact; with -fno-math-errno the loop becomes one instruction.
static inline lanes lanes_sqrt(lanes a) {
  lanes out;
  for (int i = 0; i < LANES; i++) out[i] = __builtin_sqrtf(a[i]);
  return out;
}

#else

typedef int32_t lanes_half_mask __attribute__((vector_size(16)));

static inline lanes_mask lanes_join_masks(lanes_half_mask low, lanes_half_mask high) {
  return (lanes_mask)lanes_join((lanes_half)low, (lanes_half)high);
}
static inline lanes_mask lanes_less(lanes a, lanes b) {
  return lanes_join_masks(lanes_low(a) < lanes_low(b), lanes_high(a) < lanes_high(b));
}
static inline lanes_mask lanes_equal(lanes a, lanes b) {
  return lanes_join_masks(lanes_low(a) == lanes_low(b), lanes_high(a) == lanes_high(b));
}
static inline lanes_mask lanes_is_set(lanes_mask a) {
  return lanes_join_masks((lanes_half_mask)lanes_low((lanes)a) != 0,
                          (lanes_half_mask)lanes_high((lanes)a) != 0);
}
static inline lanes_half lanes_sqrt_half(lanes_half a) {
  for (int i = 0; i < LANES / 2; i++) a[i] = __builtin_sqrtf(a[i]);
  return a;
}
static inline lanes lanes_sqrt(lanes a) {
  return lanes_join(lanes_sqrt_half(lanes_low(a)), lanes_sqrt_half(lanes_high(a)));
}

#endif

static inline lanes lanes_select(lanes_mask mask, lanes yes, lanes no) {
  return (lanes)((mask & (lanes_mask)yes) | (~mask & (lanes_mask)no));
}
static inline lanes lanes_min(lanes a, lanes b) { return lanes_select(lanes_less(a, b), a, b); }
static inline lanes lanes_max(lanes a, lanes b) { return lanes_select(lanes_less(a, b), b, a); }
static inline lanes lanes_abs(lanes a) { return (lanes)((lanes_mask)a & 0x7FFFFFFF); }
// a with its sign flipped where b is negative (or minus zero).
static inline lanes lanes_flip_sign(lanes a, lanes b) {
  return (lanes)((lanes_mask)a ^ ((lanes_mask)b & (int32_t)0x80000000));
}

// a with its sign flipped in the lanes of the mask.
static inline lanes lanes_negate_where(lanes_mask mask, lanes a) {
  return (lanes)((lanes_mask)a ^ (mask & (int32_t)0x80000000));
}

// Bit i of `bits` becomes lane i.
static inline lanes_mask lanes_mask_of_bits(uint8_t bits) {
  const lanes_mask bit = {1, 2, 4, 8, 16, 32, 64, 128};
  return lanes_is_set(((lanes_mask){0} + bits) & bit);
}
// Lane i becomes bit i.
static inline uint8_t lanes_bits_of_mask(lanes_mask mask) {
#if defined(__AVX__)
  return (uint8_t)__builtin_ia32_movmskps256((lanes)mask);
#elif defined(__SSE__)
  lanes_half halves[2];
  memcpy(halves, &mask, sizeof mask);
  return (uint8_t)(__builtin_ia32_movmskps(halves[0]) | __builtin_ia32_movmskps(halves[1]) << 4);
#else
  const lanes_mask bit = {1, 2, 4, 8, 16, 32, 64, 128};
  int32_t bits = 0;
  for (int i = 0; i < LANES; i++) bits |= (mask & bit)[i];
  return (uint8_t)bits;
#endif
}
static inline int lanes_any(lanes_mask mask) { return lanes_bits_of_mask(mask) != 0; }

static inline lanes_half lanes_half_splat(float a) { return (lanes_half){a, a, a, a}; }
// Four rows of four.
static inline void lanes_transpose_halves(lanes_half r[4]) {
  lanes_half a = __builtin_shufflevector(r[0], r[1], 0, 4, 1, 5),
             b = __builtin_shufflevector(r[2], r[3], 0, 4, 1, 5);
  lanes_half c = __builtin_shufflevector(r[0], r[1], 2, 6, 3, 7),
             d = __builtin_shufflevector(r[2], r[3], 2, 6, 3, 7);
  r[0] = __builtin_shufflevector(a, b, 0, 1, 4, 5);
  r[1] = __builtin_shufflevector(a, b, 2, 3, 6, 7);
  r[2] = __builtin_shufflevector(c, d, 0, 1, 4, 5);
  r[3] = __builtin_shufflevector(c, d, 2, 3, 6, 7);
}

// Two columns of a 4x4 matrix side by side: operations that stay inside each half, or move halves as a whole.

#if defined(__AVX__) || defined(__clang__)

// The first (second) column in both halves.
static inline lanes lanes_first_half(lanes a) {
  return __builtin_shufflevector(a, a, 0, 1, 2, 3, 0, 1, 2, 3);
}
static inline lanes lanes_second_half(lanes a) {
  return __builtin_shufflevector(a, a, 4, 5, 6, 7, 4, 5, 6, 7);
}
// The first half of a, the second of b.
static inline lanes lanes_halves(lanes a, lanes b) {
  return __builtin_shufflevector(a, b, 0, 1, 2, 3, 12, 13, 14, 15);
}
// Element `i` of each half, spread over its half.
#define LANES_SPREAD(a, i) \
  __builtin_shufflevector((a), (a), (i), (i), (i), (i), 4 + (i), 4 + (i), 4 + (i), 4 + (i))

// Rows become columns: r[i][j] <-> r[j][i].
static inline void lanes_transpose(lanes r[8]) {
  lanes pairs[8], fours[8];
  for (int i = 0; i < 8; i += 2) {
    pairs[i] = __builtin_shufflevector(r[i], r[i + 1], 0, 8, 2, 10, 4, 12, 6, 14);
    pairs[i + 1] = __builtin_shufflevector(r[i], r[i + 1], 1, 9, 3, 11, 5, 13, 7, 15);
  }
  for (int i = 0; i < 8; i += 4)
    for (int j = 0; j < 2; j++) {
      fours[i + j] = __builtin_shufflevector(pairs[i + j], pairs[i + j + 2], 0, 1, 8, 9, 4, 5, 12, 13);
      fours[i + j + 2] = __builtin_shufflevector(pairs[i + j], pairs[i + j + 2], 2, 3, 10, 11, 6, 7, 14, 15);
    }
  for (int i = 0; i < 4; i++) {
    r[i] = __builtin_shufflevector(fours[i], fours[i + 4], 0, 1, 2, 3, 8, 9, 10, 11);
    r[i + 4] = __builtin_shufflevector(fours[i], fours[i + 4], 4, 5, 6, 7, 12, 13, 14, 15);
  }
}

#else

static inline lanes lanes_first_half(lanes a) { return lanes_join(lanes_low(a), lanes_low(a)); }
static inline lanes lanes_second_half(lanes a) { return lanes_join(lanes_high(a), lanes_high(a)); }
static inline lanes lanes_halves(lanes a, lanes b) { return lanes_join(lanes_low(a), lanes_high(b)); }

static inline void lanes_transpose(lanes r[8]) {
  lanes_half quarters[4][4];  // upper left, upper right, lower left, lower right
  for (int i = 0; i < 4; i++) {
    quarters[0][i] = lanes_low(r[i]);
    quarters[1][i] = lanes_high(r[i]);
    quarters[2][i] = lanes_low(r[4 + i]);
    quarters[3][i] = lanes_high(r[4 + i]);
  }
  for (int i = 0; i < 4; i++) lanes_transpose_halves(quarters[i]);
  for (int i = 0; i < 4; i++) {
    r[i] = lanes_join(quarters[0][i], quarters[2][i]);
    r[4 + i] = lanes_join(quarters[1][i], quarters[3][i]);
  }
}
#define LANES_SPREAD_HALF(half, i) __builtin_shufflevector((half), (half), (i), (i), (i), (i))
#define LANES_SPREAD(a, i) lanes_join(LANES_SPREAD_HALF(lanes_low(a), i), LANES_SPREAD_HALF(lanes_high(a), i))

#endif

// Zeros, then the second column.
static inline lanes lanes_keep_second_half(lanes a) { return lanes_halves(lanes_zero(), a); }

#endif
