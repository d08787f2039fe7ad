#include "fabric.h"
#include "mad.h"

#include <string.h>

static uint64_t state;

void seed_random(uint64_t seed) { state = seed * 2 + 1; }

uint32_t random_below(uint32_t bound) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(state >> 33) % bound;
}

uint64_t random_number(void) { return (uint64_t)random_below(UINT32_MAX) << 32 | random_below(UINT32_MAX); }

static int free_port(struct fabric_node *node) {
    int start = (int)random_below((uint32_t)node->ports);
    for (int i = 0; i < node->ports; i++) {
        int port = 1 + (start + i) % node->ports;
        if (node->port[port].peer < 0)
            return port;
    }
    return 0;
}

static void link_nodes(struct fabric *fabric, int one, int other) {
    int a = free_port(&fabric->node[one]);
    if (one == 0 && !fabric->node[0].is_switch && fabric->node[0].port[1].peer < 0)
        a = 1; // the port of vantage
    if (!a)
        return;
    fabric->node[one].port[a].peer = other; // so that a cable from a node to itself has two ends
    int b = free_port(&fabric->node[other]);
    if (!b) {
        fabric->node[one].port[a].peer = -1;
        return;
    }
    bool active = random_below(4) != 0;
    fabric->node[one].port[a] = (struct fabric_port){other, b, active, random_below(4) == 0};
    fabric->node[other].port[b] = (struct fabric_port){one, a, active, random_below(4) == 0};
}

void build_fabric(struct fabric *fabric) {
    memset(fabric, 0, sizeof *fabric);
    fabric->count = 1 + (int)random_below(FABRIC_NODES);
    fabric->m_key = random_below(2) ? random_number() : 0;
    for (int i = 0; i < fabric->count; i++) {
        struct fabric_node *node = &fabric->node[i];
        node->guid = 0x100 + 16 * random_number() + (uint64_t)i;
        node->is_switch = random_below(3) != 0;
        node->ports = node->is_switch ? 1 + (int)random_below(FABRIC_PORTS) : 1 + (int)random_below(2);
        node->key_capacity = (uint16_t)random_below(130);
        for (int port = 0; port <= FABRIC_PORTS; port++)
            node->port[port].peer = -1;
        node->port[0].has_manager = random_below(4) == 0;
    }
    for (int links = 3 * fabric->count; links > 0; links--)
        link_nodes(fabric, (int)random_below((uint32_t)fabric->count), (int)random_below((uint32_t)fabric->count));
}

bool follow_route(const struct fabric *fabric, const uint8_t *path, int hops, int *node, int *entry) {
    *node = 0;
    *entry = fabric->node[0].is_switch ? 0 : 1;
    for (int hop = 0; hop < hops; hop++) {
        const struct fabric_node *from = &fabric->node[*node];
        if ((!from->is_switch && hop > 0) || path[hop] == 0 || path[hop] > from->ports ||
            (!from->is_switch && path[hop] != *entry))
            return false;
        const struct fabric_port *port = &from->port[path[hop]];
        if (port->peer < 0)
            return false;
        *node = port->peer;
        *entry = port->peer_port;
    }
    return true;
}

static void put_node_info(const struct fabric_node *node, int entry, uint8_t *data) {
    data[2] = node->is_switch ? 2 : 1;
    data[3] = (uint8_t)node->ports;
    set_number(data + 12, node->guid, 8);
    set_number(data + 20, node->guid + (node->is_switch ? 0 : (uint64_t)entry), 8);
    set_number(data + 28, node->key_capacity, 2);
    data[36] = (uint8_t)entry;
}

static bool put_port_info(const struct fabric_node *node, uint64_t port, uint8_t *data) {
    if (port > (uint64_t)node->ports)
        return false;
    const struct fabric_port *p = &node->port[port];
    set_number(data + 20, p->has_manager ? 2 : 0, 4);
    data[32] = p->is_active ? 4 : 1;
    data[33] = (uint8_t)((p->peer >= 0 ? 5 : 2) << 4);
    return true;
}

static bool put_endless(int ports, uint8_t *mad) {
    struct fabric_node node = {.guid = random_number() | 1, .is_switch = true, .ports = ports};
    uint8_t *data = mad + AT_DATA;
    if (number(mad + AT_ATTRIBUTE, 2) == NODE_INFO)
        put_node_info(&node, ports, data);
    else
        memset(data, 0x55, DATA_SIZE);
    return true;
}

static bool put_data(const struct fabric *fabric, int at, int entry, uint8_t *mad) {
    const struct fabric_node *node = &fabric->node[at];
    uint64_t modifier = number(mad + AT_MODIFIER, 4);
    uint8_t *data = mad + AT_DATA;
    switch (number(mad + AT_ATTRIBUTE, 2)) {
    case NODE_INFO:
        put_node_info(node, entry, data);
        return true;
    case PORT_INFO:
        return put_port_info(node, modifier, data);
    case P_KEY_TABLE:
        // A packet carries nothing of the port: it is the one that is entered.
        set_number(data, node->guid + (uint64_t)(node->is_switch ? 0 : entry), 8);
        return modifier * 32 < (node->key_capacity ? node->key_capacity : 1u);
    case SM_INFO:
        set_number(data, node->guid, 8);
        return node->port[node->is_switch ? 0 : entry].has_manager;
    case NODE_DESCRIPTION:
        set_number(data, node->guid, 8);
        return true;
    case SWITCH_INFO:
        set_number(data, node->guid, 8);
        return node->is_switch;
    }
    return false;
}

bool answer_request(const struct fabric *fabric, uint8_t *mad) {
    int node, entry;
    mad[3] = 0x81;
    memset(mad + AT_DATA, 0, DATA_SIZE);
    if (fabric->endless_ports)
        return put_endless(fabric->endless_ports, mad);
    if (number(mad + AT_M_KEY, 8) != fabric->m_key || mad[AT_HOP_COUNT] >= 64 ||
        !follow_route(fabric, mad + AT_PATH + 1, mad[AT_HOP_COUNT], &node, &entry))
        return false;
    mad[AT_STATUS] |= 0x80; // on its way back
    if (!put_data(fabric, node, entry, mad))
        set_number(mad + AT_STATUS, 0x801c, 2); // invalid attribute or modifier
    return true;
}
