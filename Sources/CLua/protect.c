/// What can catch an error, in versions that an abort passes through; and what could open a door:
/// load, setmetatable, collectgarbage.
#include <string.h>

#include "vm.h"

/// The results of a protected call, or the abort again. `extra` slots below belong to the caller.
static int finish_call(lua_State *L, int status, lua_KContext extra) {
    if (status == LUA_OK || status == LUA_YIELD) return lua_gettop(L) - (int)extra;
    if (clua_vm_get(L)->abort) return clua_raise_abort(L);
    lua_pushboolean(L, 0);
    lua_pushvalue(L, -2);
    return 2;
}

static int protected_call(lua_State *L) {
    luaL_checkany(L, 1);
    lua_pushboolean(L, 1);
    lua_insert(L, 1);
    int status = lua_pcallk(L, lua_gettop(L) - 2, LUA_MULTRET, 0, 0, finish_call);
    return finish_call(L, status, 0);
}

/// Calls the script's own handler unless an abort is under way.
static int guarded_handler(lua_State *L) {
    if (clua_vm_get(L)->abort) return 1;
    lua_pushvalue(L, lua_upvalueindex(1));
    lua_insert(L, 1);
    lua_call(L, lua_gettop(L) - 1, 1);
    return 1;
}

static int protected_call_with_handler(lua_State *L) {
    int count = lua_gettop(L);
    luaL_checktype(L, 2, LUA_TFUNCTION);
    lua_pushvalue(L, 2);
    lua_pushcclosure(L, guarded_handler, 1);
    lua_replace(L, 2);
    lua_pushboolean(L, 1);
    lua_pushvalue(L, 1);
    lua_rotate(L, 3, 2);
    int status = lua_pcallk(L, count - 2, LUA_MULTRET, 2, 2, finish_call);
    return finish_call(L, status, 2);
}

/// load(text [, name [, mode [, environment]]]): text only. Upvalue 1 is the environment that a
/// chunk gets by default: the caller's own, never the real globals. Upvalue 2: whether the code is
/// confined; its chunks then cannot take the name of a file.
static int load_text(lua_State *L) {
    size_t count;
    int environment = lua_isnone(L, 4) ? lua_upvalueindex(1) : 4;
    if (lua_type(L, 1) != LUA_TSTRING) {
        return luaL_error(L, "load takes the text of a chunk, not a %s", luaL_typename(L, 1));
    }
    const char *text = lua_tolstring(L, 1, &count);
    const char *name = luaL_optstring(L, 2, text);
    const char *mode = luaL_optstring(L, 3, "t");
    if (strchr(mode, 't') == NULL) {
        luaL_pushfail(L);
        lua_pushliteral(L, "only text can be loaded, not bytecode");
        return 2;
    }
    if (!lua_isnoneornil(L, 2) && lua_toboolean(L, lua_upvalueindex(2))) {
        name = lua_pushfstring(L, "=load(%s)", *name == '@' || *name == '=' ? name + 1 : name);
    }
    if (luaL_loadbufferx(L, text, count, name, "t") != LUA_OK) {
        luaL_pushfail(L);
        lua_insert(L, -2);
        return 2;
    }
    lua_pushvalue(L, environment);
    if (lua_setupvalue(L, -2, 1) == NULL) lua_pop(L, 1);
    return 1;
}

static int set_metatable(lua_State *L) {
    luaL_checktype(L, 1, LUA_TTABLE);
    luaL_argexpected(L, lua_isnil(L, 2) || lua_istable(L, 2), 2, "nil or table");
    if (luaL_getmetafield(L, 1, "__metatable") != LUA_TNIL) {
        return luaL_error(L, "cannot change a protected metatable");
    }
    if (lua_istable(L, 2)) {
        // Lua marks an object for finalization only here, so this check is complete.
        lua_pushliteral(L, "__gc");
        if (lua_rawget(L, 2) != LUA_TNIL) {
            return luaL_error(L, "__gc is not available; close what you open, or use __close");
        }
    }
    lua_settop(L, 2);
    lua_setmetatable(L, 1);
    return 1;
}

static int collect_garbage(lua_State *L) {
    static const char *const options[] = {"collect", "count", NULL};
    if (luaL_checkoption(L, 1, "collect", options) == 1) {
        int kilobytes = lua_gc(L, LUA_GCCOUNT);
        lua_pushnumber(L, kilobytes + lua_gc(L, LUA_GCCOUNTB) / 1024.0);
    } else {
        lua_pushinteger(L, lua_gc(L, LUA_GCCOLLECT));
    }
    return 1;
}

static const luaL_Reg replacements[] = {
    {"pcall", protected_call},
    {"xpcall", protected_call_with_handler},
    {"setmetatable", set_metatable},
    {"collectgarbage", collect_garbage},
    {NULL, NULL},
};

void clua_open_protect(lua_State *L) {
    luaL_setfuncs(L, replacements, 0);
    lua_pushvalue(L, -1);
    lua_pushboolean(L, false);
    lua_pushcclosure(L, load_text, 2);
    lua_setfield(L, -2, "load");
}
