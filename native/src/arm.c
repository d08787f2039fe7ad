// Arms a guard: all that can fail is done before its process waits.
#define _GNU_SOURCE
#include "clock.h"
#include "guard.h"
#include "outcome.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { REPORT_MS = 20000 };

// For people: what would be done, a line each.
static int write_undo(const char *folder, const struct operations *undo) {
    struct buffer text = {0};
    struct reader items = undo->items;
    for (uint32_t i = 0; i < undo->count; i++) {
        struct operation op;
        char line[1024];
        next_operation(&items, &op);
        tell_operation(&op, line, sizeof line);
        put_raw(&text, line, strlen(line));
        put_raw(&text, "\n", 1);
    }
    int error = text.bad ? ENOMEM : write_in(folder, "undo", text.data, text.size);
    free(text.data);
    return error;
}

static void await_report(int fd, struct guard_report *said) {
    *said = (struct guard_report){.error = ETIMEDOUT, .what = "start the guard"};
    struct pollfd input = {.fd = fd, .events = POLLIN};
    if (poll(&input, 1, REPORT_MS) <= 0)
        return;
    struct guard_report heard;
    if (read_fully(fd, &heard, sizeof heard) == sizeof heard)
        *said = heard;
    else
        said->error = ECHILD;
}

// Two forks: the guard is nobody's child, and no leader of its session that could get a terminal.
static void start_guard(struct guard *guard, struct guard_report *said) {
    int ends[2];
    *said = (struct guard_report){.what = "start the guard"};
    if (pipe2(ends, O_CLOEXEC) < 0) {
        said->error = errno;
        return;
    }
    pid_t between = fork();
    if (between == 0) {
        pid_t pid = fork();
        if (pid == 0)
            keep_guard(guard, ends[1]);
        _exit(pid < 0);
    }
    if (between < 0)
        said->error = errno;
    close(ends[1]);
    if (between > 0) {
        waitpid(between, NULL, 0);
        await_report(ends[0], said);
    }
    close(ends[0]);
}

static bool arm_in(struct guard *guard, const struct arm_guard *arm, struct buffer *out) {
    int error = write_in(arm->folder, "record", arm->record.data, arm->record.size);
    if (!error)
        error = write_undo(arm->folder, &arm->undo);
    if (error)
        return failed(out, error, "write in %s", arm->folder);
    if (!stage_files(&arm->commit, &guard->stage, out))
        return false;
    struct guard_report said;
    start_guard(guard, &said);
    if (said.error) {
        unstage_files(&guard->stage);
        return failed(out, said.error, "%s", said.what);
    }
    free(guard->stage.items);
    return done(out);
}

bool arm_guard(const struct arm_guard *arm, struct buffer *out) {
    struct guard guard = {.folder = arm->folder, .window_ms = arm->window_ms, .undo = arm->undo};
    int error = make_parents(arm->folder);
    if (!error && mkdir(arm->folder, 0700) < 0)
        error = errno;
    if (error)
        return failed(out, error, "create %s", arm->folder);
    sigset_t before;
    hold_signals(&before);
    bool armed = arm_in(&guard, arm, out);
    if (!armed)
        remove_folder(arm->folder);
    sigprocmask(SIG_SETMASK, &before, NULL);
    return armed;
}
