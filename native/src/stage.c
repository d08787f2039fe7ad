#define _GNU_SOURCE
#include "stage.h"
#include "outcome.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *path_of(const struct staged *item) {
    return item->op.code == REPLACE_FILE ? item->op.replace.path : item->op.remove.path;
}

static bool must_exist(const struct staged *item) {
    return item->op.code != REPLACE_FILE || item->op.replace.must_exist;
}

static struct span expected(const struct staged *item) {
    return item->op.code == REPLACE_FILE ? item->op.replace.expected : item->op.remove.expected;
}

// Where it leads and which name it takes there. 0 or errno.
static int locate(struct staged *item) {
    int error = follow_links(path_of(item), &item->place);
    if (error)
        return error;
    const char *slash = strrchr(item->place.file, '/');
    const char *name = slash ? slash + 1 : item->place.file;
    const char *suffix = item->op.code == REPLACE_FILE ? "staged" : "removed";
    int n = snprintf(item->beside, sizeof item->beside, "%s/.%s.ibplay-%s", item->place.folder, name, suffix);
    return n < 0 || (size_t)n >= sizeof item->beside ? ENAMETOOLONG : 0;
}

// What a run that was cut off has left under this name is of no use any more.
static int write_beside(struct staged *item, const struct original *old) {
    if (unlink(item->beside) < 0 && errno != ENOENT)
        return errno;
    int fd = open(item->beside, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (fd < 0)
        return errno;
    struct stat status;
    int error = fstat(fd, &status) < 0 ? errno : 0;
    item->device = status.st_dev;
    item->number = status.st_ino;
    item->step = STAGED;
    if (!error)
        error = write_new(fd, &item->op.replace, item->place.file, old);
    if (close(fd) < 0 && !error)
        error = errno;
    return error ? error : sync_folder(item->place.folder);
}

static bool stage_one(struct staged *item, struct original *now, struct buffer *out) {
    int error = locate(item);
    if (!error)
        error = look(item->place.file, expected(item).size, now);
    if (error)
        return failed(out, error, "read %s", path_of(item));
    const char *other = what_moved(now, must_exist(item), expected(item));
    if (*other) {
        char text[PATH_MAX + 64];
        snprintf(text, sizeof text, "%s: %s", path_of(item), other);
        return moved(out, text);
    }
    // A removal writes nothing yet; whether it will be possible is asked now.
    if (item->op.code == REPLACE_FILE)
        error = write_beside(item, now);
    else if (access(item->place.folder, W_OK) < 0)
        error = errno;
    return error ? failed(out, error, "prepare %s", path_of(item)) : true;
}

bool stage_files(const struct operations *commit, struct stage *stage, struct buffer *out) {
    *stage = (struct stage){0};
    if (commit->count == 0)
        return true;
    stage->items = calloc(commit->count, sizeof *stage->items);
    if (!stage->items)
        return failed(out, ENOMEM, "the files to be prepared");
    struct reader items = commit->items;
    struct original now = {0};
    bool good = true;
    while (good && stage->count < commit->count) {
        struct staged *item = &stage->items[stage->count++];
        next_operation(&items, &item->op);
        good = stage_one(item, &now, out);
    }
    free(now.content.data);
    if (!good)
        unstage_files(stage);
    return good;
}

static bool still_waits(const struct staged *item) {
    struct stat status;
    return lstat(item->beside, &status) == 0 && status.st_dev == item->device && status.st_ino == item->number;
}

static const char *what_differs(const struct staged *item, struct original *now) {
    struct place place;
    if (follow_links(path_of(item), &place) != 0 || strcmp(place.file, item->place.file) != 0)
        return "the link leads elsewhere";
    if (item->step == STAGED && !still_waits(item))
        return "the prepared file is gone";
    int error = look(item->place.file, expected(item).size, now);
    return error ? strerror(error) : what_moved(now, must_exist(item), expected(item));
}

bool can_name(const struct stage *stage, char *why, size_t size) {
    struct original now = {0};
    const char *other = "";
    for (uint32_t i = 0; i < stage->count && !*other; i++) {
        other = what_differs(&stage->items[i], &now);
        if (*other)
            snprintf(why, size, "%s: %s", path_of(&stage->items[i]), other);
    }
    free(now.content.data);
    return !*other;
}

static int name_one(struct staged *item) {
    int error;
    if (item->op.code == REPLACE_FILE)
        error = put_in_place(item->beside, item->place.file, item->op.replace.must_exist);
    else
        error = rename(item->place.file, item->beside) < 0 ? errno : 0;
    if (error)
        return error;
    item->step = NAMED;
    return sync_folder(item->place.folder);
}

// The new file has the old one's owner, mode and attributes, so the old content in it is the old file again.
static bool put_back(const struct staged *item, struct buffer *out) {
    if (item->op.code == REMOVE_FILE) {
        int error = put_in_place(item->beside, item->place.file, false);
        return error ? failed(out, error, "put back %s", path_of(item)) : true;
    }
    const struct replace_file *new = &item->op.replace;
    if (!new->must_exist)
        return remove_file(item->place.file, new->content, out);
    const struct replace_file old = {item->place.file, true, new->content, new->expected, new->mode};
    return replace_file(&old, out);
}

static void put_all_back(struct stage *stage, const char *folder, bool *whole) {
    for (uint32_t i = stage->count; i-- > 0;) {
        if (stage->items[i].step != NAMED)
            continue;
        struct buffer out = {0};
        char text[REASON_SIZE];
        bool good = put_back(&stage->items[i], &out);
        tell_outcome(&out, text, sizeof text);
        log_line(folder, "put back %s: %s", path_of(&stage->items[i]), good ? "done" : text);
        free(out.data);
        *whole = *whole && good;
        stage->items[i].step = UNTOUCHED;
    }
}

bool name_files(struct stage *stage, const char *folder, char *why, size_t size, bool *whole) {
    *whole = true;
    for (uint32_t i = 0; i < stage->count; i++) {
        int error = name_one(&stage->items[i]);
        log_line(folder, "%s %s: %s", stage->items[i].op.code == REPLACE_FILE ? "replace" : "remove",
                 path_of(&stage->items[i]), error ? strerror(error) : "done");
        if (!error)
            continue;
        snprintf(why, size, "%s: %s", path_of(&stage->items[i]), strerror(error));
        put_all_back(stage, folder, whole);
        return false;
    }
    for (uint32_t i = 0; i < stage->count; i++)
        if (stage->items[i].op.code == REMOVE_FILE)
            unlink(stage->items[i].beside);
    return true;
}

void unstage_files(struct stage *stage) {
    for (uint32_t i = 0; i < stage->count; i++) {
        struct staged *item = &stage->items[i];
        if (item->step == STAGED && still_waits(item) && unlink(item->beside) == 0)
            sync_folder(item->place.folder);
    }
    free(stage->items);
    *stage = (struct stage){0};
}
