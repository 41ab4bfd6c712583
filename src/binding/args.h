// Arguments and option tables: every number that comes in is checked here.
//
// Arguments raise `bad argument #1 to 'f' (...)`, fields of an option table `joint 3: field 'x': ...`.
#ifndef HELIOANIM_BINDING_ARGS_H
#define HELIOANIM_BINDING_ARGS_H

#include "binding/class.h"

// Finite numbers, or raises.
double arg_number(lua_State *L, int index);
float arg_float(lua_State *L, int index);
// `fallback` for nil or nothing.
double arg_number_or(lua_State *L, int index, double fallback);

// A whole number from 1 to count, as index from 0; `what` names the kind: "key 9 does not exist (there are
// 3)".
uint32_t arg_index(lua_State *L, int index, uint32_t count, const char *what);

// A number from 0 to 1: a weight, a share, the place between two.
float arg_fraction(lua_State *L, int index);
float arg_fraction_or(lua_State *L, int index, float fallback);

// A joint by index or by name, in file order from 0; an unknown name raises with the nearest one.
uint32_t arg_joint(lua_State *L, int index, const ha_skeleton *skeleton);

// A string out of a NULL-terminated list; a wrong one raises with the right ones. nil gives `fallback`, or
// raises where that is < 0.
int arg_choice(lua_State *L, int index, const char *const *choices, int fallback);

// `count` floats: that many arguments from `index` on, or one table, or one Buffer. Returns the index behind
// them.
int arg_floats(lua_State *L, int index, uint32_t count, float *out);

// A string; numbers are none.
ha_text arg_text(lua_State *L, int index);

// --- values of any place, for whoever names that place in errors ---

// ( -- ) What is wrong with the value on top of the stack as a float, or as a number from 0 to 1; or NULL.
const char *float_fault(lua_State *L);
const char *fraction_fault(lua_State *L);
// ( -- ), or HA_NO_INDEX and ( -- text ): what is wrong with the value at `index` as a joint.
uint32_t to_joint(lua_State *L, int index, const ha_skeleton *skeleton);

// --- what is assigned to a property, at index 2: "rate: number expected, got string" ---

double property_number(lua_State *L, const char *name, double least);  // finite
int property_boolean(lua_State *L, const char *name);
int property_choice(lua_State *L, const char *name, const char *const *choices);

// --- option tables ---

// A table of named fields, and how errors call it: "joint 3: field 'scale': 3 numbers expected, got 2".
typedef struct ha_fields {
  int index;           // of the table, absolute
  const char *kind;    // "joint"
  lua_Integer number;  // 0: just "joint"
} ha_fields;

// Puts an empty table in the place of missing options; raises for anything but a table.
void fields_default(lua_State *L, int index);
// Raises unless it is a table whose string keys are all among `known` (NULL-terminated); suggests the
// nearest.
void fields_check(lua_State *L, const ha_fields *at, const char *const *known);
// Raises "joint 3: field 'scale': " and the text, a format of lua_pushfstring. Returns nothing, but says int.
int fields_error(lua_State *L, const ha_fields *at, const char *name, const char *format, ...);

// `fallback` where the field is nil. Other types than the wanted raise.
int field_boolean(lua_State *L, const ha_fields *at, const char *name, int fallback);
double field_number(lua_State *L, const ha_fields *at, const char *name, double fallback);  // finite
uint32_t field_count(lua_State *L, const ha_fields *at, const char *name, uint32_t least, uint32_t most,
                     uint32_t fallback);
// As arg_choice.
int field_choice(lua_State *L, const ha_fields *at, const char *name, const char *const *choices,
                 int fallback);
// Exactly `count` floats into out, of a table or a Buffer; returns 0, and leaves it alone, where the field is
// nil.
int field_floats(lua_State *L, const ha_fields *at, const char *name, uint32_t count, float *out);

uint32_t field_joint(lua_State *L, const ha_fields *at, const char *name, const ha_skeleton *skeleton);

// ( -- value ) What the userdata of a class holds; NULL for nil. Raises where it is closed.
void *field_object_or_nil(lua_State *L, const ha_fields *at, const char *name, const ha_class *class);
// The same, which must be there.
void *field_object(lua_State *L, const ha_fields *at, const char *name, const ha_class *class);
// ( -- value ) A string, or the empty text for nil; its bytes live while the value is on the stack.
ha_text field_text(lua_State *L, const ha_fields *at, const char *name);
// ( -- value ) Numbers of a table or a Buffer, which live while the value is on the stack. NULL for nil.
const float *field_float_list(lua_State *L, const ha_fields *at, const char *name, size_t *out_count);
const double *field_double_list(lua_State *L, const ha_fields *at, const char *name, size_t *out_count);

// --- results ---

// ( -- name ) The type of a value as messages call it: "number", "helioanim.Pose".
const char *push_typename(lua_State *L, int index);

// ( -- numbers ) Returns how many.
int push_floats(lua_State *L, const float *values, uint32_t count);

#endif
