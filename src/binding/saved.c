#include "binding/saved.h"

#include <string.h>

#include "base/checksum.h"

void saved_push(luaL_Buffer *out) {
  uint32_t sum = ha_checksum(luaL_buffaddr(out), luaL_bufflen(out));
  luaL_addlstring(out, (const char *)&sum, sizeof sum);
  luaL_pushresult(out);
}

ha_text saved_text(lua_State *L, int index, const char *fault) {
  ha_text text = arg_text(L, index);
  uint32_t sum;
  if (text.length < sizeof sum) luaL_argerror(L, index, fault);
  text.length -= sizeof sum;
  memcpy(&sum, text.bytes + text.length, sizeof sum);
  if (sum != ha_checksum(text.bytes, text.length)) luaL_argerror(L, index, fault);
  return text;
}
