// Text: bytes with a length, and which of many names is meant by one that is not quite right.
#ifndef HELIOANIM_BASE_TEXT_H
#define HELIOANIM_BASE_TEXT_H

#include <stddef.h>
#include <stdint.h>

// May be empty, hold NUL or be no UTF-8 at all; nothing in the core cares.
typedef struct ha_text {
  const char *bytes;  // not NUL-terminated by contract
  size_t length;
} ha_text;

// The text of a NUL-terminated string; NULL gives the empty text.
ha_text ha_text_of(const char *string);
int ha_text_equal(ha_text a, ha_text b);

// Twice the number of single-letter edits that lead from a to b, a change of case counting one. Texts are
// compared up to 64 letters. Slow; for error messages.
uint32_t ha_text_distance(ha_text a, ha_text b);

// Finds the nearest of the names that are tried one after the other, as far as one is near enough to be a
// slip of the pen: at most a third of its letters differ, case counting half.
typedef struct ha_nearest {
  ha_text wanted;
  uint32_t distance;  // of the best one so far; UINT32_MAX before
} ha_nearest;

ha_nearest ha_nearest_to(ha_text wanted);
// Returns whether `name` is the best one so far. Of equally near ones the first wins.
int ha_nearest_try(ha_nearest *nearest, ha_text name);

#endif
