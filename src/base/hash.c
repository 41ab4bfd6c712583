#include "base/hash.h"

#include <time.h>

static uint64_t rotate(uint64_t x, int bits) { return x << bits | x >> (64 - bits); }

static void mix(uint64_t v[4], int rounds) {
  for (; rounds > 0; rounds--) {
    v[0] += v[1];
    v[2] += v[3];
    v[1] = rotate(v[1], 13) ^ v[0];
    v[3] = rotate(v[3], 16) ^ v[2];
    v[0] = rotate(v[0], 32) + v[3];
    v[2] += v[1];
    v[1] = rotate(v[1], 17) ^ v[2];
    v[3] = rotate(v[3], 21) ^ v[0];
    v[2] = rotate(v[2], 32);
  }
}

// Up to eight bytes, the first one lowest.
static uint64_t word_of(const char *bytes, size_t count) {
  uint64_t word = 0;
  for (size_t i = 0; i < count; i++) word |= (uint64_t)(unsigned char)bytes[i] << (8 * i);
  return word;
}

static void take(uint64_t v[4], uint64_t word) {
  v[3] ^= word;
  mix(v, 2);
  v[0] ^= word;
}

uint64_t ha_hash(ha_hash_key key, ha_text text) {
  uint64_t v[4] = {key.low ^ 0x736f6d6570736575, key.high ^ 0x646f72616e646f6d, key.low ^ 0x6c7967656e657261,
                   key.high ^ 0x7465646279746573};
  size_t at = 0;
  for (; text.length - at >= 8; at += 8) take(v, word_of(text.bytes + at, 8));
  take(v, word_of(text.bytes + at, text.length - at) | (uint64_t)text.length << 56);
  v[2] ^= 0xff;
  mix(v, 4);
  return v[0] ^ v[1] ^ v[2] ^ v[3];
}

ha_hash_key ha_hash_key_for(const void *address) {
  // Where the system put things is what an attacker cannot know; the time tells runs apart where it is known.
  const uint64_t chance[] = {(uintptr_t)address, (uintptr_t)&address, (uint64_t)time(NULL),
                             (uint64_t)clock()};
  ha_text text = {(const char *)chance, sizeof chance};
  return (ha_hash_key){ha_hash((ha_hash_key){0, 1}, text), ha_hash((ha_hash_key){2, 3}, text)};
}
