// What /proc says of processes, and signals to one that is still the same.
#define _GNU_SOURCE
#include "files.h"
#include "outcome.h"
#include "process.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifndef SYS_pidfd_open
#define SYS_pidfd_open 434
#endif
#ifndef SYS_pidfd_send_signal
#define SYS_pidfd_send_signal 424
#endif

enum { MAX_ARGUMENTS = 1 << 20 };

// comm stands in parentheses and may hold any byte, so its end is the last ')'. The first thread's file says the same as
// /proc/PID/stat; qemu's user emulation makes that one up for the process itself.
int read_process(uint32_t pid, struct process *process) {
    char path[64], line[2048];
    snprintf(path, sizeof path, "/proc/%u/task/%u/stat", pid, pid);
    int error = read_attribute(path, line, sizeof line);
    if (error)
        return error;
    char *open = strchr(line, '('), *close = strrchr(line, ')');
    if (!open || !close || close < open || (size_t)(close - open) > sizeof process->comm)
        return EPROTO;
    memcpy(process->comm, open + 1, (size_t)(close - open - 1));
    process->comm[close - open - 1] = 0;
    // Field 3 (state) comes first after the parenthesis, field 22 is the start time.
    char *at = close + 1;
    for (int field = 3; field < 22; field++) {
        at += strspn(at, " ");
        if (field == 3)
            process->state = *at;
        at += strcspn(at, " ");
    }
    process->start_ticks = strtoull(at, NULL, 10);
    return 0;
}

static int read_boot_time(uint64_t *seconds) {
    struct stat status;
    int fd = open_regular("/proc/stat", &status);
    if (fd < 0)
        return errno;
    struct buffer text = {0};
    int error = read_rest(fd, 16 << 20, &text);
    close(fd);
    put_u8(&text, 0);
    char *line = error || text.bad ? NULL : strstr((char *)text.data, "\nbtime ");
    if (line)
        *seconds = strtoull(line + strlen("\nbtime "), NULL, 10);
    else if (!error)
        error = EPROTO;
    free(text.data);
    return error;
}

static bool is_named(const struct texts *names, const char *comm) {
    struct reader items = names->items;
    for (uint32_t i = 0; i < names->count; i++)
        if (strcmp(take_text(&items), comm) == 0)
            return true;
    return false;
}

// The arguments as a count and texts; a process may end its command line without a NUL.
static int put_arguments(uint32_t pid, struct buffer *out) {
    char path[64];
    snprintf(path, sizeof path, "/proc/%u/cmdline", pid);
    struct stat status;
    int fd = open_regular(path, &status);
    if (fd < 0)
        return errno;
    struct buffer line = {0};
    int error = read_rest(fd, MAX_ARGUMENTS, &line);
    close(fd);
    size_t count_at = out->size;
    uint32_t count = 0;
    put_u32(out, 0);
    for (size_t at = 0; at < line.size && !error;) {
        size_t length = strnlen((char *)line.data + at, line.size - at);
        put_bytes(out, line.data + at, length);
        count++;
        at += length + 1;
    }
    set_u32(out, count_at, count);
    free(line.data);
    return error;
}

// True when it was put. One that ends while it is read was never there, and a zombie runs no more.
static bool put_process(uint32_t pid, const struct texts *names, uint64_t boot, struct buffer *out) {
    struct process process;
    if (read_process(pid, &process) != 0 || process.state == 'Z' || process.state == 'X' ||
        !is_named(names, process.comm))
        return false;
    size_t start = out->size;
    put_u32(out, pid);
    put_text(out, process.comm);
    put_u64(out, process.start_ticks);
    put_u64(out, boot + process.start_ticks / (uint64_t)sysconf(_SC_CLK_TCK));
    if (put_arguments(pid, out) != 0) {
        out->size = start;
        return false;
    }
    return true;
}

bool list_processes(const struct texts *names, struct buffer *out) {
    uint64_t boot = 0;
    int error = read_boot_time(&boot);
    if (error)
        return failed(out, error, "read btime of /proc/stat");
    DIR *folder = opendir("/proc");
    if (!folder)
        return failed(out, errno, "open /proc");
    put_u8(out, PROCESSES_FOUND);
    size_t count_at = out->size;
    put_u32(out, 0);
    uint32_t count = 0;
    struct dirent *entry;
    while ((entry = readdir(folder))) {
        char *end;
        unsigned long pid = strtoul(entry->d_name, &end, 10);
        if (*end == 0 && pid > 0 && put_process((uint32_t)pid, names, boot, out))
            count++;
    }
    closedir(folder);
    set_u32(out, count_at, count);
    return true;
}

bool send_signal(uint32_t pid, uint64_t start_ticks, uint32_t number, struct buffer *out) {
    if (pid < 1 || pid > INT32_MAX || (number != SIGHUP && number != SIGTERM))
        return failed(out, EINVAL, "signal %u to process %u", number, pid);
    // Taken before the check: a pidfd stays with its process when the number is given to another.
    int fd = (int)syscall(SYS_pidfd_open, pid, 0);
    if (fd < 0 && errno == ESRCH)
        return moved(out, "no such process");
    struct process process;
    int error = read_process(pid, &process);
    bool same = !error && process.state != 'Z' && process.start_ticks == start_ticks;
    if (same) {
        long result = fd >= 0 ? syscall(SYS_pidfd_send_signal, fd, number, NULL, 0) : kill((pid_t)pid, (int)number);
        error = result < 0 ? errno : 0;
    }
    if (fd >= 0)
        close(fd);
    if (error == ENOENT || error == ESRCH)
        return moved(out, "no such process");
    if (error)
        return failed(out, error, "signal %u to process %u", number, pid);
    return same ? done(out) : moved(out, "another process has this number now");
}
