// Subnet management and subnet administration queries: builds the datagrams, takes the answers apart.
#define _GNU_SOURCE
#include "files.h"
#include "mad.h"
#include "outcome.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    AT_RMPP_FLAGS = 26,
    AT_RMPP_LENGTH = 32,
    AT_SM_KEY = 36,
    AT_RECORD_SIZE = 44,
    AT_COMPONENT_MASK = 48,
    AT_RECORDS = 56,
    RMPP_ACTIVE = 0x01,
    RMPP_FIRST = 0x02,
    RMPP_LAST = 0x04,
    SA_HEADER_SIZE = 20, // counted by RMPP as payload
    QUERY_WINDOW = 16,
};

void set_number(uint8_t *at, uint64_t value, size_t size) {
    for (size_t i = 0; i < size; i++)
        at[i] = (uint8_t)(value >> (8 * (size - 1 - i)));
}

uint64_t number(const uint8_t *at, size_t size) {
    uint64_t value = 0;
    for (size_t i = 0; i < size; i++)
        value = value << 8 | at[i];
    return value;
}

void build_smp(const struct subnet_query *query, struct exchange *exchange) {
    uint8_t *mad = exchange->mad;
    mad[0] = 1;
    mad[1] = query->by_route ? CLASS_DIRECTED_SMP : CLASS_SMP;
    mad[2] = 1;
    mad[3] = METHOD_GET;
    set_number(mad + AT_ATTRIBUTE, query->attribute, 2);
    set_number(mad + AT_MODIFIER, query->modifier, 4);
    set_number(mad + AT_M_KEY, query->m_key, 8);
    exchange->lid = query->lid;
    exchange->timing = query->timing;
    if (query->by_route) {
        exchange->lid = PERMISSIVE_LID;
        mad[AT_HOP_COUNT] = (uint8_t)query->route.size;
        set_number(mad + AT_SOURCE_LID, 0xffffffff, 4); // both LIDs permissive: no LID-routed part
        if (query->route.size)
            memcpy(mad + AT_PATH + 1, query->route.data, query->route.size);
    }
}

const char *device_hint(int error) {
    switch (error) {
    case ENODEV:
        return " (no umad device; is the module ib_umad loaded?)";
    case EACCES:
    case EPERM:
        return " (/dev/infiniband/umad* is for root unless a udev rule says otherwise)";
    default:
        return "";
    }
}

// The top bit says that a directed packet is on its way back.
static uint32_t smp_status(const struct exchange *exchange) {
    return (uint32_t)number(exchange->reply.data + AT_STATUS, 2) & 0x7fff;
}

const uint8_t *smp_data(const struct exchange *exchange) {
    return exchange->state == ANSWERED && smp_status(exchange) == 0 ? exchange->reply.data + AT_DATA : NULL;
}

void put_smp_answer(const struct exchange *exchange, struct buffer *out) {
    if (exchange->state == UNANSWERED) {
        put_u8(out, NO_ANSWER);
    } else if (smp_data(exchange)) {
        put_u8(out, ATTRIBUTE_READ);
        put_bytes(out, smp_data(exchange), DATA_SIZE);
    } else {
        put_u8(out, ERROR_STATUS);
        put_u32(out, smp_status(exchange));
    }
}

struct queries {
    const struct operation *operations;
    struct buffer *outs;
    size_t count;
    size_t begun;
};

static bool next_query(void *owner, struct exchange *exchange) {
    struct queries *queries = owner;
    if (queries->begun == queries->count)
        return false;
    exchange->subject = queries->begun++;
    build_smp(&queries->operations[exchange->subject].subnet, exchange);
    return true;
}

static void end_query(void *owner, const struct exchange *exchange) {
    struct queries *queries = owner;
    const struct mad_port *from = &queries->operations[exchange->subject].subnet.from;
    struct buffer *out = &queries->outs[exchange->subject];
    if (exchange->state == BROKEN)
        failed(out, exchange->error, "send through %s/%u", from->adapter, from->number);
    else
        put_smp_answer(exchange, out);
}

void subnet_queries(struct session *session, const struct operation *operations, size_t count, struct buffer *outs) {
    const struct mad_port *from = &operations[0].subnet.from;
    int error = 0;
    struct umad *device = open_umad(&session->devices, from, &error);
    if (!device) {
        for (size_t i = 0; i < count; i++)
            failed(&outs[i], error, "open %s/%u%s", from->adapter, from->number, device_hint(error));
        return;
    }
    struct queries queries = {.operations = operations, .outs = outs, .count = count};
    struct asker asker = {.next = next_query, .ended = end_query, .owner = &queries, .window = QUERY_WINDOW};
    exchange_all(session, device, &asker);
}

// One question, and what is to be done with its answer.
struct single {
    const struct exchange *question;
    bool begun;
    void (*ended)(void *owner, const struct exchange *exchange);
    void *owner;
};

static bool next_single(void *owner, struct exchange *exchange) {
    struct single *single = owner;
    if (single->begun)
        return false;
    single->begun = true;
    *exchange = *single->question;
    return true;
}

static void end_single(void *owner, const struct exchange *exchange) {
    struct single *single = owner;
    single->ended(single->owner, exchange);
}

static void exchange_one(struct session *session, struct umad *device, struct single *single) {
    struct asker asker = {.next = next_single, .ended = end_single, .owner = single, .window = 1};
    exchange_all(session, device, &asker);
}

struct administrator {
    uint16_t lid;
    uint8_t service_level;
    bool is_told;
};

static uint32_t port_attribute(const struct mad_port *port, const char *name) {
    char path[256];
    snprintf(path, sizeof path, "/sys/class/infiniband/%s/ports/%u/%s", port->adapter, port->number, name);
    return read_number(path);
}

static void take_administrator(void *owner, const struct exchange *exchange) {
    struct administrator *found = owner;
    const uint8_t *info = smp_data(exchange);
    if (!info)
        return;
    found->lid = (uint16_t)number(info + 18, 2);
    found->service_level = info[36] & 0x0f;
    found->is_told = true;
}

// Where the subnet administration is: the local port's SMLid and MasterSMSL as they are now. An M_Key may keep PortInfo
// from being read; the kernel's copy of it is then taken.
static struct administrator find_administrator(struct session *session, struct umad *device,
                                               const struct administration_query *query) {
    struct subnet_query local = {.by_route = true, .attribute = PORT_INFO, .timing = query->timing};
    struct exchange question = {0};
    build_smp(&local, &question);
    struct administrator found = {0};
    exchange_one(session, device, &(struct single){.question = &question, .ended = take_administrator, .owner = &found});
    if (!found.is_told) {
        found.lid = (uint16_t)port_attribute(&query->from, "sm_lid");
        found.service_level = (uint8_t)port_attribute(&query->from, "sm_sl");
    }
    return found;
}

static void build_table_request(const struct administration_query *query, struct administrator to,
                                struct exchange *exchange) {
    uint8_t *mad = exchange->mad;
    mad[0] = 1;
    mad[1] = CLASS_ADMINISTRATION;
    mad[2] = 2;
    mad[3] = METHOD_GET_TABLE;
    set_number(mad + AT_ATTRIBUTE, query->attribute, 2);
    set_number(mad + AT_SM_KEY, query->sa_key, 8);
    set_number(mad + AT_COMPONENT_MASK, query->component_mask, 8);
    if (query->record.size)
        memcpy(mad + AT_RECORDS, query->record.data, query->record.size);
    exchange->lid = to.lid;
    exchange->service_level = to.service_level;
    exchange->timing = query->timing;
}

// How many bytes of records an answer holds; -1 when it was cut short on its way, as a simulated fabric does.
static int64_t records_size(const struct span *reply) {
    const uint8_t *mad = reply->data;
    int64_t present = (int64_t)reply->size - AT_RECORDS;
    uint8_t flags = mad[AT_RMPP_FLAGS] & 0x07;
    int64_t announced = (int64_t)number(mad + AT_RMPP_LENGTH, 4) - SA_HEADER_SIZE;
    if (!(flags & RMPP_ACTIVE))
        return present;
    if ((flags & RMPP_FIRST) && (flags & RMPP_LAST))
        return announced >= 0 && announced < present ? announced : present;
    // The first of several: the kernel has put the others behind it, and cut off the padding.
    if (flags & RMPP_FIRST)
        return reply->size > MAD_SIZE ? present : -1;
    // Never was on a wire: a simulated fabric passes on what the sender wrote, up to the size of one datagram.
    return reply->size < MAD_SIZE ? present : -1;
}

static bool put_records(const struct span *reply, struct buffer *out) {
    uint32_t status = (uint32_t)number(reply->data + AT_STATUS, 2);
    if (status) {
        put_u8(out, ERROR_STATUS);
        put_u32(out, status);
        return false;
    }
    int64_t size = records_size(reply);
    if (size < 0)
        return failed(out, EMSGSIZE, "the answer came without its later packets");
    uint32_t each = (uint32_t)number(reply->data + AT_RECORD_SIZE, 2) * 8;
    uint32_t count = each ? (uint32_t)(size / each) : 0;
    put_u8(out, RECORDS_READ);
    put_u32(out, count);
    for (uint32_t i = 0; i < count; i++)
        put_bytes(out, reply->data + AT_RECORDS + (size_t)i * each, each);
    return true;
}

struct table {
    const struct administration_query *query;
    struct buffer *out;
    bool succeeded;
};

static void end_table(void *owner, const struct exchange *exchange) {
    struct table *table = owner;
    const struct mad_port *from = &table->query->from;
    if (exchange->state == ANSWERED)
        table->succeeded = put_records(&exchange->reply, table->out);
    else if (exchange->state == UNANSWERED)
        put_u8(table->out, NO_ANSWER);
    else
        failed(table->out, exchange->error, "send through %s/%u", from->adapter, from->number);
}

bool administration_query(struct session *session, const struct administration_query *query, struct buffer *out) {
    int error = 0;
    const struct mad_port *from = &query->from;
    struct umad *device = open_umad(&session->devices, from, &error);
    if (!device)
        return failed(out, error, "open %s/%u%s", from->adapter, from->number, device_hint(error));
    struct administrator to = find_administrator(session, device, query);
    if (to.lid == 0)
        return failed(out, ENETUNREACH, "no subnet manager has set up %s/%u", from->adapter, from->number);
    struct exchange question = {0};
    build_table_request(query, to, &question);
    struct table table = {.query = query, .out = out};
    exchange_one(session, device, &(struct single){.question = &question, .ended = end_table, .owner = &table});
    return table.succeeded;
}
