#define _GNU_SOURCE
#include "umad.h"
#include "clock.h"
#include "files.h"

#include <arpa/inet.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

// Only open, close, read, write, ioctl, poll and opendir are used on these paths: a simulated fabric replaces just those.
#define UMAD_CLASS "/sys/class/infiniband_mad"

// The header as it was before P_Key indices were added to it; the kernel takes it from programs that do not ask for them.
struct header {
    uint32_t agent;
    uint32_t status;
    uint32_t timeout_ms;
    uint32_t retries;
    uint32_t length;
    uint32_t qpn; // big-endian, like all below
    uint32_t qkey;
    uint16_t lid;
    uint8_t service_level;
    uint8_t path_bits;
    uint8_t grh[4];
    uint8_t gid[16];
    uint32_t flow_label;
};
_Static_assert(sizeof(struct header) == 56, "the kernel's size");

struct registration {
    uint32_t agent;
    uint32_t method_mask[4];
    uint8_t qpn;
    uint8_t management_class;
    uint8_t class_version;
    uint8_t oui[3];
    uint8_t rmpp_version;
};
_Static_assert(sizeof(struct registration) == 28, "the kernel's size");
#define REGISTER_AGENT _IOWR(0x1b, 1, struct registration)

enum { WINDOW = 16, MAX_DEVICES = 16, MAX_REPLY = 16 << 20, ADMINISTRATION_HEADER = 56, SLACK_MS = 200, GENERAL_QKEY = (int)0x80010000 };

struct umad {
    char adapter[64];
    uint32_t port;
    int fd;
    int agents[256]; // by class; 0 is none, otherwise the agent's number + 1
    uint32_t next_transaction;
};

static struct umad devices[MAX_DEVICES];
static size_t device_count;

static bool serves(const char *name, const struct mad_port *port) {
    char path[512], text[128];
    snprintf(path, sizeof path, UMAD_CLASS "/%s/ibdev", name);
    if (read_attribute(path, text, sizeof text) != 0 || strcmp(text, port->adapter) != 0)
        return false;
    snprintf(path, sizeof path, UMAD_CLASS "/%s/port", name);
    return read_attribute(path, text, sizeof text) == 0 && strtoul(text, NULL, 0) == port->number;
}

static int open_device(const struct mad_port *port, int *error) {
    DIR *folder = opendir(UMAD_CLASS);
    if (!folder) {
        *error = errno == ENOENT ? ENODEV : errno;
        return -1;
    }
    int fd = -1;
    *error = ENODEV;
    struct dirent *entry;
    while (fd < 0 && (entry = readdir(folder))) {
        if (strncmp(entry->d_name, "umad", 4) != 0 || !serves(entry->d_name, port))
            continue;
        char path[512];
        snprintf(path, sizeof path, "/dev/infiniband/%s", entry->d_name);
        fd = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC);
        *error = fd < 0 ? errno : 0;
        break;
    }
    closedir(folder);
    return fd;
}

struct umad *open_umad(const struct mad_port *port, int *error) {
    for (size_t i = 0; i < device_count; i++)
        if (devices[i].port == port->number && strcmp(devices[i].adapter, port->adapter) == 0)
            return &devices[i];
    struct umad *device = &devices[device_count];
    if (device_count == MAX_DEVICES || strlen(port->adapter) >= sizeof device->adapter) {
        *error = ENODEV;
        return NULL;
    }
    int fd = open_device(port, error);
    if (fd < 0)
        return NULL;
    strcpy(device->adapter, port->adapter);
    device->port = port->number;
    device->fd = fd;
    struct timespec t;
    clock_gettime(CLOCK_REALTIME, &t);
    device->next_transaction = (uint32_t)t.tv_nsec ^ (uint32_t)getpid() << 16;
    device_count++;
    return device;
}

// The number of the agent for a class; -1 and errno. An empty method mask asks for answers only.
static int agent_for(struct umad *device, uint8_t management_class) {
    int *agent = &device->agents[management_class];
    if (*agent == 0) {
        bool general = management_class == CLASS_ADMINISTRATION;
        struct registration request = {
            .qpn = general,
            .management_class = management_class,
            .class_version = general ? 2 : 1,
            .rmpp_version = general,
        };
        if (ioctl(device->fd, REGISTER_AGENT, &request) < 0)
            return -1;
        *agent = (int)request.agent + 1;
    }
    return *agent - 1;
}

// Sends the next try with a transaction number of its own. 0 or errno.
static int send_try(struct umad *device, struct exchange *exchange) {
    struct {
        struct header header;
        uint8_t mad[MAD_SIZE];
    } packet = {0};
    int agent = agent_for(device, exchange->mad[1]);
    if (agent < 0)
        return errno;
    bool general = exchange->mad[1] == CLASS_ADMINISTRATION;
    packet.header.agent = (uint32_t)agent;
    packet.header.timeout_ms = exchange->timing.timeout_ms;
    packet.header.length = MAD_SIZE;
    packet.header.qpn = htonl(general);
    packet.header.qkey = htonl(general ? (uint32_t)GENERAL_QKEY : 0);
    packet.header.lid = htons(exchange->lid);
    packet.header.service_level = exchange->service_level;
    memcpy(packet.mad, exchange->mad, MAD_SIZE);
    uint32_t transaction = htonl(exchange->first_transaction + exchange->tries);
    memcpy(packet.mad + 12, &transaction, sizeof transaction);
    exchange->tries++;
    exchange->deadline = now_ms() + exchange->timing.timeout_ms + SLACK_MS;
    return write(device->fd, &packet, sizeof packet) < 0 ? errno : 0;
}

static void finish(struct exchange *exchange, int error) {
    exchange->state = BROKEN;
    exchange->error = error;
}

static void try_again(struct umad *device, struct exchange *exchange) {
    if (exchange->tries > exchange->timing.retries) {
        exchange->state = UNANSWERED;
        return;
    }
    int error = send_try(device, exchange);
    if (error)
        finish(exchange, error);
}

static void begin(struct umad *device, struct exchange *exchange) {
    exchange->state = WAITING;
    exchange->tries = 0;
    exchange->first_transaction = device->next_transaction;
    device->next_transaction += exchange->timing.retries + 1;
    int error = send_try(device, exchange);
    if (error)
        finish(exchange, error);
}

// One packet: 0, or errno; EAGAIN when there is none. A long answer is put together by the kernel, which says ENOSPC
// with the length in the header when the buffer is short, and keeps the packet.
static int receive(struct umad *device, struct buffer *packet) {
    size_t size = sizeof(struct header) + MAD_SIZE;
    for (;;) {
        packet->size = 0;
        if (!reserve(packet, size))
            return ENOMEM;
        ssize_t n = read(device->fd, packet->data, size);
        if (n >= 0) {
            packet->size = (size_t)n;
            return n < (ssize_t)sizeof(struct header) + 24 ? EPROTO : 0;
        }
        if (errno != ENOSPC)
            return errno;
        struct header header;
        memcpy(&header, packet->data, sizeof header);
        if (header.length > MAX_REPLY || header.length + sizeof header <= size)
            return EMSGSIZE;
        size = header.length + sizeof header;
    }
}

static struct exchange *find(struct exchange *exchanges, size_t count, uint32_t transaction) {
    for (size_t i = 0; i < count; i++)
        if (exchanges[i].state == WAITING && transaction - exchanges[i].first_transaction < exchanges[i].tries)
            return &exchanges[i];
    return NULL;
}

static bool answers(const uint8_t *request, const uint8_t *reply) {
    return reply[1] == request[1] && (reply[3] & 0x80) && memcmp(reply + 16, request + 16, 2) == 0;
}

static void accept_packet(struct umad *device, struct exchange *exchanges, size_t count, struct buffer *packet) {
    struct header header;
    memcpy(&header, packet->data, sizeof header);
    const uint8_t *mad = packet->data + sizeof header;
    uint32_t transaction;
    memcpy(&transaction, mad + 12, sizeof transaction);
    transaction = ntohl(transaction);
    struct exchange *exchange = find(exchanges, count, transaction);
    if (!exchange)
        return; // too late, or for an earlier batch
    if (header.status != 0) {
        // The kernel gave up on one try. Only the newest one counts: its successor may be under way already.
        if (transaction - exchange->first_transaction == exchange->tries - 1)
            try_again(device, exchange);
        return;
    }
    // A reassembled answer is as long as its records; everything else is a whole datagram.
    size_t least = exchange->mad[1] == CLASS_ADMINISTRATION ? ADMINISTRATION_HEADER : MAD_SIZE;
    if (packet->size < sizeof header + least || !answers(exchange->mad, mad))
        return;
    put_raw(&exchange->reply, mad, packet->size - sizeof header);
    exchange->state = ANSWERED;
    if (exchange->reply.bad)
        finish(exchange, ENOMEM);
}

static void wait_for_packets(struct umad *device, struct exchange *exchanges, size_t count) {
    int64_t next = INT64_MAX, now = now_ms();
    for (size_t i = 0; i < count; i++)
        if (exchanges[i].state == WAITING && exchanges[i].deadline < next)
            next = exchanges[i].deadline;
    struct pollfd input = {.fd = device->fd, .events = POLLIN};
    int error = 0;
    if (next > now && poll(&input, 1, (int)(next - now < 60000 ? next - now : 60000)) > 0) {
        struct buffer packet = {0};
        error = receive(device, &packet);
        if (!error)
            accept_packet(device, exchanges, count, &packet);
        free(packet.data);
    }
    now = now_ms();
    for (size_t i = 0; i < count; i++) {
        if (exchanges[i].state != WAITING)
            continue;
        if (error && error != EAGAIN && error != EINTR)
            finish(&exchanges[i], error);
        else if (exchanges[i].deadline <= now)
            try_again(device, &exchanges[i]);
    }
}

void exchange_all(struct umad *device, struct exchange *exchanges, size_t count) {
    size_t started = 0;
    for (;;) {
        size_t waiting = 0;
        for (size_t i = 0; i < started; i++)
            waiting += exchanges[i].state == WAITING;
        while (waiting < WINDOW && started < count) {
            begin(device, &exchanges[started]);
            waiting += exchanges[started++].state == WAITING;
        }
        if (waiting == 0)
            return;
        wait_for_packets(device, exchanges, started);
    }
}
