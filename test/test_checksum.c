// Checksums: the published values, and no damage of one byte goes unseen.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/checksum.h"

static void published_values(void **state) {
  (void)state;
  assert_int_equal(ha_checksum("", 0), 0x811c9dc5u);
  assert_int_equal(ha_checksum("a", 1), 0xe40c292cu);
  assert_int_equal(ha_checksum("foobar", 6), 0xbf9cf968u);
}

static void any_changed_byte_shows(void **state) {
  (void)state;
  uint8_t bytes[64];
  for (size_t i = 0; i < sizeof bytes; i++) bytes[i] = (uint8_t)(i * 37);
  uint32_t sum = ha_checksum(bytes, sizeof bytes);
  for (size_t i = 0; i < sizeof bytes; i++)
    for (unsigned change = 1; change < 256; change++) {
      bytes[i] ^= (uint8_t)change;
      assert_int_not_equal(ha_checksum(bytes, sizeof bytes), sum);
      bytes[i] ^= (uint8_t)change;
    }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(published_values),
                                     cmocka_unit_test(any_changed_byte_shows)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
