#define _GNU_SOURCE
#include "files.h"
#include "process.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static int read_boot(char boot[BOOT_ID_SIZE]) {
    return read_attribute("/proc/sys/kernel/random/boot_id", boot, BOOT_ID_SIZE);
}

int own_identity(struct identity *own) {
    own->pid = (uint32_t)getpid();
    struct process process;
    int error = read_process(own->pid, &process);
    if (error)
        return error;
    own->start_ticks = process.start_ticks;
    return read_boot(own->boot);
}

bool is_alive(const struct identity *process) {
    char boot[BOOT_ID_SIZE];
    if (process->pid < 1 || process->pid > INT32_MAX)
        return false;
    if (read_boot(boot) == 0 && strcmp(boot, process->boot) != 0)
        return false;
    struct process now;
    int error = read_process(process->pid, &now);
    if (error) // /proc may hide other users' processes: what cannot be seen is not taken for gone
        return kill((pid_t)process->pid, 0) == 0 || errno != ESRCH;
    return now.state != 'Z' && now.state != 'X' && now.start_ticks == process->start_ticks;
}

int64_t uptime_hundredths(void) {
    char text[64];
    if (read_attribute("/proc/uptime", text, sizeof text) == 0) {
        char *point;
        long long seconds = strtoll(text, &point, 10);
        if (*point == '.' && point[1] >= '0' && point[1] <= '9' && point[2] >= '0' && point[2] <= '9')
            return seconds * 100 + (point[1] - '0') * 10 + (point[2] - '0');
    }
    struct timespec t;
    if (clock_gettime(CLOCK_BOOTTIME, &t) < 0)
        return -1;
    return (int64_t)t.tv_sec * 100 + t.tv_nsec / 10000000;
}
