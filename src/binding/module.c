// The module helioanim.core: the list of classes, constructors and free functions.
#include "binding/module.h"

#include "binding/types.h"

#ifndef HELIOANIM_VERSION
#define HELIOANIM_VERSION "0.0.0"
#endif

// A new class is a row here.
static const ha_class *const classes[] = {
    &skeleton_class, &track_class,        &clip_class,         &skin_class,     &pose_class,
    &matrices_class, &buffer_class,       &clip_binding_class, &deformer_class, &clock_class,
    &player_class,   &event_cursor_class, &sync_group_class,   &two_bone_class, &look_at_class,
    &chain_class,    &socket_class,       &mapping_class,      &mask_class,     &mirror_class,
};

// Free functions by the file that has them.
static const luaL_Reg *const functions[] = {math_functions,   decode_functions, json_functions,
                                            number_functions, file_functions,   clip_functions};

// A new constructor is a row here.
static const luaL_Reg constructors[] = {
    {"skeleton", lua_skeleton_create}, {"track", lua_track_create},
    {"clip", lua_clip_create},         {"skin", lua_skin_create},
    {"clock", lua_clock_create},       {"sync_group", lua_sync_group_create},
    {"matrices", lua_matrices_create}, {"buffer", lua_buffer_create},
    {"deformer", lua_deformer_create}, {"mirror", lua_mirror_create},
    {"two_bone", lua_two_bone_create}, {"look_at", lua_look_at_create},
    {"chain", lua_chain_create},       {"socket", lua_socket_create},
    {"mapping", lua_mapping_create},   {NULL, NULL},
};

// ( -- list ) For tools and tests: every class as { name =, methods = { ... }, properties = { name = writable
// } }.
static int module_classes(lua_State *L) {
  lua_newtable(L);
  for (size_t i = 0; i < sizeof classes / sizeof *classes; i++) {
    const ha_class *class = classes[i];
    lua_newtable(L);
    lua_pushstring(L, class->name);
    lua_setfield(L, -2, "name");
    lua_newtable(L);
    lua_Integer n = 0;
    for (const luaL_Reg *m = class->methods; m != NULL && m->name != NULL; m++) {
      lua_pushstring(L, m->name);
      lua_rawseti(L, -2, ++n);
    }
    lua_setfield(L, -2, "methods");
    lua_newtable(L);
    for (const ha_property *p = class->properties; p != NULL && p->name != NULL; p++) {
      lua_pushboolean(L, p->set != NULL);
      lua_setfield(L, -2, p->name);
    }
    lua_setfield(L, -2, "properties");
    lua_rawseti(L, -2, (lua_Integer)i + 1);
  }
  return 1;
}

// ( value -- name ) What its metatable says its type is, open or closed; else Lua's own name of the type.
static int module_type_name(lua_State *L) {
  luaL_checkany(L, 1);
  if (luaL_getmetafield(L, 1, "__name") != LUA_TSTRING) lua_pushstring(L, luaL_typename(L, 1));
  return 1;
}

// Words that frames hand out: kept alive, so that handing them out never makes them anew.
static void keep_words(lua_State *L) {
  static const char key = 0;
  static const char *const *const lists[] = {channel_names,    interpolation_names, wrap_names,
                                             play_state_names, on_end_names,        notice_names,
                                             sync_names,       buffer_kind_names};
  lua_newtable(L);
  for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
    for (const char *const *word = lists[i]; *word != NULL; word++) {
      lua_pushboolean(L, 1);
      lua_setfield(L, -2, *word);
    }
  lua_rawsetp(L, LUA_REGISTRYINDEX, &key);
}

// "1.2.3" -> 10203
static lua_Integer version_number(const char *version) {
  lua_Integer number = 0, part = 0;
  for (; *version != '\0'; version++) {
    if (*version == '.') {
      number = (number + part) * 100;
      part = 0;
    } else {
      part = part * 10 + (*version - '0');
    }
  }
  return number + part;
}

// The one symbol that leaves the module.
__attribute__((visibility("default"))) int luaopen_helioanim_core(lua_State *L);

int luaopen_helioanim_core(lua_State *L) {
  luaL_checkversion(L);
  keep_words(L);
  for (size_t i = 0; i < sizeof classes / sizeof *classes; i++) class_register(L, classes[i]);
  lua_newtable(L);
  luaL_setfuncs(L, constructors, 0);
  for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) luaL_setfuncs(L, functions[i], 0);
  lua_pushcfunction(L, module_classes);
  lua_setfield(L, -2, "_classes");
  lua_pushcfunction(L, module_type_name);
  lua_setfield(L, -2, "_type_name");
  lua_pushstring(L, ha_isa_name());
  lua_setfield(L, -2, "isa");
  lua_pushliteral(L, HELIOANIM_VERSION);
  lua_setfield(L, -2, "_VERSION");
  lua_pushinteger(L, version_number(HELIOANIM_VERSION));
  lua_setfield(L, -2, "version_number");
  return 1;
}
