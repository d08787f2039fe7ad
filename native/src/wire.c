#include "wire.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const unsigned char *take(struct reader *in, size_t size) {
    if (in->bad || (size_t)(in->end - in->at) < size) {
        in->bad = true;
        return NULL;
    }
    const unsigned char *start = in->at;
    in->at += size;
    return start;
}

static uint64_t take_number(struct reader *in, size_t size) {
    const unsigned char *p = take(in, size);
    uint64_t value = 0;
    for (size_t i = 0; p && i < size; i++)
        value = value << 8 | p[i];
    return value;
}

uint8_t take_u8(struct reader *in) { return (uint8_t)take_number(in, 1); }

uint16_t take_u16(struct reader *in) { return (uint16_t)take_number(in, 2); }

uint32_t take_u32(struct reader *in) { return (uint32_t)take_number(in, 4); }

uint64_t take_u64(struct reader *in) { return take_number(in, 8); }

struct span take_bytes(struct reader *in) {
    size_t size = take_u32(in);
    const unsigned char *data = take(in, size);
    return (struct span){data, data ? size : 0};
}

const char *take_text(struct reader *in) {
    struct span bytes = take_bytes(in);
    const unsigned char *nul = take(in, 1);
    if (!nul || *nul != 0 || memchr(bytes.data, 0, bytes.size)) {
        in->bad = true;
        return "";
    }
    return (const char *)bytes.data;
}

bool reserve(struct buffer *out, size_t more) {
    if (out->bad)
        return false;
    if (out->capacity - out->size >= more)
        return true;
    size_t capacity = out->capacity ? out->capacity : 4096;
    while (capacity - out->size < more) {
        if (capacity > SIZE_MAX / 2) {
            out->bad = true;
            return false;
        }
        capacity *= 2;
    }
    unsigned char *data = realloc(out->data, capacity);
    if (!data) {
        out->bad = true;
        return false;
    }
    out->data = data;
    out->capacity = capacity;
    return true;
}

void put_raw(struct buffer *out, const void *data, size_t size) {
    if (size == 0 || !reserve(out, size))
        return;
    memcpy(out->data + out->size, data, size);
    out->size += size;
}

static void put_number(struct buffer *out, uint64_t value, size_t size) {
    unsigned char bytes[8];
    for (size_t i = 0; i < size; i++)
        bytes[i] = (unsigned char)(value >> (8 * (size - 1 - i)));
    put_raw(out, bytes, size);
}

void put_u8(struct buffer *out, uint8_t value) { put_number(out, value, 1); }

void put_u32(struct buffer *out, uint32_t value) { put_number(out, value, 4); }

void put_u64(struct buffer *out, uint64_t value) { put_number(out, value, 8); }

void put_bytes(struct buffer *out, const void *data, size_t size) {
    put_u32(out, (uint32_t)size);
    put_raw(out, data, size);
}

void put_text(struct buffer *out, const char *text) { put_bytes(out, text, strlen(text)); }

void set_u32(struct buffer *out, size_t position, uint32_t value) {
    if (out->bad || position + 4 > out->size)
        return;
    for (size_t i = 0; i < 4; i++)
        out->data[position + i] = (unsigned char)(value >> (24 - 8 * i));
}

size_t read_fully(int fd, void *data, size_t size) {
    size_t done = 0;
    while (done < size) {
        ssize_t n = read(fd, (char *)data + done, size - done);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            break;
        done += (size_t)n;
    }
    return done;
}

bool write_fully(int fd, const void *data, size_t size) {
    size_t done = 0;
    while (done < size) {
        ssize_t n = write(fd, (const char *)data + done, size - done);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return false;
        done += (size_t)n;
    }
    return true;
}
