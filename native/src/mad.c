// Subnet management and subnet administration queries: builds the datagrams, takes the answers apart.
#define _GNU_SOURCE
#include "files.h"
#include "outcome.h"
#include "umad.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// IBA vol. 1: 13.4.2 (common header), 14.2.1 (SMP), 15.2.1 (SA). Offsets in bytes.
enum {
    METHOD_GET = 0x01,
    METHOD_GET_TABLE = 0x12,
    PERMISSIVE_LID = 0xffff,
    ATTRIBUTE_PORT_INFO = 0x0015,
    AT_STATUS = 4,
    AT_HOP_COUNT = 7,
    AT_ATTRIBUTE = 16,
    AT_MODIFIER = 20,
    AT_M_KEY = 24,
    AT_SOURCE_LID = 32,
    AT_DATA = 64,
    DATA_SIZE = 64,
    AT_PATH = 128,
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
};

static void set_number(uint8_t *at, uint64_t value, size_t size) {
    for (size_t i = 0; i < size; i++)
        at[i] = (uint8_t)(value >> (8 * (size - 1 - i)));
}

static uint32_t number(const uint8_t *at, size_t size) {
    uint32_t value = 0;
    for (size_t i = 0; i < size; i++)
        value = value << 8 | at[i];
    return value;
}

static void build_smp(const struct subnet_query *query, struct exchange *exchange) {
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

static const char *device_hint(int error) {
    return error == ENODEV ? " (no umad device; is the module ib_umad loaded?)" : "";
}

static void put_smp_result(const struct subnet_query *query, const struct exchange *exchange, struct buffer *out) {
    // The top bit says that a directed packet is on its way back.
    uint32_t status = exchange->state == ANSWERED ? number(exchange->reply.data + AT_STATUS, 2) & 0x7fff : 0;
    if (exchange->state == UNANSWERED) {
        put_u8(out, NO_ANSWER);
    } else if (exchange->state != ANSWERED) {
        failed(out, exchange->error, "send through %s/%u", query->from.adapter, query->from.number);
    } else if (status) {
        put_u8(out, ERROR_STATUS);
        put_u32(out, status);
    } else {
        put_u8(out, ATTRIBUTE_READ);
        put_bytes(out, exchange->reply.data + AT_DATA, DATA_SIZE);
    }
}

void subnet_queries(const struct operation *queries, size_t count, struct buffer *outs) {
    const struct mad_port *from = &queries[0].subnet.from;
    int error = 0;
    struct umad *device = open_umad(from, &error);
    struct exchange *exchanges = device ? calloc(count, sizeof *exchanges) : NULL;
    if (!exchanges) {
        for (size_t i = 0; i < count; i++)
            failed(&outs[i], device ? ENOMEM : error, "open %s/%u%s", from->adapter, from->number,
                   device_hint(error));
        return;
    }
    for (size_t i = 0; i < count; i++)
        build_smp(&queries[i].subnet, &exchanges[i]);
    exchange_all(device, exchanges, count);
    for (size_t i = 0; i < count; i++) {
        put_smp_result(&queries[i].subnet, &exchanges[i], &outs[i]);
        free(exchanges[i].reply.data);
    }
    free(exchanges);
}

struct administrator {
    uint16_t lid;
    uint8_t service_level;
};

static uint32_t port_attribute(const struct mad_port *port, const char *name) {
    char path[256], text[64];
    snprintf(path, sizeof path, "/sys/class/infiniband/%s/ports/%u/%s", port->adapter, port->number, name);
    return read_attribute(path, text, sizeof text) == 0 ? (uint32_t)strtoul(text, NULL, 0) : 0;
}

// Where the subnet administration is: the local port's SMLid and MasterSMSL as they are now. An M_Key may keep PortInfo
// from being read; the kernel's copy of it is then taken.
static struct administrator find_administrator(struct umad *device, const struct administration_query *query) {
    struct subnet_query local = {.by_route = true, .attribute = ATTRIBUTE_PORT_INFO, .timing = query->timing};
    struct exchange exchange = {0};
    build_smp(&local, &exchange);
    exchange_all(device, &exchange, 1);
    struct administrator found;
    if (exchange.state == ANSWERED && (number(exchange.reply.data + AT_STATUS, 2) & 0x7fff) == 0) {
        const uint8_t *info = exchange.reply.data + AT_DATA;
        found.lid = (uint16_t)number(info + 18, 2);
        found.service_level = info[36] & 0x0f;
    } else {
        found.lid = (uint16_t)port_attribute(&query->from, "sm_lid");
        found.service_level = (uint8_t)port_attribute(&query->from, "sm_sl");
    }
    free(exchange.reply.data);
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
static int64_t records_size(const struct buffer *reply) {
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

static bool put_records(const struct buffer *reply, struct buffer *out) {
    uint32_t status = number(reply->data + AT_STATUS, 2);
    if (status) {
        put_u8(out, ERROR_STATUS);
        put_u32(out, status);
        return false;
    }
    int64_t size = records_size(reply);
    if (size < 0)
        return failed(out, EMSGSIZE, "the answer came without its later packets");
    uint32_t each = number(reply->data + AT_RECORD_SIZE, 2) * 8;
    uint32_t count = each ? (uint32_t)(size / each) : 0;
    put_u8(out, RECORDS_READ);
    put_u32(out, count);
    for (uint32_t i = 0; i < count; i++)
        put_bytes(out, reply->data + AT_RECORDS + (size_t)i * each, each);
    return true;
}

bool administration_query(const struct administration_query *query, struct buffer *out) {
    int error = 0;
    const struct mad_port *from = &query->from;
    struct umad *device = open_umad(from, &error);
    if (!device)
        return failed(out, error, "open %s/%u%s", from->adapter, from->number, device_hint(error));
    struct administrator to = find_administrator(device, query);
    if (to.lid == 0)
        return failed(out, ENETUNREACH, "no subnet manager has set up %s/%u", from->adapter, from->number);
    struct exchange exchange = {0};
    build_table_request(query, to, &exchange);
    exchange_all(device, &exchange, 1);
    bool succeeded = false;
    if (exchange.state == ANSWERED)
        succeeded = put_records(&exchange.reply, out);
    else if (exchange.state == UNANSWERED)
        put_u8(out, NO_ANSWER);
    else
        failed(out, exchange.error, "send through %s/%u", from->adapter, from->number);
    free(exchange.reply.data);
    return succeeded;
}
