// Four floats at once: half of the lanes, and a column of a matrix.
#ifndef HELIOANIM_MATH_LANES_HALF_H
#define HELIOANIM_MATH_LANES_HALF_H

#include <stdint.h>

#ifdef __SSE2__
#include <immintrin.h>
#endif

enum { HALF_LANES = 4 };

typedef float lanes_half __attribute__((vector_size(16)));
typedef int32_t lanes_half_mask __attribute__((vector_size(16)));

// At any address that floats may have. Compilers know that only floats are written.
typedef float lanes_half_unaligned __attribute__((vector_size(16), aligned(4)));
static inline lanes_half lanes_half_load(const float *from) { return *(const lanes_half_unaligned *)from; }
static inline void lanes_half_store(float *to, lanes_half a) { *(lanes_half_unaligned *)to = a; }
static inline lanes_half lanes_half_splat(float a) { return (lanes_half){a, a, a, a}; }

static inline lanes_half lanes_half_select(lanes_half_mask mask, lanes_half yes, lanes_half no) {
  return (lanes_half)((mask & (lanes_half_mask)yes) | (~mask & (lanes_half_mask)no));
}

#ifdef __SSE2__

static inline lanes_half lanes_half_min(lanes_half a, lanes_half b) { return _mm_min_ps(a, b); }
static inline lanes_half lanes_half_max(lanes_half a, lanes_half b) { return _mm_max_ps(a, b); }
static inline lanes_half lanes_half_sqrt(lanes_half a) { return _mm_sqrt_ps(a); }
static inline uint8_t lanes_half_bits(lanes_half_mask mask) {
  return (uint8_t)_mm_movemask_ps((lanes_half)mask);
}

#else

// As SSE has them: b where the two are equal or one is no number.
static inline lanes_half lanes_half_min(lanes_half a, lanes_half b) { return lanes_half_select(a < b, a, b); }
static inline lanes_half lanes_half_max(lanes_half a, lanes_half b) { return lanes_half_select(a > b, a, b); }
// Exact; with -fno-math-errno the loop becomes one instruction.
static inline lanes_half lanes_half_sqrt(lanes_half a) {
  for (int i = 0; i < HALF_LANES; i++) a[i] = __builtin_sqrtf(a[i]);
  return a;
}
static inline uint8_t lanes_half_bits(lanes_half_mask mask) {
  const lanes_half_mask bits = mask & (lanes_half_mask){1, 2, 4, 8};
  return (uint8_t)(bits[0] | bits[1] | bits[2] | bits[3]);
}

#endif

#define LANES_HALF_SPREAD(half, i) __builtin_shufflevector((half), (half), (i), (i), (i), (i))

// Four rows of four: r[i][j] <-> r[j][i].
static inline void lanes_half_transpose(lanes_half r[4]) {
  lanes_half a = __builtin_shufflevector(r[0], r[1], 0, 4, 1, 5),
             b = __builtin_shufflevector(r[2], r[3], 0, 4, 1, 5);
  lanes_half c = __builtin_shufflevector(r[0], r[1], 2, 6, 3, 7),
             d = __builtin_shufflevector(r[2], r[3], 2, 6, 3, 7);
  r[0] = __builtin_shufflevector(a, b, 0, 1, 4, 5);
  r[1] = __builtin_shufflevector(a, b, 2, 3, 6, 7);
  r[2] = __builtin_shufflevector(c, d, 0, 1, 4, 5);
  r[3] = __builtin_shufflevector(c, d, 2, 3, 6, 7);
}

// Four vectors x y z, one behind the other, as rows of x, of y and of z; and back.
static inline void lanes_half_load_xyz(const float *from, lanes_half out[3]) {
  lanes_half a = lanes_half_load(from), b = lanes_half_load(from + 4), c = lanes_half_load(from + 8);
  lanes_half yz = __builtin_shufflevector(a, b, 1, 2, 4, 5), xy = __builtin_shufflevector(b, c, 2, 3, 5, 6);
  out[0] = __builtin_shufflevector(a, xy, 0, 3, 4, 6);
  out[1] = __builtin_shufflevector(yz, xy, 0, 2, 5, 7);
  out[2] = __builtin_shufflevector(yz, c, 1, 3, 4, 7);
}
static inline void lanes_half_store_xyz(float *to, const lanes_half v[3]) {
  lanes_half xy = __builtin_shufflevector(v[0], v[1], 0, 2, 4, 6);
  lanes_half yz = __builtin_shufflevector(v[1], v[2], 1, 3, 5, 7);
  lanes_half zx = __builtin_shufflevector(v[2], v[0], 0, 2, 5, 7);
  lanes_half_store(to, __builtin_shufflevector(xy, zx, 0, 2, 4, 6));
  lanes_half_store(to + 4, __builtin_shufflevector(yz, xy, 0, 2, 5, 7));
  lanes_half_store(to + 8, __builtin_shufflevector(zx, yz, 1, 3, 5, 7));
}

#endif
