#define _GNU_SOURCE
/// string.find, match, gmatch and gsub over our own matcher.
#include <string.h>

#include "pattern.h"

/// A start position from 1, where negative ones count from the end.
static size_t start_position(lua_Integer position, size_t length) {
    if (position > 0) return (size_t)position;
    if (position == 0 || position < -(lua_Integer)length) return 1;
    return length + (size_t)position + 1;
}

static bool has_specials(const char *pattern, size_t size) {
    for (size_t i = 0; i < size; i++) {
        if (pattern[i] != '\0' && strchr("^$*+?.([%-", pattern[i]) != NULL) return true;
    }
    return false;
}

static int find_or_match(lua_State *L, bool finds) {
    size_t size, pattern_size;
    const char *subject = luaL_checklstring(L, 1, &size);
    const char *pattern = luaL_checklstring(L, 2, &pattern_size);
    size_t start = start_position(luaL_optinteger(L, 3, 1), size) - 1;
    if (start > size) {
        luaL_pushfail(L);
        return 1;
    }
    if (finds && (lua_toboolean(L, 4) || !has_specials(pattern, pattern_size))) {
        const char *found = pattern_size == 0
            ? subject + start : memmem(subject + start, size - start, pattern, pattern_size);
        if (found == NULL) {
            luaL_pushfail(L);
            return 1;
        }
        lua_pushinteger(L, found - subject + 1);
        lua_pushinteger(L, found - subject + (lua_Integer)pattern_size);
        return 2;
    }
    bool is_anchored = pattern_size > 0 && *pattern == '^';
    clua_matcher m;
    clua_matcher_begin(&m, L, subject, size, pattern, pattern_size);
    const char *p = is_anchored ? pattern + 1 : pattern;
    const char *s = subject + start;
    do {
        clua_matcher_reset(&m);
        const char *e = clua_match(&m, s, p);
        if (e == NULL) continue;
        if (!finds) return clua_push_captures(&m, s, e);
        lua_pushinteger(L, s - subject + 1);
        lua_pushinteger(L, e - subject);
        return clua_push_captures(&m, NULL, NULL) + 2;
    } while (s++ < m.subject_end && !is_anchored);
    luaL_pushfail(L);
    return 1;
}

static int string_find(lua_State *L) { return find_or_match(L, true); }
static int string_match(lua_State *L) { return find_or_match(L, false); }

typedef struct {
    clua_matcher matcher;
    const char *next, *pattern, *last_match;
} iteration;

static int next_match(lua_State *L) {
    iteration *at = lua_touserdata(L, lua_upvalueindex(3));
    // The iterator may be called from another coroutine than the one that made it.
    at->matcher.L = L;
    for (const char *s = at->next; s <= at->matcher.subject_end; s++) {
        clua_matcher_reset(&at->matcher);
        const char *e = clua_match(&at->matcher, s, at->pattern);
        if (e != NULL && e != at->last_match) {
            at->next = at->last_match = e;
            return clua_push_captures(&at->matcher, s, e);
        }
    }
    return 0;
}

static int string_gmatch(lua_State *L) {
    size_t size, pattern_size;
    const char *subject = luaL_checklstring(L, 1, &size);
    const char *pattern = luaL_checklstring(L, 2, &pattern_size);
    size_t start = start_position(luaL_optinteger(L, 3, 1), size) - 1;
    lua_settop(L, 2);
    iteration *at = lua_newuserdatauv(L, sizeof *at, 0);
    if (start > size) start = size + 1;
    clua_matcher_begin(&at->matcher, L, subject, size, pattern, pattern_size);
    at->next = subject + start;
    at->pattern = pattern;
    at->last_match = NULL;
    // Subject and pattern are upvalues so that they live as long as the iterator.
    lua_pushcclosure(L, next_match, 3);
    return 1;
}

/// Adds the replacement text at index 3 with its captures filled in.
static void add_text(clua_matcher *m, luaL_Buffer *out, const char *s, const char *e) {
    size_t size;
    const char *text = lua_tolstring(m->L, 3, &size);
    const char *end = text + size;
    while (text < end) {
        const char *percent = memchr(text, '%', end - text);
        if (percent == NULL) break;
        luaL_addlstring(out, text, percent - text);
        char c = percent[1];
        text = percent + 2;
        if (c == '%') {
            luaL_addchar(out, '%');
        } else if (c == '0') {
            luaL_addlstring(out, s, e - s);
        } else if (c >= '1' && c <= '9') {
            clua_push_capture(m, c - '1', s, e);
            luaL_tolstring(m->L, -1, NULL);
            lua_remove(m->L, -2);
            luaL_addvalue(out);
        } else {
            luaL_error(m->L, "invalid use of '%%' in replacement string");
        }
    }
    luaL_addlstring(out, text, end - text);
}

/// Adds what replaces a match. Returns whether that differs from leaving it.
static bool add_replacement(clua_matcher *m, luaL_Buffer *out, const char *s, const char *e,
                            int type) {
    lua_State *L = m->L;
    if (type == LUA_TFUNCTION) {
        lua_pushvalue(L, 3);
        lua_call(L, clua_push_captures(m, s, e), 1);
    } else if (type == LUA_TTABLE) {
        clua_push_capture(m, 0, s, e);
        lua_gettable(L, 3);
    } else {
        add_text(m, out, s, e);
        return true;
    }
    if (!lua_toboolean(L, -1)) {
        lua_pop(L, 1);
        luaL_addlstring(out, s, e - s);
        return false;
    }
    if (!lua_isstring(L, -1)) {
        luaL_error(L, "invalid replacement value (a %s)", luaL_typename(L, -1));
    }
    luaL_addvalue(out);
    return true;
}

static int string_gsub(lua_State *L) {
    size_t size, pattern_size;
    const char *subject = luaL_checklstring(L, 1, &size);
    const char *pattern = luaL_checklstring(L, 2, &pattern_size);
    int type = lua_type(L, 3);
    lua_Integer limit = luaL_optinteger(L, 4, (lua_Integer)size + 1);
    luaL_argexpected(L,
        type == LUA_TNUMBER || type == LUA_TSTRING || type == LUA_TFUNCTION || type == LUA_TTABLE,
        3, "string/function/table");
    bool is_anchored = pattern_size > 0 && *pattern == '^';
    const char *p = is_anchored ? pattern + 1 : pattern;
    const char *s = subject, *last_match = NULL;
    clua_matcher m;
    clua_matcher_begin(&m, L, subject, size, pattern, pattern_size);
    luaL_Buffer out;
    luaL_buffinit(L, &out);
    lua_Integer count = 0;
    bool has_changed = false;
    while (count < limit) {
        clua_matcher_reset(&m);
        const char *e = clua_match(&m, s, p);
        if (e != NULL && e != last_match) {
            count++;
            has_changed = add_replacement(&m, &out, s, e, type) || has_changed;
            s = last_match = e;
        } else if (s < m.subject_end) {
            luaL_addchar(&out, *s++);
        } else {
            break;
        }
        if (is_anchored) break;
    }
    if (has_changed) {
        luaL_addlstring(&out, s, m.subject_end - s);
        luaL_pushresult(&out);
    } else {
        lua_pushvalue(L, 1);
    }
    lua_pushinteger(L, count);
    return 2;
}

static const luaL_Reg replacements[] = {
    {"find", string_find}, {"match", string_match}, {"gmatch", string_gmatch},
    {"gsub", string_gsub}, {NULL, NULL},
};

void clua_pattern_open(lua_State *L) {
    luaL_setfuncs(L, replacements, 0);
}

static int push_stock(lua_State *L) {
    // Opening the library sets the metatable of strings, which must stay ours.
    lua_pushliteral(L, "");
    lua_getmetatable(L, 1);
    lua_pushcfunction(L, luaopen_string);
    lua_call(L, 0, 1);
    lua_pushvalue(L, 2);
    lua_setmetatable(L, 1);
    return 1;
}

int clua_push_stock_strings(lua_State *L) {
    lua_pushcfunction(L, push_stock);
    return clua_call(L, 0, 1);
}
