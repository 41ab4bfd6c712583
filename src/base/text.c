#include "base/text.h"

#include <ctype.h>
#include <string.h>

ha_text ha_text_of(const char *string) {
  return string == NULL ? (ha_text){"", 0} : (ha_text){string, strlen(string)};
}

int ha_text_equal(ha_text a, ha_text b) {
  return a.length == b.length && (a.length == 0 || memcmp(a.bytes, b.bytes, a.length) == 0);
}

enum { LONGEST_COMPARED = 64 };

static uint32_t letter_cost(char a, char b) {
  if (a == b) return 0;
  return tolower((unsigned char)a) == tolower((unsigned char)b) ? 1 : 2;
}

// Levenshtein's distance by rows, a letter costing 2.
uint32_t ha_text_distance(ha_text a, ha_text b) {
  uint32_t row[LONGEST_COMPARED + 1];
  size_t width = b.length < LONGEST_COMPARED ? b.length : LONGEST_COMPARED;
  size_t height = a.length < LONGEST_COMPARED ? a.length : LONGEST_COMPARED;
  for (size_t x = 0; x <= width; x++) row[x] = (uint32_t)(2 * x);
  for (size_t y = 1; y <= height; y++) {
    uint32_t diagonal = row[0];
    row[0] = (uint32_t)(2 * y);
    for (size_t x = 1; x <= width; x++) {
      uint32_t best = diagonal + letter_cost(a.bytes[y - 1], b.bytes[x - 1]);
      if (row[x] + 2 < best) best = row[x] + 2;
      if (row[x - 1] + 2 < best) best = row[x - 1] + 2;
      diagonal = row[x];
      row[x] = best;
    }
  }
  return row[width];
}

static int is_near(ha_text a, ha_text b, uint32_t distance) {
  size_t longer = a.length > b.length ? a.length : b.length;
  if (longer > LONGEST_COMPARED) longer = LONGEST_COMPARED;
  return distance <= 2 + longer * 2 / 3;
}

ha_nearest ha_nearest_to(ha_text wanted) { return (ha_nearest){wanted, UINT32_MAX}; }

int ha_nearest_try(ha_nearest *nearest, ha_text name) {
  uint32_t distance = ha_text_distance(nearest->wanted, name);
  if (distance >= nearest->distance || !is_near(nearest->wanted, name, distance)) return 0;
  nearest->distance = distance;
  return 1;
}
