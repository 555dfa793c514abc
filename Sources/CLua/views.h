/// The ring of views: userdata whose fields are cached in a table. Internal to this target.
#ifndef CLUA_VIEWS_H
#define CLUA_VIEWS_H

#include "vm.h"

enum { CLUA_RING = 16 };

typedef struct {
    int64_t number;
    bool is_current;
} clua_view;

struct clua_views {
    int fields;
    clua_view_source source;
    void *context;
    char *past;
    /// The view of the ring that stands for the current record.
    int current;
    /// The userdata of the ring, which the registry keeps alive.
    clua_view *block[CLUA_RING];
    /// Registry references.
    int userdata[CLUA_RING], cache[CLUA_RING], live[CLUA_RING], past_metatable;
    int *keys;
    /// Fields that were filled on demand: cached in some view, and so to be forgotten when a view
    /// is used again.
    int *filled;
    int filled_count;
    /// Where a driver's frame keeps the same values, so that they are at hand while it is the one
    /// on top. `frame_cache + i` is the cache of view i, `frame_keys + f` the name of field f.
    int frame_userdata, frame_cache, frame_live, frame_past, frame_keys;
};

/// [-0, +1] Pushes everything that `frame_…` names, in that order; the caller reserves the stack.
void clua_views_enter(lua_State *L, struct clua_views *views);
/// Sets the fields of the current view from columns; only while a driver runs.
void clua_views_fill(lua_State *L, struct clua_views *views, const clua_drive *drive, int record);
/// Notes that a field is cached.
void clua_views_note(struct clua_views *views, int field);

#endif
