// systemd and logind find a session's or service's processes in one hierarchy: the unified one, or name=systemd where
// version 1 is used (cgroups(7), systemd.kill(5)). Only that one is left: the limits that the others set stay in force.
#define _GNU_SOURCE
#include "cgroup.h"
#include "files.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *const hierarchies[] = {"", "name=systemd"};

enum { ALL = sizeof hierarchies / sizeof *hierarchies, TEXT_LIMIT = 4 << 20 };

// The whole file with a NUL behind it; to be freed. NULL and errno.
static char *read_text(const char *path) {
    struct stat status;
    int fd = open_regular(path, &status);
    if (fd < 0)
        return NULL;
    struct buffer text = {0};
    int error = read_rest(fd, TEXT_LIMIT, &text);
    close(fd);
    put_u8(&text, 0);
    if (error || text.bad) {
        free(text.data);
        errno = error ? error : ENOMEM;
        return NULL;
    }
    return (char *)text.data;
}

// The process's path in a hierarchy, from lines "NUMBER:CONTROLLERS:PATH"; false when it is in none.
static bool find_path(const char *process, const char *controllers, char path[PATH_MAX]) {
    char file[64];
    snprintf(file, sizeof file, "/proc/%s/cgroup", process);
    char *text = read_text(file);
    bool found = false;
    for (char *next = text, *line; !found && (line = strsep(&next, "\n"));) {
        strsep(&line, ":");
        char *names = strsep(&line, ":");
        if (!names || !line || strcmp(names, controllers) != 0)
            continue;
        snprintf(path, PATH_MAX, "%s", line);
        found = true;
    }
    free(text);
    return found;
}

static bool has_word(char *list, const char *word) {
    for (char *item; (item = strsep(&list, ","));)
        if (strcmp(item, word) == 0)
            return true;
    return false;
}

// Where a hierarchy is mounted (proc_pid_mountinfo(5)): the fifth field, if behind " - " it is of the right kind.
static bool find_mount(const char *controllers, char point[PATH_MAX]) {
    char *text = read_text("/proc/self/mountinfo");
    bool found = false;
    for (char *next = text, *line; !found && (line = strsep(&next, "\n"));) {
        char *kind = strstr(line, " - ");
        if (!kind)
            continue;
        *kind = 0;
        kind += strlen(" - ");
        char *type = strsep(&kind, " ");
        strsep(&kind, " ");
        if (!kind || strcmp(type, *controllers ? "cgroup" : "cgroup2") != 0 ||
            (*controllers && !has_word(kind, controllers)))
            continue;
        for (int field = 1; field < 5 && line; field++)
            strsep(&line, " ");
        char *value = strsep(&line, " ");
        if (value) {
            snprintf(point, PATH_MAX, "%s", value);
            found = true;
        }
    }
    free(text);
    return found;
}

static int join_group(const char *folder) {
    char file[PATH_MAX], pid[32];
    int n = snprintf(file, sizeof file, "%s/cgroup.procs", folder);
    if (n < 0 || (size_t)n >= sizeof file)
        return ENAMETOOLONG;
    int fd = open(file, O_WRONLY | O_CLOEXEC);
    if (fd < 0)
        return errno;
    n = snprintf(pid, sizeof pid, "%ld\n", (long)getpid());
    int error = write(fd, pid, (size_t)n) == n ? 0 : errno;
    close(fd);
    return error;
}

// The root, or where that takes no processes (a container's, with controllers enabled) a group of our own below it.
static int leave(const char *point) {
    int error = join_group(point);
    if (!error)
        return 0;
    char own[PATH_MAX];
    int n = snprintf(own, sizeof own, "%s/ibplay-guard", point);
    if (n < 0 || (size_t)n >= sizeof own || (mkdir(own, 0755) < 0 && errno != EEXIST))
        return error;
    return join_group(own) == 0 ? 0 : error;
}

// Whether the group is a unit's own; one that the first process shares is ended with the machine only.
static bool ends_with_unit(const char *controllers, const char *path) {
    char first[PATH_MAX];
    if (find_path("1", controllers, first) && strcmp(first, path) == 0)
        return false;
    for (const char *at = path; *at;) {
        at += strspn(at, "/");
        size_t length = strcspn(at, "/");
        if ((length > 6 && strncmp(at + length - 6, ".scope", 6) == 0) ||
            (length > 8 && strncmp(at + length - 8, ".service", 8) == 0))
            return true;
        at += length;
    }
    return false;
}

int leave_session_groups(char *why, size_t size) {
    for (int i = 0; i < ALL; i++) {
        char path[PATH_MAX], point[PATH_MAX];
        if (!find_path("self", hierarchies[i], path) || !ends_with_unit(hierarchies[i], path))
            continue;
        int error = find_mount(hierarchies[i], point) ? leave(point) : ENOENT;
        if (find_path("self", hierarchies[i], path) && ends_with_unit(hierarchies[i], path)) {
            snprintf(why, size, "leave the control group %s, which is killed when the session ends", path);
            return error ? error : EBUSY;
        }
    }
    return 0;
}
