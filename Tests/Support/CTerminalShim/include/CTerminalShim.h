/// For tests: starts a program on a pseudo-terminal.
#ifndef CTERMINALSHIM_H
#define CTERMINALSHIM_H

#include <sys/types.h>

/// The process, whose terminal is controlled through `*controller`; -1, with `errno` set, if there
/// is none. A program that cannot be run ends with status 127.
pid_t terminal_start(
    const char *path, char *const argv[], char *const envp[], const char *folder, int rows,
    int columns, int *controller);

#endif
