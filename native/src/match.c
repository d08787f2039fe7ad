// Shell patterns. libc's glob() is not used: it reads directories by calls that a simulated sysfs does not see.
#define _GNU_SOURCE
#include "files.h"
#include "outcome.h"

#include <errno.h>
#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// What a pattern leads to and cannot be looked at, as it is told.
struct unread {
    struct buffer entries;
    size_t latest; // where the latest entry begins
    uint32_t count;
};

struct matches {
    struct listings *listings;
    char **paths;
    size_t count;
    struct unread unread;
    int error; // the first that ends the operation
};

enum { MAX_MATCHES = 65536 };

static void add(struct matches *found, const char *path) {
    if (found->count >= MAX_MATCHES) {
        found->error = E2BIG;
        return;
    }
    char **paths = realloc(found->paths, (found->count + 1) * sizeof *paths);
    char *copy = strdup(path);
    if (paths)
        found->paths = paths;
    if (!paths || !copy) {
        free(copy);
        found->error = ENOMEM;
        return;
    }
    found->paths[found->count++] = copy;
}

// Of what leads nowhere nothing is told.
static bool leads_nowhere(int error) { return is_absent(error) || error == ELOOP; }

// A folder that hides many files is told once.
static void tell_unread(struct unread *told, const char *verb, const char *path, size_t length, int error) {
    if (leads_nowhere(error))
        return;
    struct buffer *entries = &told->entries;
    size_t start = entries->size, before = start - told->latest;
    char what[1024];
    snprintf(what, sizeof what, "%s %.*s", verb, (int)length, path);
    put_bytes(entries, path, length);
    put_reason(entries, error, what);
    if (!entries->bad && entries->size - start == before &&
        memcmp(entries->data + start, entries->data + told->latest, before) == 0) {
        entries->size = start;
        return;
    }
    told->latest = start;
    told->count++;
}

// The folder that a path is in, as the length of what stands for it; a path that ends with a slash is that folder.
static size_t folder_length(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash == path ? 1 : slash ? (size_t)(slash - path) : strlen(path);
}

static void expand(const char *prefix, const char *pattern, struct matches *found);

// Goes on behind one component: prefix is a name that is there, or is taken literally.
static void descend(const char *prefix, const char *rest, struct matches *found) {
    if (*rest)
        expand(prefix, rest, found);
    else
        add(found, prefix);
}

static void expand_folder(const char *prefix, const char *component, const char *rest, struct matches *found) {
    const struct listing *folder = list_folder(found->listings, *prefix ? prefix : ".");
    int error = folder ? folder->error : ENOMEM;
    if (error) {
        if (error == ENOMEM || error == EMFILE || error == ENFILE)
            found->error = error;
        else
            tell_unread(&found->unread, "list", prefix, folder_length(prefix), error);
        return;
    }
    const char *end = (const char *)folder->names.data + folder->names.size;
    for (const char *name = (const char *)folder->names.data; name < end && !found->error; name += strlen(name) + 1) {
        if (fnmatch(component, name, FNM_PERIOD) != 0)
            continue;
        char *path;
        if (asprintf(&path, "%s%s%s", prefix, name, *rest ? "/" : "") < 0) {
            found->error = ENOMEM;
            break;
        }
        descend(path, rest, found);
        free(path);
    }
}

// prefix is empty or ends with a slash; pattern is what follows it.
static void expand(const char *prefix, const char *pattern, struct matches *found) {
    size_t length = strcspn(pattern, "/");
    const char *rest = pattern + length;
    size_t slashes = strspn(rest, "/");
    char *component = strndup(pattern, length);
    if (!component) {
        found->error = ENOMEM;
        return;
    }
    if (strpbrk(component, "*?[\\")) {
        expand_folder(prefix, component, rest + slashes, found);
    } else {
        char *path;
        if (asprintf(&path, "%s%s%.*s", prefix, component, (int)slashes, rest) < 0)
            found->error = ENOMEM;
        else {
            descend(path, rest + slashes, found);
            free(path);
        }
    }
    free(component);
}

static int by_name(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }

// A character device counts as a file without content: a link to /dev/null is how one is switched off.
static void put_unopened(const char *path, int error, struct buffer *out, uint32_t *count, struct unread *unread) {
    mode_t kind = kind_of(path);
    if (kind == 0) {
        tell_unread(unread, "look into", path, folder_length(path), errno);
    } else if (kind == S_IFREG) {
        tell_unread(unread, "open", path, strlen(path), error);
    } else if (kind == S_IFCHR) {
        put_text(out, path);
        put_u32(out, 0);
        ++*count;
    }
}

// Puts one file, or tells that it cannot be read; 0, EFBIG or ENOMEM.
static int put_file(const char *path, uint32_t limit, struct buffer *out, uint32_t *count, struct unread *unread) {
    struct stat status;
    int fd = open_regular(path, &status);
    if (fd < 0) {
        put_unopened(path, errno, out, count, unread);
        return 0;
    }
    size_t start = out->size;
    put_text(out, path);
    size_t length_at = out->size;
    put_u32(out, 0);
    int error = read_rest(fd, limit, out);
    close(fd);
    if (error == EFBIG || error == ENOMEM)
        return error;
    if (error) {
        out->size = start;
        tell_unread(unread, "read", path, strlen(path), error);
        return 0;
    }
    set_u32(out, length_at, (uint32_t)(out->size - length_at - 4));
    ++*count;
    return out->size > MAX_CAPTURE ? EFBIG : 0;
}

bool read_matching(struct listings *listings, const char *pattern, uint32_t limit, struct buffer *out) {
    struct matches found = {.listings = listings};
    expand("", pattern, &found);
    if (found.count)
        qsort(found.paths, found.count, sizeof *found.paths, by_name);
    put_u8(out, FILES_FOUND);
    size_t count_at = out->size;
    put_u32(out, 0);
    uint32_t count = 0;
    int error = found.error;
    const char *where = pattern;
    for (size_t i = 0; i < found.count && !error; i++) {
        where = found.paths[i];
        error = put_file(where, limit, out, &count, &found.unread);
    }
    set_u32(out, count_at, count);
    put_u32(out, found.unread.count);
    put_raw(out, found.unread.entries.data, found.unread.entries.size);
    if (!error && found.unread.entries.bad)
        error = ENOMEM;
    bool succeeded = error ? failed(out, error, "read %s", where) : true;
    free(found.unread.entries.data);
    for (size_t i = 0; i < found.count; i++)
        free(found.paths[i]);
    free(found.paths);
    return succeeded;
}
