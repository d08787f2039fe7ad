// Sets an interface's MTU by rtnetlink (rtnetlink(7)), whose error is the kernel's own.
#define _GNU_SOURCE
#include "outcome.h"

#include <errno.h>
#include <linux/rtnetlink.h>
#include <net/if.h>
#include <poll.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { ANSWER_MS = 5000 };

struct request {
    struct nlmsghdr head;
    struct ifinfomsg link;
    char attributes[64];
};

static void add(struct request *request, unsigned short type, const void *data, size_t size) {
    struct rtattr *attribute = (struct rtattr *)((char *)request + NLMSG_ALIGN(request->head.nlmsg_len));
    attribute->rta_type = type;
    attribute->rta_len = (unsigned short)RTA_LENGTH(size);
    memcpy(RTA_DATA(attribute), data, size);
    request->head.nlmsg_len = NLMSG_ALIGN(request->head.nlmsg_len) + (unsigned)RTA_ALIGN(attribute->rta_len);
}

// The acknowledgement's errno. The kernel answers at once; the limit is against waiting for ever.
static int receive_acknowledgement(int fd) {
    union {
        struct nlmsghdr head;
        char bytes[8192];
    } answer;
    struct pollfd input = {.fd = fd, .events = POLLIN};
    if (poll(&input, 1, ANSWER_MS) <= 0)
        return ETIMEDOUT;
    ssize_t n = recv(fd, &answer, sizeof answer, 0);
    if (n < 0)
        return errno;
    if (!NLMSG_OK(&answer.head, (size_t)n) || answer.head.nlmsg_type != NLMSG_ERROR)
        return EPROTO;
    const struct nlmsgerr *result = NLMSG_DATA(&answer.head);
    return -result->error;
}

bool set_link_mtu(const char *name, uint32_t bytes, struct buffer *out) {
    if (strlen(name) >= IF_NAMESIZE)
        return failed(out, ENODEV, "interface %s", name);
    struct request request = {
        .head = {.nlmsg_len = NLMSG_LENGTH(sizeof request.link),
                 .nlmsg_type = RTM_NEWLINK,
                 .nlmsg_flags = NLM_F_REQUEST | NLM_F_ACK,
                 .nlmsg_seq = 1},
        .link = {.ifi_family = AF_UNSPEC},
    };
    add(&request, IFLA_IFNAME, name, strlen(name) + 1);
    add(&request, IFLA_MTU, &bytes, sizeof bytes);
    int fd = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, NETLINK_ROUTE);
    if (fd < 0)
        return failed(out, errno, "open a netlink socket");
    int error = send(fd, &request, request.head.nlmsg_len, 0) < 0 ? errno : receive_acknowledgement(fd);
    close(fd);
    return error ? failed(out, error, "set the MTU of %s to %u", name, bytes) : done(out);
}
