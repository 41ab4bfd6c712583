// Sums of rotations. A rotation and its negative are one turn, so every input goes to the hemisphere of the
// heaviest one, and of equally heavy ones a total order of rotations decides.
#ifndef HELIOANIM_RUNTIME_KERNELS_HEMISPHERE_H
#define HELIOANIM_RUNTIME_KERNELS_HEMISPHERE_H

#include "math/lanes_quat.h"

// x of the representative of q whose first component of w, x, y, z that is not zero is positive; likewise y,
// z.
static inline lanes sign_of(lanes_quat q) {
  const lanes zero = lanes_zero();
  lanes sign = lanes_select(lanes_equal(q.y, zero), q.z, q.y);
  sign = lanes_select(lanes_equal(q.x, zero), sign, q.x);
  return lanes_select(lanes_equal(q.w, zero), sign, q.w);
}

// q or its negative, whichever has that sign.
static inline lanes_quat representative(lanes_quat q) {
  lanes_mask is_negative = lanes_less(sign_of(q), lanes_zero());
  return (lanes_quat){lanes_negate_where(is_negative, q.x), lanes_negate_where(is_negative, q.y),
                      lanes_negate_where(is_negative, q.z), q.w};
}

// One step of comparing component by component: a is larger, or the two are equal and what was found `later`
// in the order decides.
static inline lanes_mask larger(lanes a, lanes b, lanes_mask later) {
  return lanes_or(lanes_less(b, a), lanes_and(lanes_equal(a, b), later));
}

// Where |w| ties too. Kept out of the way.
__attribute__((noinline)) static lanes_mask goes_before_at_last(lanes_quat a, lanes_quat b) {
  lanes_quat p = representative(a), q = representative(b);
  lanes_mask before = larger(p.x, q.x, larger(p.y, q.y, lanes_less(q.z, p.z)));
  before = larger(lanes_abs(a.y), lanes_abs(b.y), larger(lanes_abs(a.z), lanes_abs(b.z), before));
  return larger(lanes_abs(a.w), lanes_abs(b.w), larger(lanes_abs(a.x), lanes_abs(b.x), before));
}

// Which of two equally heavy rotations gives the hemisphere: a in the lanes of the mask. A total order of
// rotations, so that the order of inputs never matters.
static inline lanes_mask goes_before(lanes_quat a, lanes_quat b) {
  lanes aw = lanes_abs(a.w), bw = lanes_abs(b.w);
  return lanes_any(lanes_equal(aw, bw)) ? goes_before_at_last(a, b) : lanes_less(bw, aw);
}

// The weight of q in a sum on the hemisphere of `head`.
static inline lanes towards(lanes_quat head, lanes_quat q, lanes weight) {
  return lanes_negate_where(lanes_less(lanes_quat_dot(head, q), lanes_zero()), weight);
}

static inline lanes_quat no_rotation(void) {
  return (lanes_quat){lanes_nothing(), lanes_nothing(), lanes_nothing(), lanes_nothing()};
}

// Two rotations and what they weigh.
typedef struct pair {
  lanes_quat a, b;
  lanes weight_a, weight_b;
} pair;

// Two need one sign between them, where they are far from each other. Where the mask is set b gives the
// hemisphere.
static inline lanes_quat sum_pair(pair two, lanes_mask is_far, lanes_mask b_is_head) {
  lanes weight_a = lanes_negate_where(lanes_and(is_far, b_is_head), two.weight_a);
  lanes weight_b = lanes_negate_where(lanes_and(is_far, lanes_not(b_is_head)), two.weight_b);
  return lanes_quat_add_product(lanes_quat_scale(two.a, weight_a), two.b, weight_b);
}

static inline lanes_mask are_far(lanes_quat a, lanes_quat b) {
  return lanes_less(lanes_quat_dot(a, b), lanes_zero());
}

// The same where the mask `is_tied` leaves it to the order of the two. Returns whether |w| was enough to
// tell.
static inline int sum_tied_pair(pair two, lanes_mask is_tied, lanes_mask b_is_head, lanes_quat *out) {
  lanes aw = lanes_abs(two.a.w), bw = lanes_abs(two.b.w);
  lanes_mask is_far = are_far(two.a, two.b);
  *out = sum_pair(two, is_far, lanes_or(b_is_head, lanes_and(is_tied, lanes_less(aw, bw))));
  return !lanes_any(lanes_and(lanes_and(is_far, is_tied), lanes_equal(aw, bw)));
}

#endif
