// Names: any bytes, the first of equals, suggestions for slips of the pen.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "base/names.h"

static ha_names *names_of(const char *const *list) {
  ha_names *names = NULL;
  uint32_t index;
  assert_int_equal(ha_names_create(NULL, &names), HA_OK);
  for (; *list != NULL; list++) assert_int_equal(ha_names_add(names, ha_text_of(*list), &index), HA_OK);
  return names;
}

static void any_bytes_are_a_name(void **state) {
  (void)state;
  ha_names *names = names_of((const char *[]){"", "\xFF", NULL});
  ha_text with_nul = {"a\0b", 3}, prefix = {"a", 1};
  uint32_t index;
  assert_int_equal(ha_names_add(names, with_nul, &index), HA_OK);
  assert_int_equal(index, 2);
  assert_int_equal(ha_names_find(names, with_nul), 2);
  assert_int_equal(ha_names_find(names, prefix), HA_NO_INDEX);
  assert_int_equal(ha_names_find(names, ha_text_of("")), 0);
  assert_int_equal(ha_names_find(names, ha_text_of(NULL)), 0);
  assert_int_equal(ha_names_get(names, 2).length, 3);
  assert_int_equal(ha_names_get(names, 2).bytes[3], 0);
  ha_names_destroy(names);
}

static void thousands_are_found(void **state) {
  (void)state;
  ha_names *names = names_of((const char *[]){NULL});
  char text[16];
  uint32_t index;
  for (uint32_t i = 0; i < 5000; i++) {
    snprintf(text, sizeof text, "bone_%u", i / 2);  // each twice
    assert_int_equal(ha_names_add(names, ha_text_of(text), &index), HA_OK);
  }
  assert_int_equal(ha_names_count(names), 5000);
  for (uint32_t i = 0; i < 2500; i++) {
    snprintf(text, sizeof text, "bone_%u", i);
    assert_int_equal(ha_names_find(names, ha_text_of(text)), 2 * i);
  }
  assert_int_equal(ha_names_find(names, ha_text_of("bone_2500")), HA_NO_INDEX);
  assert_true(ha_names_byte_size(names) >= 5000 * strlen("bone_1"));
  ha_names_destroy(names);
}

static void the_nearest_is_a_slip_away(void **state) {
  (void)state;
  ha_names *names = names_of((const char *[]){"walk", "run", "LeftFoot", NULL});
  assert_int_equal(ha_names_nearest(names, ha_text_of("wlak")), 0);
  assert_int_equal(ha_names_nearest(names, ha_text_of("Walk")), 0);
  assert_int_equal(ha_names_nearest(names, ha_text_of("leftfoot")), 2);
  assert_int_equal(ha_names_nearest(names, ha_text_of("jump")), HA_NO_INDEX);
  assert_int_equal(ha_text_distance(ha_text_of("a"), ha_text_of("A")), 1);
  assert_int_equal(ha_text_distance(ha_text_of("ab"), ha_text_of("b")), 2);
  ha_names_destroy(names);
  ha_names_destroy(NULL);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(any_bytes_are_a_name),
      cmocka_unit_test(thousands_are_found),
      cmocka_unit_test(the_nearest_is_a_slip_away),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
