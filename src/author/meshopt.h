// EXT_meshopt_compression: compressed buffer views, through libmeshoptimizer where it was found at build
// time.
#ifndef HELIOANIM_AUTHOR_MESHOPT_H
#define HELIOANIM_AUTHOR_MESHOPT_H

#include <stddef.h>
#include <stdint.h>

#include "base/status.h"

typedef struct ha_meshopt {
  const uint8_t *bytes;  // the compressed stream
  size_t size;
  size_t count;        // elements
  size_t stride;       // bytes an element: 1..256
  const char *mode;    // "ATTRIBUTES", "TRIANGLES", "INDICES"
  const char *filter;  // "NONE", "OCTAHEDRAL", "QUATERNION", "EXPONENTIAL"
} ha_meshopt;

// Decodes into `out`, count * stride bytes, 4-byte aligned. Errors: HA_UNSUPPORTED (built without the
// library, an unknown mode or filter), HA_BAD_DATA (a stream that does not decode, a stride that its mode or
// filter forbids).
ha_status ha_meshopt_decode(const ha_meshopt *view, void *out);

#endif
