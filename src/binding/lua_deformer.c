// helioanim.Deformer: a mesh that follows its morph weights and a palette, on the CPU.
// User values: 2 to 4 its output Buffers, positions, normals, tangents.
#include <math.h>
#include <string.h>

#include "binding/args.h"
#include "binding/module.h"
#include "binding/types.h"

enum { POSITIONS, NORMALS, TANGENTS, ATTRIBUTE_COUNT };
enum { OUTPUT = 2, MOST_TARGETS = 4096, MOST_SETS = 16 };

static const char *const attribute_names[] = {"positions", "normals", "tangents"};
static const uint32_t attribute_components[] = {3, 3, 4};

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

typedef struct lua_deformer {
  ha_box box;                       // deformer *, a block
  float *outputs[ATTRIBUTE_COUNT];  // memory of the Buffers in the user values
} lua_deformer;

static void release(void *box) {
  deformer *self = ((ha_box *)box)->object;
  if (self == NULL) return;
  for (int a = 0; a < ATTRIBUTE_COUNT; a++) {
    for (uint32_t t = 0; self->targets[a] != NULL && t < self->target_count; t++)
      ha_block_destroy((void *)self->targets[a][t].values);
    ha_block_destroy(self->targets[a]);
    if (self->morphed[a] != self->base[a]) ha_block_destroy(self->morphed[a]);
    ha_block_destroy(self->base[a]);
  }
  ha_block_destroy(self->joints);
  ha_block_destroy(self->weights);
  ha_block_destroy(self->target_weights);
  ha_block_destroy(self->dual);
  ha_block_destroy(self->stretch);
  ha_block_destroy(self);
}

static deformer *check(lua_State *L, int index) {
  return ((lua_deformer *)class_check(L, index, &deformer_class))->box.object;
}

static void *must_allocate(lua_State *L, size_t count, size_t size) {
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
      self->base[a] = self->morphed[a] = must_allocate(L, buffer->count, sizeof(float));
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
  float *values = must_allocate(L, sparse ? 4 * (size_t)moved : 3 * (size_t)count, sizeof(float));
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
    self->morphed[a] = must_allocate(L, (size_t)self->vertex_count * attribute_components[a], sizeof(float));
    memcpy(self->morphed[a], self->base[a],
           (size_t)self->vertex_count * attribute_components[a] * sizeof(float));
    self->targets[a] = must_allocate(L, count, sizeof(ha_morph_deltas));
  }
  self->target_count = (uint32_t)count;
  if (count > 0) self->target_weights = must_allocate(L, count, sizeof(float));
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
    self->joints = must_allocate(L, room, sizeof(uint16_t));
    self->weights = must_allocate(L, room, sizeof(float));
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

// ( deformer -- deformer )
static size_t make_outputs(lua_State *L, const deformer *self) {
  size_t bytes = 0;
  for (int a = 0; a < ATTRIBUTE_COUNT; a++) {
    if (self->base[a] == NULL) continue;
    size_t count = (size_t)self->vertex_count * attribute_components[a];
    lua_buffer *buffer = push_buffer(L, BUFFER_FLOAT32, attribute_components[a], count);
    memcpy(buffer->box.object, self->base[a], count * sizeof(float));
    ((lua_deformer *)lua_touserdata(L, -2))->outputs[a] = buffer->box.object;
    lua_setiuservalue(L, -2, OUTPUT + a);
    bytes += 2 * count * sizeof(float);
  }
  return bytes;
}

// ha.deformer { positions =, normals =, tangents =, joints =, weights =, targets =, joint_count = }: a
// primitive of a loaded mesh is such a table
int lua_deformer_create(lua_State *L) {
  static const char *const fields[] = {"positions", "normals",     "tangents", "joints",   "weights",
                                       "targets",   "indices",     "mode",     "material", "vertex_count",
                                       "extras",    "joint_count", NULL};
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_settop(L, 1);
  ha_fields at = {1, "deformer", 0};
  fields_check(L, &at, fields);
  lua_deformer *box = class_new(L, &deformer_class);  // 2
  deformer *self = must_allocate(L, 1, sizeof *self);
  box->box.object = self;
  read_attributes(L, &at, self);
  read_targets(L, &at, self);
  read_weights(L, &at, self);
  class_announce(L, make_outputs(L, self) + (size_t)self->vertex_count * self->influences * 6);
  return 1;
}

static void morph(deformer *self) {
  for (int a = 0; a < ATTRIBUTE_COUNT; a++) {
    if (self->targets[a] == NULL) continue;
    ha_morph(&(ha_morph_job){.base = self->base[a],
                             .components = attribute_components[a],
                             .vertex_count = self->vertex_count,
                             .targets = self->targets[a],
                             .weights = self->target_weights,
                             .target_count = self->target_count,
                             .out = self->morphed[a]});
  }
}

// morph(pose, joint): by the joint's weights; morph(weights): numbers or a table, as many as there are
// targets
static int deformer_morph(lua_State *L) {
  deformer *self = check(L, 1);
  ha_box *pose_box = class_test(L, 2, &pose_class);
  if (pose_box != NULL) {
    ha_pose *pose = check_pose(L, 2);
    class_must(L, ha_pose_fit(pose), "pose");
    uint32_t slot = ha_skeleton_weights_slot(pose->skeleton, arg_joint(L, 3, pose->skeleton));
    const ha_value_slot *run = slot == HA_NO_INDEX ? NULL : &pose->skeleton->slots[slot];
    if ((run == NULL ? 0 : run->count) != self->target_count)
      return luaL_argerror(L, 3,
                           lua_pushfstring(L, "a joint of %d morph weights expected, got %d",
                                           (int)self->target_count, run == NULL ? 0 : (int)run->count));
    if (run != NULL) memcpy(self->target_weights, pose->values + run->first, run->count * sizeof(float));
  } else if (self->target_count > 0) {
    arg_floats(L, 2, self->target_count, self->target_weights);
  }
  morph(self);
  lua_settop(L, 1);
  return 1;
}

// The unskinned result.
static void copy_out(const lua_deformer *box, const deformer *self) {
  for (int a = 0; a < ATTRIBUTE_COUNT; a++)
    if (box->outputs[a] != NULL)
      memcpy(box->outputs[a], self->morphed[a],
             (size_t)self->vertex_count * attribute_components[a] * sizeof(float));
}

static void fit_dual(lua_State *L, deformer *self, uint32_t count) {
  if (self->dual_count >= count) return;
  ha_block_destroy(self->dual);
  ha_block_destroy(self->stretch);
  self->dual = self->stretch = NULL;
  self->dual_count = 0;
  self->dual = must_allocate(L, 8 * (size_t)count, sizeof(float));
  self->stretch = must_allocate(L, 16 * (size_t)count, sizeof(float));
  self->dual_count = count;
}

static ha_vertex_stream stream(const lua_deformer *box, const deformer *self, int a) {
  return (ha_vertex_stream){.in = self->morphed[a], .out = box->outputs[a]};
}

// skin(palette [, 'linear' | 'dual']): writes positions, normals and tangents. Without a palette: the morphed
// mesh
static int deformer_skin(lua_State *L) {
  static const char *const methods[] = {"linear", "dual", NULL};
  deformer *self = check(L, 1);
  const lua_deformer *box = lua_touserdata(L, 1);
  int method = arg_choice(L, 3, methods, 0);
  if (self->influences == 0 || lua_isnoneornil(L, 2)) {
    copy_out(box, self);
    lua_settop(L, 1);
    return 1;
  }
  const ha_matrices_box *palette = class_check(L, 2, &matrices_class);
  if (palette->count < self->joint_limit)
    return luaL_argerror(L, 2,
                         lua_pushfstring(L, "a palette of at least %d matrices expected, got %d",
                                         (int)self->joint_limit, (int)palette->count));
  ha_skinning_job job = {.vertex_count = self->vertex_count,
                         .influences = self->influences,
                         .joints = self->joints,
                         .weights = self->weights,
                         .palette = palette->box.object,
                         .palette_count = palette->count,
                         .positions = stream(box, self, POSITIONS),
                         .normals = stream(box, self, NORMALS),
                         .tangents = stream(box, self, TANGENTS)};
  if (method == 1) {
    fit_dual(L, self, palette->count);
    int stretches = ha_dual_from_matrices(palette->box.object, palette->count, self->dual, self->stretch);
    job.dual = self->dual;
    job.stretch = stretches ? self->stretch : NULL;
  }
  ha_skin_vertices(&job);
  lua_settop(L, 1);
  return 1;
}

// The corners of what morph weights from 0 to 1 make of each vertex.
static void spread(const deformer *self, float *least, float *largest) {
  size_t size = 3 * (size_t)self->vertex_count;
  memcpy(least, self->base[POSITIONS], size * sizeof(float));
  memcpy(largest, self->base[POSITIONS], size * sizeof(float));
  for (uint32_t t = 0; t < self->target_count; t++) {
    const ha_morph_deltas *target = &self->targets[POSITIONS][t];
    for (uint32_t i = 0; target->values != NULL && i < target->count; i++) {
      size_t vertex = target->indices != NULL ? target->indices[i] : i;
      for (int c = 0; c < 3; c++) {
        float delta = target->values[3 * (size_t)i + c];
        *(delta < 0 ? &least[3 * vertex + c] : &largest[3 * vertex + c]) += delta;
      }
    }
  }
}

void deformer_include(lua_State *L, int index, ha_skin *skin) {
  const deformer *self = check(L, index);
  if (self->influences == 0) luaL_argerror(L, index, "the mesh has no joints");
  float *corners = lua_newuserdatauv(L, 6 * (size_t)self->vertex_count * sizeof(float) + 1, 0);
  spread(self, corners, corners + 3 * (size_t)self->vertex_count);
  ha_skin_include(skin, corners, corners + 3 * (size_t)self->vertex_count, self->vertex_count, self->joints,
                  self->weights, self->influences);
  lua_pop(L, 1);
}

static int get_output(lua_State *L, int a) {
  lua_getiuservalue(L, 1, OUTPUT + a);
  return 1;
}
static int get_positions(lua_State *L) { return get_output(L, POSITIONS); }
static int get_normals(lua_State *L) { return get_output(L, NORMALS); }
static int get_tangents(lua_State *L) { return get_output(L, TANGENTS); }

static int get_influences(lua_State *L) {
  lua_pushinteger(L, check(L, 1)->influences);
  return 1;
}

static int get_repaired(lua_State *L) {
  lua_pushinteger(L, check(L, 1)->repaired);
  return 1;
}

static int get_targets(lua_State *L) {
  lua_pushinteger(L, check(L, 1)->target_count);
  return 1;
}

static int deformer_len(lua_State *L) {
  lua_pushinteger(L, check(L, 1)->vertex_count);
  return 1;
}

static const luaL_Reg methods[] = {{"morph", deformer_morph}, {"skin", deformer_skin}, {NULL, NULL}};
static const ha_property properties[] = {{"positions", get_positions, NULL},
                                         {"normals", get_normals, NULL},
                                         {"tangents", get_tangents, NULL},
                                         {"influences", get_influences, NULL},
                                         {"repaired", get_repaired, NULL},
                                         {"targets", get_targets, NULL},
                                         {NULL, NULL, NULL}};
static const luaL_Reg metamethods[] = {{"__len", deformer_len}, {NULL, NULL}};

const ha_class deformer_class = {
    .name = "helioanim.Deformer",
    .box_size = sizeof(lua_deformer),
    .user_values = OUTPUT + ATTRIBUTE_COUNT - 1,
    .methods = methods,
    .properties = properties,
    .metamethods = metamethods,
    .release = release,
};
