#define _GNU_SOURCE
#include "detach.h"
#include "files.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifndef SYS_close_range
#define SYS_close_range 436
#endif

static const char oom_file[] = "/proc/self/oom_score_adj";
static char oom_before[16];

static int write_oom(const char *value) {
    int fd = open(oom_file, O_WRONLY | O_CLOEXEC);
    if (fd < 0)
        return errno;
    int error = write_fully(fd, value, strlen(value)) ? 0 : errno;
    close(fd);
    return error;
}

void guard_from_oom(void) {
    if (read_attribute(oom_file, oom_before, sizeof oom_before) != 0 || write_oom("-1000") != 0)
        oom_before[0] = 0;
}

void restore_oom_score(void) {
    if (oom_before[0])
        write_oom(oom_before);
}

// Kernels before 5.9 have no close_range.
static void close_above(int last) {
    if (syscall(SYS_close_range, (unsigned)last + 1, ~0u, 0) == 0)
        return;
    long limit = sysconf(_SC_OPEN_MAX);
    if (limit < 0 || limit > 65536)
        limit = 65536;
    for (int fd = last + 1; fd < limit; fd++)
        close(fd);
}

int leave_session(int report) {
    static const int ignored[] = {SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGPIPE};
    for (size_t i = 0; i < sizeof ignored / sizeof *ignored; i++)
        signal(ignored[i], SIG_IGN);
    if (setsid() < 0)
        return errno;
    int null = open("/dev/null", O_RDWR);
    if (null < 0)
        return errno;
    for (int fd = 0; fd < 3; fd++)
        if (dup2(null, fd) < 0)
            return errno;
    if (report != 3 && dup2(report, 3) < 0)
        return errno;
    fcntl(3, F_SETFD, FD_CLOEXEC);
    close_above(3);
    return chdir("/") < 0 ? errno : 0;
}
