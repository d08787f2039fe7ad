// One operation as it was received; the texts and bytes lie in the frame, which outlives it.
#ifndef IBPLAY_OPERATION_H
#define IBPLAY_OPERATION_H

#include "wire.h"

enum opcode {
    RUN_COMMAND = 1,
    READ_FILE = 2,
    READ_MATCHING = 3,
    RESOLVE_PATH = 4,
    LIST_PROCESSES = 5,
    REPLACE_FILE = 6,
    REMOVE_FILE = 7,
    WRITE_ATTRIBUTE = 8,
    SET_LINK_MTU = 9,
    SEND_SIGNAL = 10,
    SUBNET_QUERY = 11,
    ADMINISTRATION_QUERY = 12,
    TAKE_LOCK = 13,
    ARM_GUARD = 14,
    RENEW_GUARD = 15,
    CONFIRM_GUARD = 16,
    FIRE_GUARD = 17,
    PING = 18,
    DISCOVER_FABRIC = 19,
};

// A list of texts that has been walked once, and so is known to be well formed.
struct texts {
    uint32_t count;
    struct reader items;
};

struct run_command {
    struct texts arguments;
    struct span input;
    uint32_t limit_ms;
};

struct replace_file {
    const char *path;
    bool must_exist;
    struct span expected;
    struct span content;
    uint32_t mode;
};

struct mad_port {
    const char *adapter;
    uint32_t number;
};

struct mad_timing {
    uint32_t timeout_ms;
    uint32_t retries;
};

enum { MAX_HOPS = 63 };

struct subnet_query {
    struct mad_port from;
    bool by_route;
    uint16_t lid;
    struct span route;
    uint16_t attribute;
    uint32_t modifier;
    uint64_t m_key;
    struct mad_timing timing;
};

struct administration_query {
    struct mad_port from;
    uint16_t attribute;
    uint64_t component_mask;
    struct span record;
    uint64_t sa_key; // the SM_Key of a trusted question; 0 is none
    struct mad_timing timing;
};

struct discover_fabric {
    struct mad_port from;
    uint64_t m_key;
    struct mad_timing timing;
    uint8_t outstanding; // packets under way at a time, at least 1
    bool details;        // P_Key tables and SMInfo as well
};

// A list of operations that has been walked once, like texts; next_operation() takes them one by one.
struct operations {
    uint32_t count;
    struct reader items;
};

struct take_lock {
    const char *path;
    const char *run;
    const char *owner;
};

struct arm_guard {
    const char *folder;
    struct span record;
    uint32_t window_ms;
    struct operations commit; // replacements and removals of files only
    struct operations undo;   // nothing that reads, asks or guards
};

struct ping {
    const char *interface; // empty: by the routes
    const char *address;
    uint32_t bytes;
    uint32_t tries;
    uint32_t timeout_ms;
};

struct operation {
    enum opcode code;
    union {
        struct run_command run;
        struct {
            const char *path;
            uint32_t limit;
        } read;
        const char *path;
        struct texts names;
        struct replace_file replace;
        struct {
            const char *path;
            struct span expected;
        } remove;
        struct {
            const char *path;
            struct span value;
        } attribute;
        struct {
            const char *name;
            uint32_t bytes;
        } link;
        struct {
            uint32_t pid;
            uint64_t start_ticks;
            uint32_t number;
        } signal;
        struct subnet_query subnet;
        struct administration_query administration;
        struct take_lock lock;
        struct arm_guard arm;
        struct {
            const char *folder;
            uint32_t window_ms;
        } renew;
        struct ping ping;
        struct discover_fabric discover;
    };
};

// What a batch frame holds. operations is allocated; everything else points into the frame.
struct batch {
    uint32_t number;
    bool stop_at_failure;
    uint32_t count;
    struct operation *operations;
};

enum {
    MAX_OPERATIONS = 65536,
    MAX_FRAME = 64 << 20,
    MAX_CAPTURE = 24 << 20,
};

// Checks the whole frame before anything is done. On failure nothing is allocated and *why says what is wrong.
bool decode_batch(struct span frame, struct batch *batch, const char **why);
// Takes the next of a list that was checked with its frame.
void next_operation(struct reader *items, struct operation *op);

#endif
