#include "binding/vertex_view.h"

#include <math.h>

// glTF's component types; the first is the default for numbers.
static const struct {
  uint32_t component_type;
  int normalized;
} types[] = {{HA_F32, 0}, {HA_U8, 1}, {HA_U16, 1}, {HA_I8, 1},
             {HA_I16, 1}, {HA_U8, 0}, {HA_U16, 0}, {HA_U32, 0}};
static const char *const type_names[] = {"float32", "unorm8", "unorm16", "snorm8", "snorm16",
                                         "uint8",   "uint16", "uint32",  NULL};
enum { FIRST_INTEGER = 5 };

static const char *const view_fields[] = {"buffer", "offset", "stride", "type", "components", NULL};

// A size in bytes; 0 for nil.
static size_t field_bytes(lua_State *L, const ha_fields *at, const char *name) {
  return field_count(L, at, name, 0, INT32_MAX, 0);
}

static ha_span span_of(const lua_buffer *buffer) {
  return (ha_span){(const uint8_t *)buffer->box.object, buffer->count * 4};
}

// The bytes behind `offset` of what field 'buffer' holds, which the view keeps alive.
static ha_span field_span(lua_State *L, const ha_fields *at) {
  ha_span span = {NULL, 0};
  lua_getfield(L, at->index, "buffer");
  const lua_buffer *buffer = class_test(L, -1, &buffer_class);
  if (buffer != NULL) {
    class_check_open(L, &buffer->box);
    span = span_of(buffer);
  } else if (lua_type(L, -1) == LUA_TSTRING) {
    span.bytes = (const uint8_t *)lua_tolstring(L, -1, &span.size);
  } else {
    fields_error(L, at, "buffer", "Buffer or string expected, got %s", push_typename(L, -1));
  }
  size_t offset = field_bytes(L, at, "offset");
  if (offset > span.size) fields_error(L, at, "offset", "behind the end of %I bytes", (LUAI_UACINT)span.size);
  lua_pop(L, 1);
  return (ha_span){span.bytes + offset, span.size - offset};
}

static void check_accessor(lua_State *L, const ha_fields *at, const char *name, const ha_accessor *accessor) {
  if (ha_accessor_check(accessor) != HA_OK) fields_error(L, at, name, "%s", ha_error_text());
}

static void read_view(lua_State *L, const ha_fields *at, const char *name, const vertex_rule *rule,
                      ha_accessor *out) {
  ha_fields view = {lua_gettop(L), lua_pushfstring(L, "%s %s", at->kind, name), at->number};
  fields_check(L, &view, view_fields);
  int first = rule->integers ? FIRST_INTEGER : 0;
  int type = first + field_choice(L, &view, "type", type_names + first, rule->integers ? -1 : 0);
  *out = (ha_accessor){.data = field_span(L, &view),
                       .stride = field_bytes(L, &view, "stride"),
                       .component_type = types[type].component_type,
                       .normalized = types[type].normalized,
                       .count = rule->count};
  uint32_t fixed = rule->components;
  out->components = fixed != 0 ? field_count(L, &view, "components", fixed, fixed, fixed)
                               : field_count(L, &view, "components", 1, HA_MAX_INFLUENCES, 4);
  if (rule->count == 0) out->count = ha_accessor_room(out);
  check_accessor(L, at, name, out);
  lua_pop(L, 1);
}

static void read_buffer(lua_State *L, const ha_fields *at, const char *name, const vertex_rule *rule,
                        ha_accessor *out) {
  const lua_buffer *buffer = class_test(L, -1, &buffer_class);
  buffer_kind kind = rule->integers ? BUFFER_UINT32 : BUFFER_FLOAT32;
  const char *type = rule->integers ? "uint32" : "float32";
  uint32_t wanted = rule->components;
  if (buffer == NULL)
    fields_error(L, at, name, "Buffer or view { buffer = ... } expected, got %s", push_typename(L, -1));
  if (buffer->kind != kind || (wanted != 0 && buffer->components != wanted))
    fields_error(L, at, name, "a Buffer of %d %s an element expected", wanted != 0 ? (int)wanted : 4, type);
  if (buffer->components > HA_MAX_INFLUENCES)
    fields_error(L, at, name, "more than %d components an element", HA_MAX_INFLUENCES);
  class_check_open(L, &buffer->box);
  size_t count = buffer->count / buffer->components;
  if (rule->count != 0 && count != rule->count)
    fields_error(L, at, name, "%d elements expected, got %d", (int)rule->count, (int)count);
  *out = (ha_accessor){.data = span_of(buffer),
                       .component_type = rule->integers ? HA_U32 : HA_F32,
                       .components = buffer->components,
                       .count = count};
}

int vertex_view(lua_State *L, const ha_fields *at, const char *name, const vertex_rule *rule,
                ha_accessor *out) {
  if (lua_isnil(L, -1)) return 0;
  if (lua_istable(L, -1))
    read_view(L, at, name, rule, out);
  else
    read_buffer(L, at, name, rule, out);
  return 1;
}

void vertex_view_floats(lua_State *L, const ha_fields *at, const char *name, const ha_accessor *from,
                        float *out) {
  ha_accessor_to_float(from, out);
  for (size_t i = 0; i < from->count * from->components; i++)
    if (!isfinite(out[i]))
      fields_error(L, at, name, "element %d is not finite", (int)(i / from->components + 1));
}

vertex_output vertex_view_output(lua_State *L, const ha_fields *at, const char *name, uint32_t components,
                                 uint32_t count) {
  const vertex_rule rule = {.components = components, .count = count};
  ha_accessor to;
  vertex_view(L, at, name, &rule, &to);
  if (lua_istable(L, -1)) {
    lua_getfield(L, -1, "buffer");
    const lua_buffer *buffer = class_test(L, -1, &buffer_class);
    if (buffer == NULL || buffer->kind != BUFFER_FLOAT32 || to.component_type != HA_F32)
      fields_error(L, at, name, "float32 in a Buffer expected");
    if ((size_t)(to.data.bytes - (const uint8_t *)buffer->box.object) % 4 != 0 || to.stride % 4 != 0)
      fields_error(L, at, name, "offset and stride must be multiples of 4");
    lua_pop(L, 1);
  }
  return (vertex_output){(float *)(uintptr_t)to.data.bytes,
                         to.stride != 0 ? to.stride : components * sizeof(float)};
}
