// Lanes as two registers of four floats: SSE2, NEON. A struct, as compilers would keep a vector of eight in
// memory where registers hold four.
#ifndef HELIOANIM_MATH_LANES_TWO_H
#define HELIOANIM_MATH_LANES_TWO_H

#include "math/lanes_half.h"

enum { LANES = 8 };

typedef struct lanes {
  lanes_half low, high;
} lanes;
typedef struct lanes_mask {
  lanes_half_mask low, high;
} lanes_mask;

static inline lanes lanes_load(const float *from) {
  return (lanes){lanes_half_load(from), lanes_half_load(from + HALF_LANES)};
}
static inline void lanes_store(float *to, lanes a) {
  lanes_half_store(to, a.low);
  lanes_half_store(to + HALF_LANES, a.high);
}
static inline lanes lanes_splat(float a) { return (lanes){lanes_half_splat(a), lanes_half_splat(a)}; }

// Four floats in either half.
static inline lanes lanes_load_twice(const float *from) {
  lanes_half four = lanes_half_load(from);
  return (lanes){four, four};
}

static inline lanes_half lanes_low(lanes a) { return a.low; }
static inline lanes_half lanes_high(lanes a) { return a.high; }
static inline lanes lanes_join(lanes_half low, lanes_half high) { return (lanes){low, high}; }

static inline lanes lanes_add(lanes a, lanes b) { return (lanes){a.low + b.low, a.high + b.high}; }
static inline lanes lanes_sub(lanes a, lanes b) { return (lanes){a.low - b.low, a.high - b.high}; }
static inline lanes lanes_mul(lanes a, lanes b) { return (lanes){a.low * b.low, a.high * b.high}; }
static inline lanes lanes_div(lanes a, lanes b) { return (lanes){a.low / b.low, a.high / b.high}; }
static inline lanes lanes_min(lanes a, lanes b) {
  return (lanes){lanes_half_min(a.low, b.low), lanes_half_min(a.high, b.high)};
}
static inline lanes lanes_max(lanes a, lanes b) {
  return (lanes){lanes_half_max(a.low, b.low), lanes_half_max(a.high, b.high)};
}
static inline lanes lanes_sqrt(lanes a) { return (lanes){lanes_half_sqrt(a.low), lanes_half_sqrt(a.high)}; }

static inline lanes_mask lanes_less(lanes a, lanes b) { return (lanes_mask){a.low < b.low, a.high < b.high}; }
static inline lanes_mask lanes_equal(lanes a, lanes b) {
  return (lanes_mask){a.low == b.low, a.high == b.high};
}
static inline lanes lanes_select(lanes_mask mask, lanes yes, lanes no) {
  return (lanes){lanes_half_select(mask.low, yes.low, no.low),
                 lanes_half_select(mask.high, yes.high, no.high)};
}
static inline lanes_mask lanes_and(lanes_mask a, lanes_mask b) {
  return (lanes_mask){a.low & b.low, a.high & b.high};
}
static inline lanes_mask lanes_or(lanes_mask a, lanes_mask b) {
  return (lanes_mask){a.low | b.low, a.high | b.high};
}
static inline lanes_mask lanes_not(lanes_mask a) { return (lanes_mask){~a.low, ~a.high}; }
static inline lanes_mask lanes_mask_splat(int32_t bits) {
  const lanes_half_mask half = {bits, bits, bits, bits};
  return (lanes_mask){half, half};
}

// The bits of a, flipped or kept where those of b are set.
static inline lanes lanes_flip_bits(lanes a, lanes_mask b) {
  return (lanes){(lanes_half)((lanes_half_mask)a.low ^ b.low),
                 (lanes_half)((lanes_half_mask)a.high ^ b.high)};
}
static inline lanes lanes_keep_bits(lanes a, lanes_mask b) {
  return (lanes){(lanes_half)((lanes_half_mask)a.low & b.low),
                 (lanes_half)((lanes_half_mask)a.high & b.high)};
}

// Bit i of `bits` becomes lane i.
static inline lanes_mask lanes_mask_of_bits(uint8_t bits) {
  const lanes_half_mask all = {bits, bits, bits, bits}, low = {1, 2, 4, 8}, high = {16, 32, 64, 128};
  return (lanes_mask){(all & low) == low, (all & high) == high};
}
// Lane i becomes bit i.
static inline uint8_t lanes_bits_of_mask(lanes_mask mask) {
  return (uint8_t)(lanes_half_bits(mask.low) | lanes_half_bits(mask.high) << HALF_LANES);
}

// --- two columns of a 4x4 matrix side by side ---

// The first half of a, the second of b.
static inline lanes lanes_halves(lanes a, lanes b) { return (lanes){a.low, b.high}; }
// Element `i` of each half, spread over its half.
#define LANES_SPREAD(a, i) ((lanes){LANES_HALF_SPREAD((a).low, i), LANES_HALF_SPREAD((a).high, i)})

// --- moving elements ---

// Rows become columns in either half by itself: four rows of (four + four).
static inline void lanes_transpose_in_halves(lanes r[4]) {
  lanes_half low[4] = {r[0].low, r[1].low, r[2].low, r[3].low};
  lanes_half high[4] = {r[0].high, r[1].high, r[2].high, r[3].high};
  lanes_half_transpose(low);
  lanes_half_transpose(high);
  for (int i = 0; i < 4; i++) r[i] = (lanes){low[i], high[i]};
}

// Rows become columns: r[i][j] <-> r[j][i].
static inline void lanes_transpose(lanes r[8]) {
  lanes_transpose_in_halves(r);
  lanes_transpose_in_halves(r + 4);
  for (int i = 0; i < 4; i++) {
    lanes upper = r[i], lower = r[i + 4];
    r[i] = (lanes){upper.low, lower.low};
    r[i + 4] = (lanes){upper.high, lower.high};
  }
}

// Eight vectors x y z, one behind the other, as rows of x, of y and of z; and back.
static inline void lanes_load_xyz(const float *from, lanes out[3]) {
  lanes_half low[3], high[3];
  lanes_half_load_xyz(from, low);
  lanes_half_load_xyz(from + 12, high);
  for (int i = 0; i < 3; i++) out[i] = (lanes){low[i], high[i]};
}
static inline void lanes_store_xyz(float *to, const lanes v[3]) {
  const lanes_half low[3] = {v[0].low, v[1].low, v[2].low}, high[3] = {v[0].high, v[1].high, v[2].high};
  lanes_half_store_xyz(to, low);
  lanes_half_store_xyz(to + 12, high);
}

#endif
