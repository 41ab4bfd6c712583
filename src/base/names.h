// Names: an append-only list of byte strings with look-up in O(1).
// Equal names may occur several times; look-up gives the first.
#ifndef HELIOANIM_BASE_NAMES_H
#define HELIOANIM_BASE_NAMES_H

#include <stdint.h>

#include "base/memory.h"
#include "base/status.h"
#include "base/text.h"

#define HA_NO_INDEX UINT32_MAX

typedef struct ha_names ha_names;

// Creates an empty list. Returns HA_NO_MEMORY and leaves *out alone when there is none.
ha_status ha_names_create(const ha_allocator *allocator, ha_names **out);
void ha_names_destroy(ha_names *names);  // NULL is allowed

// Appends a name and gives its index. All or nothing.
ha_status ha_names_add(ha_names *names, ha_text name, uint32_t *out_index);

uint32_t ha_names_count(const ha_names *names);
// Name number `index`; the bytes are NUL-terminated and live until the next ha_names_add.
ha_text ha_names_get(const ha_names *names, uint32_t index);
// The index of the first equal name, or HA_NO_INDEX.
uint32_t ha_names_find(const ha_names *names, ha_text name);
// The index of the name that is meant (see ha_nearest), or HA_NO_INDEX. Slow; for error messages.
uint32_t ha_names_nearest(const ha_names *names, ha_text name);
// Heap bytes held, for the collector's books.
size_t ha_names_byte_size(const ha_names *names);

#endif
