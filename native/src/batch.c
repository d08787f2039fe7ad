// A batch and the frames of its outcomes.
#include "session.h"
#include "outcome.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { FRAME_HEAD = 4, OUTCOME_HEAD = 13, SEND_AT = 16384, KEPT_AT_MOST = 1 << 20, LISTED_AT_MOST = 1 << 18 };

// A buffer is used again for the next outcome: to give memory back and get it anew costs more than most operations.
static void empty(struct buffer *used) {
    if (used->capacity > KEPT_AT_MOST || used->bad) {
        free(used->data);
        *used = (struct buffer){0};
    }
    used->size = 0;
}

// Sends the outcomes that wait.
static bool send_waiting(struct session *session) {
    struct buffer *waiting = &session->waiting;
    bool sent = !waiting->bad && (waiting->size == 0 || session->deliver(session, waiting->data, waiting->size));
    empty(waiting);
    return sent;
}

// The frame waits for others, since each write is a packet of its own on the way; a long outcome is sent from where it is.
static bool add_outcome(struct session *session, uint32_t batch, uint32_t index, struct buffer *out) {
    if (out->bad)
        failed(out, ENOMEM, "the answer");
    if (out->size > MAX_FRAME - OUTCOME_HEAD)
        failed(out, EFBIG, "the answer");
    struct buffer *waiting = &session->waiting;
    put_u32(waiting, (uint32_t)(out->size + OUTCOME_HEAD - FRAME_HEAD));
    put_u8(waiting, 'O');
    put_u32(waiting, batch);
    put_u32(waiting, index);
    if (out->size > SEND_AT)
        return send_waiting(session) && session->deliver(session, out->data, out->size);
    put_raw(waiting, out->data, out->size);
    return waiting->size < SEND_AT && !waiting->bad ? true : send_waiting(session);
}

// Answered at once, and changes nothing.
static bool only_reads(const struct operation *op) {
    return op->code == READ_FILE || op->code == READ_MATCHING || op->code == RESOLVE_PATH;
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

static bool run_queries(struct session *session, const struct batch *batch, uint32_t start, uint32_t count) {
    struct buffer *outs = calloc(count, sizeof *outs);
    if (!outs)
        return false;
    subnet_queries(session, batch->operations + start, count, outs);
    bool delivered = true;
    for (uint32_t i = 0; i < count; i++) {
        delivered = delivered && add_outcome(session, batch->number, start + i, &outs[i]);
        free(outs[i].data);
    }
    free(outs);
    return delivered && send_waiting(session);
}

// What changes a host or takes time is told as soon as it is over: who loses the connection then knows how far it went.
static bool run_one(struct session *session, const struct batch *batch, uint32_t index, bool *skip) {
    const struct operation *op = &batch->operations[index];
    struct buffer *out = &session->outcome;
    bool reads = only_reads(op);
    if (!reads && session->is_cancelled(session))
        return false;
    if (*skip)
        put_u8(out, SKIPPED);
    else if (!answer(session, op, out))
        *skip = batch->stop_at_failure;
    bool told = add_outcome(session, batch->number, index, out) && (reads || *skip || send_waiting(session));
    empty(out);
    return told;
}

bool run_batch(struct session *session, const struct batch *batch) {
    empty(&session->outcome);
    empty(&session->waiting);
    bool skip = false, told = !session->is_cancelled(session);
    uint32_t i = 0;
    while (told && i < batch->count) {
        if (!only_reads(&batch->operations[i]) || session->listings.size > LISTED_AT_MOST)
            forget_listings(&session->listings);
        if (!batch->stop_at_failure && batch->operations[i].code == SUBNET_QUERY) {
            uint32_t together = count_together(batch, i);
            told = !session->is_cancelled(session) && run_queries(session, batch, i, together);
            i += together;
        } else {
            told = run_one(session, batch, i++, &skip);
        }
    }
    forget_listings(&session->listings);
    return told && send_waiting(session);
}

void deliver_refusal(struct session *session, const char *why) {
    struct buffer out = {0};
    put_u32(&out, (uint32_t)(1 + 4 + strlen(why)));
    put_u8(&out, 'E');
    put_text(&out, why);
    if (!out.bad)
        session->deliver(session, out.data, out.size);
    free(out.data);
}

void end_session(struct session *session) {
    close_umads(&session->devices);
    free(session->outcome.data);
    free(session->waiting.data);
}

bool answer(struct session *session, const struct operation *op, struct buffer *out) {
    switch (op->code) {
    case READ_FILE:
        return read_file(op->read.path, op->read.limit, out);
    case READ_MATCHING:
        return read_matching(&session->listings, op->read.path, op->read.limit, out);
    case RESOLVE_PATH:
        return resolve_path(op->path, out);
    case SUBNET_QUERY:
        subnet_queries(session, op, 1, out);
        return out->size > 0 && out->data[0] == ATTRIBUTE_READ;
    case ADMINISTRATION_QUERY:
        return administration_query(session, &op->administration, out);
    case DISCOVER_FABRIC:
        return discover_fabric(session, &op->discover, out);
    default:
        return session->perform(op, out);
    }
}
