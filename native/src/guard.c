// The guard's process, which alone decides what becomes of the change. Sessions leave requests in the folder.
#define _GNU_SOURCE
#include "guard.h"
#include "cgroup.h"
#include "detach.h"
#include "outcome.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <stdio.h>
#include <unistd.h>

enum { LOOK_MS = 100, REPORT_FD = 3 };

static int begin(const struct guard *guard, char *what, size_t size) {
    int error = leave_session_groups(what, size);
    if (error)
        return error;
    snprintf(what, size, "write in %s", guard->folder);
    struct identity own;
    error = own_identity(&own);
    int64_t now = uptime_hundredths();
    if (!error && now < 0)
        error = ENOSYS;
    if (!error)
        error = write_process(guard->folder, &own);
    if (!error)
        error = write_deadline(guard->folder, now + (guard->window_ms + 9) / 10);
    // The last that can fail: from here on the guard waits.
    return error ? error : write_state(guard->folder, "armed");
}

static bool undo_one(const char *folder, const struct operation *op) {
    char what[1024], how[1024];
    struct buffer out = {0};
    bool good = perform(op, &out);
    tell_operation(op, what, sizeof what);
    tell_outcome(&out, how, sizeof how);
    log_line(folder, "%s: %s", what, how);
    free(out.data);
    return good;
}

// Whatever cannot be written down, the undo is carried out.
static _Noreturn void undo(struct guard *guard, const char *reason, bool whole) {
    write_in(guard->folder, "reason", reason, strlen(reason));
    write_state(guard->folder, "undoing");
    log_line(guard->folder, "undo: %s", reason);
    struct reader items = guard->undo.items;
    for (uint32_t i = 0; i < guard->undo.count; i++) {
        struct operation op;
        next_operation(&items, &op);
        whole = undo_one(guard->folder, &op) && whole;
    }
    unstage_files(&guard->stage);
    write_state(guard->folder, whole ? "undone" : "failed");
    _exit(0);
}

static _Noreturn void confirm(struct guard *guard) {
    char why[REASON_SIZE] = "";
    bool whole = true;
    if (!can_name(&guard->stage, why, sizeof why))
        undo(guard, why, whole);
    int error = write_state(guard->folder, "confirming");
    if (error) {
        snprintf(why, sizeof why, "the folder cannot be written: %s", strerror(error));
        undo(guard, why, whole);
    }
    if (!name_files(&guard->stage, guard->folder, why, sizeof why, &whole))
        undo(guard, why, whole);
    log_line(guard->folder, "confirmed");
    write_state(guard->folder, "confirmed");
    _exit(0);
}

// A session that renews writes the new deadline and then reads the state. Here the state is written first and the
// deadline read again: so either that session sees that its guard fires, or this sees the new deadline.
static void fire_unless_renewed(struct guard *guard, int64_t deadline) {
    write_state(guard->folder, "undoing");
    if (read_deadline(guard->folder) <= deadline)
        undo(guard, "it was not confirmed in time", true);
    write_state(guard->folder, "armed");
}

static void look_around(struct guard *guard, int64_t *deadline) {
    int64_t renewed = read_deadline(guard->folder);
    if (renewed >= 0)
        *deadline = renewed;
    if (is_in(guard->folder, "fire"))
        undo(guard, "it was asked to", true);
    if (is_in(guard->folder, "confirm"))
        confirm(guard);
    if (uptime_hundredths() >= *deadline)
        fire_unless_renewed(guard, *deadline);
}

_Noreturn void keep_guard(struct guard *guard, int report) {
    struct guard_report said = {.what = "leave the session"};
    said.error = leave_session(report);
    if (!said.error) {
        report = REPORT_FD;
        guard_from_oom();
        said.error = begin(guard, said.what, sizeof said.what);
    }
    int64_t deadline = read_deadline(guard->folder);
    bool told = write_fully(report, &said, sizeof said);
    close(report);
    // A session that is gone cannot confirm: the guard fires when its time is over, like any other.
    (void)told;
    if (said.error)
        _exit(1);
    for (;;) {
        poll(NULL, 0, LOOK_MS);
        look_around(guard, &deadline);
    }
}
