// The far end of ibplay's batches: frames on standard input, frames on standard output (../PROTOCOL.md).
#define _GNU_SOURCE
#include "lock.h"
#include "outcome.h"
#include "session.h"
#include "way.h"
#include "whole.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { EXIT_PROTOCOL = 2, EXIT_DAMAGED = 3, FRAME_HEAD = 4 };

static bool is_cancelled(struct session *session) {
    (void)session;
    return controller_is_gone(0);
}

static bool deliver(struct session *session, const void *data, size_t size) {
    (void)session;
    return write_fully(STDOUT_FILENO, data, size);
}

static int refuse(struct session *session, const char *why) {
    deliver_refusal(session, why);
    return EXIT_PROTOCOL;
}

// Reads and answers one batch. Negative: go on; otherwise the exit status.
static int serve_one(struct session *session) {
    unsigned char head[FRAME_HEAD];
    size_t got = read_fully(STDIN_FILENO, head, sizeof head);
    if (got == 0)
        return 0;
    if (got < sizeof head)
        return refuse(session, "input ended within a frame");
    struct reader in = {head, head + sizeof head, false};
    uint32_t size = take_u32(&in);
    if (size == 0 || size > MAX_FRAME)
        return refuse(session, "a frame of a forbidden size");
    unsigned char *frame = malloc(size);
    if (!frame)
        return refuse(session, "out of memory");
    int status = -1;
    struct batch batch;
    const char *why;
    if (read_fully(STDIN_FILENO, frame, size) < size) {
        status = refuse(session, "input ended within a frame");
    } else if (!decode_batch((struct span){frame, size}, &batch, &why)) {
        status = refuse(session, why);
    } else {
        if (!run_batch(session, &batch))
            status = 0;
        free(batch.operations);
    }
    free(frame);
    return status;
}

static void ignore_child(int number) { (void)number; }

int main(int count, char **arguments) {
    if (count == 3 && strcmp(arguments[1], "-t") == 0)
        return is_whole(arguments[0], arguments[2]) ? 0 : EXIT_DAMAGED;
    if (count != 3) {
        fprintf(stderr, "usage: %s MARKER MARKER (the far end of ibplay; not for use by hand)\n", arguments[0]);
        return EXIT_PROTOCOL;
    }
    signal(SIGPIPE, SIG_IGN);
    // Blocked but for the moments when a command is waited for, which its end then interrupts.
    sigset_t child;
    sigemptyset(&child);
    sigaddset(&child, SIGCHLD);
    sigprocmask(SIG_BLOCK, &child, NULL);
    sigaction(SIGCHLD, &(struct sigaction){.sa_handler = ignore_child}, NULL);

    char started[256];
    struct way way;
    int length = way_back(getenv("SSH_CONNECTION"), &way)
                     ? snprintf(started, sizeof started, "%s%s start %s %s\n", arguments[1], arguments[2], way.peer, way.interface)
                     : snprintf(started, sizeof started, "%s%s start\n", arguments[1], arguments[2]);
    if (length < 0 || (size_t)length >= sizeof started || !write_fully(STDOUT_FILENO, started, (size_t)length))
        return EXIT_PROTOCOL;
    struct session session = {.is_cancelled = is_cancelled, .perform = perform, .deliver = deliver};
    int status;
    do
        status = serve_one(&session);
    while (status < 0);
    release_locks();
    end_session(&session);
    return status;
}
