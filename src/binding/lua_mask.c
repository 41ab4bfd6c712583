// helioanim.Mask. User value 1: its skeleton.
#include <limits.h>

#include "binding/args.h"
#include "binding/module.h"
#include "binding/types.h"

static void mask_release(void *box) { ha_mask_destroy(((ha_box *)box)->object); }

// ( -- mask ) All weights 0; its skeleton is at `skeleton`.
static ha_mask *push_mask(lua_State *L, int skeleton) {
  ha_box *box = class_new(L, &mask_class);
  class_anchor(L, skeleton);
  ha_mask *mask;
  class_must(L, ha_mask_create(check_skeleton(L, skeleton), NULL, &mask), "mask");
  box->object = mask;
  class_announce(L, ha_mask_byte_size(mask));
  return mask;
}

// --- which joints: an index, a name, a name with '*' for all below too, '*' for all ---

typedef struct selection {
  uint32_t joint;  // HA_NO_INDEX: all
  int is_below;
} selection;

// Whether the value on top of the stack selects joints; else what is wrong with it is pushed.
static int read_selection(lua_State *L, const ha_skeleton *skeleton, selection *out) {
  *out = (selection){HA_NO_INDEX, 0};
  int type = lua_type(L, -1);
  if (type != LUA_TSTRING && type != LUA_TNUMBER) {
    lua_pushfstring(L, "joint index, name or pattern expected, got %s", push_typename(L, -1));
    return 0;
  }
  ha_text name = type == LUA_TSTRING ? arg_text(L, -1) : ha_text_of(NULL);
  out->is_below = name.length > 0 && name.bytes[name.length - 1] == '*';
  if (out->is_below && name.length == 1) return 1;
  if (out->is_below) lua_pushlstring(L, name.bytes, name.length - 1);
  out->joint = to_joint(L, -1, skeleton);
  if (out->joint == HA_NO_INDEX) return 0;
  if (out->is_below) lua_pop(L, 1);
  return 1;
}

static void apply(ha_mask *mask, selection to, float weight) {
  if (to.is_below)
    ha_mask_set_below(mask, to.joint, weight);
  else
    ha_mask_set(mask, to.joint, weight);
}

// How deep the joint of an entry lies: deeper ones are more specific, and a single joint is the most.
static int rank_of(const ha_skeleton *skeleton, selection of) {
  if (!of.is_below) return INT_MAX;
  if (of.joint == HA_NO_INDEX) return 0;
  int depth = 1;
  for (uint32_t joint = of.joint; skeleton->parents[joint] != HA_NO_PARENT; depth++)
    joint = skeleton->parents[joint];
  return depth;
}

// --- entries of the table at 2 ---

static int entry_error(lua_State *L, int key) {
  const char *text = lua_tostring(L, -1), *shown = luaL_tolstring(L, key, NULL);
  return luaL_argerror(L, 2, lua_pushfstring(L, "[%s]: %s", shown, text));
}

// The weight on top of the stack; `key`: of the entry, for the message.
static float entry_weight(lua_State *L, int key) {
  const char *fault = fraction_fault(L);
  if (fault != NULL) {
    lua_pushstring(L, fault);
    entry_error(L, key);
  }
  return (float)lua_tonumber(L, -1);
}

// Applies the named entries of rank `rank` and returns the next higher rank, or -1.
static int apply_named(lua_State *L, ha_mask *mask, int rank) {
  int next = -1;
  lua_pushnil(L);
  while (lua_next(L, 2) != 0) {
    if (lua_type(L, -2) == LUA_TSTRING) {
      int key = lua_gettop(L) - 1;
      selection to;
      float weight = entry_weight(L, key);
      lua_pushvalue(L, key);
      if (!read_selection(L, mask->skeleton, &to)) entry_error(L, key);
      int own = rank_of(mask->skeleton, to);
      if (own == rank) apply(mask, to, weight);
      if (own > rank && (next < 0 || own < next)) next = own;
      lua_pop(L, 1);
    } else if (!lua_isinteger(L, -2) || lua_tointeger(L, -2) < 1 ||
               lua_tointeger(L, -2) > (lua_Integer)lua_rawlen(L, 2)) {
      lua_pushliteral(L, "joint name expected");
      entry_error(L, lua_gettop(L) - 2);
    }
    lua_pop(L, 1);
  }
  return next;
}

// Entries { joint, weight } in their order.
static void apply_listed(lua_State *L, ha_mask *mask) {
  for (lua_Integer i = 1; i <= (lua_Integer)lua_rawlen(L, 2); i++) {
    lua_pushinteger(L, i);
    int key = lua_gettop(L);
    if (lua_rawgeti(L, 2, i) != LUA_TTABLE) {
      lua_pushfstring(L, "{ joint, weight } expected, got %s", push_typename(L, -1));
      entry_error(L, key);
    }
    lua_rawgeti(L, -1, 2);
    float weight = entry_weight(L, key);
    lua_rawgeti(L, -2, 1);
    selection to;
    if (!read_selection(L, mask->skeleton, &to)) entry_error(L, key);
    apply(mask, to, weight);
    lua_settop(L, key - 1);
  }
}

// skeleton:mask(table | number)
int skeleton_mask(lua_State *L) {
  check_skeleton(L, 1);
  lua_settop(L, 2);
  ha_mask *mask = push_mask(L, 1);
  if (lua_type(L, 2) == LUA_TNUMBER) {
    ha_mask_set_below(mask, HA_NO_INDEX, arg_fraction(L, 2));
  } else if (!lua_isnil(L, 2)) {
    luaL_checktype(L, 2, LUA_TTABLE);
    for (int rank = apply_named(L, mask, -1); rank >= 0;) rank = apply_named(L, mask, rank);
    apply_listed(L, mask);
  }
  lua_settop(L, 3);
  return 1;
}

// --- methods ---

static int mask_get(lua_State *L) {
  const ha_mask *mask = check_mask(L, 1);
  lua_pushnumber(L, ha_mask_get(mask, arg_joint(L, 2, mask->skeleton)));
  return 1;
}

// mask:set(joint | pattern, weight)
static int mask_set(lua_State *L) {
  ha_mask *mask = check_mask(L, 1);
  float weight = arg_fraction(L, 3);
  selection to;
  lua_pushvalue(L, 2);
  if (!read_selection(L, mask->skeleton, &to)) return luaL_argerror(L, 2, lua_tostring(L, -1));
  apply(mask, to, weight);
  return itself(L);
}

static int mask_feather(lua_State *L) {
  ha_mask *mask = check_mask(L, 1);
  lua_Integer levels = luaL_checkinteger(L, 2);
  if (levels < 0 || levels > HA_MAX_JOINTS)
    return luaL_argerror(L, 2, "a number of levels from 0 on expected");
  ha_mask_feather(mask, (uint32_t)levels);
  return itself(L);
}

static int mask_invert(lua_State *L) {
  ha_mask_invert(check_mask(L, 1));
  return itself(L);
}

static ha_mask *check_other(lua_State *L, const ha_mask *mask) {
  ha_mask *other = check_mask(L, 2);
  if (other->skeleton != mask->skeleton) luaL_argerror(L, 2, push_foreign(L, "mask", 2, CLASS_ANCHOR));
  return other;
}

// mask:multiply(mask | number)
static int mask_multiply(lua_State *L) {
  ha_mask *mask = check_mask(L, 1);
  if (lua_type(L, 2) == LUA_TNUMBER)
    ha_mask_scale(mask, arg_fraction(L, 2));
  else
    ha_mask_multiply(mask, check_other(L, mask));
  return itself(L);
}

static int mask_copy(lua_State *L) {
  ha_mask *mask = check_mask(L, 1);
  ha_mask_copy(check_other(L, mask), mask);
  return itself(L);
}

static int mask_clone(lua_State *L) {
  const ha_mask *mask = check_mask(L, 1);
  lua_getiuservalue(L, 1, CLASS_ANCHOR);
  ha_mask_copy(mask, push_mask(L, lua_gettop(L)));
  return 1;
}

static int mask_len(lua_State *L) {
  lua_pushinteger(L, check_mask(L, 1)->skeleton->joint_count);
  return 1;
}

static int mask_get_skeleton(lua_State *L) {
  lua_getiuservalue(L, 1, CLASS_ANCHOR);
  return 1;
}

static const luaL_Reg methods[] = {
    {"get", mask_get},           {"set", mask_set},   {"feather", mask_feather}, {"invert", mask_invert},
    {"multiply", mask_multiply}, {"copy", mask_copy}, {"clone", mask_clone},     {NULL, NULL},
};
static const ha_property properties[] = {{"skeleton", mask_get_skeleton, NULL}, {NULL, NULL, NULL}};
static const luaL_Reg metamethods[] = {{"__len", mask_len}, {NULL, NULL}};

const ha_class mask_class = {
    .name = "helioanim.Mask",
    .box_size = sizeof(ha_box),
    .user_values = 1,
    .methods = methods,
    .properties = properties,
    .metamethods = metamethods,
    .release = mask_release,
};
