// The nodes of a fabric that have been found, by their NodeGuid.
#ifndef IBPLAY_NODES_H
#define IBPLAY_NODES_H

#include "operation.h"

enum {
    NODE_TYPE_SWITCH = 2,
    MAX_NODES = 0xbfff, // each has a unicast LID of its own (IBA vol. 1, 4.1.3)
};

// A switch, or one port of an adapter or router: its other ports are reached, if at all, by links of their own.
struct node {
    uint64_t guid;
    bool is_switch;
    bool is_again; // another port of the same node was found before
    uint8_t ports;
    uint8_t entry; // the port that the first question came in by
    uint8_t hops;
    uint8_t route[MAX_HOPS];
    uint8_t closed[32]; // a bit for each port whose other end is known
    uint16_t key_capacity;
    uint16_t device; // the vendor's number of what it is
    uint16_t step; // how many of the questions to each node have been asked
};

struct nodes {
    struct node *items;
    uint32_t count;
    uint32_t capacity;
    uint32_t *table; // of indices + 1; open addressing, at most half full
    uint32_t table_size;
};

enum added { NODE_ADDED, NODE_KNOWN, NODES_FULL, NODES_OUT_OF_MEMORY };

// Adds what has answered, or closes its port of entry where it is a switch that was known.
enum added add_node(struct nodes *nodes, const struct node *arrived);
void free_nodes(struct nodes *nodes);

static inline void close_port(struct node *node, uint32_t port) { node->closed[port / 8] |= (uint8_t)(1u << port % 8); }
static inline bool is_closed(const struct node *node, uint32_t port) { return node->closed[port / 8] >> port % 8 & 1; }

#endif
