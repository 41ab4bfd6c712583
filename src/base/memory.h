// Memory: one allocator hook, and zeroed, aligned blocks.
#ifndef HELIOANIM_BASE_MEMORY_H
#define HELIOANIM_BASE_MEMORY_H

#include <stddef.h>

enum {
  HA_ALIGNMENT = 32,        // of arrays in a block: one row of eight floats
  HA_BLOCK_ALIGNMENT = 64,  // of blocks: a cache line, so that a 4x4 matrix never crosses one
};

// The hook: `new_size` 0 releases `block`; `block` NULL allocates; NULL returned means no memory (the old
// block is then untouched). The same shape as Lua's lua_Alloc, so either can stand for the other.
typedef void *(*ha_allocate_fn)(void *user, void *block, size_t old_size, size_t new_size);

typedef struct ha_allocator {
  ha_allocate_fn allocate;
  void *user;
} ha_allocator;

// Everywhere an allocator is asked for, NULL means malloc and free.

// A zeroed block, 64-byte aligned, or NULL. It remembers its allocator and size; the hook must outlive it.
void *ha_block_create(const ha_allocator *allocator, size_t size);

// A block of `size` bytes that starts with the old block's bytes (the rest zeroed); NULL leaves the old
// block as it was. `block` must not be NULL: it knows the allocator.
void *ha_block_resize(void *block, size_t size);

// Makes room for `size` bytes in the block whose pointer lies at `holder`; by doubling, so that appending
// stays linear. A pointer that is NULL gets a block of `allocator`. Returns 0, and changes nothing, where
// there is no memory.
int ha_block_reserve(void *holder, size_t size, const ha_allocator *allocator);

// Releases a block; NULL is allowed.
void ha_block_destroy(void *block);

// The size that was asked for; 0 for NULL.
size_t ha_block_size(const void *block);

// The allocator of a block, for whatever belongs to it.
ha_allocator ha_block_allocator(const void *block);

// Carving: reserve arrays one after the other, then create one block of `size` and use the offsets.
//   size_t size = 0, parents = ha_carve(&size, n, sizeof(uint16_t)), ...;
// Every array starts 32-byte aligned. An overflow makes `*size` SIZE_MAX, for which ha_block_create returns
// NULL.
size_t ha_carve(size_t *size, size_t count, size_t element_size);

#endif
