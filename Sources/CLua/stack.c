/// Plain access to a state's stack for the host. None of these raises: memory is relaxed while
/// the host runs, and what could call a metamethod is left out.
#include <string.h>

#include "vm.h"

int clua_top(lua_State *L) { return lua_gettop(L); }
void clua_set_top(lua_State *L, int top) { lua_settop(L, top); }
bool clua_reserve(lua_State *L, int slots) { return lua_checkstack(L, slots + 20); }
int clua_absolute(lua_State *L, int index) { return lua_absindex(L, index); }
int clua_type(lua_State *L, int index) { return lua_type(L, index); }
bool clua_is_integer(lua_State *L, int index) { return lua_isinteger(L, index); }
bool clua_to_boolean(lua_State *L, int index) { return lua_toboolean(L, index); }
int64_t clua_to_integer(lua_State *L, int index) { return lua_tointegerx(L, index, NULL); }
double clua_to_number(lua_State *L, int index) { return lua_tonumberx(L, index, NULL); }
const void *clua_to_pointer(lua_State *L, int index) { return lua_topointer(L, index); }
size_t clua_raw_length(lua_State *L, int index) { return lua_rawlen(L, index); }
void clua_insert(lua_State *L, int index) { lua_insert(L, index); }
void clua_remove(lua_State *L, int index) { lua_remove(L, index); }

const char *clua_type_name(int type) {
    static const char *const names[] = {
        "nil", "boolean", "userdata", "number", "string", "table", "function", "userdata",
        "thread"};
    return type < 0 || type > 8 ? "no value" : names[type];
}

const char *clua_to_string(lua_State *L, int index, size_t *count) {
    // A number would be turned into a string in place.
    return lua_type(L, index) == LUA_TSTRING ? lua_tolstring(L, index, count) : NULL;
}

void clua_make_room(lua_State *L, int slots) {
    // Fewer than a million slots, or memory, is what is missing; writing on would corrupt it.
    if (!lua_checkstack(L, slots)) clua_die("a frame of Lua's host pushed too many values\n");
}

void clua_push_nil(lua_State *L) {
    clua_make_room(L, 1);
    lua_pushnil(L);
}

void clua_push_boolean(lua_State *L, bool value) {
    clua_make_room(L, 1);
    lua_pushboolean(L, value);
}

void clua_push_integer(lua_State *L, int64_t value) {
    clua_make_room(L, 1);
    lua_pushinteger(L, value);
}

void clua_push_number(lua_State *L, double value) {
    clua_make_room(L, 1);
    lua_pushnumber(L, value);
}

void clua_push_copy(lua_State *L, int index) {
    clua_make_room(L, 1);
    lua_pushvalue(L, index);
}

void clua_push_string(lua_State *L, const char *bytes, size_t count) {
    clua_make_room(L, 1);
    lua_pushlstring(L, bytes, count);
}

void clua_push_table(lua_State *L, int array, int hash) {
    clua_make_room(L, 1);
    lua_createtable(L, array < 65536 ? array : 65536, hash < 65536 ? hash : 65536);
}

int clua_raw_get_field(lua_State *L, int table, const char *key, size_t count) {
    table = lua_absindex(L, table);
    clua_make_room(L, 1);
    lua_pushlstring(L, key, count);
    return clua_raw_get(L, table);
}

int clua_raw_get_index(lua_State *L, int table, int64_t index) {
    clua_make_room(L, 1);
    if (lua_istable(L, table)) return lua_rawgeti(L, table, index);
    lua_pushnil(L);
    return LUA_TNIL;
}

void clua_raw_set_field(lua_State *L, int table, const char *key, size_t count) {
    table = lua_absindex(L, table);
    clua_make_room(L, 1);
    lua_pushlstring(L, key, count);
    lua_insert(L, -2);
    clua_raw_set(L, table);
}

void clua_raw_set_index(lua_State *L, int table, int64_t index) {
    if (lua_istable(L, table)) lua_rawseti(L, table, index); else lua_pop(L, 1);
}

int clua_raw_get(lua_State *L, int table) {
    if (lua_istable(L, table)) return lua_rawget(L, table);
    lua_pop(L, 1);
    lua_pushnil(L);
    return LUA_TNIL;
}

bool clua_raw_set(lua_State *L, int table) {
    // The keys that raise.
    bool is_nan = lua_type(L, -2) == LUA_TNUMBER && !lua_rawequal(L, -2, -2);
    if (lua_istable(L, table) && !lua_isnil(L, -2) && !is_nan) {
        lua_rawset(L, table);
        return true;
    }
    lua_pop(L, 2);
    return false;
}

static int next_pair(lua_State *L) {
    lua_settop(L, 2);
    return lua_next(L, 1) ? 2 : 0;
}

bool clua_next(lua_State *L, int table) {
    // lua_next raises for a key that is not in the table.
    table = lua_absindex(L, table);
    clua_make_room(L, 2);
    if (!lua_istable(L, table)) {
        lua_pop(L, 1);
        return false;
    }
    lua_pushcfunction(L, next_pair);
    lua_pushvalue(L, table);
    lua_rotate(L, -3, 2);
    int status = lua_pcall(L, 2, 2, 0);
    if (status == LUA_OK && !lua_isnil(L, -2)) return true;
    lua_pop(L, status == LUA_OK ? 2 : 1);
    return false;
}

bool clua_raw_equal(lua_State *L, int left, int right) { return lua_rawequal(L, left, right); }

void clua_set_metatable(lua_State *L, int index) {
    index = lua_absindex(L, index);
    if (lua_istable(L, -1)) lua_setmetatable(L, index); else lua_pop(L, 1);
}

bool clua_get_metatable(lua_State *L, int index) {
    clua_make_room(L, 1);
    return lua_getmetatable(L, index);
}

int clua_keep(lua_State *L) {
    clua_make_room(L, 3);
    lua_rawgetp(L, LUA_REGISTRYINDEX, &clua_key_kept);
    lua_insert(L, -2);
    int reference = luaL_ref(L, -2);
    lua_pop(L, 1);
    return reference;
}

void clua_push_kept(lua_State *L, int reference) {
    clua_make_room(L, 2);
    lua_rawgetp(L, LUA_REGISTRYINDEX, &clua_key_kept);
    if (reference >= 0) lua_rawgeti(L, -1, reference); else lua_pushnil(L);
    lua_remove(L, -2);
}

void clua_release(lua_State *L, int reference) {
    clua_make_room(L, 3);
    lua_rawgetp(L, LUA_REGISTRYINDEX, &clua_key_kept);
    luaL_unref(L, -1, reference);
    lua_pop(L, 1);
}

static int to_text(lua_State *L) {
    luaL_tolstring(L, 1, NULL);
    return 1;
}

int clua_push_text(lua_State *L, int index) {
    index = lua_absindex(L, index);
    clua_make_room(L, 2);
    lua_pushcfunction(L, to_text);
    lua_pushvalue(L, index);
    return clua_call(L, 1, 1);
}

bool clua_function_place(lua_State *L, int index, char *source, size_t size, int *line) {
    lua_Debug frame;
    if (!lua_isfunction(L, index)) return false;
    clua_make_room(L, 1);
    lua_pushvalue(L, index);
    lua_getinfo(L, ">S", &frame);
    if (frame.what[0] == 'C') return false;
    strncpy(source, frame.short_src, size - 1);
    source[size - 1] = '\0';
    *line = frame.linedefined;
    return true;
}

const char *clua_push_upvalue(lua_State *L, int index, int upvalue) {
    clua_make_room(L, 1);
    return lua_isfunction(L, index) ? lua_getupvalue(L, index, upvalue) : NULL;
}

void clua_push_where(lua_State *L, int level) {
    clua_make_room(L, 4);
    luaL_where(L, level);
}
