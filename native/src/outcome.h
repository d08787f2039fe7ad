// The answers of PROTOCOL.md. Each function below writes one outcome; its result says whether the operation succeeded.
#ifndef IBPLAY_OUTCOME_H
#define IBPLAY_OUTCOME_H

#include "listing.h"
#include "operation.h"

enum outcome {
    COMMAND_ENDED = 1,
    FILE_CONTENT = 2,
    FILE_ABSENT = 3,
    FILES_FOUND = 4,
    PATH_RESOLVED = 5,
    PROCESSES_FOUND = 6,
    DONE = 7,
    MOVED = 8,
    ATTRIBUTE_READ = 9,
    RECORDS_READ = 10,
    NO_ANSWER = 11,
    ERROR_STATUS = 12,
    OPERATION_FAILED = 13,
    SKIPPED = 14,
    HELD = 15,
    FABRIC_DISCOVERED = 16,
};

// Writes OPERATION_FAILED, in place of whatever the outcome held so far; always false.
__attribute__((format(printf, 3, 4))) bool failed(struct buffer *out, int error, const char *format, ...);
// Writes the fields of OPERATION_FAILED where they are part of something else.
void put_reason(struct buffer *out, int error, const char *what);
bool moved(struct buffer *out, const char *found);
bool done(struct buffer *out);

// Says in one line what an outcome means, for a log.
void tell_outcome(const struct buffer *out, char *text, size_t size);
// Says in one line what an operation that changes something does; no contents of files.
void tell_operation(const struct operation *op, char *text, size_t size);

// Carries an operation out that does more than read, and writes its outcome.
bool perform(const struct operation *op, struct buffer *out);
// Whether the input was closed, which cancels what is under way. Waits for that at most so long.
bool controller_is_gone(int wait_ms);

bool run_command(const struct run_command *run, struct buffer *out);
bool read_file(const char *path, uint32_t limit, struct buffer *out);
bool read_matching(struct listings *listings, const char *pattern, uint32_t limit, struct buffer *out);
bool resolve_path(const char *path, struct buffer *out);
bool list_processes(const struct texts *names, struct buffer *out);
bool replace_file(const struct replace_file *replace, struct buffer *out);
bool remove_file(const char *path, struct span expected, struct buffer *out);
bool write_attribute(const char *path, struct span value, struct buffer *out);
bool set_link_mtu(const char *name, uint32_t bytes, struct buffer *out);
bool send_signal(uint32_t pid, uint64_t start_ticks, uint32_t number, struct buffer *out);
bool take_lock(const struct take_lock *lock, struct buffer *out);
bool arm_guard(const struct arm_guard *arm, struct buffer *out);
bool renew_guard(const char *folder, uint32_t window_ms, struct buffer *out);
bool confirm_guard(const char *folder, struct buffer *out);
bool fire_guard(const char *folder, struct buffer *out);
bool ping(const struct ping *ping, struct buffer *out);

#endif
