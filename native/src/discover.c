// Finds a fabric by directed routes, nearest nodes first. Ways to unknown nodes are walked before known nodes are asked
// for more, and a port that has turned out to be the other end of a walked link is not walked from its own side.
#define _GNU_SOURCE
#include "mad.h"
#include "nodes.h"
#include "outcome.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum {
    MAX_FINDINGS_SIZE = 48 << 20, // bytes of outcome, within MAX_FRAME
    MAX_EGRESS = 254,
    KEYS_PER_BLOCK = 32,
    PHYSICAL_LINK_UP = 5,
    STATE_ACTIVE = 4,
    CAPABILITY_IS_SM = 0x2,
    SPEED_QDR = 4,
    NOWHERE = UINT32_MAX,
};

// A question to a node beyond what each node is asked: a way on through one of its ports, or details.
struct errand {
    uint32_t node;
    uint16_t attribute;
    uint16_t modifier; // of a walk: the port
};

// First in, first out.
struct errands {
    struct errand *items;
    size_t begun;
    size_t count;
    size_t capacity;
};

struct discovery {
    const struct discover_fabric *search;
    struct nodes nodes;
    uint32_t asked; // the node that is being asked what each is asked
    struct errands walks;
    struct errands details;
    struct buffer *out;
    uint32_t findings;
    bool started;
    bool limited; // something that was found was not asked
    int error;
};

static void fail(struct discovery *discovery, int error) {
    if (!discovery->error)
        discovery->error = error;
}

static void add_errand(struct discovery *discovery, struct errands *errands, struct errand errand) {
    if (errands->count == errands->capacity) {
        size_t capacity = errands->capacity ? 2 * errands->capacity : 256;
        struct errand *items = realloc(errands->items, capacity * sizeof *items);
        if (!items) {
            fail(discovery, ENOMEM);
            return;
        }
        errands->items = items;
        errands->capacity = capacity;
    }
    errands->items[errands->count++] = errand;
}

static void ask(const struct discovery *discovery, struct exchange *exchange, uint32_t from, uint16_t attribute,
                uint32_t modifier, struct span route) {
    struct subnet_query query = {
        .by_route = true,
        .route = route,
        .attribute = attribute,
        .modifier = modifier,
        .m_key = discovery->search->m_key,
        .timing = discovery->search->timing,
    };
    build_smp(&query, exchange);
    exchange->subject = from;
}

static struct span route_to(const struct node *node) { return (struct span){node->route, node->hops}; }

static bool next_walk(struct discovery *discovery, struct exchange *exchange) {
    struct errands *walks = &discovery->walks;
    while (walks->begun < walks->count) {
        struct errand walk = walks->items[walks->begun++];
        const struct node *node = &discovery->nodes.items[walk.node];
        if (is_closed(node, walk.modifier))
            continue;
        uint8_t route[MAX_HOPS];
        memcpy(route, node->route, node->hops);
        route[node->hops] = (uint8_t)walk.modifier;
        ask(discovery, exchange, walk.node, NODE_INFO, 0, (struct span){route, node->hops + 1u});
        return true;
    }
    return false;
}

static bool next_detail(struct discovery *discovery, struct exchange *exchange) {
    struct errands *details = &discovery->details;
    if (details->begun == details->count)
        return false;
    struct errand detail = details->items[details->begun++];
    const struct node *node = &discovery->nodes.items[detail.node];
    ask(discovery, exchange, detail.node, detail.attribute, detail.modifier, route_to(node));
    return true;
}

// The next of what a node is asked: the ports first, since they show the ways on. 0 at the end.
static uint16_t next_attribute(const struct node *node) {
    unsigned ports = node->is_switch ? node->ports + 1u : 1;
    if (node->step < ports)
        return PORT_INFO;
    if (node->step == ports && !node->is_again)
        return NODE_DESCRIPTION;
    return node->step == ports + 1 && node->is_switch ? SWITCH_INFO : 0;
}

static bool next_of_node(struct discovery *discovery, struct exchange *exchange) {
    for (; discovery->asked < discovery->nodes.count; discovery->asked++) {
        struct node *node = &discovery->nodes.items[discovery->asked];
        uint16_t attribute = next_attribute(node);
        if (!attribute)
            continue;
        uint32_t port = node->is_switch ? node->step : node->entry;
        node->step++;
        ask(discovery, exchange, discovery->asked, attribute, attribute == PORT_INFO ? port : 0, route_to(node));
        return true;
    }
    return false;
}

static bool next_question(void *owner, struct exchange *exchange) {
    struct discovery *discovery = owner;
    if (discovery->error)
        return false;
    if (!discovery->started) {
        discovery->started = true;
        ask(discovery, exchange, NOWHERE, NODE_INFO, 0, (struct span){0});
        return true;
    }
    // Asked from the question that would be the next: what is still under way has room behind the limit.
    bool is_full = discovery->out->size > MAX_FINDINGS_SIZE;
    bool found = next_walk(discovery, exchange) || next_detail(discovery, exchange) || next_of_node(discovery, exchange);
    if (found && is_full)
        discovery->limited = true;
    return found && !is_full;
}

// FDR10 shows only in an attribute of Mellanox's own, which these devices have (libibnetdisc: SwitchX and its relatives,
// ConnectX-3 to ConnectX-4).
static bool has_vendor_speed(const struct node *node) {
    uint16_t device = node->device;
    return (device >= 0xc738 && device <= 0xc73b) || device == 0xcb20 || device == 0xcf08 ||
           (device >= 0x1003 && device <= 0x1017);
}

// A link of FDR10 says that it is one of QDR.
static void add_vendor_speed(struct discovery *discovery, uint32_t index, uint32_t port, const uint8_t *info) {
    bool is_qdr = info[35] >> 4 == SPEED_QDR && info[62] >> 4 == 0;
    if (port != 0 && is_qdr && info[33] >> 4 == PHYSICAL_LINK_UP && has_vendor_speed(&discovery->nodes.items[index]))
        add_errand(discovery, &discovery->details, (struct errand){index, MLNX_EXT_PORT_INFO, (uint16_t)port});
}

static void put_finding(struct discovery *discovery, const struct exchange *exchange) {
    const uint8_t *mad = exchange->mad;
    struct buffer *out = discovery->out;
    put_bytes(out, mad + AT_PATH + 1, mad[AT_HOP_COUNT]);
    put_raw(out, mad + AT_ATTRIBUTE, 2);
    put_raw(out, mad + AT_MODIFIER, 4);
    put_smp_answer(exchange, out);
    discovery->findings++;
}

// Somebody answers at the end of a way.
static void arrive(struct discovery *discovery, const struct exchange *exchange, const uint8_t *info) {
    struct node arrived = {
        .guid = number(info + 12, 8),
        .is_switch = info[2] == NODE_TYPE_SWITCH,
        .ports = info[3],
        .entry = info[36],
        .key_capacity = (uint16_t)number(info + 28, 2),
        .device = (uint16_t)number(info + 30, 2),
        .hops = exchange->mad[AT_HOP_COUNT],
    };
    memcpy(arrived.route, exchange->mad + AT_PATH + 1, arrived.hops);
    if (exchange->subject != NOWHERE) {
        close_port(&discovery->nodes.items[exchange->subject], arrived.route[arrived.hops - 1]);
        close_port(&arrived, arrived.entry);
    }
    // No working node has no GUID (IBA vol. 1, 4.1.1).
    if (arrived.guid == 0)
        return;
    switch (add_node(&discovery->nodes, &arrived)) {
    case NODE_ADDED:
    case NODE_KNOWN:
        return;
    case NODES_FULL:
        discovery->limited = true;
        return;
    case NODES_OUT_OF_MEMORY:
        fail(discovery, ENOMEM);
    }
}

static void lead_on(struct discovery *discovery, uint32_t index, uint32_t port, const uint8_t *info) {
    const struct node *node = &discovery->nodes.items[index];
    // Packets pass through switches, and leave the port of vantage; adapters do not forward.
    bool forwards = node->is_switch ? port > 0 : node->hops == 0;
    if (!forwards || port == 0 || port > MAX_EGRESS || info[33] >> 4 != PHYSICAL_LINK_UP || is_closed(node, port))
        return;
    if (node->hops == MAX_HOPS)
        discovery->limited = true;
    else
        add_errand(discovery, &discovery->walks, (struct errand){index, NODE_INFO, (uint16_t)port});
}

// Only ports with traffic of their own have P_Key tables by NodeInfo.PartitionCap, and subnet managers.
static void add_details(struct discovery *discovery, uint32_t index, uint32_t port, const uint8_t *info) {
    const struct node *node = &discovery->nodes.items[index];
    if (node->is_switch && port != 0)
        return;
    if (number(info + 20, 4) & CAPABILITY_IS_SM)
        add_errand(discovery, &discovery->details, (struct errand){index, SM_INFO, 0});
    if (!node->is_switch && (info[32] & 0x0f) != STATE_ACTIVE)
        return;
    unsigned blocks = node->key_capacity ? (node->key_capacity + KEYS_PER_BLOCK - 1u) / KEYS_PER_BLOCK : 1;
    for (unsigned block = 0; block < blocks; block++)
        add_errand(discovery, &discovery->details, (struct errand){index, P_KEY_TABLE, (uint16_t)block});
}

static void end_question(void *owner, const struct exchange *exchange) {
    struct discovery *discovery = owner;
    if (exchange->state == BROKEN) {
        fail(discovery, exchange->error);
        return;
    }
    put_finding(discovery, exchange);
    const uint8_t *data = smp_data(exchange);
    uint64_t attribute = number(exchange->mad + AT_ATTRIBUTE, 2);
    if (data && attribute == NODE_INFO) {
        arrive(discovery, exchange, data);
    } else if (data && attribute == PORT_INFO) {
        uint32_t port = (uint32_t)number(exchange->mad + AT_MODIFIER, 4);
        lead_on(discovery, (uint32_t)exchange->subject, port, data);
        add_vendor_speed(discovery, (uint32_t)exchange->subject, port, data);
        if (discovery->search->details)
            add_details(discovery, (uint32_t)exchange->subject, port, data);
    }
}

bool discover_fabric(struct session *session, const struct discover_fabric *search, struct buffer *out) {
    const struct mad_port *from = &search->from;
    int error = 0;
    struct umad *device = open_umad(&session->devices, from, &error);
    if (!device)
        return failed(out, error, "open %s/%u%s", from->adapter, from->number, device_hint(error));
    struct discovery discovery = {.search = search, .out = out};
    struct asker asker = {
        .next = next_question, .ended = end_question, .owner = &discovery, .window = search->outstanding};
    put_u8(out, FABRIC_DISCOVERED);
    size_t count_at = out->size;
    put_u32(out, 0);
    exchange_all(session, device, &asker);
    set_u32(out, count_at, discovery.findings);
    put_u64(out, asker.sent);
    put_u8(out, !discovery.limited);
    free_nodes(&discovery.nodes);
    free(discovery.walks.items);
    free(discovery.details.items);
    if (discovery.error)
        return failed(out, discovery.error, "discover the fabric of %s/%u", from->adapter, from->number);
    return true;
}
