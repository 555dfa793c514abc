/// Calls many functions for many records in one protected call.
#include "views.h"

typedef struct {
    clua_drive *drive;
    int records;
    /// What is done next; kept here so that a failure loses no place.
    int record, work;
    bool is_prepared;
} progress;

static void report(lua_State *L, progress *at, int first) {
    clua_vm *vm = clua_vm_get(L);
    // A rule may return as much as the stack holds; nobody reads it all.
    if (lua_gettop(L) >= first + CLUA_MAX_RESULTS) lua_settop(L, first + CLUA_MAX_RESULTS);
    luaL_checkstack(L, CLUA_HOST_SLOTS, "too many results");
    vm->relaxed++;
    at->drive->result(at->drive->context, L, at->record, at->work, first);
    vm->relaxed--;
    clua_settle_memory(L);
}

static int run(lua_State *L) {
    clua_vm *vm = clua_vm_get(L);
    progress *at = lua_touserdata(L, 1);
    clua_drive *drive = at->drive;
    struct clua_views *views = vm->views;
    luaL_checkstack(L, views->fields + drive->work_count + 60, "too many fields");
    clua_push_kept(L, drive->context_object);
    int context = lua_gettop(L);
    clua_push_kept(L, drive->states);
    int states = lua_gettop(L);
    clua_views_enter(L, views);
    int functions = lua_gettop(L) + 1;
    for (int i = 0; i < drive->work_count; i++) clua_push_kept(L, drive->work[i].function);
    int top = lua_gettop(L);
    // What columns set anew for each record need not be forgotten.
    for (int i = 0; i < drive->column_count; i++) {
        for (int f = 0; f < views->filled_count; f++) {
            if (views->filled[f] == drive->columns[i].field) {
                views->filled[f] = views->filled[--views->filled_count];
                break;
            }
        }
    }

    for (; at->record < at->records; at->record++, at->work = 0, at->is_prepared = false) {
        if (!at->is_prepared) {
            if (drive->extents[at->record] == drive->extents[at->record + 1]) continue;
            *drive->current = at->record;
            vm->in_driver_frame = true;
            clua_next_view(L, drive->first_number + at->record);
            clua_views_fill(L, views, drive, at->record);
            vm->in_driver_frame = false;
            at->is_prepared = true;
        }
        int view = views->frame_userdata;
        for (; at->work < drive->work_count; at->work++) {
            const clua_work *work = &drive->work[at->work];
            if (work->is_off) continue;
            vm->calls++;
            *drive->current_work = at->work;
            lua_pushvalue(L, functions + at->work);
            switch (work->kind) {
            case CLUA_RECORD_RULE:
                lua_pushvalue(L, context);
                lua_pushvalue(L, view);
                lua_call(L, 2, LUA_MULTRET);
                if (lua_gettop(L) != top && !lua_isnil(L, top + 1)
                    && !(lua_isboolean(L, top + 1) && lua_toboolean(L, top + 1))) {
                    report(L, at, top + 1);
                }
                break;
            case CLUA_FIELD_RULE:
                lua_pushvalue(L, views->frame_keys + work->field);
                if (lua_rawget(L, views->frame_cache) == LUA_TNIL) break;
                lua_pushvalue(L, view);
                lua_pushvalue(L, context);
                lua_call(L, 3, LUA_MULTRET);
                if (lua_gettop(L) == top || !lua_toboolean(L, top + 1)) report(L, at, top + 1);
                break;
            default:
                lua_rawgeti(L, states, work->field);
                lua_pushvalue(L, view);
                lua_call(L, 2, 1);
                lua_rawseti(L, states, work->field);
                break;
            }
            lua_settop(L, top);
        }
        vm->in_driver_frame = true;
        clua_end_view(L);
        vm->in_driver_frame = false;
    }
    return 0;
}

int clua_call_capped(lua_State *L, int arguments, int results) {
    clua_vm *vm = clua_vm_get(L);
    sig_atomic_t was_in_call = vm->in_call;
    vm->calls++;
    vm->in_call = 1;
    int status = clua_call(L, arguments, results);
    vm->in_call = was_in_call;
    return status;
}

int clua_run_drive(lua_State *L, clua_drive *drive, int records) {
    clua_vm *vm = clua_vm_get(L);
    progress at = {.drive = drive, .records = records};
    int reason = CLUA_ABORT_NONE;
    if (vm->views == NULL) return reason;
    sig_atomic_t was_in_call = vm->in_call;
    vm->in_call = 1;
    while (at.record < records && reason == CLUA_ABORT_NONE) {
        clua_make_room(L, 2);
        lua_pushcfunction(L, run);
        lua_pushlightuserdata(L, &at);
        int status = clua_call(L, 1, 0);
        if (status == LUA_OK) break;
        reason = vm->abort;
        if (reason == CLUA_ABORT_SKIP || reason == CLUA_ABORT_CALL_LIMIT) clua_end_call_abort(vm);
        if (reason != CLUA_ABORT_SKIP) {
            drive->failure(drive->context, L, at.record, at.work, reason);
        }
        if (reason == CLUA_ABORT_SKIP || reason == CLUA_ABORT_CALL_LIMIT) {
            reason = CLUA_ABORT_NONE;
        }
        lua_pop(L, 1);
        if (!at.is_prepared) at.record++; else at.work++;
    }
    vm->in_call = was_in_call;
    return reason;
}
