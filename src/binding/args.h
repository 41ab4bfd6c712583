// Arguments and option tables: every number that comes in is checked here.
//
// Arguments raise `bad argument #n to 'f' (...)`. Fields of an option table raise `field 'x': ...`.
#ifndef HELIOANIM_BINDING_ARGS_H
#define HELIOANIM_BINDING_ARGS_H

#include "binding/class.h"

// Finite numbers, or raises.
double arg_number(lua_State *L, int index);
float arg_float(lua_State *L, int index);
// `fallback` for nil or nothing.
double arg_number_or(lua_State *L, int index, double fallback);

// A whole number from 1 to count, as index from 0; `what` names the kind: "key 9 of 3".
uint32_t arg_index(lua_State *L, int index, uint32_t count, const char *what);

// A joint by index or by name, in file order from 0; an unknown name raises with the nearest one.
uint32_t arg_joint(lua_State *L, int index, const ha_skeleton *skeleton);

// A string out of a NULL-terminated list; a wrong one raises with the right ones. nil gives `fallback`, or
// raises where that is < 0.
int arg_choice(lua_State *L, int index, const char *const *choices, int fallback);

// `count` floats, either as that many arguments from `index` on or as one table. Returns the index behind.
int arg_floats(lua_State *L, int index, uint32_t count, float *out);

// ( -- text... ) Pushes numbers.
int push_floats(lua_State *L, const float *values, uint32_t count);

ha_text arg_text(lua_State *L, int index);
// A string field as text, or the empty text; the field's value stays alive by the table.
ha_text field_text(lua_State *L, int table, const char *name);
int field_boolean(lua_State *L, int table, const char *name);
// `fallback` for nil; raises for anything but a finite number.
double field_number(lua_State *L, int table, const char *name, double fallback);
int field_choice(lua_State *L, int table, const char *name, const char *const *choices, int fallback);
// A whole number from `least` to `most`, or `fallback` for nil.
uint32_t field_count(lua_State *L, int table, const char *name, uint32_t least, uint32_t most,
                     uint32_t fallback);
// Exactly `count` floats into out; 0 where the field is nil.
int field_floats(lua_State *L, int table, const char *name, uint32_t count, float *out);

// ( -- [memory] ) A list of numbers, a table or a Buffer, as memory that lives while it is on the stack. For
// nil pushes nil and returns NULL.
float *field_float_list(lua_State *L, int table, const char *name, size_t *out_count);
double *field_double_list(lua_State *L, int table, const char *name, size_t *out_count);

// Raises for a key of the option table that is none of `known` (NULL-terminated), with the nearest one.
void check_fields(lua_State *L, int table, const char *const *known, const char *what);

#endif
