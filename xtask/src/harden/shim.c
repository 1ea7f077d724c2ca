/*
 * Makes one call of a program fail, for `cargo xtask harden` (see mod.rs).
 *
 *   HARDEN_BELOW   folder: only calls on files below it count
 *   HARDEN_FAIL    kind:number:how, such as `write:3:28` (an errno) or `read:1:short`
 *   HARDEN_COUNTS  file that gets the number of calls of each kind at the end
 *
 * Loaded with LD_PRELOAD. Calls of its own go to the kernel directly, so that they are not counted.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

enum kind { OPEN, READ, WRITE, SYNC, RENAME, REMOVE, MKDIR, TRUNCATE, SEEK, LIST, STAT, KINDS };
static const char *const NAMES[KINDS] = {"open",  "read",     "write", "sync", "rename", "remove",
                                         "mkdir", "truncate", "seek",  "list", "stat"};

static atomic_long seen[KINDS];
static char below[PATH_MAX];
static size_t below_length;
static int fail_kind = -1;
static long fail_number;
/* An errno, or 0 for a call that does a part of its work. */
static int fail_how;

__attribute__((constructor)) static void begin(void)
{
    const char *folder = getenv("HARDEN_BELOW");
    const char *fail = getenv("HARDEN_FAIL");
    if (folder && realpath(folder, below))
        below_length = strlen(below);
    if (!fail)
        return;
    for (int kind = 0; kind < KINDS; kind++) {
        size_t length = strlen(NAMES[kind]);
        char how[16];
        if (strncmp(fail, NAMES[kind], length) == 0 && fail[length] == ':' &&
            sscanf(fail + length + 1, "%ld:%15s", &fail_number, how) == 2) {
            fail_kind = kind;
            fail_how = atoi(how);
        }
    }
}

__attribute__((destructor)) static void end(void)
{
    const char *path = getenv("HARDEN_COUNTS");
    if (!path)
        return;
    char text[512];
    int length = 0;
    for (int kind = 0; kind < KINDS; kind++)
        length += snprintf(text + length, sizeof text - length, "%s %ld\n", NAMES[kind],
                           (long)seen[kind]);
    int file = syscall(SYS_openat, AT_FDCWD, path, O_WRONLY | O_CREAT | O_TRUNC, 0644);
    syscall(SYS_write, file, text, length);
    syscall(SYS_close, file);
}

/* Counts a call; true when it is the one that fails. */
static int fails(enum kind kind)
{
    return atomic_fetch_add(&seen[kind], 1) + 1 == fail_number && (int)kind == fail_kind;
}

static int is_below(const char *path)
{
    return below_length && strncmp(path, below, below_length) == 0 &&
           (path[below_length] == '/' || path[below_length] == 0);
}

static int descriptor_fails(enum kind kind, int descriptor)
{
    char link[64], path[PATH_MAX];
    int before = errno;
    snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
    ssize_t length = syscall(SYS_readlinkat, AT_FDCWD, link, path, sizeof path - 1);
    errno = before;
    if (length <= 0)
        return 0;
    path[length] = 0;
    return is_below(path) && fails(kind);
}

/* A relative path is one of the working folder, which lies below. */
static int path_fails(enum kind kind, const char *path)
{
    return path && (path[0] != '/' || is_below(path)) && fails(kind);
}

#define REAL(result, name, ...)                                                                    \
    static result (*real)(__VA_ARGS__);                                                            \
    if (!real)                                                                                     \
    real = dlsym(RTLD_NEXT, name)
#define FAIL_UNLESS_SHORT(value)                                                                   \
    if (fail_how) {                                                                                \
        errno = fail_how;                                                                          \
        return value;                                                                              \
    }
/* Half of the bytes, but at least one: nothing would be the end of the file. */
#define HALF(size) ((size) > 1 ? (size) / 2 : (size))

ssize_t read(int file, void *bytes, size_t size)
{
    REAL(ssize_t, "read", int, void *, size_t);
    if (descriptor_fails(READ, file)) {
        FAIL_UNLESS_SHORT(-1);
        return real(file, bytes, HALF(size));
    }
    return real(file, bytes, size);
}

ssize_t pread64(int file, void *bytes, size_t size, off64_t offset)
{
    REAL(ssize_t, "pread64", int, void *, size_t, off64_t);
    if (descriptor_fails(READ, file)) {
        FAIL_UNLESS_SHORT(-1);
        return real(file, bytes, HALF(size), offset);
    }
    return real(file, bytes, size, offset);
}

ssize_t readv(int file, const struct iovec *parts, int count)
{
    REAL(ssize_t, "readv", int, const struct iovec *, int);
    if (descriptor_fails(READ, file)) {
        FAIL_UNLESS_SHORT(-1);
        return real(file, parts, 1);
    }
    return real(file, parts, count);
}

ssize_t write(int file, const void *bytes, size_t size)
{
    REAL(ssize_t, "write", int, const void *, size_t);
    if (descriptor_fails(WRITE, file)) {
        FAIL_UNLESS_SHORT(-1);
        return real(file, bytes, HALF(size));
    }
    return real(file, bytes, size);
}

ssize_t pwrite64(int file, const void *bytes, size_t size, off64_t offset)
{
    REAL(ssize_t, "pwrite64", int, const void *, size_t, off64_t);
    if (descriptor_fails(WRITE, file)) {
        FAIL_UNLESS_SHORT(-1);
        return real(file, bytes, HALF(size), offset);
    }
    return real(file, bytes, size, offset);
}

ssize_t writev(int file, const struct iovec *parts, int count)
{
    REAL(ssize_t, "writev", int, const struct iovec *, int);
    if (descriptor_fails(WRITE, file)) {
        FAIL_UNLESS_SHORT(-1);
        return real(file, parts, 1);
    }
    return real(file, parts, count);
}

ssize_t copy_file_range(int from, off64_t *at, int to, off64_t *to_at, size_t size, unsigned flags)
{
    REAL(ssize_t, "copy_file_range", int, off64_t *, int, off64_t *, size_t, unsigned);
    int reading = descriptor_fails(READ, from), writing = descriptor_fails(WRITE, to);
    if (reading || writing) {
        FAIL_UNLESS_SHORT(-1);
        return real(from, at, to, to_at, HALF(size), flags);
    }
    return real(from, at, to, to_at, size, flags);
}

ssize_t sendfile64(int to, int from, off64_t *at, size_t size)
{
    REAL(ssize_t, "sendfile64", int, int, off64_t *, size_t);
    int reading = descriptor_fails(READ, from), writing = descriptor_fails(WRITE, to);
    if (reading || writing) {
        FAIL_UNLESS_SHORT(-1);
        return real(to, from, at, HALF(size));
    }
    return real(to, from, at, size);
}

/* Calls that have no part to do: `short` is no fault of theirs. */
#define ON_PATH(name, kind, failed, parameters, path, arguments)                                   \
    int name parameters                                                                            \
    {                                                                                              \
        static int(*real) parameters;                                                              \
        if (!real)                                                                                 \
            real = dlsym(RTLD_NEXT, #name);                                                        \
        if (path_fails(kind, path)) {                                                              \
            FAIL_UNLESS_SHORT(failed);                                                             \
        }                                                                                          \
        return real arguments;                                                                     \
    }
#define ON_FILE(name, kind, parameters, file, arguments)                                           \
    int name parameters                                                                            \
    {                                                                                              \
        static int(*real) parameters;                                                              \
        if (!real)                                                                                 \
            real = dlsym(RTLD_NEXT, #name);                                                        \
        if (descriptor_fails(kind, file)) {                                                        \
            FAIL_UNLESS_SHORT(-1);                                                                 \
        }                                                                                          \
        return real arguments;                                                                     \
    }

ON_FILE(fsync, SYNC, (int file), file, (file))
ON_FILE(fdatasync, SYNC, (int file), file, (file))
ON_FILE(ftruncate64, TRUNCATE, (int file, off64_t size), file, (file, size))
ON_PATH(rename, RENAME, -1, (const char *from, const char *to), to, (from, to))
ON_PATH(unlink, REMOVE, -1, (const char *path), path, (path))
ON_PATH(unlinkat, REMOVE, -1, (int folder, const char *path, int flags), path,
        (folder, path, flags))
ON_PATH(rmdir, REMOVE, -1, (const char *path), path, (path))
ON_PATH(mkdir, MKDIR, -1, (const char *path, mode_t mode), path, (path, mode))

off64_t lseek64(int file, off64_t offset, int whence)
{
    REAL(off64_t, "lseek64", int, off64_t, int);
    if (descriptor_fails(SEEK, file)) {
        FAIL_UNLESS_SHORT(-1);
    }
    return real(file, offset, whence);
}

#define MODE(flags, mode)                                                                          \
    va_list rest;                                                                                  \
    va_start(rest, flags);                                                                         \
    mode_t mode = va_arg(rest, mode_t);                                                            \
    va_end(rest)

int open64(const char *path, int flags, ...)
{
    REAL(int, "open64", const char *, int, ...);
    MODE(flags, mode);
    if (path_fails(OPEN, path)) {
        FAIL_UNLESS_SHORT(-1);
    }
    return real(path, flags, mode);
}

int open(const char *path, int flags, ...)
{
    REAL(int, "open", const char *, int, ...);
    MODE(flags, mode);
    if (path_fails(OPEN, path)) {
        FAIL_UNLESS_SHORT(-1);
    }
    return real(path, flags, mode);
}

int openat64(int folder, const char *path, int flags, ...)
{
    REAL(int, "openat64", int, const char *, int, ...);
    MODE(flags, mode);
    if (path_fails(OPEN, path)) {
        FAIL_UNLESS_SHORT(-1);
    }
    return real(folder, path, flags, mode);
}

DIR *opendir(const char *path)
{
    REAL(DIR *, "opendir", const char *);
    if (path_fails(OPEN, path)) {
        FAIL_UNLESS_SHORT(NULL);
    }
    return real(path);
}

struct dirent64 *readdir64(DIR *folder)
{
    REAL(struct dirent64 *, "readdir64", DIR *);
    if (descriptor_fails(LIST, dirfd(folder))) {
        FAIL_UNLESS_SHORT(NULL);
    }
    return real(folder);
}

int statx(int folder, const char *restrict path, int flags, unsigned mask, struct statx *restrict to)
{
    REAL(int, "statx", int, const char *, int, unsigned, struct statx *);
    /* The standard library asks with null pointers whether there is such a call. The declaration
     * promises that there are none, so the compiler must not see the comparison. */
    const char *volatile asked = path;
    if ((unsigned long)asked < 4096)
        return real(folder, path, flags, mask, to);
    const char *name = asked;
    if (name[0] ? path_fails(STAT, name) : descriptor_fails(STAT, folder)) {
        FAIL_UNLESS_SHORT(-1);
    }
    return real(folder, path, flags, mask, to);
}
