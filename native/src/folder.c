#define _GNU_SOURCE
#include "folder.h"
#include "files.h"
#include "replace.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

int make_parents(const char *path) {
    char parent[PATH_MAX];
    if (strlen(path) >= sizeof parent)
        return ENAMETOOLONG;
    strcpy(parent, path);
    for (char *slash = strchr(parent + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = 0;
        // A folder that is there may answer with another error first, for example on a read-only file system.
        if (mkdir(parent, 0700) < 0 && errno != EEXIST) {
            int error = errno;
            struct stat status;
            if (stat(parent, &status) < 0 || !S_ISDIR(status.st_mode))
                return error;
        }
        *slash = '/';
    }
    return 0;
}

static int join(char path[PATH_MAX], const char *folder, const char *name) {
    int n = snprintf(path, PATH_MAX, "%s/%s", folder, name);
    return n < 0 || n >= PATH_MAX ? ENAMETOOLONG : 0;
}

int write_in(const char *folder, const char *name, const void *data, size_t size) {
    char path[PATH_MAX], temporary[PATH_MAX], hidden[64];
    snprintf(hidden, sizeof hidden, ".%s.%ld", name, (long)getpid());
    int error = join(path, folder, name);
    if (!error)
        error = join(temporary, folder, hidden);
    if (error)
        return error;
    int fd = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (fd < 0)
        return errno;
    if (!write_fully(fd, data, size) || fsync(fd) < 0)
        error = errno;
    if (close(fd) < 0 && !error)
        error = errno;
    if (!error && rename(temporary, path) < 0)
        error = errno;
    if (error)
        unlink(temporary);
    return error ? error : sync_folder(folder);
}

int read_in(const char *folder, const char *name, char *text, size_t size) {
    char path[PATH_MAX];
    int error = join(path, folder, name);
    return error ? error : read_attribute(path, text, size);
}

bool is_in(const char *folder, const char *name) {
    char path[PATH_MAX];
    return join(path, folder, name) == 0 && access(path, F_OK) == 0;
}

void remove_folder(const char *folder) {
    DIR *entries = opendir(folder);
    if (!entries)
        return;
    struct dirent *entry;
    while ((entry = readdir(entries)))
        unlinkat(dirfd(entries), entry->d_name, 0);
    closedir(entries);
    rmdir(folder);
}

int write_deadline(const char *folder, int64_t hundredths) {
    char text[64];
    int n = snprintf(text, sizeof text, "%" PRId64 ".%02" PRId64 "\n", hundredths / 100, hundredths % 100);
    return write_in(folder, "deadline", text, (size_t)n);
}

int64_t read_deadline(const char *folder) {
    char text[64], *end;
    if (read_in(folder, "deadline", text, sizeof text) != 0 || text[0] < '0' || text[0] > '9')
        return -1;
    int64_t seconds = strtoll(text, &end, 10);
    if (seconds > INT64_MAX / 200)
        return -1;
    int64_t hundredths = 0;
    if (*end == '.' && end[1] >= '0' && end[1] <= '9')
        hundredths = (end[1] - '0') * 10 + (end[2] >= '0' && end[2] <= '9' ? end[2] - '0' : 0);
    return seconds * 100 + hundredths;
}

int write_process(const char *folder, const struct identity *process) {
    char text[128];
    int n = snprintf(text, sizeof text, "%u %" PRIu64 " %s\n", process->pid, process->start_ticks, process->boot);
    return write_in(folder, "process", text, (size_t)n);
}

int read_process_file(const char *folder, struct identity *process) {
    char text[128], *end;
    int error = read_in(folder, "process", text, sizeof text);
    if (error)
        return error;
    process->pid = (uint32_t)strtoul(text, &end, 10);
    process->start_ticks = strtoull(end, &end, 10);
    snprintf(process->boot, sizeof process->boot, "%s", end + strspn(end, " "));
    return process->boot[0] ? 0 : EPROTO;
}

int write_state(const char *folder, const char *word) {
    char text[STATE_SIZE];
    int n = snprintf(text, sizeof text, "%s\n", word);
    int error = write_in(folder, "state", text, (size_t)n);
    if (!error)
        return 0;
    // No word is longer than this; what is left of a longer one is blanked.
    n = snprintf(text, sizeof text, "%-10s\n", word);
    char path[PATH_MAX];
    if (join(path, folder, "state") != 0)
        return error;
    int fd = open(path, O_WRONLY | O_CLOEXEC | O_NOFOLLOW);
    if (fd < 0)
        return error;
    if (pwrite(fd, text, (size_t)n, 0) == n && fsync(fd) == 0)
        error = 0;
    close(fd);
    return error;
}

void log_line(const char *folder, const char *format, ...) {
    char line[2048], path[PATH_MAX];
    time_t now = time(NULL);
    struct tm utc;
    gmtime_r(&now, &utc);
    size_t n = strftime(line, sizeof line, "%Y-%m-%dT%H:%M:%SZ ", &utc);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line + n, sizeof line - n - 1, format, arguments);
    va_end(arguments);
    for (char *c = line; *c; c++)
        if ((unsigned char)*c < ' ' || *c == 0x7f)
            *c = ' ';
    strcat(line, "\n");
    if (join(path, folder, "log") != 0)
        return;
    int fd = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (fd < 0)
        return;
    write_fully(fd, line, strlen(line));
    fsync(fd);
    close(fd);
}
