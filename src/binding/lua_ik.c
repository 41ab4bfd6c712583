// helioanim.TwoBone, helioanim.LookAt, helioanim.Chain: solvers made once for a skeleton, which pose after
// pose may use.
#include <math.h>
#include <string.h>

#include "binding/args.h"
#include "binding/module.h"
#include "binding/types.h"

// The joints of a solver, from root to end.
typedef struct solver {
  uint32_t joints[HA_MAX_CHAIN];
  ha_aim_joint aims[HA_MAX_CHAIN];
  uint32_t count, iterations;
  float axis[3];
  float least_cosine, most_cosine, limit_cosine, limit_sine;
} solver;

static void release(void *box) { ha_block_destroy(((ha_box *)box)->object); }

// ( -- object skeleton ) A solver for the skeleton in the field of the table at 1.
static solver *new_solver(lua_State *L, const ha_fields *at, const ha_class *class,
                          const ha_skeleton **out_skeleton) {
  *out_skeleton = field_object(L, at, "skeleton", &skeleton_class);  // 2
  ha_box *box = class_new(L, class);                                 // 3
  class_anchor(L, 2);
  solver *self = ha_block_create(NULL, sizeof *self);
  if (self == NULL) luaL_error(L, "%s: no memory", at->kind);
  box->object = self;
  lua_insert(L, 2);
  return self;
}

static void check_below(lua_State *L, const ha_fields *at, const char *name, const ha_skeleton *skeleton,
                        uint32_t above, uint32_t below) {
  if (above == below || !ha_skeleton_is_below(skeleton, above, below))
    fields_error(L, at, name, "joint '%s' is not below '%s'", ha_names_get(skeleton->names, below).bytes,
                 ha_names_get(skeleton->names, above).bytes);
}

static const double pi = 3.14159265358979323846;

static double field_angle(lua_State *L, const ha_fields *at, const char *name, double fallback) {
  const double rounding = 1e-6;  // a pi that was a float once, or has a few digits only
  double angle = field_number(L, at, name, fallback);
  if (!(angle >= 0 && angle <= pi + rounding))
    fields_error(L, at, name, "an angle from 0 to pi expected, got %f", angle);
  return angle > pi - rounding ? pi : angle;
}

// --- what solve takes ---

// The vector at `index`: a table { x, y, z } or with fields x, y, z. Returns 0 for nil.
static int arg_vector(lua_State *L, int index, float out[3]) {
  static const char *const names[] = {"x", "y", "z"};
  if (lua_isnoneornil(L, index)) return 0;
  luaL_checktype(L, index, LUA_TTABLE);
  for (int i = 0; i < 3; i++) {
    if (lua_rawgeti(L, index, i + 1) == LUA_TNIL) {
      lua_pop(L, 1);
      lua_pushstring(L, names[i]);
      lua_rawget(L, index);
    }
    double number = lua_tonumber(L, -1);
    if (lua_type(L, -1) != LUA_TNUMBER || !isfinite((float)number))
      luaL_argerror(L, index, lua_pushfstring(L, "%s: a finite number expected", names[i]));
    out[i] = (float)number;
    lua_pop(L, 1);
  }
  return 1;
}

static void must_vector(lua_State *L, int index, float out[3]) {
  if (!arg_vector(L, index, out)) luaL_typeerror(L, index, "table { x, y, z }");
}

// The pose at 2, of the solver's skeleton.
static ha_pose *solver_pose(lua_State *L) {
  ha_pose *pose = check_pose(L, 2);
  lua_getiuservalue(L, 1, CLASS_ANCHOR);
  if (pose->skeleton != check_skeleton(L, -1)) luaL_argerror(L, 2, push_foreign(L, "pose", 2, CLASS_ANCHOR));
  lua_pop(L, 1);
  return pose;
}

static solver *self_of(lua_State *L, const ha_class *class) {
  return ((ha_box *)class_check(L, 1, class))->object;
}

// ( -- reached distance )
static int push_report(lua_State *L, ha_ik_report report) {
  lua_pushboolean(L, report.reached);
  lua_pushnumber(L, report.distance);
  return 2;
}

// --- two bones ---

// ha.two_bone { skeleton =, root =, mid =, tip =, least_angle =, most_angle = }
int lua_two_bone_create(lua_State *L) {
  static const char *const fields[] = {"skeleton", "root", "mid", "tip", "least_angle", "most_angle", NULL};
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_settop(L, 1);
  ha_fields at = {1, "two_bone", 0};
  fields_check(L, &at, fields);
  const ha_skeleton *skeleton;
  solver *self = new_solver(L, &at, &two_bone_class, &skeleton);
  for (int i = 0; i < 3; i++) self->joints[i] = field_joint(L, &at, fields[1 + i], skeleton);
  check_below(L, &at, "mid", skeleton, self->joints[0], self->joints[1]);
  check_below(L, &at, "tip", skeleton, self->joints[1], self->joints[2]);
  double least = field_angle(L, &at, "least_angle", 0), most = field_angle(L, &at, "most_angle", pi);
  if (least > most) return fields_error(L, &at, "least_angle", "above most_angle");
  self->least_cosine = (float)cos(most);
  self->most_cosine = (float)cos(least);
  lua_settop(L, 2);
  return 1;
}

// solve(pose, model, target [, pole [, weight]]) -> reached, distance
static int two_bone_solve(lua_State *L) {
  const solver *self = self_of(L, &two_bone_class);
  float pole[3];
  ha_two_bone_job job = {.pose = solver_pose(L),
                         .root = self->joints[0],
                         .mid = self->joints[1],
                         .tip = self->joints[2],
                         .least_cosine = self->least_cosine,
                         .most_cosine = self->most_cosine};
  job.model = check_matrices(L, 3, job.pose->skeleton->joint_count);
  must_vector(L, 4, job.target);
  if (arg_vector(L, 5, pole)) job.pole = pole;
  job.weight = arg_fraction_or(L, 6, 1);
  return push_report(L, ha_ik_two_bone(&job));
}

// --- look at ---

// Each joint of the table in field 'share', sorted from ancestor to descendant, then the joint that looks.
static void read_shares(lua_State *L, const ha_fields *at, const ha_skeleton *skeleton, uint32_t joint,
                        solver *self) {
  int type = lua_getfield(L, 1, "share");
  if (type != LUA_TNIL && type != LUA_TTABLE)
    fields_error(L, at, "share", "table expected, got %s", lua_typename(L, type));
  if (type == LUA_TTABLE) lua_pushnil(L);
  while (type == LUA_TTABLE && lua_next(L, -2) != 0) {
    const char *fault = fraction_fault(L);
    if (fault != NULL) fields_error(L, at, "share", "%s", fault);
    float share = (float)lua_tonumber(L, -1);
    lua_pop(L, 1);
    uint32_t above = to_joint(L, -1, skeleton);
    if (above == HA_NO_INDEX) fields_error(L, at, "share", "%s", lua_tostring(L, -1));
    check_below(L, at, "share", skeleton, above, joint);
    if (self->count >= HA_MAX_CHAIN - 1)
      fields_error(L, at, "share", "more than %d joints", HA_MAX_CHAIN - 1);
    uint32_t place = self->count++;
    while (place > 0 && ha_skeleton_is_below(skeleton, above, self->aims[place - 1].joint)) {
      self->aims[place] = self->aims[place - 1];
      place--;
    }
    self->aims[place] = (ha_aim_joint){above, share};
  }
  lua_pop(L, 1);
}

// ha.look_at { skeleton =, joint =, share = { Neck = 0.4 }, axis = { 0, 0, 1 }, limit = angle }
int lua_look_at_create(lua_State *L) {
  static const char *const fields[] = {"skeleton", "joint", "share", "axis", "limit", NULL};
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_settop(L, 1);
  ha_fields at = {1, "look_at", 0};
  fields_check(L, &at, fields);
  const ha_skeleton *skeleton;
  solver *self = new_solver(L, &at, &look_at_class, &skeleton);
  uint32_t joint = field_joint(L, &at, "joint", skeleton);
  read_shares(L, &at, skeleton, joint, self);
  self->aims[self->count++] = (ha_aim_joint){joint, 1};
  self->axis[2] = 1;
  field_floats(L, &at, "axis", 3, self->axis);
  if (ha_unit3(self->axis) == 0) return fields_error(L, &at, "axis", "it has no length");
  double limit = field_angle(L, &at, "limit", pi);
  self->limit_cosine = (float)cos(limit);
  self->limit_sine = (float)sin(limit);
  lua_settop(L, 2);
  return 1;
}

// solve(pose, model, target [, weight]) -> reached, distance (about the angle that is left)
static int look_at_solve(lua_State *L) {
  const solver *self = self_of(L, &look_at_class);
  ha_aim_job job = {.pose = solver_pose(L),
                    .chain = self->aims,
                    .count = self->count,
                    .limit_cosine = self->limit_cosine,
                    .limit_sine = self->limit_sine};
  memcpy(job.axis, self->axis, sizeof job.axis);
  job.model = check_matrices(L, 3, job.pose->skeleton->joint_count);
  must_vector(L, 4, job.target);
  job.weight = arg_fraction_or(L, 5, 1);
  return push_report(L, ha_ik_aim(&job));
}

// --- chains ---

// All joints from `end` up to `root`, turned round.
static void collect_between(lua_State *L, const ha_fields *at, const ha_skeleton *skeleton, uint32_t root,
                            uint32_t end, solver *self) {
  uint32_t count = 1;
  for (uint32_t joint = end; joint != root; joint = skeleton->parents[joint]) count++;
  if (count > HA_MAX_CHAIN) fields_error(L, at, "tip", "more than %d joints", HA_MAX_CHAIN);
  self->count = count;
  for (uint32_t joint = end, i = count; i > 0; joint = skeleton->parents[joint]) self->joints[--i] = joint;
}

// ha.chain { skeleton =, root =, tip =, iterations =, limit = angle }
int lua_chain_create(lua_State *L) {
  static const char *const fields[] = {"skeleton", "root", "tip", "iterations", "limit", NULL};
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_settop(L, 1);
  ha_fields at = {1, "chain", 0};
  fields_check(L, &at, fields);
  const ha_skeleton *skeleton;
  solver *self = new_solver(L, &at, &chain_class, &skeleton);
  uint32_t root = field_joint(L, &at, "root", skeleton), tip = field_joint(L, &at, "tip", skeleton);
  check_below(L, &at, "tip", skeleton, root, tip);
  collect_between(L, &at, skeleton, root, tip, self);
  self->iterations = field_count(L, &at, "iterations", 1, 1000, 32);
  double limit = field_angle(L, &at, "limit", pi);
  self->limit_cosine = limit == pi ? 0 : (float)cos(limit / 2);
  lua_settop(L, 2);
  return 1;
}

// solve(pose, model, target [, weight]) -> reached, distance
static int chain_solve(lua_State *L) {
  const solver *self = self_of(L, &chain_class);
  ha_chain_job job = {.pose = solver_pose(L),
                      .joints = self->joints,
                      .count = self->count,
                      .iterations = self->iterations,
                      .limit_cosine = self->limit_cosine};
  job.model = check_matrices(L, 3, job.pose->skeleton->joint_count);
  must_vector(L, 4, job.target);
  job.weight = arg_fraction_or(L, 5, 1);
  return push_report(L, ha_ik_chain(&job));
}

static const luaL_Reg two_bone_methods[] = {{"solve", two_bone_solve}, {NULL, NULL}};
static const luaL_Reg look_at_methods[] = {{"solve", look_at_solve}, {NULL, NULL}};
static const luaL_Reg chain_methods[] = {{"solve", chain_solve}, {NULL, NULL}};

const ha_class two_bone_class = {
    .name = "helioanim.TwoBone",
    .box_size = sizeof(ha_box),
    .user_values = 1,
    .methods = two_bone_methods,
    .release = release,
};
const ha_class look_at_class = {
    .name = "helioanim.LookAt",
    .box_size = sizeof(ha_box),
    .user_values = 1,
    .methods = look_at_methods,
    .release = release,
};
const ha_class chain_class = {
    .name = "helioanim.Chain",
    .box_size = sizeof(ha_box),
    .user_values = 1,
    .methods = chain_methods,
    .release = release,
};
