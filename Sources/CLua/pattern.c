/// The matcher of Lua patterns, by section 6.4.1 of the Lua 5.4 manual. It counts its steps and
/// looks at the abort flag now and then, so that no pattern can hold a thread for long.
#include <string.h>

#include "pattern.h"

/// A set of bytes.
typedef struct {
    uint64_t words[4];
} byte_set;

static inline bool contains(const byte_set *set, unsigned char c) {
    return set->words[c >> 6] >> (c & 63) & 1;
}

static inline void insert(byte_set *set, unsigned char c) {
    set->words[c >> 6] |= (uint64_t)1 << (c & 63);
}

static inline void complement(byte_set *set) {
    for (int i = 0; i < 4; i++) set->words[i] = ~set->words[i];
}

// The classes of the C locale. The program never sets another for what is matched here.
#define BELOW(n) (((uint64_t)1 << (n)) - 1)
#define SPAN(from, to) (BELOW((to) - (from) + 1) << (from))
#define DIGITS SPAN(48, 57)
#define UPPER (SPAN(65 - 64, 90 - 64))
#define LOWER (SPAN(97 - 64, 122 - 64))

/// The set that a class letter names; false if it names none and stands for itself.
static bool class_set(unsigned char letter, byte_set *set) {
    uint64_t low = 0, high = 0;
    switch (letter | 32) {
    case 'a': high = UPPER | LOWER; break;
    case 'c': low = BELOW(32); high = (uint64_t)1 << 63; break;
    case 'd': low = DIGITS; break;
    case 'g': low = SPAN(33, 62) | (uint64_t)1 << 63; high = ~((uint64_t)1 << 63); break;
    case 'l': high = LOWER; break;
    case 'p':
        low = SPAN(33, 47) | SPAN(58, 62) | (uint64_t)1 << 63;
        high = ~(UPPER | LOWER | (uint64_t)1 << 63);
        break;
    case 's': low = SPAN(9, 13) | (uint64_t)1 << 32; break;
    case 'u': high = UPPER; break;
    case 'w': low = DIGITS; high = UPPER | LOWER; break;
    case 'z': low = 1; break;  // deprecated, but the library still has it
    case 'x': low = DIGITS; high = SPAN(1, 6) | SPAN(33, 38); break;
    default: return false;
    }
    *set = (byte_set){{low, high, 0, 0}};
    if (letter >= 'A' && letter <= 'Z') complement(set);
    return letter < 128;
}

static void add_class(byte_set *set, unsigned char letter) {
    byte_set class;
    if (class_set(letter, &class)) {
        for (int i = 0; i < 4; i++) set->words[i] |= class.words[i];
    } else {
        insert(set, letter);
    }
}

/// Builds the set of a bracket expression from `[` at `p` to `]` at `close`.
static void bracket_set(const char *p, const char *close, byte_set *set) {
    *set = (byte_set){{0}};
    bool negated = p[1] == '^';
    for (p += negated ? 2 : 1; p < close; p++) {
        if (*p == '%') {
            add_class(set, (unsigned char)*++p);
        } else if (p[1] == '-' && p + 2 < close) {
            for (int c = (unsigned char)p[0]; c <= (unsigned char)p[2]; c++) {
                insert(set, (unsigned char)c);
            }
            p += 2;
        } else {
            insert(set, (unsigned char)*p);
        }
    }
    if (negated) complement(set);
}

/// One past the single-character item at `p`.
static const char *item_end(clua_matcher *m, const char *p) {
    switch (*p++) {
    case '%':
        if (p == m->pattern_end) luaL_error(m->L, "malformed pattern (ends with '%%')");
        return p + 1;
    case '[':
        if (*p == '^') p++;
        do {
            if (p == m->pattern_end) luaL_error(m->L, "malformed pattern (missing ']')");
            if (*p++ == '%' && p < m->pattern_end) p++;
        } while (*p != ']');
        return p + 1;
    default:
        return p;
    }
}

/// The bytes that the item from `p` to `end` matches.
static void item_set(const char *p, const char *end, byte_set *set) {
    switch (*p) {
    case '.':
        *set = (byte_set){{~0ull, ~0ull, ~0ull, ~0ull}};
        return;
    case '%':
        *set = (byte_set){{0}};
        add_class(set, (unsigned char)p[1]);
        return;
    case '[':
        bracket_set(p, end - 1, set);
        return;
    default:
        *set = (byte_set){{0}};
        insert(set, (unsigned char)*p);
    }
}

/// Whether one byte matches the item from `p` to `end`.
static inline bool matches_one(const char *p, const char *end, unsigned char c) {
    if (*p == '.') return true;
    if (*p != '%' && *p != '[') return (unsigned char)*p == c;
    byte_set set;
    item_set(p, end, &set);
    return contains(&set, c);
}

static inline void count_steps(clua_matcher *m, size_t steps) {
    m->steps += (unsigned)steps;
    if (m->steps >= 4096) {
        m->steps = 0;
        clua_check_abort(m->L);
    }
}

static const char *match_balance(clua_matcher *m, const char *s, const char *p) {
    if (p >= m->pattern_end - 1) {
        luaL_error(m->L, "malformed pattern (missing arguments to '%%b')");
    }
    if (s >= m->subject_end || *s != *p) return NULL;
    char open = p[0], close = p[1];
    size_t depth = 1;
    for (const char *at = s + 1; at < m->subject_end; at++) {
        if (*at == close) {
            if (--depth == 0) {
                count_steps(m, at - s);
                return at + 1;
            }
        } else if (*at == open) {
            depth++;
        }
    }
    count_steps(m, m->subject_end - s);
    return NULL;
}

/// As many as there are, then fewer until the rest matches.
static const char *match_longest(clua_matcher *m, const char *s, const char *p, const char *end) {
    byte_set set;
    item_set(p, end, &set);
    const char *at = s;
    while (at < m->subject_end && contains(&set, (unsigned char)*at)) at++;
    count_steps(m, at - s);
    for (;;) {
        const char *result = clua_match(m, at, end + 1);
        if (result != NULL) return result;
        if (at == s) return NULL;
        at--;
    }
}

/// As few as will do.
static const char *match_shortest(clua_matcher *m, const char *s, const char *p,
                                  const char *end) {
    byte_set set;
    item_set(p, end, &set);
    for (;; s++) {
        const char *result = clua_match(m, s, end + 1);
        if (result != NULL) return result;
        if (s >= m->subject_end || !contains(&set, (unsigned char)*s)) return NULL;
    }
}

static const char *begin_capture(clua_matcher *m, const char *s, const char *p, int length) {
    if (m->captures >= CLUA_MAX_CAPTURES) luaL_error(m->L, "too many captures");
    m->capture[m->captures].start = s;
    m->capture[m->captures].length = length;
    m->captures++;
    const char *result = clua_match(m, s, p);
    if (result == NULL) m->captures--;
    return result;
}

static const char *end_capture(clua_matcher *m, const char *s, const char *p) {
    int open = m->captures - 1;
    while (open >= 0 && m->capture[open].length != CLUA_CAPTURE_OPEN) open--;
    if (open < 0) luaL_error(m->L, "invalid pattern capture");
    m->capture[open].length = s - m->capture[open].start;
    const char *result = clua_match(m, s, p);
    if (result == NULL) m->capture[open].length = CLUA_CAPTURE_OPEN;
    return result;
}

static const char *match_again(clua_matcher *m, const char *s, int digit) {
    int number = digit - '1';
    if (number < 0 || number >= m->captures || m->capture[number].length == CLUA_CAPTURE_OPEN) {
        luaL_error(m->L, "invalid capture index %%%d", number + 1);
    }
    // A position capture has a length below zero, which as a size no subject reaches.
    size_t length = (size_t)m->capture[number].length;
    if ((size_t)(m->subject_end - s) < length) return NULL;
    return memcmp(m->capture[number].start, s, length) == 0 ? s + length : NULL;
}

/// %f[set]: the place where a run of bytes in the set begins.
static bool is_frontier(clua_matcher *m, const char *s, const char *p, const char *end) {
    byte_set set;
    bracket_set(p, end - 1, &set);
    unsigned char before = s == m->subject ? 0 : (unsigned char)s[-1];
    unsigned char after = s == m->subject_end ? 0 : (unsigned char)*s;
    return !contains(&set, before) && contains(&set, after);
}

const char *clua_match(clua_matcher *m, const char *s, const char *p) {
    if (m->depth-- == 0) luaL_error(m->L, "pattern too complex");
    count_steps(m, 1);
    while (s != NULL && p != m->pattern_end) {
        if (*p == '(') {
            s = p[1] == ')' ? begin_capture(m, s, p + 2, CLUA_CAPTURE_POSITION)
                            : begin_capture(m, s, p + 1, CLUA_CAPTURE_OPEN);
            break;
        }
        if (*p == ')') {
            s = end_capture(m, s, p + 1);
            break;
        }
        if (*p == '$' && p + 1 == m->pattern_end) {
            if (s != m->subject_end) s = NULL;
            break;
        }
        if (*p == '%' && p + 1 != m->pattern_end) {
            if (p[1] == 'b') {
                s = match_balance(m, s, p + 2);
                p += 4;
                continue;
            }
            if (p[1] == 'f') {
                p += 2;
                if (*p != '[') luaL_error(m->L, "missing '[' after '%%f' in pattern");
                const char *end = item_end(m, p);
                if (!is_frontier(m, s, p, end)) s = NULL;
                p = end;
                continue;
            }
            if (p[1] >= '0' && p[1] <= '9') {
                s = match_again(m, s, (unsigned char)p[1]);
                p += 2;
                continue;
            }
        }
        const char *end = item_end(m, p);
        char suffix = end < m->pattern_end ? *end : '\0';
        if (suffix == '*' || suffix == '+') {
            bool fits = suffix == '*'
                || (s < m->subject_end && matches_one(p, end, (unsigned char)*s));
            s = fits ? match_longest(m, suffix == '+' ? s + 1 : s, p, end) : NULL;
            break;
        }
        if (suffix == '-') {
            s = match_shortest(m, s, p, end);
            break;
        }
        bool fits = s < m->subject_end && matches_one(p, end, (unsigned char)*s);
        if (suffix == '?') {
            if (fits) {
                const char *result = clua_match(m, s + 1, end + 1);
                if (result != NULL) {
                    s = result;
                    break;
                }
            }
            p = end + 1;
            continue;
        }
        s = fits ? s + 1 : NULL;
        p = end;
    }
    m->depth++;
    return s;
}

void clua_matcher_begin(clua_matcher *m, lua_State *L, const char *subject, size_t subject_size,
                        const char *pattern, size_t pattern_size) {
    m->L = L;
    m->subject = subject;
    m->subject_end = subject + subject_size;
    m->pattern_end = pattern + pattern_size;
    m->steps = 0;
    clua_matcher_reset(m);
}

void clua_matcher_reset(clua_matcher *m) {
    m->captures = 0;
    m->depth = CLUA_MATCH_DEPTH;
}

void clua_push_capture(clua_matcher *m, int number, const char *s, const char *e) {
    if (number >= m->captures) {
        if (number != 0) luaL_error(m->L, "invalid capture index %%%d", number + 1);
        lua_pushlstring(m->L, s, e - s);
        return;
    }
    ptrdiff_t length = m->capture[number].length;
    const char *start = m->capture[number].start;
    if (length == CLUA_CAPTURE_OPEN) luaL_error(m->L, "unfinished capture");
    if (length == CLUA_CAPTURE_POSITION) {
        lua_pushinteger(m->L, start - m->subject + 1);
    } else {
        lua_pushlstring(m->L, start, length);
    }
}

int clua_push_captures(clua_matcher *m, const char *s, const char *e) {
    int count = m->captures == 0 && s != NULL ? 1 : m->captures;
    luaL_checkstack(m->L, count, "too many captures");
    for (int i = 0; i < count; i++) clua_push_capture(m, i, s, e);
    return count;
}
