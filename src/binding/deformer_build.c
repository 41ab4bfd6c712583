// Reading what a helioanim.Deformer is made of: attributes, morph targets, joints and weights.
#include <math.h>
#include <string.h>

#include "binding/lua_deformer.h"

enum { MOST_TARGETS = 4096, MOST_SETS = 16 };

const char *const attribute_names[ATTRIBUTE_COUNT] = {"positions", "normals", "tangents"};
const uint32_t attribute_components[ATTRIBUTE_COUNT] = {3, 3, 4};

void *deformer_allocate(lua_State *L, size_t count, size_t size) {
  void *block = ha_block_create(NULL, count * size + 1);
  if (block == NULL) luaL_error(L, "deformer: no memory for %I bytes", (LUAI_UACINT)(count * size));
  return block;
}

// ( -- buffer ) The Buffer in a field, or NULL for nil. Raises unless it has the kind, components and count
// (0: any).
static const lua_buffer *get_buffer(lua_State *L, const ha_fields *at, const char *name, buffer_kind kind,
                                    uint32_t components, size_t elements) {
  lua_getfield(L, at->index, name);
  if (lua_isnil(L, -1)) return NULL;
  const lua_buffer *buffer = class_test(L, -1, &buffer_class);
  if (buffer == NULL || buffer->kind != kind || buffer->components != components)
    fields_error(L, at, name, "a Buffer of %d %s an element expected", (int)components,
                 kind == BUFFER_FLOAT32 ? "float32" : "uint32");
  class_check_open(L, &buffer->box);
  if (elements != 0 && buffer->count / components != elements)
    fields_error(L, at, name, "%d elements expected, got %d", (int)elements,
                 (int)(buffer->count / components));
  for (size_t i = 0; kind == BUFFER_FLOAT32 && i < buffer->count; i++)
    if (!isfinite(((const float *)buffer->box.object)[i]))
      fields_error(L, at, name, "element %d is not finite", (int)(i / components + 1));
  return buffer;
}

static void read_attributes(lua_State *L, const ha_fields *at, deformer *self) {
  const lua_buffer *positions = get_buffer(L, at, "positions", BUFFER_FLOAT32, 3, 0);
  if (positions == NULL) fields_error(L, at, "positions", "a Buffer expected, got nil");
  lua_pop(L, 1);
  self->vertex_count = (uint32_t)(positions->count / 3);
  for (int a = 0; a < ATTRIBUTE_COUNT; a++) {
    const lua_buffer *buffer =
        get_buffer(L, at, attribute_names[a], BUFFER_FLOAT32, attribute_components[a], self->vertex_count);
    if (buffer != NULL) {
      self->base[a] = self->morphed[a] = deformer_allocate(L, buffer->count, sizeof(float));
      memcpy(self->base[a], buffer->box.object, buffer->count * sizeof(float));
    }
    lua_pop(L, 1);
  }
}

// Deltas of one target without the vertices that it leaves alone, where that is most of them.
static void pack_deltas(lua_State *L, const float *deltas, uint32_t count, ha_morph_deltas *out) {
  uint32_t moved = 0;
  for (uint32_t v = 0; v < count; v++)
    moved += deltas[3 * (size_t)v] != 0 || deltas[3 * (size_t)v + 1] != 0 || deltas[3 * (size_t)v + 2] != 0;
  int sparse = moved < count / 4;
  float *values = deformer_allocate(L, sparse ? 4 * (size_t)moved : 3 * (size_t)count, sizeof(float));
  *out = (ha_morph_deltas){.values = values, .count = sparse ? moved : count};
  if (!sparse) {
    memcpy(values, deltas, 3 * (size_t)count * sizeof(float));
    return;
  }
  uint32_t *indices = (uint32_t *)(values + 3 * (size_t)moved), n = 0;
  for (uint32_t v = 0; v < count; v++) {
    const float *d = deltas + 3 * (size_t)v;
    if (d[0] == 0 && d[1] == 0 && d[2] == 0) continue;
    memcpy(values + 3 * (size_t)n, d, 3 * sizeof(float));
    indices[n++] = v;
  }
  out->indices = indices;
}

static void read_targets(lua_State *L, const ha_fields *at, deformer *self) {
  int type = lua_getfield(L, at->index, "targets");
  if (type != LUA_TNIL && type != LUA_TTABLE)
    fields_error(L, at, "targets", "table expected, got %s", lua_typename(L, type));
  size_t count = type == LUA_TNIL ? 0 : lua_rawlen(L, -1);
  if (count > MOST_TARGETS) fields_error(L, at, "targets", "more than %d", MOST_TARGETS);
  for (int a = 0; count > 0 && a < ATTRIBUTE_COUNT; a++) {
    if (self->base[a] == NULL) continue;
    self->morphed[a] = NULL;
    self->morphed[a] =
        deformer_allocate(L, (size_t)self->vertex_count * attribute_components[a], sizeof(float));
    memcpy(self->morphed[a], self->base[a],
           (size_t)self->vertex_count * attribute_components[a] * sizeof(float));
    self->targets[a] = deformer_allocate(L, count, sizeof(ha_morph_deltas));
  }
  self->target_count = (uint32_t)count;
  if (count > 0) self->target_weights = deformer_allocate(L, count, sizeof(float));
  for (size_t t = 0; t < count; t++) {
    lua_rawgeti(L, -1, (lua_Integer)t + 1);
    ha_fields target = {lua_gettop(L), "deformer target", (lua_Integer)t + 1};
    fields_check(L, &target, (const char *const[]){"positions", "normals", "tangents", "name", NULL});
    for (int a = 0; a < ATTRIBUTE_COUNT; a++) {
      const lua_buffer *buffer =
          get_buffer(L, &target, attribute_names[a], BUFFER_FLOAT32, 3, self->vertex_count);
      if (buffer != NULL && self->targets[a] != NULL)
        pack_deltas(L, buffer->box.object, self->vertex_count, &self->targets[a][t]);
      lua_pop(L, 1);
    }
    lua_pop(L, 1);
  }
  lua_pop(L, 1);
}

// Joints and weights, a Buffer or a list of Buffers each, as sets of four. Leaves them on the stack.
static uint32_t read_sets(lua_State *L, const ha_fields *at, uint32_t vertex_count, ha_weight_set *sets) {
  static const char *const names[] = {"joints", "weights"};
  uint32_t counts[2] = {0, 0};
  for (int which = 0; which < 2; which++) {
    int type = lua_getfield(L, at->index, names[which]);
    if (type == LUA_TNIL) continue;
    if (type != LUA_TTABLE) {
      lua_createtable(L, 1, 0);
      lua_insert(L, -2);
      lua_rawseti(L, -2, 1);
    }
    size_t count = lua_rawlen(L, -1);
    if (count > MOST_SETS) fields_error(L, at, names[which], "more than %d sets", MOST_SETS);
    ha_fields list = {lua_gettop(L), names[which], 0};
    for (size_t i = 0; i < count; i++) {
      lua_rawgeti(L, list.index, (lua_Integer)i + 1);
      lua_setfield(L, list.index, "set");  // for get_buffer
      const lua_buffer *buffer =
          get_buffer(L, &list, "set", which == 0 ? BUFFER_UINT32 : BUFFER_FLOAT32, 4, vertex_count);
      if (which == 0)
        sets[i].joints = buffer->box.object;
      else
        sets[i].weights = buffer->box.object;
      lua_pop(L, 1);
    }
    lua_pushnil(L);
    lua_setfield(L, list.index, "set");
    counts[which] = (uint32_t)count;
  }
  if (counts[0] != counts[1])
    fields_error(L, at, "weights", "as many sets as joints expected (%d), got %d", (int)counts[0],
                 (int)counts[1]);
  return counts[0];
}

static void read_weights(lua_State *L, const ha_fields *at, deformer *self) {
  int top = lua_gettop(L);
  ha_weight_set sets[MOST_SETS] = {{NULL, NULL}};
  uint32_t count = read_sets(L, at, self->vertex_count, sets);
  uint32_t limit = field_count(L, at, "joint_count", 1, HA_MAX_JOINTS, HA_MAX_JOINTS);
  if (count > 0) {
    size_t room = (size_t)self->vertex_count * HA_MAX_INFLUENCES;
    self->joints = deformer_allocate(L, room, sizeof(uint16_t));
    self->weights = deformer_allocate(L, room, sizeof(float));
    ha_weight_report report;
    class_must(L,
               ha_skin_weights(sets, count, self->vertex_count, limit, self->joints, self->weights, &report),
               "deformer");
    self->influences = report.influences;
    self->repaired = report.repaired;
    for (size_t i = 0; i < (size_t)self->vertex_count * self->influences; i++)
      if (self->joints[i] >= self->joint_limit) self->joint_limit = self->joints[i] + 1u;
  }
  lua_settop(L, top);
}

void deformer_build(lua_State *L, const ha_fields *at, deformer *self) {
  read_attributes(L, at, self);
  read_targets(L, at, self);
  read_weights(L, at, self);
}
