// Replaces and removes files so that at every moment the old or the new one is there, whole.
#define _GNU_SOURCE
#include "files.h"
#include "outcome.h"
#include "replace.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/xattr.h>
#include <unistd.h>

enum { MAX_LINKS = 40, XATTR_MAX = 65536, NO_REPLACE = 1 };

static void set_folder(struct place *place) {
    const char *slash = strrchr(place->file, '/');
    if (!slash) {
        strcpy(place->folder, ".");
        return;
    }
    size_t length = slash == place->file ? 1 : (size_t)(slash - place->file);
    memcpy(place->folder, place->file, length);
    place->folder[length] = 0;
}

// By hand, since a link may point to a file that is yet to be created.
int follow_links(const char *path, struct place *place) {
    if (strlen(path) >= sizeof place->file)
        return ENAMETOOLONG;
    strcpy(place->file, path);
    set_folder(place);
    for (int links = 0; links < MAX_LINKS; links++) {
        char target[PATH_MAX];
        ssize_t n = readlink(place->file, target, sizeof target - 1);
        if (n < 0)
            return errno == EINVAL || errno == ENOENT ? 0 : errno;
        target[n] = 0;
        char next[2 * PATH_MAX];
        int length = target[0] == '/' ? snprintf(next, sizeof next, "%s", target)
                                      : snprintf(next, sizeof next, "%s/%s", place->folder, target);
        if (length < 0 || (size_t)length >= sizeof place->file)
            return ENAMETOOLONG;
        strcpy(place->file, next);
        set_folder(place);
    }
    return ELOOP;
}

// One byte more than expected at most.
int look(const char *file, size_t expected, struct original *now) {
    int fd = open_regular(file, &now->status);
    now->exists = fd >= 0;
    now->content.size = 0;
    if (fd < 0)
        return errno == ENOENT ? 0 : errno;
    int error = read_rest(fd, expected, &now->content);
    close(fd);
    return error == EFBIG ? 0 : error; // longer than expected, and so different
}

const char *what_moved(const struct original *now, bool must_exist, struct span expected) {
    if (!must_exist)
        return now->exists ? "the file exists" : "";
    if (!now->exists)
        return "the file does not exist";
    if (now->content.size != expected.size ||
        (expected.size && memcmp(now->content.data, expected.data, expected.size) != 0))
        return "the file has other content";
    return "";
}

// Gives fd the original's attribute, where it has it and fd does not have the same already. 0 or errno.
static int keep_attribute(const char *file, int fd, const char *name) {
    char wanted[XATTR_MAX], present[XATTR_MAX];
    ssize_t n = getxattr(file, name, wanted, sizeof wanted);
    if (n < 0)
        return errno == ENODATA || errno == EOPNOTSUPP || errno == ENOSYS ? 0 : errno;
    ssize_t has = fgetxattr(fd, name, present, sizeof present);
    if (has == n && memcmp(wanted, present, (size_t)n) == 0)
        return 0;
    return fsetxattr(fd, name, wanted, (size_t)n, 0) < 0 ? errno : 0;
}

int write_new(int fd, const struct replace_file *replace, const char *file, const struct original *old) {
    if (!write_fully(fd, replace->content.data, replace->content.size))
        return errno;
    mode_t mode = replace->mode;
    if (old->exists) {
        mode = old->status.st_mode & 07777;
        // The owner first: changing it takes setuid bits away.
        struct stat own;
        if (fstat(fd, &own) < 0)
            return errno;
        if ((own.st_uid != old->status.st_uid || own.st_gid != old->status.st_gid) &&
            fchown(fd, old->status.st_uid, old->status.st_gid) < 0)
            return errno;
    }
    if (fchmod(fd, mode) < 0)
        return errno;
    if (old->exists) {
        int error = keep_attribute(file, fd, "security.selinux");
        if (!error)
            error = keep_attribute(file, fd, "system.posix_acl_access");
        if (error)
            return error;
    }
    return fsync(fd) < 0 ? errno : 0;
}

int sync_folder(const char *folder) {
    int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0)
        return errno;
    // Some file systems cannot sync a directory and say EINVAL.
    int error = fsync(fd) < 0 && errno != EINVAL ? errno : 0;
    close(fd);
    return error;
}

int put_in_place(const char *temporary, const char *file, bool must_exist) {
    if (!must_exist) {
        if (syscall(SYS_renameat2, AT_FDCWD, temporary, AT_FDCWD, file, NO_REPLACE) == 0)
            return 0;
        if (errno != ENOSYS && errno != EINVAL)
            return errno;
        if (link(temporary, file) < 0)
            return errno;
        return unlink(temporary) < 0 ? errno : 0;
    }
    return rename(temporary, file) < 0 ? errno : 0;
}

static bool swap(const struct replace_file *replace, const struct place *place, struct original *now,
                 struct buffer *out) {
    char temporary[PATH_MAX + 32];
    snprintf(temporary, sizeof temporary, "%s/.ibplay-XXXXXX", place->folder);
    int fd = mkstemp(temporary);
    if (fd < 0)
        return failed(out, errno, "create a file in %s", place->folder);
    int error = write_new(fd, replace, place->file, now);
    if (close(fd) < 0 && !error)
        error = errno;
    const char *other = "";
    if (!error)
        error = look(place->file, replace->expected.size, now);
    if (!error)
        other = what_moved(now, replace->must_exist, replace->expected);
    if (!error && !*other) {
        error = put_in_place(temporary, place->file, replace->must_exist);
        if (error == EEXIST && !replace->must_exist)
            other = "the file exists";
    }
    if (error || *other)
        unlink(temporary);
    if (*other)
        return moved(out, other);
    if (!error)
        error = sync_folder(place->folder);
    return error ? failed(out, error, "replace %s", place->file) : done(out);
}

static bool replace_at(const struct replace_file *replace, const struct place *place, struct buffer *out) {
    struct original now = {0};
    int error = look(place->file, replace->expected.size, &now);
    bool succeeded;
    if (error) {
        succeeded = failed(out, error, "read %s", place->file);
    } else {
        const char *other = what_moved(&now, replace->must_exist, replace->expected);
        succeeded = *other ? moved(out, other) : swap(replace, place, &now, out);
    }
    free(now.content.data);
    return succeeded;
}

static bool remove_at(const struct place *place, struct span expected, struct buffer *out) {
    struct original now = {0};
    int error = look(place->file, expected.size, &now);
    const char *other = error ? "" : what_moved(&now, true, expected);
    free(now.content.data);
    if (*other)
        return moved(out, other);
    if (!error && unlink(place->file) < 0)
        error = errno;
    if (!error)
        error = sync_folder(place->folder);
    return error ? failed(out, error, "remove %s", place->file) : done(out);
}

void hold_signals(sigset_t *before) {
    sigset_t polite;
    sigemptyset(&polite);
    sigaddset(&polite, SIGTERM);
    sigaddset(&polite, SIGHUP);
    sigaddset(&polite, SIGINT);
    sigprocmask(SIG_BLOCK, &polite, before);
}

bool replace_file(const struct replace_file *replace, struct buffer *out) {
    struct place place;
    int error = follow_links(replace->path, &place);
    if (error)
        return failed(out, error, "follow %s", replace->path);
    sigset_t before;
    hold_signals(&before);
    bool succeeded = replace_at(replace, &place, out);
    sigprocmask(SIG_SETMASK, &before, NULL);
    return succeeded;
}

bool remove_file(const char *path, struct span expected, struct buffer *out) {
    struct place place;
    int error = follow_links(path, &place);
    return error ? failed(out, error, "follow %s", path) : remove_at(&place, expected, out);
}
