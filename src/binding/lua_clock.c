// helioanim.Clock: a time that several players share.
#include "binding/args.h"
#include "binding/lua_player.h"

static ha_clock *check_clock(lua_State *L, int index) {
  return ((ha_box *)class_check(L, index, &clock_class))->object;
}

// ha.clock { now =, rate = }
int lua_clock_create(lua_State *L) {
  static const char *const fields[] = {"now", "rate", NULL};
  fields_default(L, 1);
  ha_fields at = {1, "clock", 0};
  fields_check(L, &at, fields);
  ha_clock clock = {.now = field_number(L, &at, "now", 0), .rate = field_number(L, &at, "rate", 1)};
  lua_clock *self = class_new(L, &clock_class);
  self->clock = clock;
  self->box.object = &self->clock;
  return 1;
}

static int clock_advance(lua_State *L) {
  ha_clock_advance(check_clock(L, 1), arg_number(L, 2));
  return itself(L);
}

static int clock_seek(lua_State *L) {
  ha_clock_seek(check_clock(L, 1), arg_number(L, 2));
  return itself(L);
}

static int clock_pause(lua_State *L) {
  check_clock(L, 1)->paused = 1;
  return itself(L);
}

static int clock_resume(lua_State *L) {
  check_clock(L, 1)->paused = 0;
  return itself(L);
}

static int clock_get_now(lua_State *L) {
  lua_pushnumber(L, check_clock(L, 1)->now);
  return 1;
}

static int clock_get_rate(lua_State *L) {
  lua_pushnumber(L, check_clock(L, 1)->rate);
  return 1;
}

static int clock_set_rate(lua_State *L) {
  check_clock(L, 1)->rate = property_number(L, "rate", -INFINITY);
  return 0;
}

static int clock_get_paused(lua_State *L) {
  lua_pushboolean(L, check_clock(L, 1)->paused);
  return 1;
}

static int clock_set_paused(lua_State *L) {
  check_clock(L, 1)->paused = property_boolean(L, "paused");
  return 0;
}

static const luaL_Reg methods[] = {
    {"advance", clock_advance}, {"seek", clock_seek}, {"pause", clock_pause},
    {"resume", clock_resume},   {NULL, NULL},
};
static const ha_property properties[] = {
    {"now", clock_get_now, NULL},
    {"rate", clock_get_rate, clock_set_rate},
    {"paused", clock_get_paused, clock_set_paused},
    {NULL, NULL, NULL},
};

const ha_class clock_class = {
    .name = "helioanim.Clock",
    .box_size = sizeof(lua_clock),
    .user_values = 1,
    .methods = methods,
    .properties = properties,
};
