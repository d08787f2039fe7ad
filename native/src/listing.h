// The names in folders. Patterns that stand together in a batch ask for the same folders again and again, so these are remembered
// for as long as nothing but reading happens.
#ifndef IBPLAY_LISTING_H
#define IBPLAY_LISTING_H

#include "wire.h"

struct listing {
    struct listing *next;
    int error;           // why the folder could not be listed, or 0
    struct buffer names; // a zero byte behind each
    char folder[];
};

struct listings {
    struct listing *latest;
    size_t size; // of all of them in memory
};

// The names in a folder, good until they are forgotten; NULL where there is no memory for them.
const struct listing *list_folder(struct listings *known, const char *folder);
void forget_listings(struct listings *known);

#endif
