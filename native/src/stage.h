// New contents of files that wait beside their targets under hidden names until all of them get their names.
#ifndef IBPLAY_STAGE_H
#define IBPLAY_STAGE_H

#include "folder.h"
#include "replace.h"

struct staged {
    struct operation op; // a replacement or a removal
    struct place place;
    char beside[PATH_MAX]; // where the new content waits; of a removal, where the old one goes first
    dev_t device;          // of the new content, so that no other file is named or removed in its place
    ino_t number;
    enum { UNTOUCHED, STAGED, NAMED } step;
};

struct stage {
    uint32_t count;
    struct staged *items;
};

// Checks all preconditions and writes all contents. On failure out has the outcome and nothing is left.
bool stage_files(const struct operations *commit, struct stage *stage, struct buffer *out);
// Whether every target still holds what is expected and every new content still waits; else why.
bool can_name(const struct stage *stage, char *why, size_t size);
// Gives all their names, or none: then why says what went wrong, and *whole is false if something could not be put back.
bool name_files(struct stage *stage, const char *folder, char *why, size_t size, bool *whole);
// Removes what still waits.
void unstage_files(struct stage *stage);

#endif
