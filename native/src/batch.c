// A batch and the frames of its outcomes.
#include "session.h"
#include "outcome.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { FRAME_HEAD = 4, OUTCOME_HEAD = 13 };

static bool deliver_outcome(struct session *session, uint32_t batch, uint32_t index, struct buffer *out) {
    if (out->bad)
        failed(out, ENOMEM, "the answer");
    if (out->size > MAX_FRAME - OUTCOME_HEAD)
        failed(out, EFBIG, "the answer");
    struct buffer head = {0};
    put_u32(&head, (uint32_t)(out->size + OUTCOME_HEAD - FRAME_HEAD));
    put_u8(&head, 'O');
    put_u32(&head, batch);
    put_u32(&head, index);
    bool delivered = !head.bad && session->deliver(session, head.data, head.size) &&
                     session->deliver(session, out->data, out->size);
    free(head.data);
    free(out->data);
    *out = (struct buffer){0};
    return delivered;
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
    for (uint32_t i = 0; i < count; i++)
        delivered = deliver_outcome(session, batch->number, start + i, &outs[i]) && delivered;
    free(outs);
    return delivered;
}

bool run_batch(struct session *session, const struct batch *batch) {
    bool skip = false;
    uint32_t i = 0;
    while (i < batch->count) {
        if (session->is_cancelled(session))
            return false;
        if (!batch->stop_at_failure && batch->operations[i].code == SUBNET_QUERY) {
            uint32_t together = count_together(batch, i);
            if (!run_queries(session, batch, i, together))
                return false;
            i += together;
            continue;
        }
        struct buffer out = {0};
        if (skip)
            put_u8(&out, SKIPPED);
        else if (!answer(session, &batch->operations[i], &out))
            skip = batch->stop_at_failure;
        if (!deliver_outcome(session, batch->number, i++, &out))
            return false;
    }
    return true;
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

bool answer(struct session *session, const struct operation *op, struct buffer *out) {
    switch (op->code) {
    case READ_FILE:
        return read_file(op->read.path, op->read.limit, out);
    case READ_MATCHING:
        return read_matching(op->read.path, op->read.limit, out);
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
