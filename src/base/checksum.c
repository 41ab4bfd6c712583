#include "base/checksum.h"

uint32_t ha_checksum(const void *bytes, size_t size) {
  const uint8_t *at = bytes;
  uint32_t sum = 2166136261u;
  for (size_t i = 0; i < size; i++) sum = (sum ^ at[i]) * 16777619u;
  return sum;
}
