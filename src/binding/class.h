// Userdata classes: boxes, anchors, properties, errors, the collector's books.
//
// To add a type: one file lua_x.c with its functions, their rows and a `const ha_class`, its name in types.h
// and one row in module.c. To add a function: its body and its row, in the type's file, and its lines in
// lua/helioanim/meta (a test asks for them).
//
// Objects are made by "box, anchor, then fill": class_new makes the userdata, class_anchor ties it to what it
// needs, then the C object is made and put into the box, so that an error in between leaks nothing.
// class_announce comes last: it tells the collector how big the object is.
//
// close() marks, and whatever hangs on the object raises `Clip is closed`; the memory goes with the last
// holder, by __gc. `release` must not look at other objects, which may be gone by then.
//
// Whatever makes a Lua object (a string, a table, a userdata) may run finalizers, and those any script: it
// may close what is in use, which is why close() only marks, and change it. Fetch pointers to keys and tracks
// afterwards.
#ifndef HELIOANIM_BINDING_CLASS_H
#define HELIOANIM_BINDING_CLASS_H

#include "helioanim_lua.h"

typedef struct ha_property {
  const char *name;
  lua_CFunction get;  // ( object -- value )
  lua_CFunction set;  // ( object value -- ), NULL: read-only
} ha_property;

typedef struct ha_class {
  const char *name;               // "helioanim.Pose"
  size_t box_size;                // of the struct that begins with a ha_box
  int user_values;                // the first is the anchor
  const luaL_Reg *methods;        // {NULL, NULL} at the end; NULL for none
  const ha_property *properties;  // {NULL, NULL, NULL} at the end; NULL for none
  const luaL_Reg *metamethods;    // beside those that every class has; NULL for none
  void (*close)(void *box);       // lets go of others when a script closes the object, or NULL; runs once
  void (*release)(void *box);     // frees what the box holds; runs once
} ha_class;

enum { CLASS_ANCHOR = 1 };  // the user value that keeps the parent alive

// Makes the metatable. Once a class and state.
void class_register(lua_State *L, const ha_class *class);

// ( -- object ) A new box: zeroed behind its head, not holding anything yet.
void *class_new(lua_State *L, const ha_class *class);

// Ties the object on top of the stack to the one at `parent`: it keeps it alive, and raises when it is
// closed.
void class_anchor(lua_State *L, int parent);

// The box at `index`, or raises a type error, or `X is closed` for the object or anything it hangs on.
void *class_check(lua_State *L, int index, const ha_class *class);
// The box, closed or not, or NULL for anything else.
void *class_test(lua_State *L, int index, const ha_class *class);
// The box, closed or not. Raises a type error.
void *class_box(lua_State *L, int index, const ha_class *class);

// Raises `X is closed` where box or one of its parents is.
void class_check_open(lua_State *L, const ha_box *box);

// Tells the collector that `bytes` were allocated outside its heap.
void class_announce(lua_State *L, size_t bytes);

// Raises a failed status with its text behind `what`: "track: key time 2 is not finite".
void class_must(lua_State *L, ha_status status, const char *what);

// ( self ... -- self ) What a method returns that can be chained.
static inline int itself(lua_State *L) {
  lua_settop(L, 1);
  return 1;
}

// ( -- nil message code ) The answer where data was bad.
int class_failure(lua_State *L, ha_status status);
// ( -- nil message code ) The answer of a look-up that found nothing.
int class_not_found(lua_State *L, const char *message);

#endif
