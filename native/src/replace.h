// The parts of which a replacement is made, for those that take their time between writing a file and naming it.
#ifndef IBPLAY_REPLACE_H
#define IBPLAY_REPLACE_H

#include "operation.h"

#include <limits.h>
#include <signal.h>
#include <sys/stat.h>

struct place {
    char file[PATH_MAX];   // where the links of the last component lead
    char folder[PATH_MAX]; // its directory
};

// What is at a place. content is allocated and used again.
struct original {
    bool exists;
    struct stat status;
    struct buffer content;
};

// Those that return int return 0 or errno.
int follow_links(const char *path, struct place *place);
// Reads what is there now, as much of it as tells whether it is what was expected.
int look(const char *file, size_t expected, struct original *now);
// Empty text when the precondition holds.
const char *what_moved(const struct original *now, bool must_exist, struct span expected);
// Fills a new file, which keeps owner, mode, ACL and SELinux context of the one that it is to replace; made durable.
int write_new(int fd, const struct replace_file *replace, const char *file, const struct original *old);
// Renames. A file that must not exist yet is never replaced, whoever created it in between.
int put_in_place(const char *temporary, const char *file, bool must_exist);
int sync_folder(const char *folder);
// A polite signal waits until no temporary file is left lying about.
void hold_signals(sigset_t *before);

#endif
