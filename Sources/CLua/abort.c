/// Stopping a VM: the flags, the hook that is armed only to act on them, and the tick.
///
/// Signal handlers touch the flags, counters and, through `lua_sethook` (which the manual allows
/// in a handler), the hook of the running state. They run on the VM's own thread.
#include <errno.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "vm.h"

#ifndef sigev_notify_thread_id
#define sigev_notify_thread_id _sigev_un._tid
#endif

/// The VMs of this thread: a script's, and those of checks that it runs.
static __thread clua_vm *volatile first_of_thread;

static int tick_signal(void) { return SIGRTMIN + 3; }
/// Its own signal, because it shall end a system call that waits, and a tick shall not.
static int interrupt_signal(void) { return SIGRTMIN + 4; }

static void hook(lua_State *L, lua_Debug *unused) {
    (void)unused;
    clua_vm *vm = clua_vm_get(L);
    if (vm->abort) {
        clua_raise_abort(L);
    } else {
        lua_sethook(L, NULL, 0, 0);
    }
}

static void arm(lua_State *L) {
    if (L) lua_sethook(L, hook, LUA_MASKCALL | LUA_MASKRET | LUA_MASKLINE | LUA_MASKCOUNT, 1);
}

int clua_raise_abort(lua_State *L) {
    arm(L);
    // Not a string: building one could fail. Whoever catches it looks at the flag.
    lua_pushlightuserdata(L, &clua_key_error);
    return lua_error(L);
}

static bool outlasts_call(int reason) {
    return reason != CLUA_ABORT_SKIP && reason != CLUA_ABORT_CALL_LIMIT;
}

void clua_set_abort(clua_vm *vm, int reason) {
    if (outlasts_call(reason) && vm->stop == CLUA_ABORT_NONE) vm->stop = reason;
    if (vm->stop) {
        vm->abort = vm->stop;
    } else if (vm->abort == CLUA_ABORT_NONE) {
        vm->abort = reason;
    }
    arm(vm->running);
}

void clua_catch_up(clua_vm *vm, lua_State *L) {
    if (vm->abort) arm(L);
}

static void tick(clua_vm *vm) {
    if (vm->run_cap && ++vm->run_ticks >= vm->run_cap) {
        clua_set_abort(vm, CLUA_ABORT_TIME_LIMIT);
    } else if (vm->in_call && vm->call_cap) {
        if (vm->calls != vm->seen_calls) {
            vm->seen_calls = vm->calls;
            vm->call_ticks = 0;
        } else if (++vm->call_ticks >= vm->call_cap) {
            clua_set_abort(vm, CLUA_ABORT_CALL_LIMIT);
        }
    }
}

static void on_signal(int signal, siginfo_t *info, void *unused) {
    (void)signal;
    (void)unused;
    int saved_errno = errno;
    for (clua_vm *vm = first_of_thread; vm; vm = vm->next_of_thread) {
        if (vm->stop) vm->abort = vm->stop;
        if (vm->abort) {
            arm(vm->running);
        } else if (info->si_code == SI_TIMER && info->si_value.sival_ptr == vm) {
            tick(vm);
        }
    }
    errno = saved_errno;
}

static void install(void) {
    struct sigaction action = {.sa_sigaction = on_signal, .sa_flags = SA_SIGINFO | SA_RESTART};
    sigfillset(&action.sa_mask);
    sigaction(tick_signal(), &action, NULL);
    action.sa_flags = SA_SIGINFO;
    sigaction(interrupt_signal(), &action, NULL);
}

void clua_adopt_thread(clua_vm *vm) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, install);
    vm->thread = pthread_self();
    vm->next_of_thread = first_of_thread;
    first_of_thread = vm;
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, tick_signal());
    sigaddset(&set, interrupt_signal());
    pthread_sigmask(SIG_UNBLOCK, &set, NULL);
}

void clua_leave_thread(clua_vm *vm) {
    clua_vm *volatile *link = &first_of_thread;
    while (*link && *link != vm) link = &(*link)->next_of_thread;
    if (*link) *link = vm->next_of_thread;
}

bool clua_set_caps(clua_vm *vm, long call_milliseconds, long run_milliseconds) {
    if (!pthread_equal(vm->thread, pthread_self())) return false;
    clua_stop_timer(vm);
    long tick = CLUA_TICK_MILLISECONDS;
    vm->call_cap = (call_milliseconds + tick - 1) / tick;
    vm->run_cap = (run_milliseconds + tick - 1) / tick;
    vm->call_ticks = vm->run_ticks = 0;
    if (vm->call_cap == 0 && vm->run_cap == 0) return true;
    struct sigevent event = {.sigev_notify = SIGEV_THREAD_ID, .sigev_signo = tick_signal()};
    event.sigev_value.sival_ptr = vm;
    event.sigev_notify_thread_id = (pid_t)syscall(SYS_gettid);
    if (timer_create(CLOCK_THREAD_CPUTIME_ID, &event, &vm->timer) != 0) return false;
    vm->has_timer = true;
    struct itimerspec every = {
        .it_interval = {.tv_nsec = tick * 1000000}, .it_value = {.tv_nsec = tick * 1000000}};
    return timer_settime(vm->timer, 0, &every, NULL) == 0;
}

void clua_stop_timer(clua_vm *vm) {
    if (vm->has_timer) timer_delete(vm->timer);
    vm->has_timer = false;
}

void clua_interrupt(clua_vm *vm) {
    if (pthread_equal(pthread_self(), vm->thread)) {
        clua_set_abort(vm, CLUA_ABORT_INTERRUPT);
        return;
    }
    if (vm->stop == CLUA_ABORT_NONE) vm->stop = CLUA_ABORT_INTERRUPT;
    vm->abort = vm->stop;
    // Its handler finds the flag set and arms the hook of the state that runs there.
    pthread_kill(vm->thread, interrupt_signal());
}

int clua_abort_reason(clua_vm *vm) { return vm->abort; }
int clua_depth(clua_vm *vm) { return vm->depth; }
int clua_exit_status(clua_vm *vm) { return vm->exit_status; }

void clua_end_call_abort(clua_vm *vm) {
    vm->call_ticks = 0;
    // In this order: a stop that comes in between is found by its own signal.
    vm->abort = CLUA_ABORT_NONE;
    if (vm->stop) vm->abort = vm->stop;
    if (vm->abort == CLUA_ABORT_NONE) lua_sethook(vm->main, NULL, 0, 0);
    clua_catch_up(vm, vm->running);
}

void clua_clear_abort(clua_vm *vm) {
    vm->stop = CLUA_ABORT_NONE;
    clua_end_call_abort(vm);
}
