// ICMP echo with packets that nobody may fragment (RFC 792, RFC 4443), to prove an MTU end to end.
#define _GNU_SOURCE
#include "clock.h"
#include "outcome.h"

#include <arpa/inet.h>
#include <errno.h>
#include <net/if.h>
#include <netinet/in.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum {
    HEAD = 8,
    IPV4_HEAD = 20,
    IPV6_HEAD = 40,
    LARGEST = 65535,
    DONT_FRAGMENT_PROBE = 3, // IP_PMTUDISC_PROBE: as large as the interface takes, whatever path MTU is remembered
    PATTERN = 0x5a,
};

// Of the two families: message types and where a quoted packet begins to be interesting.
struct family {
    int number;
    int header;
    uint8_t request, reply, too_big, too_big_code;
};

static const struct family ipv4 = {AF_INET, IPV4_HEAD, 8, 0, 3, 4};
static const struct family ipv6 = {AF_INET6, IPV6_HEAD, 128, 129, 2, 0};

struct peer {
    const struct family *family;
    union {
        struct sockaddr any;
        struct sockaddr_in v4;
        struct sockaddr_in6 v6;
    } address;
    socklen_t size;
};

static bool parse(const struct ping *ping, struct peer *peer) {
    *peer = (struct peer){0};
    if (inet_pton(AF_INET, ping->address, &peer->address.v4.sin_addr) == 1) {
        peer->family = &ipv4;
        peer->address.v4.sin_family = AF_INET;
        peer->size = sizeof peer->address.v4;
        return true;
    }
    if (inet_pton(AF_INET6, ping->address, &peer->address.v6.sin6_addr) != 1)
        return false;
    peer->family = &ipv6;
    peer->address.v6.sin6_family = AF_INET6;
    if (IN6_IS_ADDR_LINKLOCAL(&peer->address.v6.sin6_addr))
        peer->address.v6.sin6_scope_id = if_nametoindex(ping->interface);
    peer->size = sizeof peer->address.v6;
    return true;
}

static int set(int fd, int level, int name, int value) {
    return setsockopt(fd, level, name, &value, sizeof value) < 0 ? errno : 0;
}

// A raw socket, or -1 and *error.
static int open_socket(const struct ping *ping, const struct peer *peer, int *error) {
    bool v6 = peer->family == &ipv6;
    int fd = socket(peer->family->number, SOCK_RAW | SOCK_CLOEXEC, v6 ? IPPROTO_ICMPV6 : IPPROTO_ICMP);
    if (fd < 0) {
        *error = errno;
        return -1;
    }
    *error = v6 ? set(fd, IPPROTO_IPV6, IPV6_MTU_DISCOVER, DONT_FRAGMENT_PROBE)
                : set(fd, IPPROTO_IP, IP_MTU_DISCOVER, DONT_FRAGMENT_PROBE);
    if (!*error && v6)
        *error = set(fd, IPPROTO_IPV6, IPV6_DONTFRAG, 1);
    if (!*error && *ping->interface &&
        setsockopt(fd, SOL_SOCKET, SO_BINDTODEVICE, ping->interface, (socklen_t)strlen(ping->interface)) < 0)
        *error = errno;
    set(fd, SOL_SOCKET, SO_SNDBUF, 1 << 20);
    set(fd, SOL_SOCKET, SO_RCVBUF, 1 << 20);
    if (*error) {
        close(fd);
        return -1;
    }
    return fd;
}

static uint16_t checksum(const unsigned char *data, size_t size) {
    uint32_t sum = 0;
    for (size_t i = 0; i < size; i++)
        sum += i % 2 ? data[i] : (uint32_t)data[i] << 8;
    while (sum >> 16)
        sum = (sum & 0xffff) + (sum >> 16);
    return (uint16_t)~sum;
}

static void put16(unsigned char *at, unsigned value) {
    at[0] = (unsigned char)(value >> 8);
    at[1] = (unsigned char)value;
}

struct echo {
    const struct family *family;
    unsigned char *message; // as it was sent
    size_t size;
    unsigned char *received;
    size_t room;
};

static void compose(struct echo *echo, unsigned id, unsigned sequence) {
    memset(echo->message, PATTERN, echo->size);
    memset(echo->message, 0, HEAD);
    echo->message[0] = echo->family->request;
    put16(echo->message + 4, id);
    put16(echo->message + 6, sequence);
    // The kernel computes that of ICMPv6, which covers the addresses too.
    if (echo->family == &ipv4)
        put16(echo->message + 2, checksum(echo->message, echo->size));
}

enum answer { OTHER, ANSWER, TOO_BIG };

// IPv4 raw sockets receive the IP header too; IPv6 ones do not (ip(7), RFC 3542).
static enum answer examine(const struct echo *echo, size_t size) {
    const unsigned char *at = echo->received;
    const struct family *family = echo->family;
    if (family == &ipv4) {
        size_t header = size > 0 ? (size_t)(at[0] & 15) * 4 : 0;
        if (header < IPV4_HEAD || size < header)
            return OTHER;
        at += header;
        size -= header;
    }
    if (size < HEAD)
        return OTHER;
    const unsigned char *sent = echo->message;
    if (at[0] == family->reply && size == echo->size && memcmp(at + 4, sent + 4, size - 4) == 0)
        return ANSWER;
    // An error message quotes the packet from its IP header on.
    if (at[0] == family->too_big && at[1] == family->too_big_code && size >= (size_t)(HEAD + family->header + HEAD) &&
        at[HEAD + family->header] == family->request && memcmp(at + HEAD + family->header + 4, sent + 4, 4) == 0)
        return TOO_BIG;
    return OTHER;
}

static enum answer await(int fd, struct echo *echo, uint32_t timeout_ms) {
    int64_t deadline = now_ms() + timeout_ms;
    for (int64_t left = timeout_ms; left >= 0; left = deadline - now_ms()) {
        struct pollfd input = {.fd = fd, .events = POLLIN};
        if (poll(&input, 1, (int)(left < INT32_MAX ? left : INT32_MAX)) <= 0)
            continue;
        ssize_t n = recv(fd, echo->received, echo->room, MSG_DONTWAIT);
        enum answer answer = n > 0 ? examine(echo, (size_t)n) : OTHER;
        if (answer != OTHER)
            return answer;
    }
    return OTHER;
}

static bool try_all(int fd, const struct ping *ping, const struct peer *peer, struct echo *echo, struct buffer *out) {
    for (uint32_t i = 0; i < ping->tries && !controller_is_gone(0); i++) {
        compose(echo, (unsigned)getpid() & 0xffff, i + 1);
        if (sendto(fd, echo->message, echo->size, 0, &peer->address.any, peer->size) < 0)
            return failed(out, errno, "send %u bytes to %s", ping->bytes, ping->address);
        enum answer answer = await(fd, echo, ping->timeout_ms);
        if (answer == ANSWER)
            return done(out);
        if (answer == TOO_BIG)
            return failed(out, EMSGSIZE, "a router on the way to %s says that %u bytes are too many", ping->address,
                          ping->bytes);
    }
    put_u8(out, NO_ANSWER);
    return false;
}

bool ping(const struct ping *ping, struct buffer *out) {
    struct peer peer;
    if (!parse(ping, &peer))
        return failed(out, EINVAL, "%s is no IP address", ping->address);
    size_t headers = (size_t)peer.family->header;
    if (ping->bytes < headers + HEAD || ping->bytes > LARGEST)
        return failed(out, EINVAL, "a packet of %u bytes", ping->bytes);
    struct echo echo = {.family = peer.family, .size = ping->bytes - headers, .room = LARGEST + 1};
    int error;
    int fd = open_socket(ping, &peer, &error);
    if (fd < 0)
        return failed(out, error, "open a socket for ICMP%s%s", *ping->interface ? " on " : "", ping->interface);
    echo.message = malloc(echo.size);
    echo.received = malloc(echo.room);
    bool answered = echo.message && echo.received ? try_all(fd, ping, &peer, &echo, out)
                                                  : failed(out, ENOMEM, "a packet of %u bytes", ping->bytes);
    free(echo.message);
    free(echo.received);
    close(fd);
    return answered;
}
