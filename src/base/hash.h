// A hash with a secret key: nobody who does not know the key can write names that all fall into one slot.
#ifndef HELIOANIM_BASE_HASH_H
#define HELIOANIM_BASE_HASH_H

#include "base/text.h"

typedef struct ha_hash_key {
  uint64_t low, high;
} ha_hash_key;

// A key of its own for whatever lies at `address`, other in every run.
ha_hash_key ha_hash_key_for(const void *address);

// SipHash-2-4 (J.-P. Aumasson, D. J. Bernstein, "SipHash: a fast short-input PRF", 2012).
uint64_t ha_hash(ha_hash_key key, ha_text text);

#endif
