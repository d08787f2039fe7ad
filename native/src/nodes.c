#include "nodes.h"

#include <stdlib.h>
#include <string.h>

// The place of a node with this GUID or, for an adapter's port, with this entry too; else the empty place where it belongs.
static uint32_t *place(const struct nodes *nodes, uint64_t guid, int entry) {
    uint64_t hash = (guid ^ guid >> 32) * 0x9e3779b97f4a7c15u;
    uint32_t at = (uint32_t)(hash >> 32) & (nodes->table_size - 1);
    for (;; at = (at + 1) & (nodes->table_size - 1)) {
        uint32_t index = nodes->table[at];
        if (index == 0)
            return &nodes->table[at];
        const struct node *node = &nodes->items[index - 1];
        if (node->guid == guid && (entry < 0 || node->entry == entry))
            return &nodes->table[at];
    }
}

static bool grow(struct nodes *nodes) {
    if (nodes->count < nodes->capacity)
        return true;
    uint32_t capacity = nodes->capacity ? 2 * nodes->capacity : 64;
    struct node *items = realloc(nodes->items, capacity * sizeof *items);
    if (!items)
        return false;
    nodes->items = items;
    uint32_t *table = calloc(2 * (size_t)capacity, sizeof *table);
    if (!table)
        return false;
    free(nodes->table);
    nodes->table = table;
    nodes->table_size = 2 * capacity;
    nodes->capacity = capacity;
    for (uint32_t i = 0; i < nodes->count; i++)
        *place(nodes, items[i].guid, items[i].is_switch ? -1 : items[i].entry) = i + 1;
    return true;
}

enum added add_node(struct nodes *nodes, const struct node *arrived) {
    uint32_t same = nodes->count ? *place(nodes, arrived->guid, -1) : 0;
    if (same && (nodes->items[same - 1].is_switch || arrived->is_switch)) {
        close_port(&nodes->items[same - 1], arrived->entry);
        return NODE_KNOWN;
    }
    if (same && *place(nodes, arrived->guid, arrived->entry))
        return NODE_KNOWN;
    if (nodes->count == MAX_NODES)
        return NODES_FULL;
    if (!grow(nodes))
        return NODES_OUT_OF_MEMORY;
    struct node *added = &nodes->items[nodes->count++];
    *added = *arrived;
    added->is_again = same != 0;
    *place(nodes, added->guid, added->is_switch ? -1 : added->entry) = nodes->count;
    return NODE_ADDED;
}

void free_nodes(struct nodes *nodes) {
    free(nodes->items);
    free(nodes->table);
}
