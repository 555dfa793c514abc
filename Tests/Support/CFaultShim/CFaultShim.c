#define _GNU_SOURCE
#include "CFaultShim.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

static int armed;
static long points;
static long kill_at;
static const char *failing_call;
static const char *failing_path;
static int failing_code;

void cfaultshim_arm(void) {
    const char *kill_text = getenv("FAULT_KILL");
    const char *code = getenv("FAULT_ERRNO");
    kill_at = kill_text ? atol(kill_text) : 0;
    failing_call = getenv("FAULT_CALL");
    failing_path = getenv("FAULT_PATH");
    failing_code = code ? atoi(code) : EIO;
    armed = 1;
}

long cfaultshim_points(void) { return points; }

static void point(void) {
    if (armed && ++points == kill_at) kill(getpid(), SIGKILL);
}

static int path_fails(const char *name, const char *path) {
    if (!armed || !failing_call || strcmp(failing_call, name) != 0) return 0;
    if (failing_path && !strstr(path, failing_path)) return 0;
    errno = failing_code;
    return 1;
}

static int descriptor_fails(const char *name, int descriptor) {
    if (!armed || !failing_call || strcmp(failing_call, name) != 0) return 0;
    char link[64], path[4096];
    snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
    ssize_t length = syscall(SYS_readlinkat, AT_FDCWD, link, path, sizeof path - 1);
    path[length < 0 ? 0 : length] = 0;
    return path_fails(name, path);
}

/* Standard output and error tell the test what was reached; they are no points. */
static int is_counted(int descriptor) { return descriptor > 2; }

static int opened(const char *path, int flags, mode_t mode) {
    if (flags & O_CREAT) {
        if (path_fails("open", path)) return -1;
        point();
    }
    return (int)syscall(SYS_openat, AT_FDCWD, path, flags, mode);
}

static mode_t mode_of(int flags, va_list arguments) {
    return flags & (O_CREAT | O_TMPFILE) ? va_arg(arguments, mode_t) : 0;
}

int open(const char *path, int flags, ...) {
    va_list arguments;
    va_start(arguments, flags);
    mode_t mode = mode_of(flags, arguments);
    va_end(arguments);
    return opened(path, flags, mode);
}

int open64(const char *path, int flags, ...) {
    va_list arguments;
    va_start(arguments, flags);
    mode_t mode = mode_of(flags, arguments);
    va_end(arguments);
    return opened(path, flags, mode);
}

ssize_t write(int descriptor, const void *bytes, size_t count) {
    if (!is_counted(descriptor)) return syscall(SYS_write, descriptor, bytes, count);
    if (descriptor_fails("write", descriptor)) return -1;
    point();
    if (armed && points + 1 == kill_at) syscall(SYS_write, descriptor, bytes, count / 2);
    point();
    return syscall(SYS_write, descriptor, bytes, count);
}

static ssize_t written_at(int descriptor, const void *bytes, size_t count, off64_t offset) {
    if (descriptor_fails("write", descriptor)) return -1;
    point();
    if (armed && points + 1 == kill_at) {
        syscall(SYS_pwrite64, descriptor, bytes, count / 2, offset);
    }
    point();
    return syscall(SYS_pwrite64, descriptor, bytes, count, offset);
}

ssize_t pwrite(int descriptor, const void *bytes, size_t count, off_t offset) {
    return written_at(descriptor, bytes, count, offset);
}

ssize_t pwrite64(int descriptor, const void *bytes, size_t count, off64_t offset) {
    return written_at(descriptor, bytes, count, offset);
}

ssize_t copy_file_range(
    int source, off64_t *from, int target, off64_t *to, size_t count, unsigned flags) {
    if (descriptor_fails("copy_file_range", target)) return -1;
    point();
    if (armed && points + 1 == kill_at) {
        syscall(SYS_copy_file_range, source, from, target, to, count / 2, flags);
    }
    point();
    return syscall(SYS_copy_file_range, source, from, target, to, count, flags);
}

int fsync(int descriptor) {
    if (descriptor_fails("fsync", descriptor)) return -1;
    point();
    return (int)syscall(SYS_fsync, descriptor);
}

int fdatasync(int descriptor) {
    if (descriptor_fails("fsync", descriptor)) return -1;
    point();
    return (int)syscall(SYS_fdatasync, descriptor);
}

int ftruncate(int descriptor, off_t size) {
    point();
    return (int)syscall(SYS_ftruncate, descriptor, size);
}

int ftruncate64(int descriptor, off64_t size) {
    point();
    return (int)syscall(SYS_ftruncate, descriptor, size);
}

int rename(const char *from, const char *to) {
    if (path_fails("rename", to)) return -1;
    point();
    return (int)syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0);
}

int link(const char *from, const char *to) {
    if (path_fails("link", to)) return -1;
    point();
    return (int)syscall(SYS_linkat, AT_FDCWD, from, AT_FDCWD, to, 0);
}

int unlink(const char *path) {
    point();
    return (int)syscall(SYS_unlinkat, AT_FDCWD, path, 0);
}

int faccessat(int folder, const char *path, int mode, int flags) {
    if (path_fails("access", path)) return -1;
    return (int)syscall(SYS_faccessat2, folder, path, mode, flags);
}
