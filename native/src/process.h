// Which process is meant: a number alone is given out again, so its start time and the boot go with it.
#ifndef IBPLAY_PROCESS_H
#define IBPLAY_PROCESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct process {
    char comm[64];
    char state;
    uint64_t start_ticks;
};

enum { BOOT_ID_SIZE = 64 };

struct identity {
    uint32_t pid;
    uint64_t start_ticks;
    char boot[BOOT_ID_SIZE];
};

// Reads /proc/PID/stat (proc(5)). 0 or errno.
int read_process(uint32_t pid, struct process *process);
// Of the calling process. 0 or errno.
int own_identity(struct identity *own);
// Whether exactly this process runs: not one that has its number now, no zombie, not one from before the last boot.
bool is_alive(const struct identity *process);
// Hundredths of a second after boot as /proc/uptime has them, so that a shell on this host means the same; negative when
// there is no such clock.
int64_t uptime_hundredths(void);

#endif
