// What operations and outcomes mean, as lines of a guard's log.
#define _GNU_SOURCE
#include "outcome.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>

static void append(char *text, size_t size, const char *more, size_t length) {
    size_t used = strlen(text);
    if (used + 1 < size)
        snprintf(text + used, size - used, "%.*s", (int)(length < 4096 ? length : 4096), more);
}

static void tell_command(const struct run_command *run, char *text, size_t size) {
    struct reader items = run->arguments.items;
    snprintf(text, size, "run");
    for (uint32_t i = 0; i < run->arguments.count; i++) {
        const char *word = take_text(&items);
        append(text, size, " ", 1);
        append(text, size, word, strlen(word));
    }
}

static void tell_attribute(const char *path, struct span value, char *text, size_t size) {
    size_t length = value.size;
    while (length > 0 && value.data[length - 1] == '\n')
        length--;
    snprintf(text, size, "write ");
    append(text, size, (const char *)value.data, length < 64 ? length : 64);
    append(text, size, " to ", 4);
    append(text, size, path, strlen(path));
}

void tell_operation(const struct operation *op, char *text, size_t size) {
    switch (op->code) {
    case RUN_COMMAND:
        tell_command(&op->run, text, size);
        return;
    case REPLACE_FILE:
        snprintf(text, size, "replace %s", op->replace.path);
        return;
    case REMOVE_FILE:
        snprintf(text, size, "remove %s", op->remove.path);
        return;
    case WRITE_ATTRIBUTE:
        tell_attribute(op->attribute.path, op->attribute.value, text, size);
        return;
    case SET_LINK_MTU:
        snprintf(text, size, "set the MTU of %s to %u", op->link.name, op->link.bytes);
        return;
    case SEND_SIGNAL:
        snprintf(text, size, "signal %u to process %u", op->signal.number, op->signal.pid);
        return;
    default:
        snprintf(text, size, "operation %d", (int)op->code);
    }
}

static void tell_end(struct reader *in, char *text, size_t size) {
    uint8_t how = take_u8(in);
    uint32_t number = take_u32(in);
    take_bytes(in);
    struct span errors = take_bytes(in);
    if (how == 1 && number == 0)
        snprintf(text, size, "done");
    else if (how == 1)
        snprintf(text, size, "exit status %u: ", number);
    else if (how == 2)
        snprintf(text, size, "ended by signal %u: ", number);
    else
        snprintf(text, size, "not done in time: ");
    if (how != 1 || number != 0)
        append(text, size, (const char *)errors.data, errors.size < 400 ? errors.size : 400);
}

void tell_outcome(const struct buffer *out, char *text, size_t size) {
    struct reader in = {out->data, out->data + out->size, false};
    snprintf(text, size, "done");
    struct span said;
    switch (out->size ? take_u8(&in) : 0) {
    case DONE:
        return;
    case COMMAND_ENDED:
        tell_end(&in, text, size);
        return;
    case OPERATION_FAILED:
        take_bytes(&in);
        said = take_bytes(&in);
        snprintf(text, size, "failed: %.*s", (int)said.size, (const char *)said.data);
        return;
    case MOVED:
        said = take_bytes(&in);
        snprintf(text, size, "not done: %.*s", (int)said.size, (const char *)said.data);
        return;
    }
}
