/// Views over records. Reading a cached field is one table read: the metatable's `__index` is the
/// cache itself. A field that is not cached goes to the host, once.
#include <stdlib.h>
#include <string.h>

#include "views.h"

static struct clua_views *views_of(lua_State *L) { return clua_vm_get(L)->views; }

/// __index of a cache: (cache, key). Upvalue 1: field names to numbers.
static int view_miss(lua_State *L) {
    clua_vm *vm = clua_vm_get(L);
    struct clua_views *views = vm->views;
    lua_settop(L, 2);
    lua_pushvalue(L, 2);
    if (lua_rawget(L, lua_upvalueindex(1)) != LUA_TNUMBER) {
        size_t count = 0;
        const char *key = lua_type(L, 2) == LUA_TSTRING ? lua_tolstring(L, 2, &count) : "";
        vm->relaxed++;
        views->source.unknown(views->context, L, key, count);
        vm->relaxed--;
        luaL_where(L, 1);
        lua_insert(L, -2);
        lua_concat(L, 2);
        return lua_error(L);
    }
    int field = (int)lua_tointeger(L, 3);
    vm->relaxed++;
    int answer = views->source.fill(views->context, L, field);
    vm->relaxed--;
    if (vm->abort) return clua_raise_abort(L);
    if (answer == CLUA_SKIP) {
        clua_set_abort(vm, CLUA_ABORT_SKIP);
        return clua_raise_abort(L);
    }
    if (answer == 0) {
        lua_pushnil(L);
        return 1;
    }
    clua_views_note(views, field);
    lua_pushvalue(L, 2);
    lua_pushvalue(L, -2);
    lua_rawset(L, 1);
    return 1;
}

static int raise_past(lua_State *L) {
    clua_view *view = lua_touserdata(L, 1);
    luaL_where(L, 1);
    lua_pushfstring(L, views_of(L)->past, (LUAI_UACINT)view->number);
    lua_concat(L, 2);
    return lua_error(L);
}

static int refuse_write(lua_State *L) {
    return luaL_error(L, "a record in a rule is read-only; return what is wrong with it instead");
}

/// next for pairs(view): fields in column order. Upvalue 1: names by number.
static int next_field(lua_State *L) {
    lua_Integer at = lua_tointeger(L, lua_upvalueindex(2)) + 1;
    lua_pushinteger(L, at);
    lua_replace(L, lua_upvalueindex(2));
    if (lua_rawgeti(L, lua_upvalueindex(1), at) == LUA_TNIL) return 1;
    lua_pushvalue(L, -1);
    lua_gettable(L, 1);
    return 2;
}

static int view_pairs(lua_State *L) {
    lua_pushvalue(L, lua_upvalueindex(1));
    lua_pushinteger(L, 0);
    lua_pushcclosure(L, next_field, 2);
    lua_pushvalue(L, 1);
    lua_pushnil(L);
    return 3;
}

typedef struct {
    const char *const *names;
    const size_t *lengths;
    struct clua_views *views;
} recipe;

/// [-0, +1] A metatable that views share but for what `index` leaves open.
static void push_metatable(lua_State *L, int names) {
    lua_createtable(L, 0, 5);
    lua_pushliteral(L, "record");
    lua_setfield(L, -2, "__metatable");
    lua_pushliteral(L, "record");
    lua_setfield(L, -2, "__name");
    lua_pushcfunction(L, refuse_write);
    lua_setfield(L, -2, "__newindex");
    lua_pushvalue(L, names);
    lua_pushcclosure(L, view_pairs, 1);
    lua_setfield(L, -2, "__pairs");
}

static int build_views(lua_State *L) {
    recipe *from = lua_touserdata(L, 1);
    struct clua_views *views = from->views;
    lua_createtable(L, 0, views->fields);
    lua_createtable(L, views->fields, 0);
    for (int field = 0; field < views->fields; field++) {
        lua_pushlstring(L, from->names[field], from->lengths[field]);
        lua_pushvalue(L, -1);
        lua_pushvalue(L, -1);
        lua_rawseti(L, 3, field + 1);
        // The first of columns with one name is the field.
        if (lua_rawget(L, 2) == LUA_TNIL) {
            lua_pushvalue(L, -2);
            lua_pushinteger(L, field);
            lua_rawset(L, 2);
        }
        lua_pop(L, 1);
        views->keys[field] = luaL_ref(L, LUA_REGISTRYINDEX);
    }
    push_metatable(L, 3);
    lua_pushcfunction(L, raise_past);
    lua_setfield(L, -2, "__index");
    lua_pushcfunction(L, raise_past);
    lua_setfield(L, -2, "__pairs");
    views->past_metatable = luaL_ref(L, LUA_REGISTRYINDEX);
    clua_view *view = lua_newuserdatauv(L, sizeof *view, 0);
    *view = (clua_view){0, false};
    views->userdata = luaL_ref(L, LUA_REGISTRYINDEX);
    push_metatable(L, 3);
    lua_createtable(L, 0, views->fields);
    lua_createtable(L, 0, 1);
    lua_pushvalue(L, 2);
    lua_pushcclosure(L, view_miss, 1);
    lua_setfield(L, -2, "__index");
    lua_setmetatable(L, -2);
    lua_pushvalue(L, -1);
    views->cache = luaL_ref(L, LUA_REGISTRYINDEX);
    lua_setfield(L, -2, "__index");
    views->live = luaL_ref(L, LUA_REGISTRYINDEX);
    return 0;
}

/// Gives up the views that were made before.
static void forget_views(lua_State *L) {
    struct clua_views *views = views_of(L);
    if (views == NULL) return;
    luaL_unref(L, LUA_REGISTRYINDEX, views->userdata);
    luaL_unref(L, LUA_REGISTRYINDEX, views->cache);
    luaL_unref(L, LUA_REGISTRYINDEX, views->live);
    luaL_unref(L, LUA_REGISTRYINDEX, views->past_metatable);
    for (int f = 0; f < views->fields; f++) {
        luaL_unref(L, LUA_REGISTRYINDEX, views->keys[f]);
    }
    clua_free_views(clua_vm_get(L));
    clua_vm_get(L)->views = NULL;
}

bool clua_make_views(lua_State *L, const char *const *names, const size_t *lengths, int fields,
                     const char *past, clua_view_source source, void *context) {
    clua_vm *vm = clua_vm_get(L);
    if (vm->in_call) return false;
    forget_views(L);
    struct clua_views *views = calloc(1, sizeof *views);
    if (views == NULL) return false;
    views->keys = calloc(fields + 1, sizeof *views->keys);
    views->filled = calloc(fields + 1, sizeof *views->filled);
    views->past = strdup(past);
    views->fields = fields;
    views->source = source;
    views->context = context;
    vm->views = views;
    clua_make_room(L, 2);
    views->userdata = views->cache = views->live = views->past_metatable = LUA_NOREF;
    if (views->keys && views->filled && views->past) {
        for (int f = 0; f < fields; f++) views->keys[f] = LUA_NOREF;
        recipe from = {names, lengths, views};
        lua_pushcfunction(L, build_views);
        lua_pushlightuserdata(L, &from);
        if (clua_call(L, 1, 0) == LUA_OK) return true;
        lua_pop(L, 1);
    } else {
        views->fields = 0;
    }
    forget_views(L);
    return false;
}

void clua_free_views(clua_vm *vm) {
    if (vm->views == NULL) return;
    free(vm->views->keys);
    free(vm->views->filled);
    free(vm->views->past);
    free(vm->views);
}

void clua_views_enter(lua_State *L, struct clua_views *views) {
    lua_rawgeti(L, LUA_REGISTRYINDEX, views->userdata);
    views->frame_userdata = lua_gettop(L);
    lua_rawgeti(L, LUA_REGISTRYINDEX, views->cache);
    views->frame_cache = lua_gettop(L);
    lua_rawgeti(L, LUA_REGISTRYINDEX, views->live);
    views->frame_live = lua_gettop(L);
    lua_rawgeti(L, LUA_REGISTRYINDEX, views->past_metatable);
    views->frame_past = lua_gettop(L);
    views->frame_keys = lua_gettop(L) + 1;
    for (int f = 0; f < views->fields; f++) lua_rawgeti(L, LUA_REGISTRYINDEX, views->keys[f]);
}

/// Takes a value from the driver's frame while one runs, else from the registry.
static void push_one(lua_State *L, int frame, int reference) {
    if (clua_vm_get(L)->in_driver_frame) {
        lua_pushvalue(L, frame);
    } else {
        lua_rawgeti(L, LUA_REGISTRYINDEX, reference);
    }
}

void clua_next_view(lua_State *L, int64_t number) {
    clua_vm *vm = clua_vm_get(L);
    struct clua_views *views = vm->views;
    if (!vm->in_driver_frame) clua_make_room(L, 4);
    clua_view *view = lua_newuserdatauv(L, sizeof *view, 0);
    *view = (clua_view){number, true};
    push_one(L, views->frame_live, views->live);
    lua_setmetatable(L, -2);
    if (vm->in_driver_frame) {
        lua_pushvalue(L, -1);
        lua_replace(L, views->frame_userdata);
    }
    lua_rawseti(L, LUA_REGISTRYINDEX, views->userdata);
    for (int i = 0; i < views->filled_count; i++) clua_view_forget(L, views->filled[i]);
}

void clua_end_view(lua_State *L) {
    struct clua_views *views = views_of(L);
    push_one(L, views->frame_userdata, views->userdata);
    clua_view *view = lua_touserdata(L, -1);
    view->is_current = false;
    push_one(L, views->frame_past, views->past_metatable);
    lua_setmetatable(L, -2);
    lua_pop(L, 1);
}

void clua_push_view(lua_State *L) {
    clua_make_room(L, 1);
    struct clua_views *views = views_of(L);
    push_one(L, views->frame_userdata, views->userdata);
}

bool clua_is_view(lua_State *L, int index, bool *current, int64_t *number) {
    struct clua_views *views = views_of(L);
    if (views == NULL || lua_type(L, index) != LUA_TUSERDATA) return false;
    clua_make_room(L, 3);
    index = lua_absindex(L, index);
    if (!lua_getmetatable(L, index)) return false;
    lua_rawgeti(L, LUA_REGISTRYINDEX, views->live);
    lua_rawgeti(L, LUA_REGISTRYINDEX, views->past_metatable);
    bool is_view = lua_rawequal(L, -3, -2) || lua_rawequal(L, -3, -1);
    lua_pop(L, 3);
    if (!is_view) return false;
    const clua_view *view = lua_touserdata(L, index);
    *current = view->is_current;
    *number = view->number;
    return true;
}

void clua_view_forget(lua_State *L, int field) {
    struct clua_views *views = views_of(L);
    push_one(L, views->frame_cache, views->cache);
    push_one(L, views->frame_keys + field, views->keys[field]);
    lua_pushnil(L);
    lua_rawset(L, -3);
    lua_pop(L, 1);
}

void clua_views_note(struct clua_views *views, int field) {
    for (int i = 0; i < views->filled_count; i++) {
        if (views->filled[i] == field) return;
    }
    views->filled[views->filled_count++] = field;
}

void clua_views_fill(lua_State *L, struct clua_views *views, const clua_drive *drive,
                     int record) {
    int cache = views->frame_cache;
    for (int i = 0; i < drive->column_count; i++) {
        const clua_column *column = &drive->columns[i];
        uint64_t word = column->words[record];
        lua_pushvalue(L, views->frame_keys + column->field);
        switch (column->kinds[record]) {
        case CLUA_VALUE_INTEGER:
            lua_pushinteger(L, (lua_Integer)word);
            break;
        case CLUA_VALUE_NUMBER: {
            double number;
            memcpy(&number, &word, sizeof number);
            lua_pushnumber(L, number);
            break;
        }
        case CLUA_VALUE_BOOLEAN:
            lua_pushboolean(L, (int)word);
            break;
        case CLUA_VALUE_TEXT:
            lua_pushlstring(L, drive->text + (word >> 32), word & 0xFFFFFFFF);
            break;
        case CLUA_VALUE_ASK: {
            clua_vm *vm = clua_vm_get(L);
            vm->relaxed++;
            int answer = views->source.fill(views->context, L, column->field);
            vm->relaxed--;
            if (answer != 1) lua_pushnil(L);
            break;
        }
        default:
            lua_pushnil(L);
        }
        lua_rawset(L, cache);
    }
}
