// The kernel's interface to management datagrams (Documentation/infiniband/user_mad.rst, include/uapi/rdma/ib_user_mad.h).
#ifndef IBPLAY_UMAD_H
#define IBPLAY_UMAD_H

#include "operation.h"

enum { MAD_SIZE = 256, MAX_DEVICES = 16, CLASS_SMP = 0x01, CLASS_DIRECTED_SMP = 0x81, CLASS_ADMINISTRATION = 0x03 };

struct umad;

// The devices that a session has opened.
struct umads {
    struct umad *open[MAX_DEVICES];
    size_t count;
};

// One datagram to be sent; bytes 8..15 of mad, the transaction, are filled in.
struct outgoing {
    const uint8_t *mad;
    uint16_t lid;
    uint8_t service_level;
    uint32_t transaction;
    uint32_t timeout_ms; // after which the kernel says that nothing came
};

// One datagram that came, or, with a status, the kernel's word that none did.
struct incoming {
    uint32_t status; // an errno
    uint32_t transaction;
    struct span mad; // at least the 24 bytes of the common header; valid until the next one is received
};

// The open device for a port, kept until close_umads(); NULL and *error.
struct umad *open_umad(struct umads *devices, const struct mad_port *port, int *error);
void close_umads(struct umads *devices);
// Numbers of exchanges, which no two under way at a device have in common.
uint16_t next_generation(struct umad *device);
// 0 or errno.
int send_mad(struct umad *device, const struct outgoing *packet);
// Waits at most so long. 0 or errno; EAGAIN when there is none.
int receive_mad(struct umad *device, int wait_ms, struct incoming *packet);

#endif
