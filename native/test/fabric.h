// A random fabric in memory whose ports answer management datagrams.
#ifndef IBPLAY_TEST_FABRIC_H
#define IBPLAY_TEST_FABRIC_H

#include <stdbool.h>
#include <stdint.h>

enum { FABRIC_NODES = 24, FABRIC_PORTS = 12, PACKET_MAD = 256 };

struct fabric_port {
    int peer; // index of the node at the other end; -1: not linked
    int peer_port;
    bool is_active;
    bool has_manager;
};

struct fabric_node {
    uint64_t guid;
    bool is_switch;
    int ports;
    uint16_t key_capacity;
    struct fabric_port port[FABRIC_PORTS + 1];
};

// Node 0 is the adapter or switch of vantage, by its port 1.
struct fabric {
    struct fabric_node node[FABRIC_NODES];
    int count;
    uint64_t m_key;
    int endless_ports; // unless 0, every way leads to a switch that nobody has seen, with so many ports, all linked
};

// Where a directed route leads: the node and the port of entry; false when it leads nowhere.
bool follow_route(const struct fabric *fabric, const uint8_t *path, int hops, int *node, int *entry);
// Turns a request into its answer; false when nobody answers.
bool answer_request(const struct fabric *fabric, uint8_t *mad);

void build_fabric(struct fabric *fabric);

void seed_random(uint64_t seed);
uint32_t random_below(uint32_t bound);
uint64_t random_number(void);

#endif
