// Takes the place of open, close, opendir, readdir, closedir, read, write, poll, ioctl and clock_gettime (ld --wrap). Time only passes
// here, so that no test waits.
#define _GNU_SOURCE
#include "device.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sanitizer/asan_interface.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

enum { HEADER = 56, QUEUE = 1024, LARGEST = 4096 };

struct packet {
    size_t size;
    uint8_t data[HEADER + LARGEST];
};

static struct packet *queue[QUEUE];
static int queued;
static const struct fabric *fabric;
static enum manner manner;
static unsigned long written;
static int device_fd = -1;
static int64_t clock_us = 1000000000;

int __real_close(int fd);
int __real_open(const char *path, int flags, ...);
ssize_t __real_read(int fd, void *data, size_t size);
ssize_t __real_write(int fd, const void *data, size_t size);
int __real_clock_gettime(clockid_t clock, struct timespec *time);
int __wrap_open(const char *path, int flags, ...);
DIR *__wrap_opendir(const char *path);
struct dirent *__wrap_readdir(DIR *folder);
int __wrap_close(int fd);
int __wrap_closedir(DIR *folder);
ssize_t __wrap_read(int fd, void *data, size_t size);
ssize_t __wrap_write(int fd, const void *data, size_t size);
int __wrap_poll(struct pollfd *fds, nfds_t count, int wait_ms);
int __wrap_ioctl(int fd, unsigned long request, ...);
int __wrap_clock_gettime(clockid_t clock, struct timespec *time);

void prepare_device(const struct fabric *with, enum manner how) {
    fabric = with;
    manner = how;
    while (queued > 0)
        free(queue[--queued]);
    written = 0;
}

unsigned long packets_written(void) { return written; }

double real_seconds(void) {
    struct timespec t;
    __real_clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

int __wrap_clock_gettime(clockid_t clock, struct timespec *time) {
    (void)clock;
    clock_us += 1;
    time->tv_sec = clock_us / 1000000;
    time->tv_nsec = clock_us % 1000000 * 1000;
    return 0;
}

static int open_text(const char *text) {
    int fd = memfd_create("attribute", MFD_CLOEXEC);
    if (fd < 0 || __real_write(fd, text, strlen(text)) < 0 || lseek(fd, 0, SEEK_SET) < 0)
        abort();
    return fd;
}

int __wrap_open(const char *path, int flags, ...) {
    (void)flags;
    if (strcmp(path, "/sys/class/infiniband_mad/umad0/ibdev") == 0)
        return open_text("fake0\n");
    if (strcmp(path, "/sys/class/infiniband_mad/umad0/port") == 0)
        return open_text("1\n");
    if (strcmp(path, "/dev/infiniband/umad0") == 0 && manner != FORBIDDEN)
        return device_fd = __real_open("/dev/null", O_RDWR);
    errno = EACCES;
    return -1;
}

static struct {
    bool told;
    struct dirent entry;
} folder_state;

DIR *__wrap_opendir(const char *path) {
    (void)path;
    folder_state.told = false;
    strcpy(folder_state.entry.d_name, "umad0");
    return (DIR *)&folder_state;
}

struct dirent *__wrap_readdir(DIR *folder) {
    (void)folder;
    if (folder_state.told)
        return NULL;
    folder_state.told = true;
    return &folder_state.entry;
}

int __wrap_closedir(DIR *folder) {
    (void)folder;
    return 0;
}

int __wrap_ioctl(int fd, unsigned long request, ...) {
    va_list arguments;
    va_start(arguments, request);
    uint32_t *agent = va_arg(arguments, uint32_t *);
    va_end(arguments);
    if (fd != device_fd || (manner == HOSTILE && random_below(500) == 0)) {
        errno = EINVAL;
        return -1;
    }
    *agent = 7;
    return 0;
}

// What lies behind a packet in the reader's buffer must not be looked at. Its header is cleared for the next one.
static char *poisoned;
static size_t poisoned_size;

static void unpoison(void) {
    ASAN_UNPOISON_MEMORY_REGION(poisoned, poisoned_size);
    poisoned_size = 0;
}

static void poison(void *data, size_t used, size_t size) {
    size_t from = used > HEADER ? used : HEADER;
    poisoned = (char *)data + from;
    poisoned_size = size - from;
    ASAN_POISON_MEMORY_REGION(poisoned, poisoned_size);
}

int __wrap_close(int fd) {
    if (fd == device_fd) {
        device_fd = -1;
        unpoison();
    }
    return __real_close(fd);
}

static void enqueue(const struct packet *packet, int place) {
    if (queued == QUEUE)
        return;
    struct packet *copy = malloc(sizeof *copy);
    if (!copy)
        abort();
    memcpy(copy, packet, offsetof(struct packet, data) + packet->size);
    memmove(&queue[place + 1], &queue[place], (size_t)(queued - place) * sizeof *queue);
    queue[place] = copy;
    queued++;
}

static void set_word(struct packet *packet, size_t at, uint32_t value) { memcpy(packet->data + at, &value, 4); }

static void damage(uint8_t *at, uint32_t size) {
    for (uint32_t i = 0; i < size; i++)
        at[i] = (uint8_t)random_below(256);
}

static void mutate(struct packet *packet) {
    uint8_t *mad = packet->data + HEADER;
    switch (random_below(10)) {
    case 0:
        for (uint32_t flips = 1 + random_below(8); flips > 0; flips--)
            packet->data[random_below((uint32_t)packet->size)] ^= (uint8_t)(1u << random_below(8));
        return;
    case 1:
        packet->size = random_below((uint32_t)packet->size + 1);
        return;
    case 2: // transaction
        damage(mad + 12 + random_below(4), 1);
        return;
    case 3: // attribute
        damage(mad + 16 + random_below(2), 1);
        return;
    case 4: // status
        damage(mad + 4 + random_below(2), 1);
        return;
    case 5: // a long answer, or one that says so
        packet->size = HEADER + PACKET_MAD + random_below(LARGEST - PACKET_MAD);
        damage(mad + 26, 1);
        damage(mad + 32, 4);
        damage(mad + 44 + random_below(2), 1);
        return;
    case 6: // the kernel's word
        set_word(packet, 4, random_below(2) ? ETIMEDOUT : random_below(UINT32_MAX));
        return;
    case 7: // any data
        damage(mad + 64, 64);
        return;
    case 8: // any node with any number of ports
        mad[66] = (uint8_t)(1 + random_below(3));
        damage(mad + 67, 1);
        damage(mad + 76 + random_below(8), 1);
        damage(mad + 100, 1);
        return;
    default:
        damage(packet->data + (random_below(2) ? HEADER : 0), 24);
    }
}

static void reply(struct packet *packet) {
    if (manner == HONEST) {
        enqueue(packet, queued);
        return;
    }
    if (random_below(4) == 0)
        return; // lost
    if (manner == HOSTILE && random_below(3) == 0)
        mutate(packet);
    for (uint32_t copies = 1 + (random_below(6) == 0); copies > 0; copies--)
        enqueue(packet, (int)random_below((uint32_t)queued + 1));
}

static ssize_t fail_with(int error) {
    errno = error;
    return -1;
}

ssize_t __wrap_write(int fd, const void *data, size_t size) {
    if (fd != device_fd)
        return __real_write(fd, data, size);
    written++;
    if (size != HEADER + PACKET_MAD)
        abort();
    if (manner == HOSTILE && random_below(4000) == 0)
        return fail_with(random_below(2) ? EIO : EINVAL);
    static struct packet packet; // what is left behind its end is as good as anything
    packet.size = size;
    memcpy(packet.data, data, size);
    uint8_t *mad = packet.data + HEADER;
    if (mad[1] == 0x03) { // a subnet administration with records of any size
        mad[3] = 0x92;
        mad[45] = (uint8_t)(1 + random_below(8));
    } else if (!answer_request(fabric, mad)) {
        set_word(&packet, 4, ETIMEDOUT);
    }
    reply(&packet);
    return (ssize_t)size;
}

ssize_t __wrap_read(int fd, void *data, size_t size) {
    if (fd != device_fd)
        return __real_read(fd, data, size);
    if (queued == 0)
        return fail_with(EAGAIN);
    if (manner == HOSTILE && random_below(4000) == 0)
        return fail_with(random_below(2) ? EIO : EINTR);
    unpoison();
    struct packet *first = queue[0];
    if (first->size > size || (manner == HOSTILE && random_below(200) == 0)) {
        // The kernel keeps the packet, and says its size in the header.
        uint32_t length = (uint32_t)(first->size > HEADER ? first->size - HEADER : 0);
        set_word(first, 16, manner == HOSTILE && random_below(4) == 0 ? random_below(UINT32_MAX) : length);
        memcpy(data, first->data, HEADER < size ? HEADER : size);
        return fail_with(ENOSPC);
    }
    ssize_t n = (ssize_t)first->size;
    memcpy(data, first->data, first->size);
    free(first);
    queued--;
    memmove(queue, queue + 1, (size_t)queued * sizeof *queue);
    poison(data, (size_t)n, size);
    return n;
}

int __wrap_poll(struct pollfd *fds, nfds_t count, int wait_ms) {
    (void)count;
    if (queued > 0) {
        fds[0].revents = POLLIN;
        return 1;
    }
    clock_us += (int64_t)wait_ms * 1000;
    return 0;
}
