// One guard: what the process that keeps it holds in memory.
#ifndef IBPLAY_GUARD_H
#define IBPLAY_GUARD_H

#include "stage.h"

struct guard {
    const char *folder;
    uint32_t window_ms;
    struct operations undo;
    struct stage stage;
};

// What the new process says of itself, once.
struct guard_report {
    int error; // 0: it waits
    char what[REASON_SIZE];
};

// The life of the guard's process; says on report whether it waits.
_Noreturn void keep_guard(struct guard *guard, int report);

#endif
