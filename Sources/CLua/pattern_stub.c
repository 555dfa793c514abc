#include "vm.h"
__attribute__((weak)) void clua_pattern_open(lua_State *L) { (void)L; }
