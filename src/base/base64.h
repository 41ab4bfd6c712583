// Base64 (RFC 4648, the standard alphabet).
#ifndef HELIOANIM_BASE_BASE64_H
#define HELIOANIM_BASE_BASE64_H

#include <stddef.h>
#include <stdint.h>

#include "base/status.h"

// Bytes that `length` characters can decode to at most.
size_t ha_base64_bound(size_t length);

// Decodes into `out`, which has ha_base64_bound bytes. Padding may be missing; anything behind it, another
// character or a lone last one is HA_BAD_DATA.
ha_status ha_base64_decode(const char *text, size_t length, uint8_t *out, size_t *out_size);

#endif
