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

struct matches {
    struct listings *listings;
    char **paths;
    size_t count;
    int error; // the first that means "could not look", not "nothing there"
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

// Puts one file; 0, EFBIG or ENOMEM. A file that cannot be read is left out.
static int put_file(const char *path, uint32_t limit, struct buffer *out, uint32_t *count) {
    struct stat status;
    int fd = open_regular(path, &status);
    if (fd < 0)
        return 0;
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
        error = put_file(where, limit, out, &count);
    }
    set_u32(out, count_at, count);
    bool succeeded = error ? failed(out, error, "read %s", where) : true;
    for (size_t i = 0; i < found.count; i++)
        free(found.paths[i]);
    free(found.paths);
    return succeeded;
}
