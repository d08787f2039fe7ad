#define _GNU_SOURCE
#include "netlink.h"

#include <errno.h>
#include <poll.h>
#include <string.h>
#include <sys/socket.h>

// The kernel answers at once; the limit is against waiting for ever.
enum { ANSWER_MS = 5000 };

int open_rtnetlink(void) { return socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, NETLINK_ROUTE); }

void add_attribute(struct nlmsghdr *message, unsigned short type, const void *data, size_t size) {
    struct rtattr *attribute = (struct rtattr *)((char *)message + NLMSG_ALIGN(message->nlmsg_len));
    attribute->rta_type = type;
    attribute->rta_len = (unsigned short)RTA_LENGTH(size);
    memcpy(RTA_DATA(attribute), data, size);
    message->nlmsg_len = NLMSG_ALIGN(message->nlmsg_len) + (unsigned)RTA_ALIGN(attribute->rta_len);
}

int ask_netlink(int fd, const struct nlmsghdr *message, union netlink_answer *answer) {
    if (send(fd, message, message->nlmsg_len, 0) < 0)
        return errno;
    struct pollfd input = {.fd = fd, .events = POLLIN};
    if (poll(&input, 1, ANSWER_MS) <= 0)
        return ETIMEDOUT;
    ssize_t n = recv(fd, answer, sizeof *answer, 0);
    if (n < 0)
        return errno;
    return NLMSG_OK(&answer->head, (size_t)n) ? 0 : EPROTO;
}
