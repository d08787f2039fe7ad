#define _GNU_SOURCE
#include "files.h"
#include "outcome.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

bool is_absent(int error) { return error == ENOENT || error == ENOTDIR; }

int read_rest(int fd, size_t limit, struct buffer *into) {
    enum { CHUNK = 16384 };
    size_t start = into->size;
    for (;;) {
        if (!reserve(into, CHUNK))
            return ENOMEM;
        ssize_t n = read(fd, into->data + into->size, CHUNK);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return errno;
        if (n == 0)
            return 0;
        into->size += (size_t)n;
        if (into->size - start > limit)
            return EFBIG;
    }
}

// fstat() by its number: its symbol is newer than the library's glibc. All struct stats of these CPUs are the kernel's.
static int get_status(int fd, struct stat *status) { return (int)syscall(SYS_fstat, fd, status); }

int open_regular(const char *path, struct stat *status) {
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (fd < 0)
        return -1;
    int error = 0;
    if (get_status(fd, status) < 0)
        error = errno;
    else if (!S_ISREG(status->st_mode))
        error = S_ISDIR(status->st_mode) ? EISDIR : EINVAL;
    if (error) {
        close(fd);
        errno = error;
        return -1;
    }
    return fd;
}

mode_t kind_of(const char *path) {
    struct stat status;
    int fd = open(path, O_PATH | O_CLOEXEC);
    if (fd < 0)
        return 0;
    int error = get_status(fd, &status) < 0 ? errno : 0;
    close(fd);
    errno = error;
    return error ? 0 : status.st_mode & S_IFMT;
}

int read_attribute(const char *path, char *text, size_t size) {
    struct stat status;
    int fd = open_regular(path, &status);
    if (fd < 0)
        return errno;
    size_t n = read_fully(fd, text, size - 1);
    close(fd);
    while (n > 0 && (text[n - 1] == '\n' || text[n - 1] == ' '))
        n--;
    text[n] = 0;
    return 0;
}

uint32_t read_number(const char *path) {
    char text[64];
    if (read_attribute(path, text, sizeof text) != 0)
        return 0;
    bool is_hexadecimal = text[0] == '0' && (text[1] | 0x20) == 'x';
    uint32_t base = is_hexadecimal ? 16 : 10, value = 0;
    for (const char *at = text + (is_hexadecimal ? 2 : 0);; at++) {
        uint32_t digit = *at <= '9' ? (uint32_t)(*at - '0') : (uint32_t)((*at | 0x20) - 'a' + 10);
        if (digit >= base)
            return value;
        value = value * base + digit;
    }
}

bool read_file(const char *path, uint32_t limit, struct buffer *out) {
    struct stat status;
    int fd = open_regular(path, &status);
    if (fd < 0 && is_absent(errno)) {
        put_u8(out, FILE_ABSENT);
        return true;
    }
    if (fd < 0)
        return failed(out, errno, "open %s", path);
    put_u8(out, FILE_CONTENT);
    put_u32(out, status.st_mode & 07777);
    put_u64(out, status.st_uid);
    put_u64(out, status.st_gid);
    put_u64(out, (uint64_t)status.st_mtime);
    size_t length_at = out->size;
    put_u32(out, 0);
    int error = read_rest(fd, limit, out);
    close(fd);
    if (error)
        return failed(out, error, "read %s", path);
    set_u32(out, length_at, (uint32_t)(out->size - length_at - 4));
    return true;
}

bool resolve_path(const char *path, struct buffer *out) {
    char *found = realpath(path, NULL);
    if (!found && is_absent(errno)) {
        put_u8(out, FILE_ABSENT);
        return true;
    }
    if (!found)
        return failed(out, errno, "resolve %s", path);
    put_u8(out, PATH_RESOLVED);
    put_text(out, found);
    free(found);
    return true;
}

bool write_attribute(const char *path, struct span value, struct buffer *out) {
    int fd = open(path, O_WRONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (fd < 0)
        return failed(out, errno, "open %s", path);
    // One write: an attribute takes each write as a whole new value.
    ssize_t n = write(fd, value.data, value.size);
    int error = n < 0 ? errno : (size_t)n < value.size ? EIO : 0;
    if (close(fd) < 0 && !error)
        error = errno;
    return error ? failed(out, error, "write %s", path) : done(out);
}
