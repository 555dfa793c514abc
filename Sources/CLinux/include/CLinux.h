/// System calls of Linux that the module Glibc does not show to Swift. Each returns what the
/// call of its name returns and sets errno.
#ifndef CLINUX_H
#define CLINUX_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/// Copies up to `count` bytes from `offset` of one file to the position of another.
ssize_t clinux_copy_file_range(int source, int64_t offset, int target, size_t count);

/// Begins to write a range of a file to its disk, without waiting for it.
int clinux_start_writing(int descriptor, int64_t offset, int64_t count);

ssize_t clinux_list_attributes(int descriptor, char *names, size_t size);
ssize_t clinux_get_attribute(int descriptor, const char *name, void *value, size_t size);
int clinux_set_attribute(int descriptor, const char *name, const void *value, size_t size);

/// Fills at most 256 bytes from the system's source of random numbers.
ssize_t clinux_random(void *bytes, size_t count);

/// A folder in a folder, as a place to open others from; no link is followed.
int clinux_open_folder(int folder, const char *name);

/// A pipe whose ends no program inherits.
int clinux_pipe(int ends[2]);

/// A file without a name, in memory.
int clinux_memory_file(const char *name);

/// Starts a program, found as a shell finds it, in a session of its own: without a terminal, with
/// no descriptor but these three, and with no signal blocked or ignored. `arguments` begins with
/// the program and ends with NULL.
int clinux_spawn(pid_t *process, const char *folder, char *const *arguments, int input, int output,
                 int errors);

#endif
