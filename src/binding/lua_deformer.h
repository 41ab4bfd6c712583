// What the files of helioanim.Deformer share.
#ifndef HELIOANIM_BINDING_LUA_DEFORMER_H
#define HELIOANIM_BINDING_LUA_DEFORMER_H

#include "binding/args.h"
#include "binding/types.h"

enum { POSITIONS, NORMALS, TANGENTS, ATTRIBUTE_COUNT };

extern const char *const attribute_names[ATTRIBUTE_COUNT];
extern const uint32_t attribute_components[ATTRIBUTE_COUNT];

typedef struct deformer {
  uint32_t vertex_count, target_count;
  uint32_t influences;   // 0: no skin
  uint32_t joint_limit;  // one past the highest joint in use
  uint32_t repaired;
  uint16_t *joints;
  float *weights;
  float *base[ATTRIBUTE_COUNT];               // NULL: the mesh has none
  float *morphed[ATTRIBUTE_COUNT];            // what is skinned; base itself where there are no targets
  ha_morph_deltas *targets[ATTRIBUTE_COUNT];  // [target_count], NULL with no base
  float *target_weights;
  float *dual, *stretch;  // scratch, made at the first dual quaternion pass
  uint32_t dual_count;
} deformer;

// Fills a zeroed deformer from the table that `at` describes. Raises on what is wrong; what was allocated by
// then hangs on it, for the release of its box.
void deformer_build(lua_State *L, const ha_fields *at, deformer *self);
// Zeroed memory for `count` things, or raises.
void *deformer_allocate(lua_State *L, size_t count, size_t size);

#endif
