#include "outcome.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define NAME(e) {e, #e}

// The names that Linux's own calls give for what the helper does; all of them for files, processes and sockets.
static const struct {
    int number;
    const char *name;
} names[] = {
    NAME(EPERM), NAME(ENOENT), NAME(ESRCH), NAME(EINTR), NAME(EIO), NAME(ENXIO), NAME(E2BIG), NAME(ENOEXEC),
    NAME(EBADF), NAME(ECHILD), NAME(EAGAIN), NAME(ENOMEM), NAME(EACCES), NAME(EFAULT), NAME(ENOTBLK), NAME(EBUSY),
    NAME(EEXIST), NAME(EXDEV), NAME(ENODEV), NAME(ENOTDIR), NAME(EISDIR), NAME(EINVAL), NAME(ENFILE), NAME(EMFILE),
    NAME(ENOTTY), NAME(ETXTBSY), NAME(EFBIG), NAME(ENOSPC), NAME(ESPIPE), NAME(EROFS), NAME(EMLINK), NAME(EPIPE),
    NAME(EDOM), NAME(ERANGE), NAME(EDEADLK), NAME(ENAMETOOLONG), NAME(ENOLCK), NAME(ENOSYS), NAME(ENOTEMPTY),
    NAME(ELOOP), NAME(ENODATA), NAME(ETIME), NAME(EPROTO), NAME(EBADMSG), NAME(EOVERFLOW), NAME(EILSEQ),
    NAME(EMSGSIZE), NAME(EOPNOTSUPP), NAME(EADDRINUSE), NAME(EADDRNOTAVAIL), NAME(ENETDOWN), NAME(ENETUNREACH),
    NAME(ECONNABORTED), NAME(ECONNRESET), NAME(ENOBUFS), NAME(ENOTCONN), NAME(ETIMEDOUT), NAME(ECONNREFUSED),
    NAME(EHOSTDOWN), NAME(EHOSTUNREACH), NAME(EALREADY), NAME(EINPROGRESS), NAME(ESTALE), NAME(EDQUOT),
    NAME(ENOMEDIUM), NAME(ECANCELED), NAME(ENOKEY), NAME(EKEYREJECTED), NAME(EUSERS), NAME(EREMOTEIO),
    NAME(EPROTONOSUPPORT), NAME(EAFNOSUPPORT), NAME(EPFNOSUPPORT), NAME(ESOCKTNOSUPPORT),
};

static const char *errno_name(int error) {
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (names[i].number == error)
            return names[i].name;
    return "EOTHER";
}

void put_reason(struct buffer *out, int error, const char *what) {
    char message[1200];
    snprintf(message, sizeof message, "%s: %s", what, strerror(error));
    put_text(out, errno_name(error));
    put_text(out, message);
}

bool failed(struct buffer *out, int error, const char *format, ...) {
    char what[1024];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(what, sizeof what, format, arguments);
    va_end(arguments);
    out->size = 0;
    out->bad = false;
    put_u8(out, OPERATION_FAILED);
    put_reason(out, error, what);
    return false;
}

bool moved(struct buffer *out, const char *found) {
    out->size = 0;
    put_u8(out, MOVED);
    put_text(out, found);
    return false;
}

bool done(struct buffer *out) {
    put_u8(out, DONE);
    return true;
}
