// glTF accessors: bytes of a buffer into floats (or unsigned integers).
#ifndef HELIOANIM_AUTHOR_ACCESSOR_H
#define HELIOANIM_AUTHOR_ACCESSOR_H

#include <stddef.h>
#include <stdint.h>

#include "base/status.h"

// A stretch of a file that really exists.
typedef struct ha_span {
  const uint8_t *bytes;
  size_t size;
} ha_span;

// glTF's numbers (2.0, section 3.6.2.2).
typedef enum ha_component_type {
  HA_I8 = 5120,
  HA_U8 = 5121,
  HA_I16 = 5122,
  HA_U16 = 5123,
  HA_U32 = 5125,
  HA_F32 = 5126
} ha_component_type;

typedef struct ha_accessor {
  ha_span data;             // from the first element to the end of the view; bytes NULL: all zeros
  size_t stride;            // bytes from element to element; 0 for tightly packed
  uint32_t component_type;  // ha_component_type, or whatever a file says: ha_accessor_check refuses it
  uint32_t components;      // per element: 1, 2, 3, 4, 9, 16 (matrix columns start on 4-byte boundaries)
  uint32_t matrix_rows;     // 2, 3 or 4 for a matrix type, else 0
  uint64_t count;           // elements
  int normalized;           // integers become [0, 1] or [-1, 1]
  uint64_t sparse_count;    // 0: not sparse
  ha_span sparse_indices;
  uint32_t sparse_index_type;  // HA_U8, HA_U16 or HA_U32
  ha_span sparse_values;       // packed, of component_type
} ha_accessor;

// Checks sizes, types and sparse indices (strictly increasing, below count) against what is really there; no
// access outside the spans is possible afterwards. Errors: HA_BAD_DATA with a text that names the numbers.
ha_status ha_accessor_check(const ha_accessor *accessor);
// How many elements the data has room for, whatever `count` says. Its stride is none or at least an element.
uint64_t ha_accessor_room(const ha_accessor *accessor);

// Decodes a checked accessor into count * components floats.
void ha_accessor_to_float(const ha_accessor *accessor, float *out);
// The same into unsigned integers, for joints and indices (integer types only, HA_ASSERT).
void ha_accessor_to_uint(const ha_accessor *accessor, uint32_t *out);

#endif
