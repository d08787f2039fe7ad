#define _GNU_SOURCE
#include "ibplay.h"
#include "clock.h"
#include "outcome.h"
#include "session.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdlib.h>

enum { FRAME_HEAD = 4 };

struct ibplay {
    struct session session; // the first, so that the one is found by the other
    atomic_bool cancelled;
    int64_t deadline;
    struct buffer answer;
};

static bool is_cancelled(struct session *session) {
    struct ibplay *own = (struct ibplay *)session;
    return atomic_load(&own->cancelled) || now_ms() >= own->deadline;
}

static bool refuse(const struct operation *op, struct buffer *out) {
    return failed(out, ENOSYS, "operation %d, which is no question", (int)op->code);
}

static bool deliver(struct session *session, const void *data, size_t size) {
    struct buffer *answer = &((struct ibplay *)session)->answer;
    put_raw(answer, data, size);
    return !answer->bad;
}

struct ibplay *ibplay_open(void) {
    struct ibplay *own = calloc(1, sizeof *own);
    if (own)
        own->session = (struct session){.is_cancelled = is_cancelled, .perform = refuse, .deliver = deliver};
    return own;
}

// 0 or errno.
static int perform_frame(struct ibplay *own, struct span frame) {
    struct batch batch;
    const char *why;
    if (!decode_batch(frame, &batch, &why)) {
        deliver_refusal(&own->session, why);
        return own->answer.bad ? ENOMEM : 0;
    }
    bool finished = run_batch(&own->session, &batch);
    free(batch.operations);
    // Asked afterwards as well: what was given up at the end of the time has outcomes that say so, but is no answer.
    if (is_cancelled(&own->session))
        return atomic_load(&own->cancelled) ? ECANCELED : ETIMEDOUT;
    return finished ? 0 : ENOMEM;
}

int ibplay_perform(struct ibplay *own, const void *frame, size_t size, uint32_t limit_ms, void **answer, size_t *answer_size) {
    struct reader in = {frame, (const unsigned char *)frame + size, false};
    struct span body = take_bytes(&in);
    *answer = NULL;
    *answer_size = 0;
    own->deadline = now_ms() + limit_ms;
    own->answer = (struct buffer){0};
    int error = 0;
    if (in.bad || in.at != in.end || size > FRAME_HEAD + (size_t)MAX_FRAME)
        deliver_refusal(&own->session, "a frame of a wrong size");
    else
        error = perform_frame(own, body);
    if (error) {
        free(own->answer.data);
        return error;
    }
    *answer = own->answer.data;
    *answer_size = own->answer.size;
    return 0;
}

void ibplay_free(void *answer) { free(answer); }

void ibplay_cancel(struct ibplay *own) { atomic_store(&own->cancelled, true); }

void ibplay_close(struct ibplay *own) {
    end_session(&own->session);
    free(own);
}
