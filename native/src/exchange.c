// One window of requests for all kinds of questions. A transaction names the place in the window, so that an answer finds
// its request at once; the requests under way are ordered by the time at which they will be tried again.
#define _GNU_SOURCE
#include "exchange.h"
#include "clock.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum {
    ADMINISTRATION_HEADER = 56,
    SLACK_MS = 200, // after the kernel should have said that nothing came
    LOOK_MS = 100,  // how often it is asked whether the session is cancelled
    LATE_MS = 1000, // answers that are there already come before further tries for so long
    MAX_RETRIES = 255,
};

struct slot {
    struct exchange exchange;
    uint16_t generation;
    uint32_t tries; // 0: idle
    int64_t deadline;
    struct slot *earlier;
    struct slot *later; // of idle ones: the next idle one
};

struct traffic {
    struct session *session;
    struct umad *device;
    struct asker *asker;
    struct slot *slots;
    struct slot *idle;
    struct slot *soonest;
    struct slot *latest;
    int64_t looked_at;
};

static void remove_from_order(struct traffic *traffic, struct slot *slot) {
    *(slot->earlier ? &slot->earlier->later : &traffic->soonest) = slot->later;
    *(slot->later ? &slot->later->earlier : &traffic->latest) = slot->earlier;
}

// With equal time-outs, the rule, the place is the end.
static void insert_in_order(struct traffic *traffic, struct slot *slot) {
    struct slot *before = traffic->latest;
    while (before && before->deadline > slot->deadline)
        before = before->earlier;
    slot->earlier = before;
    slot->later = before ? before->later : traffic->soonest;
    *(slot->earlier ? &slot->earlier->later : &traffic->soonest) = slot;
    *(slot->later ? &slot->later->earlier : &traffic->latest) = slot;
}

static void become_idle(struct traffic *traffic, struct slot *slot) {
    slot->tries = 0;
    slot->later = traffic->idle;
    traffic->idle = slot;
}

static void end(struct traffic *traffic, struct slot *slot) {
    remove_from_order(traffic, slot);
    traffic->asker->ended(traffic->asker->owner, &slot->exchange);
    become_idle(traffic, slot);
}

static void end_broken(struct traffic *traffic, struct slot *slot, int error) {
    slot->exchange.state = BROKEN;
    slot->exchange.error = error;
    end(traffic, slot);
}

// Each try has a transaction of its own: what the kernel says of an earlier one must not be taken for the newest.
static uint32_t transaction_of(const struct traffic *traffic, const struct slot *slot) {
    return (uint32_t)slot->generation << 16 | slot->tries << 8 | (uint32_t)(slot - traffic->slots);
}

static struct slot *find(const struct traffic *traffic, uint32_t transaction) {
    if ((transaction & 0xff) >= traffic->asker->window)
        return NULL;
    struct slot *slot = &traffic->slots[transaction & 0xff];
    bool is_ours = transaction >> 16 == slot->generation && (transaction >> 8 & 0xff) < slot->tries;
    return is_ours ? slot : NULL;
}

static void send_try(struct traffic *traffic, struct slot *slot) {
    const struct exchange *exchange = &slot->exchange;
    struct outgoing packet = {
        .mad = exchange->mad,
        .lid = exchange->lid,
        .service_level = exchange->service_level,
        .transaction = transaction_of(traffic, slot),
        .timeout_ms = exchange->timing.timeout_ms,
    };
    slot->tries++;
    slot->deadline = now_ms() + exchange->timing.timeout_ms + SLACK_MS;
    insert_in_order(traffic, slot);
    int error = send_mad(traffic->device, &packet);
    if (error)
        end_broken(traffic, slot, error);
    else
        traffic->asker->sent++;
}

static void try_again(struct traffic *traffic, struct slot *slot) {
    const struct mad_timing *timing = &slot->exchange.timing;
    uint32_t retries = timing->retries < MAX_RETRIES ? timing->retries : MAX_RETRIES;
    if (slot->tries > retries) {
        slot->exchange.state = UNANSWERED;
        end(traffic, slot);
        return;
    }
    remove_from_order(traffic, slot);
    send_try(traffic, slot);
}

static bool begin_next(struct traffic *traffic) {
    struct slot *slot = traffic->idle;
    memset(&slot->exchange, 0, sizeof slot->exchange);
    if (!traffic->asker->next(traffic->asker->owner, &slot->exchange))
        return false;
    traffic->idle = slot->later;
    slot->generation = next_generation(traffic->device);
    send_try(traffic, slot);
    return true;
}

static bool answers(const uint8_t *request, const uint8_t *reply) {
    return reply[1] == request[1] && (reply[3] & 0x80) && memcmp(reply + 16, request + 16, 2) == 0;
}

static void accept_packet(struct traffic *traffic, const struct incoming *packet) {
    struct slot *slot = find(traffic, packet->transaction);
    if (!slot)
        return; // too late, or for an earlier question
    if (packet->status != 0) {
        // The kernel gave up on one try. Only the newest one counts: its successor may be under way already.
        if ((packet->transaction >> 8 & 0xff) == slot->tries - 1)
            try_again(traffic, slot);
        return;
    }
    // A reassembled answer is as long as its records; everything else is a whole datagram.
    size_t least = slot->exchange.mad[1] == CLASS_ADMINISTRATION ? ADMINISTRATION_HEADER : MAD_SIZE;
    if (packet->mad.size < least || !answers(slot->exchange.mad, packet->mad.data))
        return;
    slot->exchange.state = ANSWERED;
    slot->exchange.reply = packet->mad;
    end(traffic, slot);
}

static void end_all(struct traffic *traffic, int error) {
    while (traffic->soonest)
        end_broken(traffic, traffic->soonest, error);
}

static bool is_cancelled(struct traffic *traffic, int64_t now) {
    if (now - traffic->looked_at < LOOK_MS)
        return false;
    traffic->looked_at = now;
    return traffic->session->is_cancelled(traffic->session);
}

// Waits for a packet or for the next deadline. 0 or errno.
static int step(struct traffic *traffic) {
    int64_t now = now_ms();
    if (is_cancelled(traffic, now))
        return ECANCELED;
    int64_t left = traffic->soonest->deadline - now;
    struct incoming packet;
    int error = receive_mad(traffic->device, left < 0 ? 0 : left < LOOK_MS ? (int)left : LOOK_MS, &packet);
    if (error && error != EAGAIN && error != EINTR)
        return error;
    if (!error)
        accept_packet(traffic, &packet);
    now = now_ms() - (error ? 0 : LATE_MS);
    while (traffic->soonest && traffic->soonest->deadline <= now)
        try_again(traffic, traffic->soonest);
    return 0;
}

void exchange_all(struct session *session, struct umad *device, struct asker *asker) {
    struct traffic traffic = {.session = session, .device = device, .asker = asker, .looked_at = now_ms()};
    traffic.slots = calloc(asker->window, sizeof *traffic.slots);
    int error = traffic.slots ? 0 : ENOMEM;
    for (unsigned i = asker->window; i > 0 && !error; i--)
        become_idle(&traffic, &traffic.slots[i - 1]);
    while (!error) {
        while (traffic.idle && begin_next(&traffic))
            continue;
        if (!traffic.soonest)
            break;
        error = step(&traffic);
    }
    end_all(&traffic, error);
    // What was not begun fails in the same way.
    struct exchange rest = {0};
    while (error && asker->next(asker->owner, &rest)) {
        rest.state = BROKEN;
        rest.error = error;
        asker->ended(asker->owner, &rest);
        memset(&rest, 0, sizeof rest);
    }
    free(traffic.slots);
}
