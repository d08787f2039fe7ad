#ifndef IBPLAY_FILES_H
#define IBPLAY_FILES_H

#include "wire.h"

#include <sys/stat.h>

// Appends what is left of an open file. 0 or errno; EFBIG when it is more than limit.
int read_rest(int fd, size_t limit, struct buffer *into);
// Opens a regular file or attribute for reading; the descriptor, or -1 and errno. Never blocks on a FIFO.
int open_regular(const char *path, struct stat *status);
// What kind of file a path leads to (S_IFMT), whether or not it may be read; 0 and errno where that cannot be told.
mode_t kind_of(const char *path);
// Reads a small attribute as a text without its line end. 0 or errno.
int read_attribute(const char *path, char *text, size_t size);
// A decimal or hexadecimal attribute; 0 when it cannot be read.
uint32_t read_number(const char *path);
bool is_absent(int error);

#endif
