// helioanim.Clip: events and sync markers. Names and payloads of events lie in a table of the owner, by id,
// so that reading them makes no strings.
#include "binding/lua_clip.h"

// ( -- table ) id -> name at 2 id + 1, payload at 2 id + 2.
static void push_event_table(lua_State *L, int clip) {
  push_owner(L, clip);
  if (lua_getiuservalue(L, -1, CLIP_EVENTS) == LUA_TNIL) {
    lua_pop(L, 1);
    lua_newtable(L);
    lua_pushvalue(L, -1);
    lua_setiuservalue(L, -3, CLIP_EVENTS);
  }
  lua_remove(L, -2);
}

void push_event_name(lua_State *L, int clip, const ha_event *event) {
  push_event_table(L, clip);
  lua_rawgeti(L, -1, 2 * (lua_Integer)event->id + 1);
  lua_remove(L, -2);
}

void push_event_payload(lua_State *L, int clip, const ha_event *event) {
  push_event_table(L, clip);
  lua_rawgeti(L, -1, 2 * (lua_Integer)event->id + 2);
  lua_remove(L, -2);
}

// add_event(time, name [, payload]) -> id
int clip_add_event(lua_State *L) {
  check_clip(L, 1);
  double time = arg_number(L, 2);
  ha_text name = arg_text(L, 3);
  if (time < 0) return luaL_argerror(L, 2, "a time from 0 on expected");
  lua_settop(L, 4);
  push_event_table(L, 1);
  ha_clip *clip = check_clip(L, 1);
  uint32_t id;
  class_must(L, ha_events_add(&clip->events, time, name, NULL, &id), "add_event");
  lua_pushvalue(L, 3);
  lua_rawseti(L, 5, 2 * (lua_Integer)id + 1);
  lua_pushvalue(L, 4);
  lua_rawseti(L, 5, 2 * (lua_Integer)id + 2);
  lua_pushinteger(L, id);
  return 1;
}

// remove_event(id) -> whether there was one
int clip_remove_event(lua_State *L) {
  ha_clip *clip = check_clip(L, 1);
  lua_Integer id = luaL_checkinteger(L, 2);
  int removed = id >= 0 && id <= UINT32_MAX && ha_events_remove(&clip->events, (uint32_t)id);
  if (removed) {
    push_event_table(L, 1);
    for (int i = 1; i <= 2; i++) {
      lua_pushnil(L);
      lua_rawseti(L, -2, 2 * id + i);
    }
  }
  lua_pushboolean(L, removed);
  return 1;
}

// next_event(clip, id) -> the event behind the one of that id, whose time is the upvalue: by its place in the
// order, so that events may come and go meanwhile, it too.
static int next_event(lua_State *L) {
  const ha_clip *clip = check_clip(L, 1);
  double time = lua_tonumber(L, lua_upvalueindex(1));
  lua_Integer id = luaL_optinteger(L, 2, -1);
  uint32_t place = ha_events_first(&clip->events, time, (uint64_t)(id + 1));
  if (place >= clip->events.count) return 0;
  const ha_event event = clip->events.list[place];
  lua_pushinteger(L, event.id);
  lua_pushnumber(L, event.time);
  lua_copy(L, -1, lua_upvalueindex(1));
  push_event_name(L, 1, &event);
  push_event_payload(L, 1, &event);
  return 4;
}

// for id, time, name, payload in clip:events() do
int clip_events(lua_State *L) {
  check_clip(L, 1);
  lua_pushnumber(L, -1);
  lua_pushcclosure(L, next_event, 1);
  lua_pushvalue(L, 1);
  lua_pushnil(L);
  return 3;
}

// ( -- name phase ) Of the pair { name, phase } at place `i` of the list at `list`.
static void push_marker_pair(lua_State *L, int list, lua_Integer i) {
  if (lua_rawgeti(L, list, i) != LUA_TTABLE)
    luaL_error(L, "marker %I: { name, phase } expected, got %s", (LUAI_UACINT)i, luaL_typename(L, -1));
  int name = lua_rawgeti(L, -1, 1), phase = lua_rawgeti(L, -2, 2);
  if (name != LUA_TSTRING || phase != LUA_TNUMBER)
    luaL_error(L, "marker %I: { name, phase } expected", (LUAI_UACINT)i);
  lua_remove(L, -3);
}

// set_markers { { name, phase }, ... } -> the clip
int clip_set_markers(lua_State *L) {
  check_clip(L, 1);
  luaL_checktype(L, 2, LUA_TTABLE);
  lua_settop(L, 2);
  lua_Integer count = (lua_Integer)lua_rawlen(L, 2);
  if (count > 4096) return luaL_argerror(L, 2, "too many markers");
  ha_marker_desc *descs = lua_newuserdatauv(L, (size_t)count * sizeof *descs + 1, 0);
  luaL_checkstack(L, (int)count + 4, "too many markers");  // the names stay on the stack
  for (lua_Integer i = 1; i <= count; i++) {
    push_marker_pair(L, 2, i);
    descs[i - 1] = (ha_marker_desc){arg_text(L, -2), lua_tonumber(L, -1)};
    lua_pop(L, 1);
  }
  ha_clip *clip = check_clip(L, 1);
  class_must(L, ha_markers_set(&clip->markers, descs, (uint32_t)count, NULL), "set_markers");
  return itself(L);
}

// markers() -> { { name, phase }, ... }
int clip_markers(lua_State *L) {
  const ha_clip *clip = check_clip(L, 1);
  lua_newtable(L);
  for (uint32_t i = 0; i < clip->markers.count; i++) {
    const ha_marker *marker = &clip->markers.list[i];
    lua_createtable(L, 2, 0);
    lua_pushlstring(L, marker->name, marker->name_length);
    lua_rawseti(L, -2, 1);
    lua_pushnumber(L, marker->phase);
    lua_rawseti(L, -2, 2);
    lua_rawseti(L, -2, (lua_Integer)i + 1);
  }
  return 1;
}
