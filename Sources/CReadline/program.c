/// Programs that get the terminal for a while: a pager, an editor.
#include "CReadline.h"

#include <errno.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

pid_t creadline_start_program(const char *command, const char *argument, int input) {
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    sigset_t set;
    int failure = posix_spawn_file_actions_init(&actions);
    if (failure) goto end;
    failure = posix_spawnattr_init(&attributes);
    if (failure) goto end_actions;
    if (input >= 0) failure = posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
    // What this process ignores or has blocked is no business of theirs.
    sigemptyset(&set);
    if (!failure) failure = posix_spawnattr_setsigmask(&attributes, &set);
    sigaddset(&set, SIGPIPE);
    if (!failure) failure = posix_spawnattr_setsigdefault(&attributes, &set);
    if (!failure) {
        failure = posix_spawnattr_setflags(
            &attributes, POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
    }
    pid_t process = -1;
    if (!failure) {
        char *const arguments[] = {
            "sh", "-c", (char *)command, "sh", (char *)argument, NULL};
        failure = posix_spawn(&process, "/bin/sh", &actions, &attributes, arguments, environ);
    }
    posix_spawnattr_destroy(&attributes);
end_actions:
    posix_spawn_file_actions_destroy(&actions);
end:
    if (!failure) return process;
    errno = failure;
    return -1;
}

int creadline_wait_for_program(pid_t process) {
    int status;
    while (waitpid(process, &status, 0) < 0) {
        if (errno != EINTR) return -1;
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
