/// Stopping a VM: the flag, the hook that is armed only to act on it, and the tick.
///
/// The signal handler touches the flag, counters and, through `lua_sethook` (which the manual
/// allows in a handler), the hook of the running state. It runs on the VM's own thread.
#include <errno.h>
#include <unistd.h>
#include <sys/syscall.h>

#include "vm.h"

#ifndef sigev_notify_thread_id
#define sigev_notify_thread_id _sigev_un._tid
#endif

static __thread clua_vm *volatile vm_of_thread;

static int tick_signal(void) { return SIGRTMIN + 3; }

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
    lua_sethook(L, hook, LUA_MASKCALL | LUA_MASKRET | LUA_MASKLINE | LUA_MASKCOUNT, 1);
}

int clua_raise_abort(lua_State *L) {
    arm(L);
    // Not a string: building one could fail. Whoever catches it looks at the flag.
    lua_pushlightuserdata(L, &clua_key_error);
    return lua_error(L);
}

void clua_set_abort(clua_vm *vm, int reason) {
    if (vm->abort == CLUA_ABORT_NONE) vm->abort = reason;
    lua_State *running = vm->running;
    if (running) arm(running);
}

static void on_tick(int signal, siginfo_t *info, void *unused) {
    (void)signal;
    (void)unused;
    clua_vm *vm = vm_of_thread;
    if (vm == NULL) return;
    if (vm->abort) {
        lua_State *running = vm->running;
        if (running) arm(running);
        return;
    }
    if (info->si_code != SI_TIMER) return;
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

static void install(void) {
    struct sigaction action = {.sa_sigaction = on_tick, .sa_flags = SA_SIGINFO | SA_RESTART};
    sigfillset(&action.sa_mask);
    sigaction(tick_signal(), &action, NULL);
}

static void install_once(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, install);
}

/// Makes this thread the VM's, so that signals find it.
static void adopt_thread(clua_vm *vm) {
    install_once();
    vm_of_thread = vm;
    vm->thread = pthread_self();
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, tick_signal());
    pthread_sigmask(SIG_UNBLOCK, &set, NULL);
}

bool clua_set_caps(clua_vm *vm, long call_milliseconds, long run_milliseconds) {
    clua_stop_timer(vm);
    adopt_thread(vm);
    long tick = CLUA_TICK_MILLISECONDS;
    vm->call_cap = (call_milliseconds + tick - 1) / tick;
    vm->run_cap = (run_milliseconds + tick - 1) / tick;
    vm->call_ticks = vm->run_ticks = 0;
    if (vm->call_cap == 0 && vm->run_cap == 0) return true;
    struct sigevent event = {.sigev_notify = SIGEV_THREAD_ID, .sigev_signo = tick_signal()};
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
    if (vm_of_thread == vm) vm_of_thread = NULL;
}

void clua_interrupt(clua_vm *vm) {
    install_once();
    if (vm->abort == CLUA_ABORT_NONE) vm->abort = CLUA_ABORT_INTERRUPT;
    if (pthread_equal(pthread_self(), vm->thread)) {
        clua_set_abort(vm, CLUA_ABORT_INTERRUPT);
    } else {
        // Its handler finds the flag set and arms the hook of the state that runs there.
        pthread_kill(vm->thread, tick_signal());
    }
}

int clua_abort_reason(clua_vm *vm) { return vm->abort; }
int clua_depth(clua_vm *vm) { return vm->depth; }
int clua_exit_status(clua_vm *vm) { return vm->exit_status; }

void clua_clear_abort(clua_vm *vm) {
    vm->abort = CLUA_ABORT_NONE;
    vm->call_ticks = 0;
    lua_sethook(vm->main, NULL, 0, 0);
}
