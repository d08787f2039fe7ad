// Discovers the fabric of one port and prints what was found, the packets sent and the time:
//   sweep ADAPTER PORT OUTSTANDING [details]
#define _GNU_SOURCE
#include "outcome.h"
#include "session.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static bool never(struct session *session) {
    (void)session;
    return false;
}

static double seconds(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

int main(int count, char **arguments) {
    if (count < 4) {
        fprintf(stderr, "usage: %s ADAPTER PORT OUTSTANDING [details]\n", arguments[0]);
        return 2;
    }
    struct discover_fabric search = {
        .from = {arguments[1], (uint32_t)strtoul(arguments[2], NULL, 10)},
        .timing = {1000, 2},
        .outstanding = (uint8_t)strtoul(arguments[3], NULL, 10),
        .details = count > 4,
    };
    struct session session = {.is_cancelled = never};
    struct buffer out = {0};
    double begun = seconds();
    bool good = search.outstanding > 0 && discover_fabric(&session, &search, &out);
    double took = seconds() - begun;
    struct reader in = {out.data, out.data + out.size, false};
    if (good && take_u8(&in) == FABRIC_DISCOVERED) {
        uint32_t findings = take_u32(&in);
        in.at = in.end - 9;
        uint64_t sent = take_u64(&in);
        printf("findings %u sent %llu complete %u seconds %.4f\n", findings, (unsigned long long)sent, take_u8(&in), took);
    } else {
        fprintf(stderr, "%.*s\n", (int)out.size, (const char *)out.data);
    }
    free(out.data);
    close_umads(&session.devices);
    return !good;
}
