/// Protected calls, the message handler, loading, and the trampoline of host functions.
#include <string.h>

#include "vm.h"

/// The result of `__tostring`, or nothing.
static int call_tostring(lua_State *L) {
    return luaL_callmeta(L, 1, "__tostring") && lua_type(L, -1) == LUA_TSTRING;
}

/// [-0, +1] The message of the error value at 1, by the rules of the stand-alone interpreter; of
/// a table without `__tostring`, its field `message`.
static void push_message(lua_State *L) {
    if (lua_type(L, 1) == LUA_TSTRING) {
        lua_pushvalue(L, 1);
        return;
    }
    lua_pushcfunction(L, call_tostring);
    lua_pushvalue(L, 1);
    if (lua_pcall(L, 1, 1, 0) == LUA_OK && lua_type(L, -1) == LUA_TSTRING) return;
    lua_pop(L, 1);
    if (lua_type(L, 1) == LUA_TTABLE) {
        lua_pushliteral(L, "message");
        if (lua_rawget(L, 1) == LUA_TSTRING) return;
        lua_pop(L, 1);
    }
    lua_pushfstring(L, "(error object is a %s value)", luaL_typename(L, 1));
}

/// [-0, +1] The traceback from here, below that of the coroutine from which the error at 1 came.
static void push_traceback(lua_State *L) {
    lua_rawgetp(L, LUA_REGISTRYINDEX, &clua_key_coroutine_error);
    bool is_from_coroutine = !lua_isnil(L, -1) && lua_rawequal(L, 1, -1);
    lua_pop(L, 1);
    if (!is_from_coroutine) {
        luaL_traceback(L, L, NULL, 1);
        return;
    }
    lua_rawgetp(L, LUA_REGISTRYINDEX, &clua_key_coroutine_traceback);
    lua_pushliteral(L, "\n(resumed by)\n");
    luaL_traceback(L, L, NULL, 1);
    lua_concat(L, 3);
}

/// Forgets what the last failure left.
static void forget_failure(lua_State *L) {
    static const void *const keys[] = {
        &clua_key_traceback, &clua_key_error, &clua_key_message, &clua_key_suppressed,
        &clua_key_coroutine_error, &clua_key_coroutine_traceback};
    if (lua_rawgetp(L, LUA_REGISTRYINDEX, &clua_key_message) != LUA_TNIL
        || lua_rawgetp(L, LUA_REGISTRYINDEX, &clua_key_coroutine_error) != LUA_TNIL) {
        for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
            lua_pushnil(L);
            lua_rawsetp(L, LUA_REGISTRYINDEX, keys[i]);
        }
    }
}

/// Whether the error whose message is at 2 is that of a call that the host made inside this one,
/// on its way outwards: its traceback tells more than one taken here.
static bool is_inner_failure(lua_State *L) {
    lua_rawgetp(L, LUA_REGISTRYINDEX, &clua_key_message);
    bool is_same = lua_rawequal(L, 2, -1);
    lua_pop(L, 1);
    return is_same;
}

/// Keeps traceback and value of an error where they do not disturb the stack, and turns it into a
/// message.
int clua_message_handler(lua_State *L) {
    clua_vm *vm = clua_vm_get(L);
    if (vm->abort) return 1;
    // luaL_traceback of 5.4.4 needs more slots than it reserves.
    if (!lua_checkstack(L, 16)) return 1;
    lua_settop(L, 1);
    push_message(L);
    if (vm->failure_depth > vm->depth) {
        if (is_inner_failure(L)) return 1;
        // That one was caught.
        forget_failure(L);
        lua_settop(L, 2);
    }
    vm->failure_depth = vm->depth;
    if (lua_rawgetp(L, LUA_REGISTRYINDEX, &clua_key_message) != LUA_TNIL) {
        // A second error, in a `__close` that runs because of the first. Lua would report it
        // alone; the first is what went wrong.
        lua_insert(L, 2);
        lua_rawsetp(L, LUA_REGISTRYINDEX, &clua_key_suppressed);
        return 1;
    }
    lua_pop(L, 1);
    push_traceback(L);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &clua_key_traceback);
    lua_pushvalue(L, 1);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &clua_key_error);
    lua_pushvalue(L, 2);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &clua_key_message);
    return 1;
}

int clua_call(lua_State *L, int arguments, int results) {
    clua_vm *vm = clua_vm_get(L);
    int base = lua_gettop(L) - arguments;
    if (vm->abort || vm->depth >= CLUA_MAX_DEPTH || !lua_checkstack(L, 20)) {
        lua_settop(L, base - 1);
        lua_pushliteral(L, "stack overflow: the host and Lua call each other too deeply");
        return LUA_ERRRUN;
    }
    int top = lua_gettop(L);
    forget_failure(L);
    lua_settop(L, top);
    lua_pushcfunction(L, clua_message_handler);
    lua_insert(L, base);
    // The limit holds again while Lua code runs.
    int relaxed = vm->relaxed, closing = vm->closing;
    bool in_driver_frame = vm->in_driver_frame;
    lua_State *running = vm->running;
    vm->relaxed = 0;
    vm->in_driver_frame = false;
    vm->running = L;
    clua_catch_up(vm, L);
    vm->depth++;
    int status = lua_pcall(L, arguments, results, base);
    vm->depth--;
    vm->running = running;
    vm->in_driver_frame = in_driver_frame;
    vm->closing = closing;
    vm->relaxed = relaxed;
    lua_remove(L, base);
    if (lua_gettop(L) - base >= CLUA_MAX_RESULTS || !lua_checkstack(L, CLUA_HOST_SLOTS)) {
        lua_settop(L, base - 1);
        lua_pushliteral(L, "too many results");
        return LUA_ERRRUN;
    }
    return status;
}

void clua_push_suppressed(lua_State *L) {
    clua_make_room(L, 1);
    lua_rawgetp(L, LUA_REGISTRYINDEX, &clua_key_suppressed);
}

void clua_push_traceback(lua_State *L) {
    clua_make_room(L, 1);
    lua_rawgetp(L, LUA_REGISTRYINDEX, &clua_key_traceback);
}

void clua_push_error_value(lua_State *L) {
    clua_make_room(L, 1);
    lua_rawgetp(L, LUA_REGISTRYINDEX, &clua_key_error);
}

typedef struct {
    const char *text;
    size_t count;
    const char *name;
} source;

static int load_source(lua_State *L) {
    const source *from = lua_touserdata(L, 1);
    if (luaL_loadbufferx(L, from->text, from->count, from->name, "t") != LUA_OK) {
        return lua_error(L);
    }
    if (!lua_isnoneornil(L, 2)) {
        lua_pushvalue(L, 2);
        if (lua_setupvalue(L, -2, 1) == NULL) lua_pop(L, 1);
    }
    return 1;
}

int clua_load(lua_State *L, const char *text, size_t count, const char *name, int environment) {
    source from = {text, count, name};
    clua_make_room(L, 3);
    if (environment) environment = lua_absindex(L, environment);
    lua_pushcfunction(L, load_source);
    lua_pushlightuserdata(L, &from);
    if (environment) lua_pushvalue(L, environment); else lua_pushnil(L);
    int status = clua_call(L, 2, 1);
    return status == LUA_ERRRUN ? LUA_ERRSYNTAX : status;
}

/// Turns what the host answered into what Lua does. The only place where a host's error becomes
/// a Lua error, and no host frame is on the stack any more.
static int settle(lua_State *L, int answer) {
    clua_vm *vm = clua_vm_get(L);
    if (vm->abort) return clua_raise_abort(L);
    switch (answer) {
    case CLUA_RAISE:
        return lua_error(L);
    case CLUA_SKIP:
        clua_set_abort(vm, CLUA_ABORT_SKIP);
        return clua_raise_abort(L);
    case CLUA_EXIT:
        vm->exit_status = (int)lua_tointeger(L, -1);
        clua_set_abort(vm, CLUA_ABORT_EXIT);
        return clua_raise_abort(L);
    default:
        clua_settle_memory(L);
        break;
    }
    bool yields = answer <= CLUA_YIELD;
    int count = yields ? CLUA_YIELD - answer : answer;
    // Whatever the host counted, only what is on the stack can be taken from it.
    if (count < 0) count = 0;
    if (count > lua_gettop(L)) count = lua_gettop(L);
    if (!yields) return count;
    if (!lua_isyieldable(L)) return luaL_error(L, "cannot wait here: no coroutine to suspend");
    return lua_yield(L, count);
}

static int trampoline(lua_State *L) {
    clua_vm *vm = clua_vm_get(L);
    if (vm->abort) return clua_raise_abort(L);
    if (lua_gettop(L) > CLUA_MAX_RESULTS) return luaL_error(L, "too many arguments");
    if (!lua_checkstack(L, CLUA_HOST_SLOTS)) return luaL_error(L, "stack overflow");
    lua_State *running = vm->running;
    bool in_driver_frame = vm->in_driver_frame;
    vm->in_driver_frame = false;
    vm->relaxed++;
    int answer = vm->host.invoke(vm->context, L, (int)lua_tointeger(L, lua_upvalueindex(1)));
    vm->relaxed--;
    vm->in_driver_frame = in_driver_frame;
    vm->running = running;
    return settle(L, answer);
}

void clua_push_function(lua_State *L, int id) {
    clua_make_room(L, 1);
    lua_pushinteger(L, id);
    lua_pushcclosure(L, trampoline, 1);
}

int clua_function_id(lua_State *L, int index) {
    if (lua_tocfunction(L, index) != trampoline) return -1;
    clua_make_room(L, 1);
    if (lua_getupvalue(L, index, 1) == NULL) return -1;
    int id = (int)lua_tointeger(L, -1);
    lua_pop(L, 1);
    return id;
}
