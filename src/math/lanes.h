// Eight floats at once: the only door to vector instructions.
//
// Every operation is plain IEEE arithmetic per lane, and kernels use them in a fixed order, so the same
// source gives the same bits on every instruction set. There is no fused multiply-add and no estimate in
// here, on purpose. Comparisons give masks (all bits set or none per lane); lanes_select picks by mask.
// lanes_one.h and lanes_two.h hold what depends on the width of registers, everything else follows here.
#ifndef HELIOANIM_MATH_LANES_H
#define HELIOANIM_MATH_LANES_H

#ifdef __AVX__
#include "math/lanes_one.h"
#else
#include "math/lanes_two.h"
#endif

static inline lanes lanes_zero(void) { return lanes_splat(0); }
// What sums start from: adding to it changes nothing, not even the sign of a zero.
static inline lanes lanes_nothing(void) { return lanes_splat(-0.0f); }

// sum + a * b, rounded twice.
static inline lanes lanes_add_product(lanes sum, lanes a, lanes b) { return lanes_add(sum, lanes_mul(a, b)); }

static inline lanes_mask lanes_sign_bit(void) { return lanes_mask_splat((int32_t)0x80000000); }
static inline lanes lanes_negate(lanes a) { return lanes_flip_bits(a, lanes_sign_bit()); }
static inline lanes lanes_abs(lanes a) { return lanes_keep_bits(a, lanes_mask_splat(0x7FFFFFFF)); }
// a with its sign flipped in the lanes of the mask.
static inline lanes lanes_negate_where(lanes_mask mask, lanes a) {
  return lanes_flip_bits(a, lanes_and(mask, lanes_sign_bit()));
}
// a in the lanes of the mask, zero in the others.
static inline lanes lanes_keep_where(lanes_mask mask, lanes a) { return lanes_keep_bits(a, mask); }

static inline int lanes_any(lanes_mask mask) { return lanes_bits_of_mask(mask) != 0; }
static inline int lanes_all(lanes_mask mask) { return lanes_bits_of_mask(mask) == 0xFF; }

static inline lanes_half lanes_half_gather(const float *from, const uint32_t at[HALF_LANES]) {
  return (lanes_half){from[at[0]], from[at[1]], from[at[2]], from[at[3]]};
}
// One float for each lane, from wherever it lies; and back, where equal places get equal floats.
static inline lanes lanes_gather(const float *from, const uint32_t at[LANES]) {
  return lanes_join(lanes_half_gather(from, at), lanes_half_gather(from, at + HALF_LANES));
}
static inline void lanes_scatter(float *to, const uint32_t at[LANES], lanes a) {
  float elements[LANES];
  lanes_store(elements, a);
  for (int i = 0; i < LANES; i++) to[at[i]] = elements[i];
}

#endif
