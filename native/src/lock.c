// The host's lock: a file that names its holder. A shell must be able to take the same one, so it is made by link(2).
#define _GNU_SOURCE
#include "lock.h"
#include "files.h"
#include "folder.h"
#include "outcome.h"
#include "replace.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LOCK_SIZE = 4096, TRIES = 200, CLAIM_MS = 10 };

struct holder {
    char run[256];
    char owner[1024];
    struct identity process;
    int64_t since; // hundredths of a second after boot
};

struct held {
    char path[PATH_MAX];
    char text[LOCK_SIZE];
    struct held *next;
};

static struct held *all_held;

static void read_line(const char *text, const char *key, char *value, size_t size) {
    size_t length = strlen(key);
    value[0] = 0;
    for (const char *line = text; line && *line; line = strchr(line, '\n'), line = line ? line + 1 : NULL)
        if (strncmp(line, key, length) == 0 && line[length] == ' ') {
            snprintf(value, size, "%.*s", (int)strcspn(line + length + 1, "\n"), line + length + 1);
            return;
        }
}

static void read_holder(const char *text, struct holder *holder) {
    char number[64];
    read_line(text, "run", holder->run, sizeof holder->run);
    read_line(text, "owner", holder->owner, sizeof holder->owner);
    read_line(text, "boot", holder->process.boot, sizeof holder->process.boot);
    read_line(text, "pid", number, sizeof number);
    holder->process.pid = (uint32_t)strtoul(number, NULL, 10);
    read_line(text, "start", number, sizeof number);
    holder->process.start_ticks = strtoull(number, NULL, 10);
    read_line(text, "since", number, sizeof number);
    holder->since = strtoll(number, NULL, 10) * 100;
}

// A new file beside the path, which becomes the lock by getting its name too. 0 or errno.
static int write_candidate(const char *path, const char *text, char candidate[PATH_MAX]) {
    int n = snprintf(candidate, PATH_MAX, "%s.%ld", path, (long)getpid());
    if (n < 0 || n >= PATH_MAX)
        return ENAMETOOLONG;
    unlink(candidate);
    int fd = open(candidate, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (fd < 0)
        return errno;
    int error = write_fully(fd, text, strlen(text)) && fsync(fd) == 0 ? 0 : errno;
    close(fd);
    if (error)
        unlink(candidate);
    return error;
}

// Only who holds the claim on a lock replaces or removes it. The claim is a link named after the lock's holder, so two that
// judge the same lock to be free never both take it, and none takes one that came in between.
static int name_claim(const char *path, const struct identity *holder, char claim[PATH_MAX]) {
    int n = snprintf(claim, PATH_MAX, "%s.%u-%" PRIu64, path, holder->pid, holder->start_ticks);
    return n < 0 || n >= PATH_MAX ? ENAMETOOLONG : 0;
}

// Another one has the claim, for a moment, or was killed meanwhile.
static void wait_for_claim(const char *claim) {
    char text[LOCK_SIZE];
    struct holder claimer;
    if (read_attribute(claim, text, sizeof text) == 0) {
        read_holder(text, &claimer);
        if (!is_alive(&claimer.process))
            unlink(claim);
    }
    poll(NULL, 0, CLAIM_MS);
}

// Puts the candidate in the place of a lock that was judged free to take. 0, EEXIST when it must be looked at again, or errno.
static int take_over(const char *path, const char *judged, const struct identity *holder, const char *candidate) {
    char claim[PATH_MAX], text[LOCK_SIZE];
    int error = name_claim(path, holder, claim);
    if (error)
        return error;
    if (link(candidate, claim) < 0) {
        error = errno;
        if (error == EEXIST)
            wait_for_claim(claim);
        return error;
    }
    error = read_attribute(path, text, sizeof text);
    if (error == ENOENT || (!error && strcmp(text, judged) != 0))
        error = EEXIST;
    if (!error && rename(candidate, path) < 0)
        error = errno;
    unlink(claim);
    return error;
}

static bool is_free(const struct holder *holder, const char *run) {
    return strcmp(holder->run, run) == 0 || !is_alive(&holder->process);
}

static bool held_by(const struct holder *holder, struct buffer *out) {
    int64_t seconds = (uptime_hundredths() - holder->since) / 100;
    put_u8(out, HELD);
    put_text(out, holder->run);
    put_text(out, holder->owner);
    put_u64(out, seconds < 0 ? 0 : (uint64_t)seconds);
    return false;
}

static void remember(struct held *lock) {
    for (struct held **at = &all_held; *at; at = &(*at)->next)
        if (strcmp((*at)->path, lock->path) == 0) {
            struct held *old = *at;
            *at = old->next;
            free(old);
            break;
        }
    lock->next = all_held;
    all_held = lock;
}

static int compose(const struct take_lock *lock, char text[LOCK_SIZE]) {
    struct identity own;
    int error = own_identity(&own);
    int64_t now = uptime_hundredths();
    if (error)
        return error;
    int n = snprintf(text, LOCK_SIZE,
                     "run %s\nowner %s\npid %u\nstart %" PRIu64 "\nboot %s\nsince %" PRId64 ".%02" PRId64 "\n", lock->run,
                     lock->owner, own.pid, own.start_ticks, own.boot, now / 100, now % 100);
    return n < 0 || n >= LOCK_SIZE || !*lock->run || strpbrk(lock->run, " \t\n") || strchr(lock->owner, '\n') ? EINVAL : 0;
}

// True when the candidate is the lock now; otherwise out has the outcome.
static bool compete(const struct take_lock *lock, const char *candidate, struct buffer *out) {
    for (int i = 0; i < TRIES; i++) {
        if (link(candidate, lock->path) == 0)
            return true;
        if (errno != EEXIST)
            return failed(out, errno, "create %s", lock->path);
        char judged[LOCK_SIZE];
        int error = read_attribute(lock->path, judged, sizeof judged);
        if (error == ENOENT)
            continue;
        if (error)
            return failed(out, error, "read %s", lock->path);
        struct holder holder;
        read_holder(judged, &holder);
        if (!is_free(&holder, lock->run))
            return held_by(&holder, out);
        error = take_over(lock->path, judged, &holder.process, candidate);
        if (!error)
            return true;
        if (error != EEXIST)
            return failed(out, error, "take over %s", lock->path);
    }
    return failed(out, EAGAIN, "%s changes hands all the time", lock->path);
}

bool take_lock(const struct take_lock *lock, struct buffer *out) {
    struct held *held = calloc(1, sizeof *held);
    char candidate[PATH_MAX];
    int error = !held ? ENOMEM : strlen(lock->path) >= sizeof held->path ? ENAMETOOLONG : compose(lock, held->text);
    if (!error)
        error = make_parents(lock->path);
    if (!error)
        error = write_candidate(lock->path, held->text, candidate);
    if (error) {
        free(held);
        return failed(out, error, "take the lock %s", lock->path);
    }
    bool taken = compete(lock, candidate, out);
    unlink(candidate);
    if (!taken) {
        free(held);
        return false;
    }
    strcpy(held->path, lock->path);
    remember(held);
    return done(out);
}

static void release(const struct held *lock) {
    char claim[PATH_MAX], text[LOCK_SIZE];
    struct identity own;
    if (own_identity(&own) != 0 || name_claim(lock->path, &own, claim) != 0 || link(lock->path, claim) < 0)
        return;
    // Another session of the same run may have it by now. read_attribute leaves out the last line end.
    size_t length = strlen(lock->text) - 1;
    if (read_attribute(lock->path, text, sizeof text) == 0 && strlen(text) == length &&
        memcmp(text, lock->text, length) == 0)
        unlink(lock->path);
    unlink(claim);
}

void release_locks(void) {
    while (all_held) {
        struct held *lock = all_held;
        release(lock);
        all_held = lock->next;
        free(lock);
    }
}
