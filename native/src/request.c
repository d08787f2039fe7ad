// What a session asks of a guard, whichever far end armed it.
#define _GNU_SOURCE
#include "clock.h"
#include "folder.h"
#include "outcome.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

enum { LOOK_MS = 20, ANSWER_MS = 300000, REVERSAL_MS = 2000 };

static bool is(const char *state, const char *word) { return strcmp(state, word) == 0; }

static bool is_over(const char *state) { return is(state, "confirmed") || is(state, "undone") || is(state, "failed"); }

static int read_state(const char *folder, char state[STATE_SIZE]) { return read_in(folder, "state", state, STATE_SIZE); }

static bool lives(const char *folder, struct identity *process) {
    return read_process_file(folder, process) == 0 && is_alive(process);
}

static bool is_gone(const char *folder, const char *state, const struct identity *process, struct buffer *out) {
    return failed(out, ESRCH, "%s is %s, but its process %u does not run any more", folder, state, process->pid);
}

// True when the state is one that a guard alone can change and that guard runs, or is over.
static bool look_at(const char *folder, char state[STATE_SIZE], struct buffer *out) {
    int error = read_state(folder, state);
    if (error)
        return failed(out, error, "read the guard %s", folder);
    struct identity process = {0};
    if (is_over(state) || lives(folder, &process))
        return true;
    // It may have come to its end between the two looks.
    error = read_state(folder, state);
    return (!error && is_over(state)) || is_gone(folder, state, &process, out);
}

static bool await_end(const char *folder, char state[STATE_SIZE], struct buffer *out) {
    int64_t limit = now_ms() + ANSWER_MS;
    while (!is_over(state)) {
        if (controller_is_gone(LOOK_MS))
            return failed(out, ECANCELED, "wait for the guard %s", folder);
        if (now_ms() > limit)
            return failed(out, ETIMEDOUT, "%s is still %s", folder, state);
        if (!look_at(folder, state, out))
            return false;
    }
    return true;
}

static void tell_state(const char *folder, const char *state, char *text, size_t size) {
    char reason[REASON_SIZE] = "";
    read_in(folder, "reason", reason, sizeof reason);
    snprintf(text, size, "%s%s%s", state, *reason ? ": " : "", reason);
}

static bool moved_to(const char *folder, const char *state, struct buffer *out) {
    char text[REASON_SIZE + STATE_SIZE];
    tell_state(folder, state, text, sizeof text);
    return moved(out, text);
}

bool renew_guard(const char *folder, uint32_t window_ms, struct buffer *out) {
    char state[STATE_SIZE];
    if (!look_at(folder, state, out))
        return false;
    if (!is(state, "armed"))
        return moved_to(folder, state, out);
    int64_t now = uptime_hundredths();
    int error = now < 0 ? ENOSYS : write_deadline(folder, now + (window_ms + 9) / 10);
    if (error)
        return failed(out, error, "renew %s", folder);
    // A guard that was about to fire either sees the new time and is armed again at once, or goes on (guard.c).
    int64_t limit = now_ms() + REVERSAL_MS;
    do {
        if (!look_at(folder, state, out))
            return false;
    } while (is(state, "undoing") && now_ms() < limit && !controller_is_gone(LOOK_MS));
    return is(state, "armed") ? done(out) : moved_to(folder, state, out);
}

static bool ask(const char *folder, const char *request, char state[STATE_SIZE], struct buffer *out) {
    if (!look_at(folder, state, out))
        return false;
    if (is(state, "armed")) {
        int error = write_in(folder, request, "", 0);
        if (error)
            return failed(out, error, "ask the guard %s", folder);
    }
    return await_end(folder, state, out);
}

bool confirm_guard(const char *folder, struct buffer *out) {
    char state[STATE_SIZE];
    if (!ask(folder, "confirm", state, out))
        return false;
    return is(state, "confirmed") ? done(out) : moved_to(folder, state, out);
}

bool fire_guard(const char *folder, struct buffer *out) {
    char state[STATE_SIZE], text[REASON_SIZE + STATE_SIZE];
    if (!ask(folder, "fire", state, out))
        return false;
    if (is(state, "undone"))
        return done(out);
    tell_state(folder, state, text, sizeof text);
    return is(state, "failed") ? failed(out, EIO, "%s; see %s/log", text, folder) : moved(out, text);
}
