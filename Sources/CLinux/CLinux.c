#define _GNU_SOURCE
#include "CLinux.h"

#include <fcntl.h>
#include <sys/random.h>
#include <sys/xattr.h>
#include <unistd.h>

ssize_t clinux_copy_file_range(int source, int64_t offset, int target, size_t count) {
    off64_t from = offset;
    return copy_file_range(source, &from, target, NULL, count, 0);
}

int clinux_start_writing(int descriptor, int64_t offset, int64_t count) {
    return sync_file_range(descriptor, offset, count, SYNC_FILE_RANGE_WRITE);
}

ssize_t clinux_list_attributes(int descriptor, char *names, size_t size) {
    return flistxattr(descriptor, names, size);
}

ssize_t clinux_get_attribute(int descriptor, const char *name, void *value, size_t size) {
    return fgetxattr(descriptor, name, value, size);
}

int clinux_set_attribute(int descriptor, const char *name, const void *value, size_t size) {
    return fsetxattr(descriptor, name, value, size, 0);
}

ssize_t clinux_random(void *bytes, size_t count) {
    return getrandom(bytes, count, 0);
}
