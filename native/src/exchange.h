// Questions and their answers, many under way at a time.
#ifndef IBPLAY_EXCHANGE_H
#define IBPLAY_EXCHANGE_H

#include "session.h"

enum { MAX_WINDOW = 255 };

// One request and what came of it.
struct exchange {
    uint8_t mad[MAD_SIZE];
    uint16_t lid;
    uint8_t service_level;
    struct mad_timing timing; // at most 255 further tries are made
    size_t subject;           // the asker's own
    enum { ANSWERED, UNANSWERED, BROKEN } state;
    int error;         // of BROKEN
    struct span reply; // of ANSWERED: the whole datagram, put together by the kernel
};

// Who asks: questions are taken from it one by one, when one more may be under way.
struct asker {
    // Fills in the next question; false when there is none, which an answer may change. The exchange is all zeros before.
    bool (*next)(void *owner, struct exchange *exchange);
    // Takes what came of one, in any order. The reply is gone afterwards.
    void (*ended)(void *owner, const struct exchange *exchange);
    void *owner;
    unsigned window; // 1..MAX_WINDOW
    uint64_t sent;   // counted here, further tries included
};

// Goes on until no question is left and none is under way. When the session is cancelled all are BROKEN with ECANCELED.
void exchange_all(struct session *session, struct umad *device, struct asker *asker);

#endif
