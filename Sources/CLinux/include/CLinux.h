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

#endif
