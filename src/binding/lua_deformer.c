// helioanim.Deformer: a mesh that follows its morph weights and a palette, on the CPU.
// User values: 2 to 4 its output Buffers, positions, normals, tangents.
#include "binding/lua_deformer.h"

#include <math.h>
#include <string.h>

#include "binding/module.h"
#include "binding/vertex_view.h"
#include "math/vector.h"

enum { OUTPUT = 2, DEFORMER = 2 };  // the latter on the stack, while one is made

typedef struct lua_deformer {
  ha_box box;                              // deformer *, a block
  vertex_output outputs[ATTRIBUTE_COUNT];  // in the Buffers of the user values
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

// The unskinned result. What morphing left of directions gets unit length.
static void copy_out(const lua_deformer *box, const deformer *self) {
  for (int a = 0; a < ATTRIBUTE_COUNT; a++) {
    const vertex_output *to = &box->outputs[a];
    uint32_t n = attribute_components[a];
    for (uint32_t v = 0; to->start != NULL && v < self->vertex_count; v++) {
      float *out = (float *)(void *)((char *)to->start + v * to->stride);
      memcpy(out, self->morphed[a] + (size_t)v * n, n * sizeof(float));
      if (a != POSITIONS) ha_unit3(out);
    }
  }
}

// A new Buffer for the results of one attribute. Returns its bytes.
static size_t make_output(lua_State *L, const deformer *self, int a, vertex_output *out) {
  uint32_t components = attribute_components[a];
  size_t count = (size_t)self->vertex_count * components;
  *out = (vertex_output){push_buffer(L, BUFFER_FLOAT32, components, count)->box.object,
                         components * sizeof(float)};
  lua_setiuservalue(L, DEFORMER, OUTPUT + a);
  return count * sizeof(float);
}

// ( value -- ) The Buffer, or view of one, that results go to.
static void take_output(lua_State *L, const ha_fields *at, const deformer *self, int a, vertex_output *out) {
  const char *name = attribute_names[a];
  if (self->base[a] == NULL) fields_error(L, at, name, "the mesh has none");
  *out = vertex_view_output(L, at, name, attribute_components[a], self->vertex_count);
  if (lua_istable(L, -1)) {
    lua_getfield(L, -1, "buffer");
    lua_remove(L, -2);
  }
  lua_setiuservalue(L, DEFORMER, OUTPUT + a);
}

// Field 'output' of the table at 1 may tell where results go. Returns the bytes of what is made.
static size_t read_outputs(lua_State *L, const deformer *self, vertex_output *outputs) {
  size_t bytes = 0;
  int is_told = lua_getfield(L, 1, "output") != LUA_TNIL;
  ha_fields at = {lua_gettop(L), "deformer output", 0};
  if (is_told) fields_check(L, &at, (const char *const[]){"positions", "normals", "tangents", NULL});
  for (int a = 0; a < ATTRIBUTE_COUNT; a++) {
    if (is_told && lua_getfield(L, at.index, attribute_names[a]) != LUA_TNIL)
      take_output(L, &at, self, a, &outputs[a]);
    else if (self->base[a] != NULL)
      bytes += make_output(L, self, a, &outputs[a]);
    lua_settop(L, at.index);
  }
  lua_settop(L, DEFORMER);
  return bytes;
}

// ha.deformer { positions =, normals =, tangents =, joints =, weights =, targets =, joint_count =, output =
// }: a primitive of a loaded mesh is such a table
int lua_deformer_create(lua_State *L) {
  static const char *const fields[] = {"positions", "normals",     "tangents", "joints",   "weights",
                                       "targets",   "indices",     "mode",     "material", "vertex_count",
                                       "extras",    "joint_count", "output",   NULL};
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_settop(L, 1);
  ha_fields at = {1, "deformer", 0};
  fields_check(L, &at, fields);
  lua_deformer *box = class_new(L, &deformer_class);  // 2
  deformer *self = deformer_allocate(L, 1, sizeof *self);
  box->box.object = self;
  deformer_build(L, &at, self);
  size_t made = read_outputs(L, self, box->outputs);
  copy_out(box, self);
  class_announce(L, 2 * made + (size_t)self->vertex_count * self->influences * 6);
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
  return itself(L);
}

static void fit_dual(lua_State *L, deformer *self, uint32_t count) {
  if (self->dual_count >= count) return;
  ha_block_destroy(self->dual);
  ha_block_destroy(self->stretch);
  self->dual = self->stretch = NULL;
  self->dual_count = 0;
  self->dual = deformer_allocate(L, 8 * (size_t)count, sizeof(float));
  self->stretch = deformer_allocate(L, 16 * (size_t)count, sizeof(float));
  self->dual_count = count;
}

static ha_vertex_stream stream(const lua_deformer *box, const deformer *self, int a) {
  const vertex_output *to = &box->outputs[a];
  return (ha_vertex_stream){.in = self->morphed[a], .out = to->start, .out_stride = to->stride};
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
    return itself(L);
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
  return itself(L);
}

// bounds() -> least x, y, z, largest x, y, z of what skin wrote last
static int deformer_bounds(lua_State *L) {
  const deformer *self = check(L, 1);
  const vertex_output *from = &((const lua_deformer *)lua_touserdata(L, 1))->outputs[POSITIONS];
  float box[6] = {0};
  for (uint32_t v = 0; v < self->vertex_count; v++) {
    const float *place = (const float *)(const void *)((const char *)from->start + v * from->stride);
    for (int c = 0; c < 3; c++) {
      box[c] = v == 0 ? place[c] : fminf(box[c], place[c]);
      box[3 + c] = v == 0 ? place[c] : fmaxf(box[3 + c], place[c]);
    }
  }
  return push_floats(L, box, 6);
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

static const luaL_Reg methods[] = {
    {"morph", deformer_morph}, {"skin", deformer_skin}, {"bounds", deformer_bounds}, {NULL, NULL}};
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
