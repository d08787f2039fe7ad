// In front of ibsim's libumad2sim by LD_PRELOAD: counts the management packets that a program sends, and holds back each reply
// until DELAY_US microseconds after its request. At the end the count goes to the file COUNT_FILE.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <poll.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

// umad2sim's own numbers for umad devices; the sizes of a packet with either header.
enum { FIRST_DEVICE = 1024, LAST_DEVICE = 2047, OLD_PACKET = 312, NEW_PACKET = 320, PLACES = 65536 };

struct held {
    int64_t due;
    ssize_t size;
    char data[NEW_PACKET];
};

static struct held held[PLACES]; // a ring
static unsigned first, last;
static int64_t sent_at[PLACES]; // by the low bits of the transaction
static unsigned long sent;

static int64_t now_us(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000000 + t.tv_nsec / 1000;
}

static int64_t delay_us(void) {
    static int64_t delay = -1;
    if (delay < 0)
        delay = atoll(getenv("DELAY_US") ? getenv("DELAY_US") : "0");
    return delay;
}

static int is_device(int fd) { return fd >= FIRST_DEVICE && fd <= LAST_DEVICE; }

static unsigned place_of(const char *packet, ssize_t size) {
    const unsigned char *transaction = (const unsigned char *)packet + size - 256 + 14;
    return (unsigned)transaction[0] << 8 | transaction[1];
}

static int (*real_poll(void))(struct pollfd *, nfds_t, int) {
    static int (*call)(struct pollfd *, nfds_t, int);
    if (!call)
        *(void **)&call = dlsym(RTLD_NEXT, "poll");
    return call;
}

static ssize_t (*real_read(void))(int, void *, size_t) {
    static ssize_t (*call)(int, void *, size_t);
    if (!call)
        *(void **)&call = dlsym(RTLD_NEXT, "read");
    return call;
}

ssize_t write(int fd, const void *data, size_t size) {
    static ssize_t (*call)(int, const void *, size_t);
    if (!call)
        *(void **)&call = dlsym(RTLD_NEXT, "write");
    if (is_device(fd) && (size == OLD_PACKET || size == NEW_PACKET)) {
        sent++;
        sent_at[place_of(data, (ssize_t)size)] = now_us();
    }
    return call(fd, data, size);
}

static void take_what_came(int fd, int wait_ms) {
    struct pollfd input = {.fd = fd, .events = POLLIN};
    while (real_poll()(&input, 1, wait_ms) > 0 && last - first < PLACES) {
        struct held *packet = &held[last % PLACES];
        packet->size = real_read()(fd, packet->data, sizeof packet->data);
        if (packet->size < OLD_PACKET)
            return;
        packet->due = sent_at[place_of(packet->data, packet->size)] + delay_us();
        last++;
        wait_ms = 0;
    }
}

int poll(struct pollfd *fds, nfds_t count, int wait_ms) {
    if (count != 1 || !is_device(fds->fd) || delay_us() == 0)
        return real_poll()(fds, count, wait_ms);
    take_what_came(fds->fd, first == last ? wait_ms : 0);
    if (first == last)
        return 0;
    int64_t left = held[first % PLACES].due - now_us();
    if (left > 0)
        usleep((useconds_t)left);
    fds->revents = POLLIN;
    return 1;
}

ssize_t read(int fd, void *data, size_t size) {
    if (!is_device(fd) || delay_us() == 0)
        return real_read()(fd, data, size);
    struct pollfd input = {.fd = fd, .events = POLLIN};
    if (poll(&input, 1, -1) <= 0)
        return -1;
    struct held *packet = &held[first++ % PLACES];
    size_t n = (size_t)packet->size < size ? (size_t)packet->size : size;
    memcpy(data, packet->data, n);
    return (ssize_t)n;
}

__attribute__((destructor)) static void tell(void) {
    const char *path = getenv("COUNT_FILE");
    FILE *file = path ? fopen(path, "w") : NULL;
    if (file) {
        fprintf(file, "%lu\n", sent);
        fclose(file);
    }
}
