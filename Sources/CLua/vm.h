/// The VM behind a state: memory, abort flag, caps. Internal to this target.
#ifndef CLUA_VM_H
#define CLUA_VM_H

#include <lua5.4/lauxlib.h>
#include <lua5.4/lua.h>
#include <lua5.4/lualib.h>
#include <pthread.h>
#include <signal.h>
#include <time.h>

#include "CLua.h"

#if LUA_VERSION_NUM != 504
#error "written for Lua 5.4"
#endif

struct clua_vm {
    lua_State *main;
    clua_host host;
    void *context;

    /// Bytes. `relaxed` counts the host frames on top of the stack: while it is not zero no
    /// allocation is refused.
    size_t used, peak, limit;
    int relaxed;
    long failing_allocation;

    /// Written by signal handlers and other threads. `abort` is what is under way; `stop` is the
    /// part of it that outlasts a single call, so that ending a call's own abort loses no other.
    _Atomic int abort, stop;
    lua_State *volatile running;
    int exit_status;

    /// Host -> Lua -> host nesting, and nested coroutine.close.
    int depth, closing;
    /// The depth of the call in which the failure happened that the registry tells of.
    int failure_depth;

    /// The tick's bookkeeping, in ticks; `calls` counts a driver's calls.
    volatile unsigned long calls;
    unsigned long seen_calls;
    volatile sig_atomic_t in_call;
    long call_ticks, call_cap, run_ticks, run_cap;
    pthread_t thread;
    timer_t timer;
    bool has_timer;
    clua_vm *volatile next_of_thread;

    /// Boxes of objects that are not yet released.
    struct clua_box *boxes;
    struct clua_views *views;
    /// The pieces of a warning so far; what is longer is cut off.
    struct {
        bool is_on, goes_on;
        size_t length;
        char text[1024];
    } warning;
    /// Whether the frame on top is the driver's, which holds what views need at known places.
    bool in_driver_frame;
};

enum {
    CLUA_TICK_MILLISECONDS = 10,
    CLUA_MAX_DEPTH = 100,
    /// Slots that a frame of the host finds free without asking.
    CLUA_HOST_SLOTS = 300,
    /// Values that a call hands to the host at most.
    CLUA_MAX_RESULTS = 10000,
};

/// Unique addresses, used as registry keys.
extern char clua_key_traceback, clua_key_error, clua_key_message, clua_key_suppressed,
    clua_key_coroutine_error, clua_key_coroutine_traceback, clua_key_kept, clua_key_literal;

static inline clua_vm *clua_vm_get(lua_State *L) {
    return *(clua_vm **)lua_getextraspace(L);
}

/// What Lua calls with each piece of a warning; `vm` is the VM.
void clua_warn(void *vm, const char *piece, int goes_on);
/// Raises the abort that is under way. Called by whatever may have caught it.
int clua_raise_abort(lua_State *L);
/// Raises if an abort is under way; for loops in C that could run long.
static inline void clua_check_abort(lua_State *L) {
    if (clua_vm_get(L)->abort) clua_raise_abort(L);
}
/// Sets the flag and arms the hook of the running state.
void clua_set_abort(clua_vm *vm, int reason);
/// Ends an abort that concerned one call only; what stops the whole run stays.
void clua_end_call_abort(clua_vm *vm);
/// Arms the hook of a state that is about to run, if an abort came before it could be seen.
void clua_catch_up(clua_vm *vm, lua_State *L);
/// Makes the calling thread the VM's, so that signals find it; and the reverse.
void clua_adopt_thread(clua_vm *vm);
void clua_leave_thread(clua_vm *vm);
/// After a host frame: collects, and raises if memory is still over the limit.
void clua_settle_memory(lua_State *L);
int clua_message_handler(lua_State *L);
/// Writes the message and aborts: what is wrong is the host, and no script can cause it.
_Noreturn void clua_die(const char *message);
/// Makes sure that so many values can be pushed.
void clua_make_room(lua_State *L, int slots);

void clua_stop_timer(clua_vm *vm);

// The libraries' replacements; each sets functions in the table on top of the stack.
void clua_open_protect(lua_State *L);
void clua_open_coroutine(lua_State *L);
/// In the table of globals: loops of Lua's own libraries that the hook would not reach.
void clua_open_bounded(lua_State *L);
/// Overwrites find, match, gmatch and gsub of the string library on top of the stack.
void clua_pattern_open(lua_State *L);
void clua_free_views(clua_vm *vm);
void clua_release_boxes(clua_vm *vm);

#endif
