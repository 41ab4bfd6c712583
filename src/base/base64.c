#include "base/base64.h"

size_t ha_base64_bound(size_t length) { return length / 4 * 3 + 3; }

// The six bits of a character, or -1.
static int digit(char c) {
  if (c >= 'A' && c <= 'Z') return c - 'A';
  if (c >= 'a' && c <= 'z') return c - 'a' + 26;
  if (c >= '0' && c <= '9') return c - '0' + 52;
  return c == '+' ? 62 : c == '/' ? 63 : -1;
}

ha_status ha_base64_decode(const char *text, size_t length, uint8_t *out, size_t *out_size) {
  size_t digits = length, size = 0;
  while (digits > 0 && length - digits < 2 && text[digits - 1] == '=') digits--;
  if (digits % 4 == 1 || (digits != length && length % 4 != 0))
    return ha_fail(HA_BAD_DATA, "base64 of %zu characters is cut off", length);
  uint32_t bits = 0;
  for (size_t i = 0; i < digits; i++) {
    int value = digit(text[i]);
    if (value < 0) return ha_fail(HA_BAD_DATA, "character %zu is not base64", i + 1);
    bits = bits << 6 | (uint32_t)value;
    if (i % 4 != 0) out[size++] = (uint8_t)(bits >> (6 - 2 * (i % 4)));
  }
  *out_size = size;
  return HA_OK;
}
