// One operation that does more than read, whoever asks for it: a session or a guard that undoes a change.
#define _GNU_SOURCE
#include "outcome.h"

#include <poll.h>
#include <stdlib.h>
#include <unistd.h>

// Closing the helper's input while a batch runs cancels what is left of it.
bool controller_is_gone(int wait_ms) {
    struct pollfd input = {.fd = STDIN_FILENO, .events = POLLRDHUP};
    return poll(&input, 1, wait_ms) > 0 && (input.revents & (POLLHUP | POLLRDHUP | POLLERR));
}

bool perform(const struct operation *op, struct buffer *out) {
    switch (op->code) {
    case RUN_COMMAND:
        return run_command(&op->run, out);
    case LIST_PROCESSES:
        return list_processes(&op->names, out);
    case REPLACE_FILE:
        return replace_file(&op->replace, out);
    case REMOVE_FILE:
        return remove_file(op->remove.path, op->remove.expected, out);
    case WRITE_ATTRIBUTE:
        return write_attribute(op->attribute.path, op->attribute.value, out);
    case SET_LINK_MTU:
        return set_link_mtu(op->link.name, op->link.bytes, out);
    case SEND_SIGNAL:
        return send_signal(op->signal.pid, op->signal.start_ticks, op->signal.number, out);
    case TAKE_LOCK:
        return take_lock(&op->lock, out);
    case ARM_GUARD:
        return arm_guard(&op->arm, out);
    case RENEW_GUARD:
        return renew_guard(op->renew.folder, op->renew.window_ms, out);
    case CONFIRM_GUARD:
        return confirm_guard(op->path, out);
    case FIRE_GUARD:
        return fire_guard(op->path, out);
    case PING:
        return ping(&op->ping, out);
    case READ_FILE:
    case READ_MATCHING:
    case RESOLVE_PATH:
    case SUBNET_QUERY:
    case ADMINISTRATION_QUERY:
    case DISCOVER_FABRIC:
        break; // answered before (batch.c)
    }
    abort();
}
