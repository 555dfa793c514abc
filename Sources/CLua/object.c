/// The host's objects: userdata that own a box, behind metatables that no script can reach.
///
/// A finalizer is a call, and a call may find no memory; Lua then frees the userdata all the same.
/// So boxes are also listed outside Lua's memory, and what is left is released at the end.
#include <stdlib.h>

#include "vm.h"

struct clua_box {
    void *content;
    struct clua_box *previous, *next;
};

typedef struct {
    struct clua_box *box;
} object;

static int index_chain(lua_State *L) {
    lua_settop(L, 2);
    lua_pushvalue(L, 2);
    if (lua_rawget(L, lua_upvalueindex(1)) != LUA_TNIL) return 1;
    lua_pop(L, 1);
    lua_pushvalue(L, lua_upvalueindex(2));
    lua_insert(L, 1);
    lua_call(L, 2, 1);
    return 1;
}

void clua_chain_index(lua_State *L) { lua_pushcclosure(L, index_chain, 2); }

/// Takes the content out of an object, and the box off the list.
static void *take(clua_vm *vm, object *self) {
    struct clua_box *box = self ? self->box : NULL;
    if (box == NULL) return NULL;
    self->box = NULL;
    if (box->next) box->next->previous = box->previous;
    if (box->previous) box->previous->next = box->next; else vm->boxes = box->next;
    void *content = box->content;
    free(box);
    return content;
}

static int finalize(lua_State *L) {
    clua_vm *vm = clua_vm_get(L);
    void *content = take(vm, lua_touserdata(L, 1));
    if (content == NULL) return 0;
    vm->relaxed++;
    vm->host.release(vm->context, content);
    vm->relaxed--;
    return 0;
}

void clua_release_boxes(clua_vm *vm) {
    while (vm->boxes) {
        object rest = {vm->boxes};
        void *content = take(vm, &rest);
        vm->host.release(vm->context, content);
    }
}

void clua_new_type(lua_State *L, const char *name, size_t count) {
    clua_make_room(L, 3);
    lua_createtable(L, 0, 12);
    lua_pushlstring(L, name, count);
    lua_pushvalue(L, -1);
    lua_setfield(L, -3, "__metatable");
    lua_setfield(L, -2, "__name");
    lua_pushcfunction(L, finalize);
    lua_setfield(L, -2, "__gc");
}

void clua_push_object(lua_State *L, int type, void *content) {
    clua_vm *vm = clua_vm_get(L);
    type = lua_absindex(L, type);
    clua_make_room(L, 2);
    object *self = lua_newuserdatauv(L, sizeof *self, 0);
    self->box = NULL;
    lua_pushvalue(L, type);
    lua_setmetatable(L, -2);
    struct clua_box *box = malloc(sizeof *box);
    if (box == NULL) clua_die("out of memory in a frame of Lua's host\n");
    *box = (struct clua_box){.content = content, .next = vm->boxes};
    if (vm->boxes) vm->boxes->previous = box;
    vm->boxes = box;
    self->box = box;
}

static object *checked_object(lua_State *L, int index, const void *type) {
    return lua_type(L, index) == LUA_TUSERDATA && clua_metatable_identity(L, index) == type
        ? lua_touserdata(L, index) : NULL;
}

void *clua_object(lua_State *L, int index, const void *type) {
    const object *self = checked_object(L, index, type);
    return self && self->box ? self->box->content : NULL;
}

void *clua_take_object(lua_State *L, int index, const void *type) {
    return take(clua_vm_get(L), checked_object(L, index, type));
}

const void *clua_metatable_identity(lua_State *L, int index) {
    clua_make_room(L, 1);
    if (!lua_getmetatable(L, index)) return NULL;
    const void *identity = lua_topointer(L, -1);
    lua_pop(L, 1);
    return identity;
}
