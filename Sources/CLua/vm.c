#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "vm.h"

char clua_key_traceback, clua_key_error, clua_key_message, clua_key_suppressed,
    clua_key_coroutine_error, clua_key_coroutine_traceback, clua_key_kept, clua_key_literal;

void clua_die(const char *message) {
    // Nothing is left to report it with.
    ssize_t written = write(STDERR_FILENO, message, strlen(message));
    (void)written;
    abort();
}

static void *allocate(void *context, void *block, size_t old_size, size_t new_size) {
    clua_vm *vm = context;
    if (block == NULL) old_size = 0;
    if (new_size == 0) {
        vm->used -= old_size;
        free(block);
        return NULL;
    }
    if (new_size > old_size && vm->relaxed == 0) {
        if (vm->used + (new_size - old_size) > vm->limit) return NULL;
        if (vm->failing_allocation == 0) return NULL;
        if (vm->failing_allocation > 0) vm->failing_allocation--;
    }
    void *result = realloc(block, new_size);
    if (result == NULL) {
        if (vm->relaxed) clua_die("out of memory in a frame of Lua's host\n");
        return NULL;
    }
    vm->used += new_size - old_size;
    if (vm->used > vm->peak) vm->peak = vm->used;
    return result;
}

static int on_panic(lua_State *L) {
    (void)L;
    clua_die("a Lua error outside a protected call\n");
    return 0;
}

/// Everything that may raise while a state is set up.
static int set_up(lua_State *L) {
    luaL_openlibs(L);
    lua_gc(L, LUA_GCGEN, 0, 0);
    lua_newtable(L);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &clua_key_kept);
    // Lua makes this text where, in a coroutine, a failed allocation could not be caught.
    lua_pushliteral(L, "error in error handling");
    lua_rawsetp(L, LUA_REGISTRYINDEX, &clua_key_literal);
    // No script may replace what a file does when it is collected.
    luaL_getmetatable(L, LUA_FILEHANDLE);
    lua_pushliteral(L, LUA_FILEHANDLE);
    lua_setfield(L, -2, "__metatable");
    lua_pop(L, 1);
    lua_pushglobaltable(L);
    clua_open_protect(L);
    clua_open_bounded(L);
    lua_getfield(L, -1, "coroutine");
    clua_open_coroutine(L);
    lua_pop(L, 1);
    lua_getfield(L, -1, "string");
    clua_pattern_open(L);
    lua_pop(L, 1);
    // Strings find their methods in a private copy: no script can change another's.
    lua_pushliteral(L, "");
    lua_getmetatable(L, -1);
    lua_newtable(L);
    lua_getfield(L, -4, "string");
    lua_pushnil(L);
    while (lua_next(L, -2)) {
        lua_pushvalue(L, -2);
        lua_insert(L, -2);
        lua_rawset(L, -5);
    }
    lua_pop(L, 1);
    lua_pushnil(L);
    lua_setfield(L, -2, "dump");
    lua_setfield(L, -2, "__index");
    lua_pushboolean(L, 0);
    lua_setfield(L, -2, "__metatable");
    return 0;
}

clua_vm *clua_open(clua_host host, void *context, size_t memory_limit, long failing_allocation) {
    clua_vm *vm = calloc(1, sizeof *vm);
    if (vm == NULL) return NULL;
    vm->host = host;
    vm->context = context;
    vm->limit = memory_limit;
    vm->failing_allocation = failing_allocation;
    vm->main = lua_newstate(allocate, vm);
    if (vm->main == NULL) {
        free(vm);
        return NULL;
    }
    lua_atpanic(vm->main, on_panic);
    lua_setwarnf(vm->main, clua_warn, vm);
    *(clua_vm **)lua_getextraspace(vm->main) = vm;
    vm->running = vm->main;
    clua_adopt_thread(vm);
    // A C function without upvalues is pushed without allocation.
    lua_pushcfunction(vm->main, set_up);
    if (lua_pcall(vm->main, 0, 0, 0) != LUA_OK) {
        clua_close(vm);
        return NULL;
    }
    // From here on the host is on top, except inside `clua_call`.
    vm->relaxed = 1;
    return vm;
}

void clua_close(clua_vm *vm) {
    if (!pthread_equal(vm->thread, pthread_self())) clua_die("a Lua state is closed by another thread\n");
    clua_stop_timer(vm);
    clua_leave_thread(vm);
    vm->abort = vm->stop = 0;
    vm->relaxed++;
    lua_sethook(vm->main, NULL, 0, 0);
    lua_close(vm->main);
    clua_release_boxes(vm);
    clua_free_views(vm);
    free(vm);
}

lua_State *clua_running(clua_vm *vm) { return vm->running; }
clua_vm *clua_vm_of(lua_State *L) { return clua_vm_get(L); }
void *clua_context(lua_State *L) { return clua_vm_get(L)->context; }
size_t clua_memory_used(clua_vm *vm) { return vm->used; }
size_t clua_memory_peak(clua_vm *vm) { return vm->peak; }
size_t clua_memory_limit(clua_vm *vm) { return vm->limit; }
void clua_fail_allocation(clua_vm *vm, long n) { vm->failing_allocation = n; }
const char *clua_library_release(void) { return lua_ident; }

void clua_collect(clua_vm *vm) {
    vm->relaxed++;
    lua_gc(vm->main, LUA_GCCOLLECT);
    vm->relaxed--;
}

void clua_settle_memory(lua_State *L) {
    clua_vm *vm = clua_vm_get(L);
    if (vm->relaxed || vm->used <= vm->limit) return;
    lua_gc(L, LUA_GCCOLLECT);
    if (vm->used > vm->limit) {
        luaL_error(L, "not enough memory: the limit is %d MiB", (int)(vm->limit >> 20));
    }
}
