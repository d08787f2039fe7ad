#ifndef IBPLAY_CLOCK_H
#define IBPLAY_CLOCK_H

#include <stdint.h>
#include <time.h>

// Milliseconds on a clock that nobody sets.
static inline int64_t now_ms(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

#endif
