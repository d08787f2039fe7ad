#include "listing.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

// 0 or errno.
static int read_names(const char *folder, struct buffer *names) {
    DIR *open = opendir(folder);
    if (!open)
        return errno;
    struct dirent *entry;
    while ((entry = readdir(open)))
        put_raw(names, entry->d_name, strlen(entry->d_name) + 1);
    closedir(open);
    return names->bad ? ENOMEM : 0;
}

const struct listing *list_folder(struct listings *known, const char *folder) {
    for (const struct listing *at = known->latest; at; at = at->next)
        if (strcmp(at->folder, folder) == 0)
            return at;
    size_t length = strlen(folder) + 1;
    struct listing *read = calloc(1, sizeof *read + length);
    if (!read)
        return NULL;
    memcpy(read->folder, folder, length);
    read->error = read_names(folder, &read->names);
    read->next = known->latest;
    known->latest = read;
    known->size += sizeof *read + length + read->names.capacity;
    return read;
}

void forget_listings(struct listings *known) {
    while (known->latest) {
        struct listing *next = known->latest->next;
        free(known->latest->names.data);
        free(known->latest);
        known->latest = next;
    }
    known->size = 0;
}
