#define _GNU_SOURCE
#include "CLinux.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/mman.h>
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

int clinux_open_folder(int folder, const char *name) {
    return openat(folder, name, O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
}

int clinux_pipe(int ends[2]) {
    return pipe2(ends, O_CLOEXEC);
}

int clinux_memory_file(const char *name) {
    return memfd_create(name, MFD_CLOEXEC);
}

/// Adds what the child does to its descriptors; an error number, or 0.
static int add_actions(posix_spawn_file_actions_t *actions, const char *folder,
                       const int descriptors[3]) {
    int error = posix_spawn_file_actions_addchdir_np(actions, folder);
    for (int i = 0; i < 3 && !error; i++) {
        error = posix_spawn_file_actions_adddup2(actions, descriptors[i], i);
    }
    return error ? error : posix_spawn_file_actions_addclosefrom_np(actions, 3);
}

/// A session of its own, and signals as a program expects to find them.
static int set_attributes(posix_spawnattr_t *attributes) {
    sigset_t none, all;
    sigemptyset(&none);
    sigfillset(&all);
    int error = posix_spawnattr_setsigmask(attributes, &none);
    if (!error) error = posix_spawnattr_setsigdefault(attributes, &all);
    return error ? error
                 : posix_spawnattr_setflags(
                       attributes,
                       POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
}

int clinux_spawn(pid_t *process, const char *folder, char *const *arguments, int input, int output,
                 int errors) {
    extern char **environ;
    // Out of the way of the numbers that they are to get.
    int descriptors[3] = {fcntl(input, F_DUPFD_CLOEXEC, 3), fcntl(output, F_DUPFD_CLOEXEC, 3),
                          fcntl(errors, F_DUPFD_CLOEXEC, 3)};
    int error = 0;
    for (int i = 0; i < 3; i++) {
        if (descriptors[i] < 0) error = EMFILE;
    }
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    if (!error) error = posix_spawn_file_actions_init(&actions);
    if (!error) {
        error = posix_spawnattr_init(&attributes);
        if (!error) {
            error = add_actions(&actions, folder, descriptors);
            if (!error) error = set_attributes(&attributes);
            if (!error) {
                error = posix_spawnp(
                    process, arguments[0], &actions, &attributes, arguments, environ);
            }
            posix_spawnattr_destroy(&attributes);
        }
        posix_spawn_file_actions_destroy(&actions);
    }
    for (int i = 0; i < 3; i++) {
        if (descriptors[i] >= 0) close(descriptors[i]);
    }
    if (!error) return 0;
    errno = error;
    return -1;
}
