/// Loops inside Lua's own libraries that run long without allocating. No hook fires in them, so
/// an abort would not reach them: these versions look at the flag, or refuse what no table holds.
#include "vm.h"

/// Elements; a table that really holds more does not fit into memory.
enum { LONGEST_CLAIM = 1 << 24, LONG_SORT = 1 << 15 };

/// Runs Lua's own version, upvalue 1, in this frame.
static int call_original(lua_State *L) {
    return lua_tocfunction(L, lua_upvalueindex(1))(L);
}

/// string.rep: nothing, repeated, costs no memory and may be asked for forever.
static int repeat(lua_State *L) {
    if (lua_type(L, 1) == LUA_TSTRING && lua_rawlen(L, 1) == 0
        && (lua_isnoneornil(L, 3) || (lua_type(L, 3) == LUA_TSTRING && lua_rawlen(L, 3) == 0))) {
        luaL_checkinteger(L, 2);
        lua_pushliteral(L, "");
        return 1;
    }
    return call_original(L);
}

static void check_length(lua_State *L) {
    if (luaL_getmetafield(L, 1, "__len") == LUA_TNIL) return;
    lua_pop(L, 1);
    if (luaL_len(L, 1) > LONGEST_CLAIM) luaL_error(L, "the length that __len gives is too large");
}

/// table.insert, remove, concat: loops as long as `__len` claims.
static int checked(lua_State *L) {
    check_length(L);
    return call_original(L);
}

static int is_less(lua_State *L) {
    lua_pushboolean(L, lua_compare(L, 1, 2, LUA_OPLT));
    return 1;
}

/// table.sort: without a function to call, a long sort is one long loop.
static int sort(lua_State *L) {
    check_length(L);
    if (lua_istable(L, 1) && lua_isnoneornil(L, 2) && lua_rawlen(L, 1) > LONG_SORT) {
        lua_settop(L, 1);
        lua_pushcfunction(L, is_less);
    }
    return call_original(L);
}

/// table.move(from, first, last, at [, to])
static int move(lua_State *L) {
    lua_Integer first = luaL_checkinteger(L, 2), last = luaL_checkinteger(L, 3);
    lua_Integer at = luaL_checkinteger(L, 4);
    int to = lua_isnoneornil(L, 5) ? 1 : 5;
    if (!lua_istable(L, 1) || !lua_istable(L, to)) return call_original(L);
    if (last >= first) {
        luaL_argcheck(
            L, first > 0 || last < LUA_MAXINTEGER + first, 3, "too many elements to move");
        lua_Integer count = last - first + 1;
        luaL_argcheck(L, at <= LUA_MAXINTEGER - count + 1, 4, "destination wrap around");
        bool overlaps = at > first && at <= last
            && (to == 1 || lua_compare(L, 1, to, LUA_OPEQ));
        for (lua_Integer i = 0; i < count; i++) {
            lua_Integer offset = overlaps ? count - 1 - i : i;
            clua_check_abort(L);
            lua_geti(L, 1, first + offset);
            lua_seti(L, to, at + offset);
        }
    }
    lua_pushvalue(L, to);
    return 1;
}

static void wrap(lua_State *L, const char *name, lua_CFunction version) {
    lua_getfield(L, -1, name);
    lua_pushcclosure(L, version, 1);
    lua_setfield(L, -2, name);
}

void clua_open_bounded(lua_State *L) {
    lua_getfield(L, -1, "string");
    wrap(L, "rep", repeat);
    lua_pop(L, 1);
    lua_getfield(L, -1, "table");
    wrap(L, "insert", checked);
    wrap(L, "remove", checked);
    wrap(L, "concat", checked);
    wrap(L, "sort", sort);
    wrap(L, "move", move);
    lua_pop(L, 1);
}
