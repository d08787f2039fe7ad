// The way back to where a login came from.
#ifndef IBPLAY_WAY_H
#define IBPLAY_WAY_H

#include <net/if.h>
#include <stdbool.h>

enum { PEER_SIZE = 64 };

// The address that the login came from and the interface over which this host sends to it.
struct way {
    char peer[PEER_SIZE], interface[IF_NAMESIZE];
};

// Asks the kernel (rtnetlink(7), RTM_GETROUTE) by sshd's SSH_CONNECTION (sshd(8)): with the local address first, since routes may
// depend on it. False when there is no such connection, or no answer.
bool way_back(const char *connection, struct way *way);

#endif
