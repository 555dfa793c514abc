/// Compiling text as what a person types at a prompt, and measuring how far the parser came.
#include <string.h>

#include "vm.h"

typedef struct {
    const char *parts[3];
    size_t counts[3];
    int part;
    size_t offset, consumed;
    const char *name;
} entry;

/// Hands out one byte at a time: the parser reads no further than it has to.
static const char *read_byte(lua_State *L, void *data, size_t *size) {
    (void)L;
    entry *from = data;
    while (from->part < 3 && from->offset == from->counts[from->part]) {
        from->part++;
        from->offset = 0;
    }
    *size = 0;
    if (from->part == 3) return NULL;
    *size = 1;
    from->consumed++;
    return from->parts[from->part] + from->offset++;
}

static int parse(lua_State *L) {
    entry *from = lua_touserdata(L, 1);
    if (lua_load(L, read_byte, from, from->name, "t") != LUA_OK) return lua_error(L);
    lua_pushvalue(L, 2);
    if (lua_setupvalue(L, -2, 1) == NULL) lua_pop(L, 1);
    return 1;
}

int clua_parse_entry(lua_State *L, bool is_expression, const char *text, size_t count,
                     const char *name, int environment, size_t *reached) {
    const char *prefix = is_expression ? "return " : "";
    // With a line end, what a line end cannot continue is an error at once.
    entry from = {
        .parts = {prefix, text, "\n"}, .counts = {strlen(prefix), count, 1}, .name = name};
    environment = lua_absindex(L, environment);
    clua_make_room(L, 3);
    clua_push_copy(L, environment);
    lua_pushcfunction(L, parse);
    lua_insert(L, -2);
    lua_pushlightuserdata(L, &from);
    lua_insert(L, -2);
    int status = clua_call(L, 2, 1);
    *reached = from.consumed > from.counts[0] ? from.consumed - from.counts[0] : 0;
    return status == LUA_ERRRUN ? LUA_ERRSYNTAX : status;
}
