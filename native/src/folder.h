// A guard's folder: small files, each replaced as a whole, that sessions, the guard and people read (../PROTOCOL.md).
#ifndef IBPLAY_FOLDER_H
#define IBPLAY_FOLDER_H

#include "process.h"
#include "wire.h"

enum { STATE_SIZE = 32, REASON_SIZE = 512 };

// Those that return int return 0 or errno.
int make_parents(const char *path);
int write_in(const char *folder, const char *name, const void *data, size_t size);
// A small text without its line end.
int read_in(const char *folder, const char *name, char *text, size_t size);
bool is_in(const char *folder, const char *name);
// With all that it holds, which is files.
void remove_folder(const char *folder);

int write_deadline(const char *folder, int64_t hundredths);
// Negative when it cannot be read.
int64_t read_deadline(const char *folder);
int write_process(const char *folder, const struct identity *process);
int read_process_file(const char *folder, struct identity *process);
// On a full disk the word is written over the old one in place.
int write_state(const char *folder, const char *word);
// One line with the time of day; a line that cannot be written is left out.
__attribute__((format(printf, 2, 3))) void log_line(const char *folder, const char *format, ...);

#endif
