// Lets the core ask fabrics in memory: the result must be that fabric when all ports answer truly, also when packets are lost,
// doubled and reordered; and it must come to an end, without reading or leaking memory it should not, whatever comes.
#define _GNU_SOURCE
#include "device.h"
#include "ibplay.h"
#include "mad.h"
#include "outcome.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { SECONDS = 4, HANG_SECONDS = 120, MOST_PACKETS = 3000000 };

static uint64_t seed;
static unsigned rounds;

static void check(bool good, const char *what) {
    if (good)
        return;
    fprintf(stderr, "replies: %s (seed %llu, round %u)\n", what, (unsigned long long)seed, rounds);
    abort();
}

static bool never(struct session *session) {
    (void)session;
    return false;
}

static bool now_and_then(struct session *session) {
    (void)session;
    return random_below(20) == 0;
}

// What the outcome should name, once each.
struct seen {
    int node_info[FABRIC_NODES][FABRIC_PORTS + 1]; // by entry
    int port_info[FABRIC_NODES][FABRIC_PORTS + 1];
    int description[FABRIC_NODES];
    int switch_info[FABRIC_NODES];
    int manager[FABRIC_NODES][FABRIC_PORTS + 1];
    int keys[FABRIC_NODES][FABRIC_PORTS + 1];
};

static void see(const struct fabric *fabric, struct span route, uint16_t attribute, uint32_t modifier,
                const uint8_t *data, struct seen *seen) {
    int node, entry;
    check(follow_route(fabric, route.data, (int)route.size, &node, &entry), "a route that leads nowhere");
    uint8_t mad[PACKET_MAD] = {0};
    set_number(mad + AT_ATTRIBUTE, attribute, 2);
    set_number(mad + AT_MODIFIER, modifier, 4);
    set_number(mad + AT_M_KEY, fabric->m_key, 8);
    mad[AT_HOP_COUNT] = (uint8_t)route.size;
    if (route.size)
        memcpy(mad + AT_PATH + 1, route.data, route.size);
    check(answer_request(fabric, mad) && memcmp(mad + AT_DATA, data, DATA_SIZE) == 0, "not what the port answers");
    int own = fabric->node[node].is_switch ? 0 : entry;
    switch (attribute) {
    case NODE_INFO:
        seen->node_info[node][entry]++;
        return;
    case PORT_INFO:
        seen->port_info[node][modifier]++;
        return;
    case NODE_DESCRIPTION:
        seen->description[node]++;
        return;
    case SWITCH_INFO:
        seen->switch_info[node]++;
        return;
    case SM_INFO:
        seen->manager[node][own]++;
        return;
    case P_KEY_TABLE:
        seen->keys[node][own]++;
        return;
    }
    check(false, "an attribute that nobody asked for");
}

// Marks what can be reached from a node's port of entry.
static void reach(const struct fabric *fabric, int node, int entry, bool reached[FABRIC_NODES][FABRIC_PORTS + 1],
                  bool passed[FABRIC_NODES]) {
    const struct fabric_node *at = &fabric->node[node];
    reached[node][entry] = true;
    if (at->is_switch ? passed[node] : node != 0 || entry != 1)
        return;
    bool starts = !at->is_switch;
    if (starts && passed[node])
        return;
    passed[node] = true;
    for (int port = 1; port <= at->ports; port++)
        if (at->port[port].peer >= 0 && (at->is_switch || port == entry))
            reach(fabric, at->port[port].peer, at->port[port].peer_port, reached, passed);
}

static void compare_node(const struct fabric *fabric, int n, const bool reached[FABRIC_PORTS + 1], const struct seen *seen,
                         bool details) {
    const struct fabric_node *node = &fabric->node[n];
    bool any = false;
    for (int port = 0; port <= node->ports; port++)
        any = any || reached[port];
    check(seen->description[n] == any, "NodeDescription is asked once");
    check(seen->switch_info[n] == (any && node->is_switch), "SwitchInfo is asked once, of switches");
    int blocks = node->key_capacity ? (node->key_capacity + 31) / 32 : 1;
    for (int port = 0; port <= node->ports; port++) {
        bool is_asked = node->is_switch ? any : reached[port];
        bool has_traffic = is_asked && (node->is_switch ? port == 0 : true);
        bool has_keys = has_traffic && (node->is_switch || node->port[port].is_active);
        check(seen->port_info[n][port] == is_asked, "PortInfo is asked once of each port");
        check(seen->manager[n][port] == (details && has_traffic && node->port[port].has_manager), "SMInfo");
        check(seen->keys[n][port] == (details && has_keys ? blocks : 0), "the P_Key table");
        // One end of each link is enough.
        if (port > 0 && node->is_switch && any && node->port[port].peer >= 0)
            check(seen->node_info[n][port] + seen->node_info[node->port[port].peer][node->port[port].peer_port] > 0,
                  "each link is walked");
    }
}

static void compare(const struct fabric *fabric, const struct buffer *out, bool details, bool honest) {
    struct reader in = {out->data, out->data + out->size, false};
    check(take_u8(&in) == FABRIC_DISCOVERED, "a fabric");
    struct seen seen = {0};
    uint32_t count = take_u32(&in);
    for (uint32_t i = 0; i < count; i++) {
        struct span route = take_bytes(&in);
        uint16_t attribute = take_u16(&in);
        uint32_t modifier = take_u32(&in);
        check(take_u8(&in) == ATTRIBUTE_READ, "every port answers");
        struct span data = take_bytes(&in);
        check(!in.bad && data.size == DATA_SIZE, "a whole finding");
        see(fabric, route, attribute, modifier, data.data, &seen);
    }
    uint64_t sent = take_u64(&in);
    check(take_u8(&in) == 1 && !in.bad && in.at == in.end, "a complete outcome");
    check(sent == packets_written() && (!honest || sent == count), "the number of packets");
    bool reached[FABRIC_NODES][FABRIC_PORTS + 1] = {0}, passed[FABRIC_NODES] = {0};
    reach(fabric, 0, fabric->node[0].is_switch ? 0 : 1, reached, passed);
    for (int n = 0; n < fabric->count; n++)
        compare_node(fabric, n, reached[n], &seen, details);
}

static void discover(const struct fabric *fabric, enum manner manner) {
    struct session session = {.is_cancelled = manner == HOSTILE ? now_and_then : never};
    struct discover_fabric search = {
        .from = {"fake0", 1},
        .m_key = fabric->m_key,
        .timing = {10, manner == LOSSY ? 60 : random_below(4)},
        .outstanding = (uint8_t)(1 + random_below(random_below(2) ? 255 : 4)),
        .details = random_below(2),
    };
    struct buffer out = {0};
    prepare_device(fabric, manner);
    discover_fabric(&session, &search, &out);
    check(packets_written() < MOST_PACKETS, "an end");
    if (fabric->endless_ports)
        check(out.size > 0 && out.data[0] == FABRIC_DISCOVERED && out.data[out.size - 1] == 0, "a limit that is told");
    else if (manner != HOSTILE)
        compare(fabric, &out, search.details, manner == HONEST);
    free(out.data);
    close_umads(&session.devices);
}

static void ask_the_hostile(const struct fabric *fabric) {
    struct session session = {.is_cancelled = never};
    prepare_device(fabric, HOSTILE);
    struct operation operations[64];
    struct buffer outs[64] = {0};
    static const uint8_t route[] = {1, 1};
    for (int i = 0; i < 64; i++)
        operations[i] = (struct operation){
            .code = SUBNET_QUERY,
            .subnet = {.from = {"fake0", 1}, .by_route = i % 2, .route = {route, (size_t)(i % 3)}, .attribute = NODE_INFO,
                       .m_key = fabric->m_key, .timing = {10, random_below(300)}}};
    subnet_queries(&session, operations, 64, outs);
    for (int i = 0; i < 64; i++) {
        check(outs[i].size > 0, "an outcome for each question");
        free(outs[i].data);
    }
    for (int i = 0; i < 16; i++) {
        struct administration_query query = {.from = {"fake0", 1}, .attribute = 0x38, .timing = {10, 2}};
        struct buffer out = {0};
        administration_query(&session, &query, &out);
        check(out.size > 0, "an outcome");
        free(out.data);
    }
    close_umads(&session.devices);
}

static bool holds(const void *bytes, size_t size, const char *text) { return memmem(bytes, size, text, strlen(text)); }

static void ask_the_forbidden(const struct fabric *fabric) {
    struct session session = {.is_cancelled = never};
    struct discover_fabric search = {.from = {"fake0", 1}, .outstanding = 1};
    struct buffer out = {0};
    prepare_device(fabric, FORBIDDEN);
    check(!discover_fabric(&session, &search, &out), "a device that may not be opened");
    check(holds(out.data, out.size, "EACCES") && holds(out.data, out.size, "udev"), "what to do about it");
    free(out.data);
}

// A batch of a sweep and a change, in its frame.
static void put_batch(struct buffer *frame, uint64_t m_key) {
    put_u32(frame, 0);
    put_u8(frame, 'B');
    put_u32(frame, 1);
    put_u8(frame, 0);
    put_u32(frame, 2);
    size_t sweep = frame->size;
    put_u32(frame, 0);
    put_u8(frame, DISCOVER_FABRIC);
    put_text(frame, "fake0");
    put_u8(frame, 0);
    put_u32(frame, 1);
    put_u64(frame, m_key);
    put_u32(frame, 10);
    put_u32(frame, 60);
    put_u8(frame, 4);
    put_u8(frame, 1);
    set_u32(frame, sweep, (uint32_t)(frame->size - sweep - 4));
    size_t change = frame->size;
    put_u32(frame, 0);
    put_u8(frame, SET_LINK_MTU);
    put_text(frame, "ib0");
    put_u8(frame, 0);
    put_u32(frame, 2044);
    set_u32(frame, change, (uint32_t)(frame->size - change - 4));
    set_u32(frame, 0, (uint32_t)(frame->size - 4));
}

// Two contexts of the library, one of which has no time.
static void use_the_library(const struct fabric *fabric) {
    struct buffer frame = {0};
    put_batch(&frame, fabric->m_key);
    struct ibplay *own = ibplay_open(), *late = ibplay_open();
    void *answer;
    size_t size;
    prepare_device(fabric, LOSSY);
    check(ibplay_perform(late, frame.data, frame.size, 0, &answer, &size) == ETIMEDOUT && !answer, "a limit of time");
    check(ibplay_perform(own, frame.data, frame.size, UINT32_MAX, &answer, &size) == 0, "an answer of the library");
    struct reader frames = {answer, (unsigned char *)answer + size, false};
    enum { OUTCOME_HEAD = 9 }; // behind the size
    struct span sweep = take_bytes(&frames), change = take_bytes(&frames);
    check(!frames.bad && frames.at == frames.end, "two outcomes");
    struct buffer out = {.data = (unsigned char *)(uintptr_t)sweep.data + OUTCOME_HEAD, .size = sweep.size - OUTCOME_HEAD};
    compare(fabric, &out, true, false);
    check(holds(change.data, change.size, "ENOSYS"), "no change");
    ibplay_free(answer);
    check(ibplay_perform(own, frame.data, frame.size - 1, 1000, &answer, &size) == 0 && holds(answer, size, "E"), "a refusal");
    ibplay_free(answer);
    ibplay_cancel(own);
    check(ibplay_perform(own, frame.data, frame.size, 1000, &answer, &size) == ECANCELED && !answer, "a cancelled one");
    ibplay_close(own);
    ibplay_close(late);
    free(frame.data);
}

int main(int count, char **arguments) {
    seed = count > 1 ? strtoull(arguments[1], NULL, 0) : (uint64_t)time(NULL);
    alarm(HANG_SECONDS);
    struct fabric fabric;
    seed_random(seed);
    build_fabric(&fabric);
    fabric.endless_ports = 2; // ends where routes do
    discover(&fabric, HONEST);
    fabric.endless_ports = 255; // ends where an outcome does
    discover(&fabric, HONEST);
    double end = real_seconds() + SECONDS;
    for (; real_seconds() < end; rounds++) {
        seed_random(seed + 1 + rounds);
        build_fabric(&fabric);
        discover(&fabric, HONEST);
        discover(&fabric, LOSSY);
        discover(&fabric, HOSTILE);
        ask_the_hostile(&fabric);
        ask_the_forbidden(&fabric);
        use_the_library(&fabric);
    }
    printf("replies: %u random fabrics, seed %llu\n", rounds, (unsigned long long)seed);
    return rounds > 0 ? 0 : 1;
}
