#define _GNU_SOURCE
#include "CTerminalShim.h"

#include <fcntl.h>
#include <pty.h>
#include <unistd.h>

pid_t terminal_start(
    const char *path, char *const argv[], char *const envp[], const char *folder, int rows,
    int columns, int *controller) {
    struct winsize size = {.ws_row = (unsigned short)rows, .ws_col = (unsigned short)columns};
    pid_t process = forkpty(controller, NULL, NULL, &size);
    if (process == 0) {
        if (chdir(folder) == 0) execve(path, argv, envp);
        _exit(127);
    }
    if (process > 0) fcntl(*controller, F_SETFD, FD_CLOEXEC);
    return process;
}
