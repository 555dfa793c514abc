/// resume, wrap and close, in versions that an abort passes through and whose nesting is bounded.
#include "vm.h"

static lua_State *coroutine_at(lua_State *L, int index) {
    lua_State *co = lua_tothread(L, index);
    luaL_argexpected(L, co, index, "coroutine");
    return co;
}

/// Runs `co` with `count` arguments from the top of `L`. The number of its results, which are
/// then on top of `L`; or -1 with the error there, and on `co` for those who close it.
static int resume(lua_State *L, lua_State *co, int count) {
    clua_vm *vm = clua_vm_get(L);
    clua_check_abort(L);
    if (!lua_checkstack(co, count)) {
        lua_pushliteral(L, "too many arguments to resume");
        return -1;
    }
    lua_xmove(L, co, count);
    int results = 0;
    vm->running = co;
    clua_catch_up(vm, co);
    int status = lua_resume(co, L, count, &results);
    vm->running = L;
    if (vm->abort) return clua_raise_abort(L);
    if (status == LUA_OK || status == LUA_YIELD) {
        if (!lua_checkstack(L, results + 1)) {
            lua_pop(co, results);
            lua_pushliteral(L, "too many results to resume");
            return -1;
        }
        lua_xmove(co, L, results);
        return results;
    }
    if (lua_checkstack(co, 1)) lua_pushvalue(co, -1);
    lua_xmove(co, L, 1);
    return -1;
}

static int co_resume(lua_State *L) {
    lua_State *co = coroutine_at(L, 1);
    int results = resume(L, co, lua_gettop(L) - 1);
    if (results < 0) {
        lua_pushboolean(L, 0);
        lua_insert(L, -2);
        return 2;
    }
    lua_pushboolean(L, 1);
    lua_insert(L, -(results + 1));
    return results + 1;
}

/// Closes a coroutine's pending variables. Debian's 5.4.4 overflows the C stack when such calls
/// nest without bound, so the nesting is counted.
static int reset(lua_State *L, lua_State *co) {
    clua_vm *vm = clua_vm_get(L);
    if (vm->closing >= CLUA_MAX_DEPTH) {
        return luaL_error(L, "coroutines that close each other are nested too deeply");
    }
    vm->closing++;
    lua_State *running = vm->running;
    vm->running = co;
    clua_catch_up(vm, co);
    int status = lua_resetthread(co);
    vm->running = running;
    vm->closing--;
    if (vm->abort) return clua_raise_abort(L);
    return status;
}

static int wrapped(lua_State *L) {
    lua_State *co = lua_tothread(L, lua_upvalueindex(1));
    int results = resume(L, co, lua_gettop(L));
    if (results >= 0) return results;
    int status = lua_status(co);
    if (status == LUA_ERRRUN) {
        // Closing unwinds what a traceback could tell.
        luaL_traceback(L, co, NULL, 0);
        lua_rawsetp(L, LUA_REGISTRYINDEX, &clua_key_coroutine_traceback);
    }
    if (status != LUA_OK && status != LUA_YIELD && reset(L, co) != LUA_OK) {
        // The error of closing comes after; the first one is what went wrong.
        lua_settop(co, 0);
    }
    if (lua_type(L, -1) == LUA_TSTRING) {
        luaL_where(L, 1);
        lua_insert(L, -2);
        lua_concat(L, 2);
    }
    if (status == LUA_ERRRUN) {
        lua_pushvalue(L, -1);
        lua_rawsetp(L, LUA_REGISTRYINDEX, &clua_key_coroutine_error);
    }
    return lua_error(L);
}

static int co_create(lua_State *L) {
    luaL_checktype(L, 1, LUA_TFUNCTION);
    lua_State *co = lua_newthread(L);
    lua_pushvalue(L, 1);
    lua_xmove(L, co, 1);
    return 1;
}

static int co_wrap(lua_State *L) {
    co_create(L);
    lua_pushcclosure(L, wrapped, 1);
    return 1;
}

static int co_close(lua_State *L) {
    lua_State *co = coroutine_at(L, 1);
    lua_Debug frame;
    int status = lua_status(co);
    bool is_suspended = status == LUA_YIELD
        || (status == LUA_OK && lua_getstack(co, 0, &frame) == 0 && co != L);
    bool is_dead = status != LUA_OK && status != LUA_YIELD;
    if (co == L || (!is_suspended && !is_dead)) {
        return luaL_error(L, "cannot close a %s coroutine", co == L ? "running" : "normal");
    }
    status = reset(L, co);
    if (status == LUA_OK) {
        lua_pushboolean(L, 1);
        return 1;
    }
    lua_pushboolean(L, 0);
    // After a status of 5 the value may be anything (a bug that 5.4.8 mends).
    if (status == LUA_ERRERR) lua_pushliteral(L, "close failed"); else lua_xmove(co, L, 1);
    return 2;
}

static const luaL_Reg replacements[] = {
    {"create", co_create}, {"resume", co_resume}, {"wrap", co_wrap}, {"close", co_close},
    {NULL, NULL},
};

void clua_open_coroutine(lua_State *L) {
    luaL_setfuncs(L, replacements, 0);
}
