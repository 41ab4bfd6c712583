#include "base/memory.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/status.h"

// Stands before every block, inside the over-allocated part.
typedef struct block_head {
  ha_allocator allocator;
  size_t size;
  void *raw;  // what the allocator returned
} block_head;

static void *allocate_with_libc(void *user, void *block, size_t old_size, size_t new_size) {
  (void)user;
  (void)old_size;
  if (new_size == 0) {
    free(block);
    return NULL;
  }
  return realloc(block, new_size);
}

static size_t raw_size(size_t size) { return size + sizeof(block_head) + HA_BLOCK_ALIGNMENT; }

static block_head *head_of(const void *block) {
  return (block_head *)((uintptr_t)block - sizeof(block_head));
}

void *ha_block_create(const ha_allocator *allocator, size_t size) {
  static const ha_allocator libc = {allocate_with_libc, NULL};
  if (size > SIZE_MAX / 2) return NULL;
  if (allocator == NULL || allocator->allocate == NULL) allocator = &libc;
  void *raw = allocator->allocate(allocator->user, NULL, 0, raw_size(size));
  if (raw == NULL) return NULL;
  memset(raw, 0, raw_size(size));
  uintptr_t start = (uintptr_t)raw + sizeof(block_head) + HA_BLOCK_ALIGNMENT - 1;
  void *block = (void *)(start & ~(uintptr_t)(HA_BLOCK_ALIGNMENT - 1));
  *head_of(block) = (block_head){*allocator, size, raw};
  return block;
}

void *ha_block_resize(void *block, size_t size) {
  HA_ASSERT(block != NULL);
  const block_head *head = head_of(block);
  // A plain copy: realloc could move the block to another alignment.
  void *grown = ha_block_create(&head->allocator, size);
  if (grown == NULL) return NULL;
  memcpy(grown, block, head->size < size ? head->size : size);
  ha_block_destroy(block);
  return grown;
}

int ha_block_reserve(void *holder, size_t size, const ha_allocator *allocator) {
  enum { LEAST = 64 };
  void *block;
  memcpy(&block, holder, sizeof block);
  size_t had = ha_block_size(block), wanted = size > 2 * had ? size : 2 * had;
  if (size <= had) return 1;
  if (wanted < LEAST) wanted = LEAST;
  block = block == NULL ? ha_block_create(allocator, wanted) : ha_block_resize(block, wanted);
  if (block == NULL) return 0;
  memcpy(holder, &block, sizeof block);
  return 1;
}

void ha_block_destroy(void *block) {
  if (block == NULL) return;
  block_head head = *head_of(block);
  head.allocator.allocate(head.allocator.user, head.raw, raw_size(head.size), 0);
}

size_t ha_block_size(const void *block) { return block == NULL ? 0 : head_of(block)->size; }

ha_allocator ha_block_allocator(const void *block) { return head_of(block)->allocator; }

size_t ha_carve(size_t *size, size_t count, size_t element_size) {
  size_t offset = *size;
  if (offset == SIZE_MAX || (element_size != 0 && count > (SIZE_MAX / 4) / element_size)) {
    *size = SIZE_MAX;
    return 0;
  }
  size_t end = offset + count * element_size;
  if (end < offset || end > SIZE_MAX / 4) {
    *size = SIZE_MAX;
    return 0;
  }
  *size = (end + HA_ALIGNMENT - 1) & ~(size_t)(HA_ALIGNMENT - 1);
  return offset;
}
