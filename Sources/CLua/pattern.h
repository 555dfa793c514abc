/// Lua patterns, matched so that an abort can reach the matcher. Internal to this target.
#ifndef CLUA_PATTERN_H
#define CLUA_PATTERN_H

#include "vm.h"

enum {
    CLUA_MAX_CAPTURES = 32,
    /// Nested calls of the matcher; Lua's own bound.
    CLUA_MATCH_DEPTH = 200,
    CLUA_CAPTURE_OPEN = -1,
    CLUA_CAPTURE_POSITION = -2,
};

typedef struct {
    lua_State *L;
    const char *subject, *subject_end, *pattern_end;
    int depth;
    /// Work done since the abort flag was last looked at.
    unsigned steps;
    int captures;
    struct {
        const char *start;
        ptrdiff_t length;
    } capture[CLUA_MAX_CAPTURES];
} clua_matcher;

void clua_matcher_begin(clua_matcher *m, lua_State *L, const char *subject, size_t subject_size,
                        const char *pattern, size_t pattern_size);
/// Forgets what an earlier attempt captured.
void clua_matcher_reset(clua_matcher *m);
/// Where a match that begins at `s` ends; NULL: there is none.
const char *clua_match(clua_matcher *m, const char *s, const char *p);
/// [-0, +1] A capture; number 0 is the whole match if the pattern has no captures.
void clua_push_capture(clua_matcher *m, int number, const char *s, const char *e);
/// [-0, +n] All captures, or the whole match if there are none and `s` is not NULL.
int clua_push_captures(clua_matcher *m, const char *s, const char *e);

#endif
