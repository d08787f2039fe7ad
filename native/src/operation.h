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
    struct mad_timing timing;
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

#endif
