// The keyed hash: the numbers of its paper, and that slots depend on the key.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "base/hash.h"

static void is_siphash(void **state) {
  (void)state;
  ha_hash_key key = {0x0706050403020100, 0x0f0e0d0c0b0a0908};
  char bytes[15];
  for (int i = 0; i < 15; i++) bytes[i] = (char)i;
  assert_true(ha_hash(key, (ha_text){bytes, 15}) == 0xa129ca6149be45e5);  // appendix A of the paper
  assert_true(ha_hash(key, (ha_text){bytes, 0}) == 0x726fdb47dd0e0e31);   // the first vector of its authors
}

enum { NAMES = 4096, SLOTS = 8192 };

static uint64_t slot_of(ha_hash_key key, int i) {
  char text[16];
  int length = snprintf(text, sizeof text, "joint%d", i);
  return ha_hash(key, (ha_text){text, (size_t)length}) % SLOTS;
}

static void slots_are_spread(void **state) {
  (void)state;
  static unsigned char taken[SLOTS];
  int distinct = 0, same = 0;
  for (int i = 0; i < NAMES; i++) {
    uint64_t slot = slot_of((ha_hash_key){1, 2}, i);
    distinct += !taken[slot];
    taken[slot] = 1;
    same += slot == slot_of((ha_hash_key){1, 3}, i);
  }
  assert_in_range(distinct, 3100, 3350);  // by chance 3223
  assert_in_range(same, 0, 10);
}

static void every_list_has_its_key(void **state) {
  (void)state;
  int a = 0, b = 0;
  ha_hash_key x = ha_hash_key_for(&a), y = ha_hash_key_for(&b);
  assert_true(x.low != y.low && x.high != y.high && x.low != x.high);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(is_siphash),
      cmocka_unit_test(slots_are_spread),
      cmocka_unit_test(every_list_has_its_key),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
