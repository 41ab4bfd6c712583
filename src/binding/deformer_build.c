// Reading what a helioanim.Deformer is made of: attributes, morph targets, joints and weights.
#include <string.h>

#include "binding/lua_deformer.h"
#include "binding/vertex_view.h"

enum { MOST_TARGETS = 4096, MOST_SETS = 16 };

const char *const attribute_names[ATTRIBUTE_COUNT] = {"positions", "normals", "tangents"};
const uint32_t attribute_components[ATTRIBUTE_COUNT] = {3, 3, 4};

void *deformer_allocate(lua_State *L, size_t count, size_t size) {
  void *block = ha_block_create(NULL, count * size + 1);
  if (block == NULL) luaL_error(L, "deformer: no memory for %I bytes", (LUAI_UACINT)(count * size));
  return block;
}

static void read_attribute(lua_State *L, const ha_fields *at, int a, uint32_t count, deformer *self) {
  const vertex_rule rule = {.components = attribute_components[a], .count = count};
  ha_accessor from;
  lua_getfield(L, at->index, attribute_names[a]);
  if (vertex_view(L, at, attribute_names[a], &rule, &from)) {
    if (from.count > INT32_MAX) fields_error(L, at, attribute_names[a], "too many vertices");
    self->vertex_count = (uint32_t)from.count;
    self->base[a] = self->morphed[a] =
        deformer_allocate(L, (size_t)from.count * from.components, sizeof(float));
    vertex_view_floats(L, at, attribute_names[a], &from, self->base[a]);
  }
  lua_pop(L, 1);
}

static void read_attributes(lua_State *L, const ha_fields *at, deformer *self) {
  read_attribute(L, at, POSITIONS, field_count(L, at, "vertex_count", 0, INT32_MAX, 0), self);
  if (self->base[POSITIONS] == NULL) fields_error(L, at, "positions", "expected, got nil");
  read_attribute(L, at, NORMALS, self->vertex_count, self);
  read_attribute(L, at, TANGENTS, self->vertex_count, self);
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

// What target `t` adds to one attribute.
static void read_deltas(lua_State *L, const ha_fields *target, int a, uint32_t t, deformer *self) {
  const vertex_rule rule = {.components = 3, .count = self->vertex_count};
  ha_accessor from;
  lua_getfield(L, target->index, attribute_names[a]);
  if (vertex_view(L, target, attribute_names[a], &rule, &from) && self->targets[a] != NULL) {
    float *deltas = lua_newuserdatauv(L, (size_t)from.count * 3 * sizeof(float) + 1, 0);
    vertex_view_floats(L, target, attribute_names[a], &from, deltas);
    pack_deltas(L, deltas, self->vertex_count, &self->targets[a][t]);
    lua_pop(L, 1);
  }
  lua_pop(L, 1);
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
    for (int a = 0; a < ATTRIBUTE_COUNT; a++) read_deltas(L, &target, a, (uint32_t)t, self);
    lua_pop(L, 1);
  }
  lua_pop(L, 1);
}

// ( value -- numbers ) Joints or weights of one set, which live while they are on the stack. Where joints are
// already known there are as many weights a vertex.
static void read_set(lua_State *L, const ha_fields *at, const char *name, uint32_t vertex_count,
                     ha_weight_set *set) {
  int integers = strcmp(name, "joints") == 0;
  const vertex_rule rule = {.components = set->components, .count = vertex_count, .integers = integers};
  ha_accessor from;
  if (!vertex_view(L, at, name, &rule, &from)) fields_error(L, at, name, "a list without holes expected");
  set->components = from.components;
  void *numbers = lua_newuserdatauv(L, (size_t)from.count * from.components * 4 + 1, 0);
  if (integers) {
    ha_accessor_to_uint(&from, numbers);
    set->joints = numbers;
  } else {
    vertex_view_floats(L, at, name, &from, numbers);
    set->weights = numbers;
  }
  lua_remove(L, -2);
}

// ( value -- value ) Whether it is one Buffer or view and not a list of them.
static int is_single(lua_State *L) {
  if (!lua_istable(L, -1)) return 1;
  int has_buffer = lua_getfield(L, -1, "buffer") != LUA_TNIL;
  lua_pop(L, 1);
  return has_buffer;
}

// ( -- numbers ... ) The sets in a field. Returns how many.
static uint32_t read_sets(lua_State *L, const ha_fields *at, const char *name, uint32_t vertex_count,
                          ha_weight_set *sets) {
  if (lua_getfield(L, at->index, name) == LUA_TNIL) return 0;
  if (is_single(L)) {
    read_set(L, at, name, vertex_count, &sets[0]);
    return 1;
  }
  int list = lua_gettop(L);
  size_t count = lua_rawlen(L, list);
  if (count > MOST_SETS) fields_error(L, at, name, "more than %d sets", MOST_SETS);
  luaL_checkstack(L, (int)count + LUA_MINSTACK, "too many sets");
  for (size_t i = 0; i < count; i++) {
    lua_rawgeti(L, list, (lua_Integer)i + 1);
    read_set(L, at, name, vertex_count, &sets[i]);
  }
  return (uint32_t)count;
}

static void read_weights(lua_State *L, const ha_fields *at, deformer *self) {
  int top = lua_gettop(L);
  ha_weight_set sets[MOST_SETS] = {{NULL, NULL, 0}};
  uint32_t count = read_sets(L, at, "joints", self->vertex_count, sets);
  uint32_t weights = read_sets(L, at, "weights", self->vertex_count, sets);
  if (weights != count)
    fields_error(L, at, "weights", "as many sets as joints expected (%d), got %d", (int)count, (int)weights);
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
