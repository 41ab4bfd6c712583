// Attributes of vertices in an option table, however they lie in memory: a packed Buffer, or a view
//   { buffer = Buffer or string of bytes, offset = 0, stride = packed, type = 'float32', components = }
// with offset and stride in bytes.
#ifndef HELIOANIM_BINDING_VERTEX_VIEW_H
#define HELIOANIM_BINDING_VERTEX_VIEW_H

#include "author/accessor.h"
#include "binding/args.h"
#include "binding/types.h"

typedef struct vertex_rule {
  uint32_t components;  // 0: 1 to HA_MAX_INFLUENCES, in a view 4 unless it tells
  uint32_t count;       // elements: a Buffer has just so many, a view at least; 0: as many as there are
  int integers;         // unsigned ones, for joints
} vertex_rule;

// ( value -- value ) Checks the value on top of the stack; `name` is what errors call it. The bytes live as
// long as the value. Returns 0 for nil.
int vertex_view(lua_State *L, const ha_fields *at, const char *name, const vertex_rule *rule,
                ha_accessor *out);
// Decodes what vertex_view checked; raises where a number is not finite.
void vertex_view_floats(lua_State *L, const ha_fields *at, const char *name, const ha_accessor *from,
                        float *out);

typedef struct vertex_output {
  float *start;
  size_t stride;  // bytes
} vertex_output;

// ( value -- value ) The same for where results go: float32 in a Buffer, or a view of one.
vertex_output vertex_view_output(lua_State *L, const ha_fields *at, const char *name, uint32_t components,
                                 uint32_t count);

#endif
