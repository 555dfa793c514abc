/// Views: userdata whose fields are cached in a table. Internal to this target.
#ifndef CLUA_VIEWS_H
#define CLUA_VIEWS_H

#include "vm.h"

typedef struct {
    int64_t number;
    bool is_current;
} clua_view;

struct clua_views {
    int fields;
    clua_view_source source;
    void *context;
    char *past;
    /// Registry references. Each record has a userdata of its own, so that one that a script keeps
    /// is past for ever; the cache and the metatable that reads it serve all.
    int userdata, cache, live, past_metatable;
    int *keys;
    /// Fields that were filled on demand: cached, and so to be forgotten for the next record.
    int *filled;
    int filled_count;
    /// Where a driver's frame keeps the same values, so that they are at hand while it is the one
    /// on top. `frame_keys + f` is the name of field f.
    int frame_userdata, frame_cache, frame_live, frame_past, frame_keys;
};

/// [-0, +1] Pushes everything that `frame_…` names, in that order; the caller reserves the stack.
void clua_views_enter(lua_State *L, struct clua_views *views);
/// Sets the fields of the current view from columns; only while a driver runs.
void clua_views_fill(lua_State *L, struct clua_views *views, const clua_drive *drive, int record);
/// Notes that a field is cached.
void clua_views_note(struct clua_views *views, int field);

#endif
