// Memory: zeroed aligned blocks, lists that grow, carving.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "base/memory.h"

// Gives memory `*user` times.
static void *scarce(void *user, void *block, size_t old_size, size_t new_size) {
  (void)old_size;
  int *left = user;
  if (new_size == 0) {
    free(block);
    return NULL;
  }
  return (*left)-- > 0 ? realloc(block, new_size) : NULL;
}

static void blocks_are_zeroed_and_aligned(void **state) {
  (void)state;
  for (size_t size = 1; size < 200; size++) {
    unsigned char *block = ha_block_create(NULL, size);
    assert_int_equal((uintptr_t)block % HA_ALIGNMENT, 0);
    assert_int_equal(ha_block_size(block), size);
    for (size_t i = 0; i < size; i++) assert_int_equal(block[i], 0);
    ha_block_destroy(block);
  }
}

static void reserving_keeps_what_is_there(void **state) {
  (void)state;
  int times = 100;
  const ha_allocator allocator = {scarce, &times};
  uint32_t *list = NULL;
  for (uint32_t i = 0; i < 10000; i++) {
    assert_true(ha_block_reserve(&list, (i + 1) * sizeof *list, &allocator));
    assert_int_equal(list[i], 0);
    list[i] = i;
  }
  for (uint32_t i = 0; i < 10000; i++) assert_int_equal(list[i], i);
  assert_true(times > 85);  // doubles
  assert_int_equal((uintptr_t)list % HA_ALIGNMENT, 0);
  ha_block_destroy(list);
}

static void reserving_without_memory_changes_nothing(void **state) {
  (void)state;
  int times = 1;
  const ha_allocator allocator = {scarce, &times};
  char *text = NULL;
  assert_true(ha_block_reserve(&text, 8, &allocator));
  text[0] = 'a';
  char *before = text;
  assert_false(ha_block_reserve(&text, 1000, &allocator));
  assert_ptr_equal(text, before);
  assert_int_equal(text[0], 'a');
  ha_block_destroy(text);
}

static void carving_notes_an_overflow(void **state) {
  (void)state;
  size_t size = 0;
  assert_int_equal(ha_carve(&size, 3, 4), 0);
  assert_int_equal(ha_carve(&size, 1, 1), HA_ALIGNMENT);
  ha_carve(&size, SIZE_MAX / 2, 4);
  assert_int_equal(size, SIZE_MAX);
  assert_null(ha_block_create(NULL, size));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(blocks_are_zeroed_and_aligned),
      cmocka_unit_test(reserving_keeps_what_is_there),
      cmocka_unit_test(reserving_without_memory_changes_nothing),
      cmocka_unit_test(carving_notes_an_overflow),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
