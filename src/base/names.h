// Names: an append-only list of byte strings with look-up in O(1).
//
// A name is bytes with a length: it may be empty, hold NUL or be no UTF-8 at all; nothing in the core cares.
// Equal names may occur several times; look-up gives the first.
#ifndef HELIOANIM_BASE_NAMES_H
#define HELIOANIM_BASE_NAMES_H

#include <stdint.h>

#include "base/memory.h"
#include "base/status.h"

typedef struct ha_text {
  const char *bytes;  // not NUL-terminated by contract, though ha_names_get terminates
  size_t length;
} ha_text;

// The text of a NUL-terminated string; NULL gives the empty text.
ha_text ha_text_of(const char *string);
int ha_text_equal(ha_text a, ha_text b);

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
// The index of the most similar name, near enough to be a slip of the pen (at most a third of its letters
// differ, case counting half), or HA_NO_INDEX. Slow; for error messages.
uint32_t ha_names_nearest(const ha_names *names, ha_text name);
// Heap bytes held, for the collector's books.
size_t ha_names_byte_size(const ha_names *names);

// The distance behind ha_names_nearest, for lists kept elsewhere: twice the number of single-letter edits,
// a change of case counting one. Names are compared up to 64 letters.
uint32_t ha_text_distance(ha_text a, ha_text b);
// Whether a distance between two names is small enough to suggest one for the other.
int ha_text_is_near(ha_text a, ha_text b, uint32_t distance);

#endif
