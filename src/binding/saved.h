// Saved states: strings of bytes that end with a checksum, so that damaged ones are refused before anything
// is touched. Made for this machine's byte order.
#ifndef HELIOANIM_BINDING_SAVED_H
#define HELIOANIM_BINDING_SAVED_H

#include "binding/args.h"

// ( -- string ) Ends the buffer with its checksum. The buffer is on top of the stack.
void saved_push(luaL_Buffer *out);

// The bytes in front of the checksum. Raises `fault` as a bad argument where that does not fit.
ha_text saved_text(lua_State *L, int index, const char *fault);

#endif
