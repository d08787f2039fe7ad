// One question to the kernel by netlink (netlink(7)), and its answer.
#ifndef IBPLAY_NETLINK_H
#define IBPLAY_NETLINK_H

#include <linux/rtnetlink.h>
#include <stddef.h>

union netlink_answer {
    struct nlmsghdr head;
    char bytes[8192];
};

// A socket for questions about links and routes; negative with errno.
int open_rtnetlink(void);
// Adds an attribute behind a message, which must have room for it.
void add_attribute(struct nlmsghdr *message, unsigned short type, const void *data, size_t size);
// Sends a message and waits for one answer; an errno, or 0.
int ask_netlink(int fd, const struct nlmsghdr *message, union netlink_answer *answer);

#endif
