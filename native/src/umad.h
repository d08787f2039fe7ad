// The kernel's interface to management datagrams (Documentation/infiniband/user_mad.rst, include/uapi/rdma/ib_user_mad.h).
#ifndef IBPLAY_UMAD_H
#define IBPLAY_UMAD_H

#include "operation.h"

enum { MAD_SIZE = 256, CLASS_SMP = 0x01, CLASS_DIRECTED_SMP = 0x81, CLASS_ADMINISTRATION = 0x03 };

// One request and what came of it.
struct exchange {
    uint8_t mad[MAD_SIZE]; // bytes 8..15, the transaction, are filled in for each try
    uint16_t lid;
    uint8_t service_level;
    struct mad_timing timing;
    enum { WAITING, ANSWERED, UNANSWERED, BROKEN } state;
    int error;           // of BROKEN
    struct buffer reply; // of ANSWERED: the whole datagram, put together by the kernel
    uint32_t first_transaction;
    uint32_t tries;
    int64_t deadline;
};

struct umad;

// The open device for a port, kept until the process ends; NULL and *error.
struct umad *open_umad(const struct mad_port *port, int *error);
// Runs all exchanges, at most 16 at a time.
void exchange_all(struct umad *device, struct exchange *exchanges, size_t count);

#endif
