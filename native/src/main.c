// The far end of ibplay's batches: frames on standard input, frames on standard output (../PROTOCOL.md).
#define _GNU_SOURCE
#include "lock.h"
#include "outcome.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { EXIT_PROTOCOL = 2, FRAME_HEAD = 4, OUTCOME_HEAD = 13 };

static bool send_outcome(uint32_t batch, uint32_t index, struct buffer *out) {
    if (out->bad)
        failed(out, ENOMEM, "the answer");
    if (out->size > MAX_FRAME - OUTCOME_HEAD)
        failed(out, EFBIG, "the answer");
    struct buffer head = {0};
    put_u32(&head, (uint32_t)(out->size + OUTCOME_HEAD - FRAME_HEAD));
    put_u8(&head, 'O');
    put_u32(&head, batch);
    put_u32(&head, index);
    bool sent = !head.bad && write_fully(STDOUT_FILENO, head.data, head.size) &&
                write_fully(STDOUT_FILENO, out->data, out->size);
    free(head.data);
    free(out->data);
    *out = (struct buffer){0};
    return sent;
}

// How many queries from here on leave through the same port, and so can be under way together.
static uint32_t count_together(const struct batch *batch, uint32_t start) {
    enum { AT_MOST = 256 };
    const struct mad_port *from = &batch->operations[start].subnet.from;
    uint32_t end = start;
    while (end < batch->count && end - start < AT_MOST && batch->operations[end].code == SUBNET_QUERY &&
           batch->operations[end].subnet.from.number == from->number &&
           strcmp(batch->operations[end].subnet.from.adapter, from->adapter) == 0)
        end++;
    return end - start;
}

static bool run_queries(const struct batch *batch, uint32_t start, uint32_t count) {
    struct buffer *outs = calloc(count, sizeof *outs);
    if (!outs)
        return false;
    subnet_queries(batch->operations + start, count, outs);
    bool sent = true;
    for (uint32_t i = 0; i < count; i++)
        sent = send_outcome(batch->number, start + i, &outs[i]) && sent;
    free(outs);
    return sent;
}

static bool run_batch(const struct batch *batch) {
    bool skip = false;
    uint32_t i = 0;
    while (i < batch->count) {
        if (controller_is_gone(0))
            return false;
        if (!batch->stop_at_failure && batch->operations[i].code == SUBNET_QUERY) {
            uint32_t together = count_together(batch, i);
            if (!run_queries(batch, i, together))
                return false;
            i += together;
            continue;
        }
        struct buffer out = {0};
        if (skip)
            put_u8(&out, SKIPPED);
        else if (!perform(&batch->operations[i], &out))
            skip = batch->stop_at_failure;
        if (!send_outcome(batch->number, i++, &out))
            return false;
    }
    return true;
}

static int refuse(const char *why) {
    struct buffer out = {0};
    put_u32(&out, (uint32_t)(1 + 4 + strlen(why)));
    put_u8(&out, 'E');
    put_text(&out, why);
    if (!out.bad)
        write_fully(STDOUT_FILENO, out.data, out.size);
    free(out.data);
    return EXIT_PROTOCOL;
}

// Reads and answers one batch. Negative: go on; otherwise the exit status.
static int serve_one(void) {
    unsigned char head[FRAME_HEAD];
    size_t got = read_fully(STDIN_FILENO, head, sizeof head);
    if (got == 0)
        return 0;
    if (got < sizeof head)
        return refuse("input ended within a frame");
    struct reader in = {head, head + sizeof head, false};
    uint32_t size = take_u32(&in);
    if (size == 0 || size > MAX_FRAME)
        return refuse("a frame of a forbidden size");
    unsigned char *frame = malloc(size);
    if (!frame)
        return refuse("out of memory");
    int status = -1;
    struct batch batch;
    const char *why;
    if (read_fully(STDIN_FILENO, frame, size) < size) {
        status = refuse("input ended within a frame");
    } else if (!decode_batch((struct span){frame, size}, &batch, &why)) {
        status = refuse(why);
    } else {
        if (!run_batch(&batch))
            status = 0;
        free(batch.operations);
    }
    free(frame);
    return status;
}

static void ignore_child(int number) { (void)number; }

int main(int count, char **arguments) {
    if (count == 2 && strcmp(arguments[1], "-t") == 0)
        return 0;
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
    int length = snprintf(started, sizeof started, "%s%s start\n", arguments[1], arguments[2]);
    if (length < 0 || (size_t)length >= sizeof started || !write_fully(STDOUT_FILENO, started, (size_t)length))
        return EXIT_PROTOCOL;
    int status;
    do
        status = serve_one();
    while (status < 0);
    release_locks();
    return status;
}
