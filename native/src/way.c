#define _GNU_SOURCE
#include "way.h"
#include "netlink.h"

#include <arpa/inet.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

struct question {
    struct nlmsghdr head;
    struct rtmsg route;
    char attributes[96];
};

// An address without its scope; a mapped IPv4 one as IPv4.
struct address {
    int family;
    unsigned char bytes[16];
    unsigned scope;
};

static bool parse_address(const char text[PEER_SIZE], struct address *address) {
    static const char MAPPED[] = "::ffff:";
    char digits[PEER_SIZE];
    strcpy(digits, text);
    char *scope = strchr(digits, '%');
    address->scope = 0;
    if (scope) {
        *scope++ = 0;
        address->scope = if_nametoindex(scope);
        if (address->scope == 0)
            return false;
    }
    const char *plain = digits;
    if (strncmp(digits, MAPPED, sizeof MAPPED - 1) == 0 && strchr(digits, '.'))
        plain += sizeof MAPPED - 1;
    address->family = strchr(plain, ':') ? AF_INET6 : AF_INET;
    return inet_pton(address->family, plain, address->bytes) == 1;
}

// The index of the interface in an answer; 0 when it has none.
static unsigned interface_in(const struct nlmsghdr *answer) {
    if (answer->nlmsg_type != RTM_NEWROUTE)
        return 0;
    const struct rtmsg *route = NLMSG_DATA(answer);
    int left = (int)RTM_PAYLOAD(answer);
    for (const struct rtattr *a = RTM_RTA(route); RTA_OK(a, left); a = RTA_NEXT(a, left)) {
        unsigned index;
        if (a->rta_type == RTA_OIF && RTA_PAYLOAD(a) == sizeof index) {
            memcpy(&index, RTA_DATA(a), sizeof index);
            return index;
        }
    }
    return 0;
}

static unsigned ask(int fd, const struct address *to, const struct address *from) {
    size_t size = to->family == AF_INET ? 4 : 16;
    struct question question = {
        .head = {.nlmsg_len = NLMSG_LENGTH(sizeof question.route), .nlmsg_type = RTM_GETROUTE, .nlmsg_flags = NLM_F_REQUEST},
        .route = {.rtm_family = (unsigned char)to->family, .rtm_dst_len = (unsigned char)(8 * size)},
    };
    add_attribute(&question.head, RTA_DST, to->bytes, size);
    if (from) {
        question.route.rtm_src_len = (unsigned char)(8 * size);
        add_attribute(&question.head, RTA_SRC, from->bytes, size);
    }
    if (to->scope)
        add_attribute(&question.head, RTA_OIF, &to->scope, sizeof to->scope);
    union netlink_answer answer;
    return ask_netlink(fd, &question.head, &answer) ? 0 : interface_in(&answer.head);
}

// The address at the start of a text; what follows it, or NULL where there is none.
static const char *take_word(const char *text, char word[PEER_SIZE]) {
    size_t length = strcspn(text, " ");
    if (length == 0 || length >= PEER_SIZE)
        return NULL;
    memcpy(word, text, length);
    word[length] = 0;
    return text + length + strspn(text + length, " ");
}

bool way_back(const char *connection, struct way *way) {
    char port[PEER_SIZE], local[PEER_SIZE];
    struct address to, from;
    if (!connection || !(connection = take_word(connection, way->peer)) || !(connection = take_word(connection, port)) ||
        !take_word(connection, local) || !parse_address(way->peer, &to))
        return false;
    int fd = open_rtnetlink();
    if (fd < 0)
        return false;
    bool has_local = to.scope == 0 && parse_address(local, &from) && from.family == to.family;
    unsigned index = has_local ? ask(fd, &to, &from) : 0;
    if (index == 0)
        index = ask(fd, &to, NULL);
    close(fd);
    return index != 0 && if_indextoname(index, way->interface) != NULL;
}
