// The far end as a library, for a program on the host itself. Batches and outcomes are the frames of PROTOCOL.md. Only
// operations that read are carried out (2, 3, 4, 11, 12, 19); all others fail with ENOSYS.
#ifndef IBPLAY_IBPLAY_H
#define IBPLAY_IBPLAY_H

#include <stddef.h>
#include <stdint.h>

#pragma GCC visibility push(default)

// What one caller has open. Two of them know nothing of each other. One thread at a time uses one, but for ibplay_cancel().
struct ibplay;

// NULL when memory is short.
struct ibplay *ibplay_open(void);
// Carries out one frame, its size in front, within limit_ms. 0 and the frames of the answer, which are freed with ibplay_free();
// or an errno, and no answer: ETIMEDOUT, ECANCELED, ENOMEM.
int ibplay_perform(struct ibplay *own, const void *frame, size_t size, uint32_t limit_ms, void **answer, size_t *answer_size);
void ibplay_free(void *answer);
// Ends a batch that is under way on another thread, and every later one.
void ibplay_cancel(struct ibplay *own);
void ibplay_close(struct ibplay *own);

#pragma GCC visibility pop

#endif
