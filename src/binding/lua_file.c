// What only the operating system knows of a path: whether it is a plain file, and where it really leads.
#define _XOPEN_SOURCE 700
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "binding/args.h"
#include "binding/module.h"

// Whether `path` lies in `folder`, both as realpath gives them.
static int lies_in(const char *path, const char *folder) {
  size_t length = strlen(folder);
  if (length > 0 && folder[length - 1] == '/') length--;  // the root folder
  return strncmp(path, folder, length) == 0 && path[length] == '/';
}

static int leads_out(const char *path, const char *folder) {
  char *real_path = realpath(path, NULL), *real_folder = realpath(folder, NULL);
  int out = real_path == NULL || real_folder == NULL || !lies_in(real_path, real_folder);
  free(real_path);
  free(real_folder);
  return out;
}

// why_unreadable(path [, folder]) -> nil, or why a path must not be opened: pipes and devices could block for
// ever, a link could lead out of the folder. What does not exist is for the opening to tell.
static int why_unreadable(lua_State *L) {
  const char *path = luaL_checkstring(L, 1), *folder = luaL_optstring(L, 2, NULL);
  struct stat about;
  if (stat(path, &about) != 0) return 0;
  if (!S_ISREG(about.st_mode)) {
    lua_pushliteral(L, "is not a plain file");
    return 1;
  }
  if (folder == NULL || !leads_out(path, folder)) return 0;
  lua_pushliteral(L, "leads out of the file's own folder");
  return 1;
}

// file_identity(path) -> a string that equal files alone share, links followed; nil where there is none
static int file_identity(lua_State *L) {
  struct stat about;
  if (stat(luaL_checkstring(L, 1), &about) != 0) return 0;
  lua_pushfstring(L, "%I:%I", (LUAI_UACINT)about.st_dev, (LUAI_UACINT)about.st_ino);
  return 1;
}

const luaL_Reg file_functions[] = {
    {"why_unreadable", why_unreadable}, {"file_identity", file_identity}, {NULL, NULL}};
