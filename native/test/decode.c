// Feeds the decoder random and damaged batches: it must refuse or accept, never read outside the frame. Nothing is run.
#include "operation.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static uint64_t state;

static uint32_t random_below(uint32_t bound) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(state >> 33) % bound;
}

static void put_operation(struct buffer *out, int depth);

// Opcode 14 with lists that are well formed as often as not, so that the nested decoding is reached.
static void put_guard(struct buffer *out, int depth) {
    size_t start = out->size;
    put_u32(out, 0);
    put_u8(out, 14);
    put_text(out, "/run/g");
    put_u8(out, 0);
    put_text(out, "record");
    put_u32(out, 1000);
    for (int list = 0; list < 2; list++) {
        uint32_t count = random_below(3);
        put_u32(out, random_below(16) ? count : UINT32_MAX);
        for (uint32_t i = 0; i < count; i++) {
            if (random_below(2)) {
                put_operation(out, depth + 1);
                continue;
            }
            size_t remove = out->size;
            put_u32(out, 0);
            put_u8(out, 7);
            put_text(out, "/etc/a");
            put_u8(out, 0);
            put_text(out, "old");
            set_u32(out, remove, (uint32_t)(out->size - remove - 4));
        }
    }
    set_u32(out, start, (uint32_t)(out->size - start - 4));
}

// Opcode 19, damaged now and then by what round_of() does to the frame.
static void put_discovery(struct buffer *out) {
    size_t start = out->size;
    put_u32(out, 0);
    put_u8(out, 19);
    put_text(out, "mlx5_0");
    put_u8(out, 0);
    put_u32(out, 1);
    put_u64(out, random_below(2) ? UINT64_MAX : 0);
    put_u32(out, 1000);
    put_u32(out, random_below(2) ? UINT32_MAX : 2);
    put_u8(out, (uint8_t)random_below(256));
    put_u8(out, (uint8_t)random_below(2));
    set_u32(out, start, (uint32_t)(out->size - start - 4));
}

static void put_operation(struct buffer *out, int depth) {
    if (random_below(8) == 0) {
        put_discovery(out);
        return;
    }
    if (depth < 3 && random_below(6) == 0) {
        put_guard(out, depth);
        return;
    }
    size_t start = out->size;
    put_u32(out, 0);
    put_u8(out, (uint8_t)random_below(22));
    for (uint32_t fields = random_below(8); fields > 0; fields--) {
        static const char text[] = "/sys/class/net/ib0/mtu";
        uint32_t length = random_below(sizeof text);
        switch (random_below(4)) {
        case 0:
            put_bytes(out, text, length);
            put_u8(out, (uint8_t)(random_below(8) == 0));
            break;
        case 1:
            put_bytes(out, text, length);
            break;
        case 2:
            put_u32(out, random_below(4) ? random_below(4) : 0xffffffffu - random_below(4));
            break;
        default:
            put_u8(out, (uint8_t)random_below(256));
        }
    }
    set_u32(out, start, (uint32_t)(out->size - start - 4) + (random_below(16) == 0 ? random_below(64) : 0));
}

// A copy of exactly its own size, so that the sanitizer sees the first byte read behind it.
static bool decode(const struct buffer *bytes, size_t size) {
    unsigned char *frame = malloc(size ? size : 1);
    if (!frame)
        abort();
    if (size)
        memcpy(frame, bytes->data, size);
    struct batch batch;
    const char *why = NULL;
    bool good = decode_batch((struct span){frame, size}, &batch, &why);
    if (good)
        free(batch.operations);
    else if (!why)
        abort();
    free(frame);
    return good;
}

static bool round_of(bool structured) {
    struct buffer bytes = {0};
    put_u8(&bytes, structured || random_below(2) ? 'B' : (uint8_t)random_below(256));
    put_u32(&bytes, random_below(10));
    put_u8(&bytes, (uint8_t)random_below(2));
    uint32_t count = random_below(4);
    put_u32(&bytes, random_below(32) ? count : random_below(UINT32_MAX));
    if (structured)
        for (uint32_t i = 0; i < count; i++)
            put_operation(&bytes, 0);
    else
        for (uint32_t i = random_below(200); i > 0; i--)
            put_u8(&bytes, (uint8_t)random_below(256));
    if (random_below(4) == 0)
        bytes.data[random_below((uint32_t)bytes.size)] ^= (uint8_t)(1u << random_below(8));
    bool good = decode(&bytes, random_below(4) ? bytes.size : random_below((uint32_t)bytes.size + 1));
    free(bytes.data);
    return good;
}

int main(int count, char **arguments) {
    uint64_t seed = count > 1 ? strtoull(arguments[1], NULL, 0) : (uint64_t)time(NULL);
    state = seed;
    enum { ROUNDS = 300000 };
    int accepted = 0;
    for (int i = 0; i < ROUNDS; i++)
        accepted += round_of(i % 4 != 0);
    printf("decoder: %d random frames, %d accepted, seed %llu\n", ROUNDS, accepted, (unsigned long long)seed);
    return accepted > 0 ? 0 : 1;
}
