/// The two worlds that Lua code lives in, each built from a list of what it may have.
#include <stdio.h>
#include <string.h>

#include "vm.h"

static const char *const base_names[] = {
    "assert", "error", "getmetatable", "ipairs", "next", "pairs", "pcall", "rawequal", "rawget",
    "rawlen", "rawset", "select", "setmetatable", "tonumber", "tostring", "type", "xpcall",
    "_VERSION", NULL};

static const char *const library_names[] = {"coroutine", "string", "table", "utf8", NULL};

static const char *const os_names[] = {"clock", "date", "difftime", "time", NULL};

/// What of `os` even a trusted script gets only in the host's version, or not at all.
static const char *const os_refused[] = {"exit", "setlocale", NULL};

/// Adds text without the control bytes that would act on a terminal.
static void add_printable(luaL_Buffer *buffer, const char *text, size_t length) {
    const unsigned char *bytes = (const unsigned char *)text;
    for (size_t i = 0; i < length; i++) {
        bool is_control = (bytes[i] < 0x20 && bytes[i] != '\t' && bytes[i] != '\n')
            || bytes[i] == 0x7F
            || (bytes[i] == 0xC2 && i + 1 < length && bytes[i + 1] >= 0x80 && bytes[i + 1] < 0xA0);
        if (!is_control) {
            luaL_addchar(buffer, (char)bytes[i]);
            continue;
        }
        char escape[5];
        snprintf(escape, sizeof escape, "\\x%02X", bytes[i]);
        luaL_addlstring(buffer, escape, 4);
    }
}

/// print for code whose host owns standard output: to standard error, a call at a time.
static int print_to_error(lua_State *L) {
    int count = lua_gettop(L);
    luaL_checkstack(L, count + 20, "too many arguments");
    for (int i = 1; i <= count; i++) luaL_tolstring(L, i, NULL);
    luaL_Buffer buffer;
    luaL_buffinit(L, &buffer);
    for (int i = 1; i <= count; i++) {
        size_t length;
        const char *text = lua_tolstring(L, count + i, &length);
        if (i > 1) luaL_addchar(&buffer, '\t');
        add_printable(&buffer, text, length);
    }
    luaL_addchar(&buffer, '\n');
    luaL_pushresult(&buffer);
    size_t length;
    const char *text = lua_tolstring(L, -1, &length);
    fwrite(text, 1, length, stderr);
    return 0;
}

static int count_memory(lua_State *L) {
    if (strcmp(luaL_optstring(L, 1, "count"), "count") != 0) {
        return luaL_error(L, "collectgarbage gives only \"count\" here");
    }
    int kilobytes = lua_gc(L, LUA_GCCOUNT);
    lua_pushnumber(L, kilobytes + lua_gc(L, LUA_GCCOUNTB) / 1024.0);
    return 1;
}

/// [-0, +1] A shallow copy of the table at `index`, or of the named part of it.
static void copy_table(lua_State *L, int index, const char *const *names) {
    index = lua_absindex(L, index);
    lua_createtable(L, 0, 32);
    if (names) {
        for (; *names; names++) {
            lua_getfield(L, index, *names);
            lua_setfield(L, -2, *names);
        }
        return;
    }
    lua_pushnil(L);
    while (lua_next(L, index)) {
        lua_pushvalue(L, -2);
        lua_insert(L, -2);
        lua_rawset(L, -4);
    }
}

/// Gives the environment on top of the stack its own `load`, whose chunks live in it.
static void add_load(lua_State *L, bool is_confined) {
    lua_getglobal(L, "load");
    lua_CFunction load = lua_tocfunction(L, -1);
    lua_pop(L, 1);
    lua_pushvalue(L, -1);
    lua_pushboolean(L, is_confined);
    lua_pushcclosure(L, load, 2);
    lua_setfield(L, -2, "load");
}

/// Gives the environment on top its own `math`: random numbers have a state that copies share.
static void add_math(lua_State *L) {
    lua_pushcfunction(L, luaopen_math);
    lua_call(L, 0, 1);
    lua_setfield(L, -2, "math");
}

static int make_restricted(lua_State *L) {
    lua_pushglobaltable(L);
    copy_table(L, 1, base_names);
    for (const char *const *name = library_names; *name; name++) {
        lua_getfield(L, 1, *name);
        copy_table(L, -1, NULL);
        lua_setfield(L, 2, *name);
        lua_pop(L, 1);
    }
    lua_getfield(L, 1, "os");
    copy_table(L, -1, os_names);
    lua_setfield(L, 2, "os");
    lua_pop(L, 1);
    lua_getfield(L, 2, "string");
    lua_pushnil(L);
    lua_setfield(L, -2, "dump");
    lua_pop(L, 1);
    lua_getfield(L, 1, "debug");
    lua_createtable(L, 0, 1);
    lua_getfield(L, -2, "traceback");
    lua_setfield(L, -2, "traceback");
    lua_setfield(L, 2, "debug");
    lua_pop(L, 1);
    lua_pushcfunction(L, print_to_error);
    lua_setfield(L, 2, "print");
    lua_pushcfunction(L, count_memory);
    lua_setfield(L, 2, "collectgarbage");
    lua_settop(L, 2);
    add_math(L);
    add_load(L, true);
    lua_pushvalue(L, 2);
    lua_setfield(L, 2, "_G");
    return 1;
}

static int make_trusted(lua_State *L) {
    lua_pushglobaltable(L);
    copy_table(L, 1, NULL);
    static const char *const refused[] = {"dofile", "loadfile", "package", "require", NULL};
    for (const char *const *name = refused; *name; name++) {
        lua_pushnil(L);
        lua_setfield(L, 2, *name);
    }
    static const char *const copied[] = {
        "coroutine", "io", "os", "string", "table", "utf8", NULL};
    for (const char *const *name = copied; *name; name++) {
        lua_getfield(L, 1, *name);
        copy_table(L, -1, NULL);
        lua_setfield(L, 2, *name);
        lua_pop(L, 1);
    }
    lua_getfield(L, 2, "os");
    for (const char *const *name = os_refused; *name; name++) {
        lua_pushnil(L);
        lua_setfield(L, -2, *name);
    }
    lua_getfield(L, 2, "string");
    lua_pushnil(L);
    lua_setfield(L, -2, "dump");
    static const char *const debug_names[] = {"traceback", "getinfo", NULL};
    lua_getfield(L, 1, "debug");
    copy_table(L, -1, debug_names);
    lua_setfield(L, 2, "debug");
    lua_settop(L, 2);
    add_math(L);
    add_load(L, false);
    lua_pushvalue(L, 2);
    lua_setfield(L, 2, "_G");
    return 1;
}

int clua_push_restricted(lua_State *L) {
    clua_make_room(L, 1);
    lua_pushcfunction(L, make_restricted);
    return clua_call(L, 0, 1);
}

int clua_push_trusted(lua_State *L) {
    clua_make_room(L, 1);
    lua_pushcfunction(L, make_trusted);
    return clua_call(L, 0, 1);
}
