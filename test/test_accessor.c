// Accessors: component types, normalisation, strides, matrix columns, sparse elements; refusals without
// overflow.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "author/accessor.h"

static ha_accessor scalars(const void *bytes, size_t size, uint32_t type, uint64_t count) {
  return (ha_accessor){.data = {bytes, size}, .component_type = type, .components = 1, .count = count};
}

static void assert_decodes(const ha_accessor *accessor, const float *expected) {
  float out[64];
  size_t count = (size_t)accessor->count * accessor->components;
  assert_int_equal(ha_accessor_check(accessor), HA_OK);
  ha_accessor_to_float(accessor, out);
  for (size_t i = 0; i < count; i++) assert_float_equal(out[i], expected[i], 1e-7);
}

static void assert_refused(const ha_accessor *accessor, const char *part) {
  assert_int_equal(ha_accessor_check(accessor), HA_BAD_DATA);
  assert_non_null(strstr(ha_error_text(), part));
}

static void integers_become_floats(void **state) {
  (void)state;
  const uint8_t bytes[] = {0, 1, 0x7F, 0x80, 0x81, 0xFF, 0xFF, 0xFF};
  ha_accessor i8 = scalars(bytes, 8, HA_I8, 6), u8 = scalars(bytes, 8, HA_U8, 6);
  ha_accessor i16 = scalars(bytes, 8, HA_I16, 4), u16 = scalars(bytes, 8, HA_U16, 4);
  ha_accessor u32 = scalars(bytes, 8, HA_U32, 2);
  assert_decodes(&i8, (float[]){0, 1, 127, -128, -127, -1});
  assert_decodes(&u8, (float[]){0, 1, 127, 128, 129, 255});
  assert_decodes(&i16, (float[]){256, -32641, -127, -1});
  assert_decodes(&u16, (float[]){256, 32895, 65409, 65535});
  assert_decodes(&u32, (float[]){2155806976.0f, 4294967169.0f});
}

static void normalised_integers_span_one(void **state) {
  (void)state;
  const uint8_t bytes[] = {0, 0, 0x7F, 0xFF, 0x00, 0x80, 0xFF, 0x7F};
  ha_accessor i8 = scalars(bytes + 2, 4, HA_I8, 4), u8 = scalars(bytes, 8, HA_U8, 4);
  ha_accessor i16 = scalars(bytes + 4, 4, HA_I16, 2), u16 = scalars(bytes, 8, HA_U16, 1);
  i8.normalized = u8.normalized = i16.normalized = u16.normalized = 1;
  assert_decodes(&i8, (float[]){1, -1.0f / 127, 0, -1});  // -128 too is -1
  assert_decodes(&u8, (float[]){0, 0, 127.0f / 255, 1});
  assert_decodes(&i16, (float[]){-1, 1});
  assert_decodes(&u16, (float[]){0});
}

static void strides_skip_what_lies_between(void **state) {
  (void)state;
  const float numbers[] = {1, 2, 9, 3, 4};
  ha_accessor pairs = scalars(numbers, sizeof numbers, HA_F32, 2);
  pairs.components = 2;
  pairs.stride = 12;  // the last element needs no bytes behind it
  assert_decodes(&pairs, (float[]){1, 2, 3, 4});
  pairs.data.size--;
  assert_refused(&pairs, "do not fit in 19 bytes");
  pairs.data.size++;
  pairs.stride = 4;
  assert_refused(&pairs, "stride 4 is less than the 8 bytes");
}

// glTF 2.0, section 3.6.2.4: every matrix column starts on a multiple of four bytes.
static void matrix_columns_are_padded(void **state) {
  (void)state;
  const uint8_t bytes[] = {1, 2, 3, 99, 4, 5, 6, 99, 7, 8, 9, 99};
  ha_accessor nine = {
      .data = {bytes, 12}, .component_type = HA_U8, .components = 9, .matrix_rows = 3, .count = 1};
  assert_decodes(&nine, (float[]){1, 2, 3, 4, 5, 6, 7, 8, 9});
  nine.data.size = 11;
  assert_refused(&nine, "12 bytes");
  ha_accessor four = {
      .data = {bytes, 8}, .component_type = HA_U8, .components = 4, .matrix_rows = 2, .count = 1};
  assert_decodes(&four, (float[]){1, 2, 4, 5});
}

static ha_accessor sparse(const uint8_t *indices, uint64_t count, const float *values) {
  return (ha_accessor){.component_type = HA_F32,
                       .components = 1,
                       .count = 4,
                       .sparse_count = count,
                       .sparse_indices = {indices, (size_t)count},
                       .sparse_index_type = HA_U8,
                       .sparse_values = {(const uint8_t *)values, (size_t)count * 4}};
}

static void sparse_elements_replace(void **state) {
  (void)state;
  const float base[] = {1, 2, 3, 4}, values[] = {10, 20};
  ha_accessor accessor = sparse((const uint8_t[]){1, 3}, 2, values);
  assert_decodes(&accessor, (float[]){0, 10, 0, 20});
  accessor.data = (ha_span){(const uint8_t *)base, sizeof base};
  assert_decodes(&accessor, (float[]){1, 10, 3, 20});
  const uint16_t shorts[] = {0, 2};
  accessor.sparse_index_type = HA_U16;
  accessor.sparse_indices = (ha_span){(const uint8_t *)shorts, sizeof shorts};
  assert_decodes(&accessor, (float[]){10, 2, 20, 4});
}

static void bad_sparse_elements_are_refused(void **state) {
  (void)state;
  const float values[5] = {0};
  ha_accessor beyond = sparse((const uint8_t[]){1, 4}, 2, values);
  assert_refused(&beyond, "sparse index 4 in an accessor of 4");
  ha_accessor unordered = sparse((const uint8_t[]){2, 2}, 2, values);
  assert_refused(&unordered, "sparse index 2 does not increase");
  ha_accessor many = sparse((const uint8_t[]){0, 1, 2, 3, 4}, 5, values);
  assert_refused(&many, "5 sparse elements in an accessor of 4");
  ha_accessor unsuited = sparse((const uint8_t[]){0, 1}, 2, values);
  unsuited.sparse_index_type = HA_F32;
  assert_refused(&unsuited, "component type 5126");
  ha_accessor few = sparse((const uint8_t[]){0, 1}, 2, values);
  few.sparse_values.size = 7;
  assert_refused(&few, "do not fit in 7 bytes");
  few.sparse_indices.size = 1;
  assert_refused(&few, "do not fit in 1 bytes");
}

static void sizes_do_not_wrap_around(void **state) {
  (void)state;
  const uint8_t bytes[16] = {0};
  ha_accessor accessor = scalars(bytes, 16, HA_F32, UINT64_MAX);
  assert_refused(&accessor, "do not fit");
  accessor.count = UINT64_MAX / 4 + 2;  // times four it is 4 bytes again
  assert_refused(&accessor, "do not fit");
  accessor.count = 2;
  accessor.stride = SIZE_MAX;
  assert_refused(&accessor, "do not fit");
  accessor.count = 0;
  assert_int_equal(ha_accessor_check(&accessor), HA_OK);
  accessor.component_type = 5124;
  assert_refused(&accessor, "component type 5124");
}

static void unsigned_integers_stay_whole(void **state) {
  (void)state;
  const uint8_t bytes[] = {0xFF, 0xFF, 0xFF, 0xFF};
  uint32_t out[4];
  ha_accessor u8 = scalars(bytes, 4, HA_U8, 4), u16 = scalars(bytes, 4, HA_U16, 2),
              u32 = scalars(bytes, 4, HA_U32, 1);
  ha_accessor_to_uint(&u8, out);
  assert_int_equal(out[3], 255);
  ha_accessor_to_uint(&u16, out);
  assert_int_equal(out[1], 65535);
  ha_accessor_to_uint(&u32, out);
  assert_true(out[0] == UINT32_MAX);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(integers_become_floats),         cmocka_unit_test(normalised_integers_span_one),
      cmocka_unit_test(strides_skip_what_lies_between), cmocka_unit_test(matrix_columns_are_padded),
      cmocka_unit_test(sparse_elements_replace),        cmocka_unit_test(bad_sparse_elements_are_refused),
      cmocka_unit_test(sizes_do_not_wrap_around),       cmocka_unit_test(unsigned_integers_stay_whole),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
