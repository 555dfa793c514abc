/// A Lua 5.4 state that a host in another language can use without ever being unwound through.
///
/// Laws that every function here keeps:
/// - No function in this header raises a Lua error. Those that run Lua code return a status.
/// - Memory that a host frame asks for is never refused (the limit is relaxed while host code is
///   on top); it is accounted for, and the limit is checked again when the frame returns to C.
/// - An abort (interrupt, limit, exit) is a flag of the VM, not an error value: whatever in Lua
///   can catch an error looks at the flag and raises again.
///
/// Stack effects are written as in the Lua manual: [-popped, +pushed].
#ifndef CLUA_H
#define CLUA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct lua_State lua_State;
typedef struct clua_vm clua_vm;

// MARK: Host

/// What host functions return instead of a number of results.
/// CLUA_YIELD - n suspends the coroutine with the n values on top.
enum { CLUA_RAISE = -1, CLUA_SKIP = -2, CLUA_EXIT = -3, CLUA_YIELD = -16 };

/// The host's side of every call from Lua. All are called with memory relaxed.
typedef struct {
    /// Runs host function `id`; arguments are the whole stack of `L`. Results on top, their
    /// number returned; or CLUA_RAISE with the message on top.
    int (*invoke)(void *context, lua_State *L, int id);
    /// A userdata that owns `box` is collected.
    void (*release)(void *context, void *box);
    /// Lua code warns of something. Called in the middle of anything: it may not call Lua.
    void (*warn)(void *context, const char *text, size_t length);
} clua_host;

/// Why the VM is being stopped.
enum {
    CLUA_ABORT_NONE = 0,
    CLUA_ABORT_INTERRUPT = 1,
    /// One call used more processor time than a call may.
    CLUA_ABORT_CALL_LIMIT = 2,
    /// The whole run used more processor time than it may.
    CLUA_ABORT_TIME_LIMIT = 3,
    /// Lua code asked the host to end.
    CLUA_ABORT_EXIT = 4,
    /// The call is ended without an error: it touched something it may not see.
    CLUA_ABORT_SKIP = 5,
};

// MARK: Life

/// Opens a state, or gives NULL when there is no memory for one within `memory_limit` bytes.
/// The calling thread is the VM's for life. `failing_allocation` is that of
/// `clua_fail_allocation`.
clua_vm *clua_open(clua_host host, void *context, size_t memory_limit, long failing_allocation);
/// Runs finalizers and frees everything. The context must outlive the call.
void clua_close(clua_vm *vm);
/// The state whose code runs: the main one, unless a coroutine has called the host.
lua_State *clua_running(clua_vm *vm);
clua_vm *clua_vm_of(lua_State *L);
/// From here on the host gets warnings, as after `warn("@on")`.
void clua_show_warnings(clua_vm *vm);
void *clua_context(lua_State *L);
size_t clua_memory_used(clua_vm *vm);
size_t clua_memory_peak(clua_vm *vm);
size_t clua_memory_limit(clua_vm *vm);
void clua_collect(clua_vm *vm);
/// For tests: from the n-th allocation on all fail (outside host frames); negative: none does.
void clua_fail_allocation(clua_vm *vm, long n);
/// The loaded library's release, such as "Lua 5.4.4".
const char *clua_library_release(void);

// MARK: Stopping

/// Asks the VM to stop; safe from any thread and from signal handlers, until it is closed.
void clua_interrupt(clua_vm *vm);
int clua_abort_reason(clua_vm *vm);
int clua_exit_status(clua_vm *vm);
/// How many protected calls are nested.
int clua_depth(clua_vm *vm);
void clua_clear_abort(clua_vm *vm);
/// Processor time, in milliseconds, that one call of a driver or the whole run may take; 0: any.
/// Returns false if the system gives no timer, or on another thread than the VM's.
bool clua_set_caps(clua_vm *vm, long call_milliseconds, long run_milliseconds);

// MARK: Calls

/// Statuses of protected calls: Lua's own.
enum { CLUA_OK = 0, CLUA_YIELDED = 1, CLUA_ERROR_RUN = 2, CLUA_ERROR_SYNTAX = 3,
       CLUA_ERROR_MEMORY = 4, CLUA_ERROR_HANDLER = 5 };

/// [-(1+arguments), +results|1] Calls the function under the arguments. On failure the error is
/// on top, turned into a message if it was not a string, and `clua_push_traceback` tells where.
int clua_call(lua_State *L, int arguments, int results);
/// [-(1+arguments), +results|1] Calls a main chunk as `clua_call` does, and puts the local variables that it
/// has at its end into the table at `environment`.
int clua_call_keeping_locals(lua_State *L, int arguments, int results, int environment);
/// The same for one call of a rule's function: the cap on a call holds for it.
int clua_call_capped(lua_State *L, int arguments, int results);
/// [-0, +1] The traceback of the last failed call, or nil.
void clua_push_traceback(lua_State *L);
/// [-0, +1] The error value of the last failed call as it was raised.
void clua_push_error_value(lua_State *L);
/// [-0, +1] The message of an error in a `__close` that ran because of that error, or nil.
void clua_push_suppressed(lua_State *L);
/// [-0, +1] Compiles text (never bytecode) with the environment at `environment` (0: globals).
int clua_load(lua_State *L, const char *text, size_t count, const char *name, int environment);
/// [-0, +1] Compiles what was typed at a prompt, as an expression or as statements. `reached`: how
/// many bytes of it the parser had read in the end.
int clua_parse_entry(lua_State *L, bool is_expression, const char *text, size_t count,
                     const char *name, int environment, size_t *reached);

// MARK: Environments

/// [-0, +1] The table of a trusted script's globals: Lua's libraries, made safe for the host.
int clua_push_trusted(lua_State *L);
/// [-0, +1] For tests: the string library as it comes, whose matcher nothing can stop.
int clua_push_stock_strings(lua_State *L);
/// [-0, +1] A fresh environment built from the allow list.
int clua_push_restricted(lua_State *L);

// MARK: Host functions and objects

/// [-0, +1] A Lua function that calls the host with this number.
void clua_push_function(lua_State *L, int id);
/// [-0, +0] The number of such a function; -1 for any other value.
int clua_function_id(lua_State *L, int index);
/// [-0, +1] A metatable for objects of a type, locked with its name.
void clua_new_type(lua_State *L, const char *name, size_t count);
/// [-2, +1] Of a table of methods and a function above it, an `__index` that asks the function
/// for what is no method.
void clua_chain_index(lua_State *L);
/// [-0, +1] An object of the type whose metatable is at `type`, which owns `box`.
void clua_push_object(lua_State *L, int type, void *box);
/// The box of the object at `index` if its metatable is the one with this identity, else NULL.
void *clua_object(lua_State *L, int index, const void *type);
/// Takes the box from an object, so that it is never released by the collector.
void *clua_take_object(lua_State *L, int index, const void *type);
const void *clua_metatable_identity(lua_State *L, int index);

// MARK: The stack
//
// Pushing makes room; a host that has pushed a million values ends there. Raw reads and writes of
// what is no table give nil and do nothing.

int clua_top(lua_State *L);
void clua_set_top(lua_State *L, int top);
bool clua_reserve(lua_State *L, int slots);
int clua_absolute(lua_State *L, int index);
/// Lua's type numbers; -1 where there is no value.
int clua_type(lua_State *L, int index);
const char *clua_type_name(int type);
bool clua_is_integer(lua_State *L, int index);
bool clua_to_boolean(lua_State *L, int index);
int64_t clua_to_integer(lua_State *L, int index);
double clua_to_number(lua_State *L, int index);
/// The bytes of a string, valid while it is on the stack; NULL for any other type.
const char *clua_to_string(lua_State *L, int index, size_t *count);
const void *clua_to_pointer(lua_State *L, int index);
size_t clua_raw_length(lua_State *L, int index);
void clua_push_nil(lua_State *L);
void clua_push_boolean(lua_State *L, bool value);
void clua_push_integer(lua_State *L, int64_t value);
void clua_push_number(lua_State *L, double value);
void clua_push_string(lua_State *L, const char *bytes, size_t count);
void clua_push_copy(lua_State *L, int index);
void clua_push_table(lua_State *L, int array, int hash);
void clua_insert(lua_State *L, int index);
void clua_remove(lua_State *L, int index);
/// [-0, +1] table[key] without metamethods.
int clua_raw_get_field(lua_State *L, int table, const char *key, size_t count);
int clua_raw_get_index(lua_State *L, int table, int64_t index);
/// [-1, +0]
void clua_raw_set_field(lua_State *L, int table, const char *key, size_t count);
void clua_raw_set_index(lua_State *L, int table, int64_t index);
/// [-1, +1] table[key on top]
int clua_raw_get(lua_State *L, int table);
/// [-2, +0] False, and nothing set, if the key is nil or NaN.
bool clua_raw_set(lua_State *L, int table);
/// [-1, +(2|0)] The next pair after the key on top; false at the end or for a key not in it.
bool clua_next(lua_State *L, int table);
bool clua_raw_equal(lua_State *L, int left, int right);
/// [-1, +0] Sets a table as the metatable of the value at `index`.
void clua_set_metatable(lua_State *L, int index);
/// [-0, +(1|0)]
bool clua_get_metatable(lua_State *L, int index);
/// [-1, +0] Keeps a value; the number gets it back until it is released.
int clua_keep(lua_State *L);
void clua_push_kept(lua_State *L, int reference);
void clua_release(lua_State *L, int reference);
/// [-0, +1] The text that `tostring` gives, under protection.
int clua_push_text(lua_State *L, int index);
/// Where a function was defined; false for C functions.
bool clua_function_place(lua_State *L, int index, char *source, size_t size, int *line);
/// [-0, +1] The value of an upvalue of the function at `index`, and its name; NULL, and nothing
/// pushed, when there is none.
const char *clua_push_upvalue(lua_State *L, int index, int upvalue);
/// [-0, +1] "chunk:line:" of the Lua function that called the running host function.
void clua_push_where(lua_State *L, int level);

// MARK: Views and the driver

/// Fills and gives fields of the record that a view stands for; called with memory relaxed.
typedef struct {
    /// [-0, +1] Pushes the value of a field: 1; 0: it has none, nothing pushed; CLUA_SKIP.
    int (*fill)(void *context, lua_State *L, int field);
    /// [-0, +1] Pushes the message for a key that is no field.
    void (*unknown)(void *context, lua_State *L, const char *key, size_t count);
} clua_view_source;

/// Makes the views over records with these fields. `past` is a format with one %I:
/// what to say of a view whose record is past. May be called once per VM.
bool clua_make_views(lua_State *L, const char *const *names, const size_t *lengths, int fields,
                     const char *past, clua_view_source source, void *context);
/// Makes the view of the next record, `number`; the one before is past.
void clua_next_view(lua_State *L, int64_t number);
/// [-0, +1] The current view.
void clua_push_view(lua_State *L);
/// Whether the value at `index` is a view, and if so whether its record is the current one.
bool clua_is_view(lua_State *L, int index, bool *current, int64_t *number);
/// Forgets a field of the current view; it is asked for when it is read.
void clua_view_forget(lua_State *L, int field);
/// Makes reads of the current view an error from now on.
void clua_end_view(lua_State *L);

/// How a driver calls a function.
enum {
    /// f(context, view); nothing, nil and true are fine.
    CLUA_RECORD_RULE = 0,
    /// f(value of the field, view, context) if there is a value; a true first result is fine.
    CLUA_FIELD_RULE = 1,
    /// state = f(state, view)
    CLUA_FOLD_STEP = 2,
};

/// The kinds of a column's values.
enum {
    CLUA_VALUE_NONE = 0,
    /// The word is the integer, the bits of a double, or 0 or 1.
    CLUA_VALUE_INTEGER = 1,
    CLUA_VALUE_NUMBER = 2,
    CLUA_VALUE_BOOLEAN = 3,
    /// The word is where the bytes begin in the text (high half) and how many they are (low).
    CLUA_VALUE_TEXT = 4,
    /// The source is asked for the value.
    CLUA_VALUE_ASK = 5,
};

/// The values of one field for the records of a block, as arrays.
typedef struct {
    int field;
    const uint8_t *kinds;
    const uint64_t *words;
} clua_column;

typedef struct {
    int kind;
    /// A kept function.
    int function;
    /// The field of a field rule; the place of a fold's state in `states`, from 1.
    int field;
    bool is_off;
} clua_work;

typedef struct {
    /// What views show of each record; fields without a column are asked for when they are read.
    const clua_column *columns;
    int column_count;
    const char *text;
    /// Record r has cells if extents[r] < extents[r + 1]; for one without, nothing is called.
    const uint32_t *extents;
    /// The number of record 0.
    int64_t first_number;
    /// Set to the record that is current.
    int32_t *current;
    /// A function was not content; its results lie from `first` to the top.
    void (*result)(void *context, lua_State *L, int record, int work, int first);
    /// A function failed: the error as after `clua_call`; `reason` is an abort reason, cleared
    /// already if it concerns this call alone.
    void (*failure)(void *context, lua_State *L, int record, int work, int reason);
    void *context;
    clua_work *work;
    int work_count;
    /// Kept values: the context object, and the table of fold states.
    int context_object;
    int states;
    /// Set to the index of the function that is called.
    int32_t *current_work;
} clua_drive;

/// Calls the functions for records 0..<count in one protected call (one more for each failure).
/// Returns the abort reason that stopped it, or 0.
int clua_run_drive(lua_State *L, clua_drive *drive, int records);

#endif
