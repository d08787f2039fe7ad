// Sets an interface's MTU by rtnetlink (rtnetlink(7)), whose error is the kernel's own.
#define _GNU_SOURCE
#include "netlink.h"
#include "outcome.h"

#include <errno.h>
#include <net/if.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

struct request {
    struct nlmsghdr head;
    struct ifinfomsg link;
    char attributes[64];
};

// The acknowledgement's errno.
static int set(int fd, const struct request *request) {
    union netlink_answer answer;
    int error = ask_netlink(fd, &request->head, &answer);
    if (error)
        return error;
    if (answer.head.nlmsg_type != NLMSG_ERROR)
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
    add_attribute(&request.head, IFLA_IFNAME, name, strlen(name) + 1);
    add_attribute(&request.head, IFLA_MTU, &bytes, sizeof bytes);
    int fd = open_rtnetlink();
    if (fd < 0)
        return failed(out, errno, "open a netlink socket");
    int error = set(fd, &request);
    close(fd);
    return error ? failed(out, error, "set the MTU of %s to %u", name, bytes) : done(out);
}
