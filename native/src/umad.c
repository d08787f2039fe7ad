#define _GNU_SOURCE
#include "umad.h"
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

enum { MAX_REPLY = 16 << 20, GENERAL_QKEY = (int)0x80010000 };

struct umad {
    char adapter[64];
    uint32_t port;
    int fd;
    int agents[256]; // by class; 0 is none, otherwise the agent's number + 1
    uint16_t generation;
    struct buffer packet; // the last that came
};

static bool serves(const char *name, const struct mad_port *port) {
    char path[512], text[128];
    snprintf(path, sizeof path, UMAD_CLASS "/%s/ibdev", name);
    if (read_attribute(path, text, sizeof text) != 0 || strcmp(text, port->adapter) != 0)
        return false;
    snprintf(path, sizeof path, UMAD_CLASS "/%s/port", name);
    return read_number(path) == port->number;
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

struct umad *open_umad(struct umads *devices, const struct mad_port *port, int *error) {
    for (size_t i = 0; i < devices->count; i++)
        if (devices->open[i]->port == port->number && strcmp(devices->open[i]->adapter, port->adapter) == 0)
            return devices->open[i];
    *error = ENODEV;
    if (devices->count == MAX_DEVICES || strlen(port->adapter) >= sizeof devices->open[0]->adapter)
        return NULL;
    int fd = open_device(port, error);
    if (fd < 0)
        return NULL;
    struct umad *device = calloc(1, sizeof *device);
    if (!device) {
        close(fd);
        *error = ENOMEM;
        return NULL;
    }
    strcpy(device->adapter, port->adapter);
    device->port = port->number;
    device->fd = fd;
    struct timespec t;
    clock_gettime(CLOCK_REALTIME, &t);
    device->generation = (uint16_t)(t.tv_nsec >> 8);
    devices->open[devices->count++] = device;
    return device;
}

void close_umads(struct umads *devices) {
    while (devices->count > 0) {
        struct umad *device = devices->open[--devices->count];
        close(device->fd);
        free(device->packet.data);
        free(device);
    }
}

uint16_t next_generation(struct umad *device) { return ++device->generation; }

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

int send_mad(struct umad *device, const struct outgoing *outgoing) {
    struct {
        struct header header;
        uint8_t mad[MAD_SIZE];
    } packet = {0};
    int agent = agent_for(device, outgoing->mad[1]);
    if (agent < 0)
        return errno;
    bool general = outgoing->mad[1] == CLASS_ADMINISTRATION;
    packet.header.agent = (uint32_t)agent;
    packet.header.timeout_ms = outgoing->timeout_ms;
    packet.header.length = MAD_SIZE;
    packet.header.qpn = htonl(general);
    packet.header.qkey = htonl(general ? (uint32_t)GENERAL_QKEY : 0);
    packet.header.lid = htons(outgoing->lid);
    packet.header.service_level = outgoing->service_level;
    memcpy(packet.mad, outgoing->mad, MAD_SIZE);
    uint32_t transaction = htonl(outgoing->transaction);
    memcpy(packet.mad + 12, &transaction, sizeof transaction);
    return write(device->fd, &packet, sizeof packet) < 0 ? errno : 0;
}

// One packet with its header. A long answer is put together by the kernel, which says ENOSPC with the length in the header
// when the buffer is short, and keeps the packet.
static int read_packet(struct umad *device) {
    struct buffer *packet = &device->packet;
    size_t size = sizeof(struct header) + MAD_SIZE;
    for (;;) {
        packet->size = 0;
        if (!reserve(packet, size))
            return ENOMEM;
        memset(packet->data, 0, sizeof(struct header));
        ssize_t n = read(device->fd, packet->data, size);
        if (n >= 0) {
            packet->size = (size_t)n;
            return 0;
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

int receive_mad(struct umad *device, int wait_ms, struct incoming *incoming) {
    enum { COMMON_HEADER = 24, AT_TRANSACTION = 12 };
    struct pollfd input = {.fd = device->fd, .events = POLLIN};
    int ready = poll(&input, 1, wait_ms);
    if (ready <= 0)
        return ready < 0 ? errno : EAGAIN;
    int error = read_packet(device);
    if (error)
        return error;
    struct header header;
    if (device->packet.size < sizeof header + COMMON_HEADER)
        return EPROTO;
    memcpy(&header, device->packet.data, sizeof header);
    incoming->status = header.status;
    incoming->mad = (struct span){device->packet.data + sizeof header, device->packet.size - sizeof header};
    uint32_t transaction;
    memcpy(&transaction, incoming->mad.data + AT_TRANSACTION, sizeof transaction);
    incoming->transaction = ntohl(transaction);
    return 0;
}
