#include "operation.h"

#include <stdlib.h>

static struct texts take_texts(struct reader *in) {
    struct texts list = {.count = take_u32(in), .items = *in};
    for (uint32_t i = 0; i < list.count && !in->bad; i++)
        take_text(in);
    return list;
}

static struct mad_port take_mad_port(struct reader *in) {
    struct mad_port port;
    port.adapter = take_text(in);
    port.number = take_u32(in);
    return port;
}

static struct mad_timing take_timing(struct reader *in) {
    struct mad_timing timing;
    timing.timeout_ms = take_u32(in);
    timing.retries = take_u32(in);
    return timing;
}

static void take_run(struct reader *in, struct run_command *run) {
    run->arguments = take_texts(in);
    run->input = take_bytes(in);
    run->limit_ms = take_u32(in);
    if (run->arguments.count == 0)
        in->bad = true;
}

static void take_replace(struct reader *in, struct replace_file *replace) {
    replace->path = take_text(in);
    replace->must_exist = take_u8(in) != 0;
    replace->expected = take_bytes(in);
    replace->content = take_bytes(in);
    replace->mode = take_u32(in);
    if (replace->mode > 07777)
        in->bad = true;
}

static void take_subnet(struct reader *in, struct subnet_query *query) {
    query->from = take_mad_port(in);
    query->by_route = take_u8(in) != 0;
    query->lid = take_u16(in);
    query->route = take_bytes(in);
    query->attribute = take_u16(in);
    query->modifier = take_u32(in);
    query->m_key = take_u64(in);
    query->timing = take_timing(in);
    if (query->route.size > MAX_HOPS)
        in->bad = true;
}

static void take_administration(struct reader *in, struct administration_query *query) {
    query->from = take_mad_port(in);
    query->attribute = take_u16(in);
    query->component_mask = take_u64(in);
    query->record = take_bytes(in);
    query->sa_key = take_u64(in);
    query->timing = take_timing(in);
    if (query->record.size > 200)
        in->bad = true;
}

static bool take_operation(struct reader *in, uint32_t allowed, struct operation *op);

// allowed has a bit for each opcode that may stand in the list, so lists do not nest.
static struct operations take_operations(struct reader *in, uint32_t allowed) {
    struct operations list = {.count = take_u32(in), .items = *in};
    struct operation ignored;
    for (uint32_t i = 0; i < list.count && !in->bad; i++)
        if (!take_operation(in, allowed, &ignored))
            in->bad = true;
    return list;
}

static void take_arm(struct reader *in, struct arm_guard *arm) {
    const uint32_t files = 1u << REPLACE_FILE | 1u << REMOVE_FILE;
    arm->folder = take_text(in);
    arm->record = take_bytes(in);
    arm->window_ms = take_u32(in);
    arm->commit = take_operations(in, files);
    arm->undo = take_operations(
        in, files | 1u << RUN_COMMAND | 1u << WRITE_ATTRIBUTE | 1u << SET_LINK_MTU | 1u << SEND_SIGNAL);
}

static void take_ping(struct reader *in, struct ping *ping) {
    ping->interface = take_text(in);
    ping->address = take_text(in);
    ping->bytes = take_u32(in);
    ping->tries = take_u32(in);
    ping->timeout_ms = take_u32(in);
}

static void take_discover(struct reader *in, struct discover_fabric *search) {
    search->from = take_mad_port(in);
    search->m_key = take_u64(in);
    search->timing = take_timing(in);
    search->outstanding = take_u8(in);
    search->details = take_u8(in) != 0;
    if (search->outstanding == 0)
        in->bad = true;
}

static void take_fields(struct reader *in, struct operation *op) {
    switch (op->code) {
    case RUN_COMMAND:
        take_run(in, &op->run);
        return;
    case READ_FILE:
    case READ_MATCHING:
        op->read.path = take_text(in);
        op->read.limit = take_u32(in);
        return;
    case RESOLVE_PATH:
        op->path = take_text(in);
        return;
    case LIST_PROCESSES:
        op->names = take_texts(in);
        return;
    case REPLACE_FILE:
        take_replace(in, &op->replace);
        return;
    case REMOVE_FILE:
        op->remove.path = take_text(in);
        op->remove.expected = take_bytes(in);
        return;
    case WRITE_ATTRIBUTE:
        op->attribute.path = take_text(in);
        op->attribute.value = take_bytes(in);
        return;
    case SET_LINK_MTU:
        op->link.name = take_text(in);
        op->link.bytes = take_u32(in);
        return;
    case SEND_SIGNAL:
        op->signal.pid = take_u32(in);
        op->signal.start_ticks = take_u64(in);
        op->signal.number = take_u32(in);
        return;
    case SUBNET_QUERY:
        take_subnet(in, &op->subnet);
        return;
    case ADMINISTRATION_QUERY:
        take_administration(in, &op->administration);
        return;
    case TAKE_LOCK:
        op->lock.path = take_text(in);
        op->lock.run = take_text(in);
        op->lock.owner = take_text(in);
        return;
    case ARM_GUARD:
        take_arm(in, &op->arm);
        return;
    case RENEW_GUARD:
        op->renew.folder = take_text(in);
        op->renew.window_ms = take_u32(in);
        return;
    case CONFIRM_GUARD:
    case FIRE_GUARD:
        op->path = take_text(in);
        return;
    case PING:
        take_ping(in, &op->ping);
        return;
    case DISCOVER_FABRIC:
        take_discover(in, &op->discover);
        return;
    }
    in->bad = true;
}

// Takes one operation with its size in front.
static bool take_operation(struct reader *in, uint32_t allowed, struct operation *op) {
    struct span body = take_bytes(in);
    if (in->bad || body.size == 0)
        return false;
    struct reader fields = {body.data, body.data + body.size, false};
    op->code = take_u8(&fields);
    if (op->code > DISCOVER_FABRIC || !(allowed & 1u << op->code))
        return false;
    take_fields(&fields, op);
    return !fields.bad && fields.at == fields.end;
}

void next_operation(struct reader *items, struct operation *op) { take_operation(items, UINT32_MAX, op); }

static bool decode_operations(struct reader *in, struct batch *batch) {
    for (uint32_t i = 0; i < batch->count; i++)
        if (!take_operation(in, UINT32_MAX, &batch->operations[i]))
            return false;
    return in->at == in->end;
}

bool decode_batch(struct span frame, struct batch *batch, const char **why) {
    struct reader in = {frame.data, frame.data + frame.size, false};
    if (take_u8(&in) != 'B') {
        *why = "not a batch";
        return false;
    }
    batch->number = take_u32(&in);
    batch->stop_at_failure = take_u8(&in) != 0;
    batch->count = take_u32(&in);
    if (in.bad || batch->count > MAX_OPERATIONS) {
        *why = "a malformed batch";
        return false;
    }
    batch->operations = calloc(batch->count ? batch->count : 1, sizeof *batch->operations);
    if (!batch->operations) {
        *why = "out of memory";
        return false;
    }
    if (!decode_operations(&in, batch)) {
        free(batch->operations);
        batch->operations = NULL;
        *why = "a malformed operation";
        return false;
    }
    return true;
}
