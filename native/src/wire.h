// Reading and writing the fields of PROTOCOL.md. All numbers are big-endian.
#ifndef IBPLAY_WIRE_H
#define IBPLAY_WIRE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// A cursor over received bytes. What runs over the end yields zeros and sets bad, so that callers check once.
struct reader {
    const unsigned char *at;
    const unsigned char *end;
    bool bad;
};

struct span {
    const unsigned char *data;
    size_t size;
};

uint8_t take_u8(struct reader *in);
uint16_t take_u16(struct reader *in);
uint32_t take_u32(struct reader *in);
uint64_t take_u64(struct reader *in);
struct span take_bytes(struct reader *in);
// A text lies in the frame with its terminating NUL, so that it can be used in place.
const char *take_text(struct reader *in);

// Bytes to be sent. When memory runs out bad is set and further writes do nothing.
struct buffer {
    unsigned char *data;
    size_t size;
    size_t capacity;
    bool bad;
};

bool reserve(struct buffer *out, size_t more);
void put_raw(struct buffer *out, const void *data, size_t size);
void put_u8(struct buffer *out, uint8_t value);
void put_u32(struct buffer *out, uint32_t value);
void put_u64(struct buffer *out, uint64_t value);
void put_bytes(struct buffer *out, const void *data, size_t size);
void put_text(struct buffer *out, const char *text);
// Overwrites four bytes that were written before, for sizes and counts known only later.
void set_u32(struct buffer *out, size_t position, uint32_t value);

// Move whole blocks; read_fully returns how much came before the end or an error.
size_t read_fully(int fd, void *data, size_t size);
bool write_fully(int fd, const void *data, size_t size);

#endif
