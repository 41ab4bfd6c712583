#include "base/names.h"

#include <string.h>

#include "base/hash.h"

typedef struct name_entry {
  size_t offset;  // into chars
  size_t length;
} name_entry;

struct ha_names {
  name_entry *entries;
  char *chars;
  uint32_t *slots;  // open addressing: entry index + 1, 0 is free
  uint32_t count;
  uint32_t slot_count;  // a power of two, at least twice the count
  size_t chars_used;
  ha_hash_key key;  // files may hold names that were written to collide
};

ha_status ha_names_create(const ha_allocator *allocator, ha_names **out) {
  enum { FIRST_SLOTS = 16, FIRST_CHARS = 64 };
  ha_names *names = ha_block_create(allocator, sizeof *names);
  if (names == NULL) return ha_fail(HA_NO_MEMORY, "no memory for names");
  names->entries = ha_block_create(allocator, FIRST_SLOTS / 2 * sizeof(name_entry));
  names->chars = ha_block_create(allocator, FIRST_CHARS);
  names->slots = ha_block_create(allocator, FIRST_SLOTS * sizeof(uint32_t));
  names->slot_count = FIRST_SLOTS;
  names->key = ha_hash_key_for(names);
  if (names->entries == NULL || names->chars == NULL || names->slots == NULL) {
    ha_names_destroy(names);
    return ha_fail(HA_NO_MEMORY, "no memory for names");
  }
  *out = names;
  return HA_OK;
}

void ha_names_destroy(ha_names *names) {
  if (names == NULL) return;
  ha_block_destroy(names->entries);
  ha_block_destroy(names->chars);
  ha_block_destroy(names->slots);
  ha_block_destroy(names);
}

uint32_t ha_names_count(const ha_names *names) { return names->count; }

ha_text ha_names_get(const ha_names *names, uint32_t index) {
  HA_ASSERT(index < names->count);
  const name_entry *entry = &names->entries[index];
  return (ha_text){names->chars + entry->offset, entry->length};
}

// The slot that holds an equal name, or the free slot where it would go.
static uint32_t slot_of(const ha_names *names, ha_text name) {
  uint32_t mask = names->slot_count - 1;
  for (uint32_t slot = (uint32_t)ha_hash(names->key, name) & mask;; slot = (slot + 1) & mask) {
    uint32_t entry = names->slots[slot];
    if (entry == 0 || ha_text_equal(ha_names_get(names, entry - 1), name)) return slot;
  }
}

uint32_t ha_names_find(const ha_names *names, ha_text name) {
  uint32_t entry = names->slots[slot_of(names, name)];
  return entry == 0 ? HA_NO_INDEX : entry - 1;
}

static int grow_slots(ha_names *names) {
  if ((names->count + 1) * 2 <= names->slot_count) return 1;
  ha_allocator allocator = ha_block_allocator(names);
  uint32_t *slots = ha_block_create(&allocator, (size_t)names->slot_count * 2 * sizeof *slots);
  if (slots == NULL) return 0;
  ha_block_destroy(names->slots);
  names->slots = slots;
  names->slot_count *= 2;
  for (uint32_t i = 0; i < names->count; i++) {
    uint32_t slot = slot_of(names, ha_names_get(names, i));
    if (slots[slot] == 0) slots[slot] = i + 1;  // of equal names the first keeps the slot
  }
  return 1;
}

ha_status ha_names_add(ha_names *names, ha_text name, uint32_t *out_index) {
  size_t chars_needed = names->chars_used + name.length + 1;
  if (!ha_block_reserve(&names->entries, ((size_t)names->count + 1) * sizeof(name_entry), NULL) ||
      !ha_block_reserve(&names->chars, chars_needed, NULL) || !grow_slots(names))
    return ha_fail(HA_NO_MEMORY, "no memory for a name of %zu bytes", name.length);
  uint32_t index = names->count;
  uint32_t slot = slot_of(names, name);
  if (name.length > 0) memcpy(names->chars + names->chars_used, name.bytes, name.length);
  names->chars[chars_needed - 1] = '\0';
  names->entries[index] = (name_entry){names->chars_used, name.length};
  names->chars_used = chars_needed;
  names->count++;
  if (names->slots[slot] == 0) names->slots[slot] = index + 1;
  if (out_index != NULL) *out_index = index;
  return HA_OK;
}

size_t ha_names_byte_size(const ha_names *names) {
  return ha_block_size(names->entries) + ha_block_size(names->chars) + ha_block_size(names->slots) +
         ha_block_size(names);
}

uint32_t ha_names_nearest(const ha_names *names, ha_text name) {
  ha_nearest nearest = ha_nearest_to(name);
  uint32_t best = HA_NO_INDEX;
  for (uint32_t i = 0; i < names->count; i++)
    if (ha_nearest_try(&nearest, ha_names_get(names, i))) best = i;
  return best;
}
