// What answers batches: the helper that a session has started, or a program that has loaded the library.
#ifndef IBPLAY_SESSION_H
#define IBPLAY_SESSION_H

#include "listing.h"
#include "operation.h"
#include "umad.h"

struct session {
    struct umads devices;
    // Whether what is left of the batch is to be given up.
    bool (*is_cancelled)(struct session *session);
    // Carries out an operation that does more than read, and writes its outcome; its result says whether it succeeded.
    bool (*perform)(const struct operation *op, struct buffer *out);
    // Takes the next bytes of the answer; false when nobody wants them any more.
    bool (*deliver)(struct session *session, const void *data, size_t size);
    // The one that is being written, and the frames of those that wait to be delivered together.
    struct buffer outcome, waiting;
    // What the batch has read of folders since it last did anything else.
    struct listings listings;
};

// Answers all operations of a batch in order; false when it was given up.
bool run_batch(struct session *session, const struct batch *batch);
// Delivers the refusal of a malformed frame.
void deliver_refusal(struct session *session, const char *why);
// Gives back what answering has kept open and allocated.
void end_session(struct session *session);

// Carries one operation out and writes its outcome.
bool answer(struct session *session, const struct operation *op, struct buffer *out);

bool administration_query(struct session *session, const struct administration_query *query, struct buffer *out);
// Asks many at once: outs holds one buffer for each query. All queries leave through the same port.
void subnet_queries(struct session *session, const struct operation *queries, size_t count, struct buffer *outs);
bool discover_fabric(struct session *session, const struct discover_fabric *search, struct buffer *out);

#endif
