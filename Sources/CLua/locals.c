/// Local variables of a chunk that outlive it: a hook that runs when a function returns, armed for
/// the one call, copies those of the chunk itself.
#include "vm.h"

static char key_chunk, key_environment;

static void on_return(lua_State *L, lua_Debug *frame) {
    clua_check_abort(L);
    if (!lua_checkstack(L, 10)) return;
    lua_rawgetp(L, LUA_REGISTRYINDEX, &key_chunk);
    lua_getinfo(L, "f", frame);
    bool is_chunk = lua_rawequal(L, -1, -2);
    lua_pop(L, 2);
    if (!is_chunk) return;
    lua_rawgetp(L, LUA_REGISTRYINDEX, &key_environment);
    const char *name;
    for (int i = 1; (name = lua_getlocal(L, frame, i)) != NULL; i++) {
        // Names such as "(for state)" are the interpreter's own.
        if (name[0] == '(') {
            lua_pop(L, 1);
            continue;
        }
        lua_pushstring(L, name);
        lua_insert(L, -2);
        lua_rawset(L, -3);
    }
    lua_pop(L, 1);
}

static void remember(lua_State *L, const void *key) {
    lua_rawsetp(L, LUA_REGISTRYINDEX, key);
}

int clua_call_keeping_locals(lua_State *L, int arguments, int results, int environment) {
    lua_pushvalue(L, environment);
    remember(L, &key_environment);
    lua_pushvalue(L, -1 - arguments);
    remember(L, &key_chunk);
    if (!clua_vm_get(L)->abort) lua_sethook(L, on_return, LUA_MASKRET, 0);
    int status = clua_call(L, arguments, results);
    // An abort has put its own hook in the place of this one, and takes it away itself.
    if (lua_gethook(L) == on_return) lua_sethook(L, NULL, 0, 0);
    lua_pushnil(L);
    remember(L, &key_chunk);
    lua_pushnil(L);
    remember(L, &key_environment);
    return status;
}
