// Runs one program without a shell.
#define _GNU_SOURCE
#include "clock.h"
#include "detach.h"
#include "lock.h"
#include "outcome.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { GRACE_MS = 1000, CHUNK = 32768, KEPT_AT_MOST = 1 << 20 };
enum ending { EXITED = 1, SIGNALLED = 2, TIMED_OUT = 3 };

struct child {
    pid_t pid;
    int input; // -1 when closed; likewise below
    int output;
    int errors;
    int broken_exec; // carries errno when the program could not be started
    struct span rest;
    struct buffer captured[2];
    int64_t deadline;
    bool cancelled;
    bool timed_out;
};

static void shut(int *fd) {
    if (*fd >= 0)
        close(*fd);
    *fd = -1;
}

// What programs find in their environment. A login over SSH often has no sbin folders in its path, where the fabric's tools
// live.
static void complete_environment(void) {
    static bool complete;
    if (complete)
        return;
    complete = true;
    setenv("LC_ALL", "C", 1);
    unsetenv("LANGUAGE");
    const char *path = getenv("PATH");
    static const char more[] = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";
    if (!path || !*path) {
        setenv("PATH", more, 1);
        return;
    }
    char *longer = malloc(strlen(path) + sizeof more + 1);
    if (!longer)
        return;
    strcpy(longer, path);
    strcat(longer, ":");
    strcat(longer, more);
    setenv("PATH", longer, 1);
    free(longer);
}

// Whether path can be FOLDER/PROGRAM. A relative folder would be another one for each who looks, and is left out.
static bool join(char path[PATH_MAX], const char *folder, size_t length, const char *program) {
    int n = snprintf(path, PATH_MAX, "%.*s/%s", (int)length, folder, program);
    return length > 0 && *folder == '/' && n > 0 && n < PATH_MAX;
}

// Where in PATH the first folder is that has something of this name; NULL when none has. Most of what hosts are asked for
// is missing on most of them, and a look costs much less than a process that finds nothing.
static const char *find_folder(const char *program) {
    for (const char *folder = getenv("PATH"); folder;) {
        size_t length = strcspn(folder, ":");
        char path[PATH_MAX];
        if (join(path, folder, length, program) && access(path, F_OK) == 0)
            return folder;
        folder = folder[length] ? folder + length + 1 : NULL;
    }
    return NULL;
}

// Tries each folder of PATH from one on; NULL for a program with a path of its own. A folder that may not be entered is not
// "permission denied" but one that has no such program; a file that is there and may not be executed is. Returns only on
// failure, with errno.
static void execute(char **arguments, const char *folder) {
    if (!folder) {
        execv(arguments[0], arguments);
        return;
    }
    int error = ENOENT;
    for (bool more = true; more;) {
        size_t length = strcspn(folder, ":");
        char path[PATH_MAX];
        if (join(path, folder, length, arguments[0])) {
            execv(path, arguments);
            if (errno != ENOENT && errno != ENOTDIR && (errno != EACCES || access(path, F_OK) == 0))
                error = errno;
        }
        more = folder[length] != 0;
        folder += length + 1;
    }
    errno = error;
}

static _Noreturn void become_program(char **arguments, const char *folder, const int ends[3], int broken_exec) {
    setpgid(0, 0);
    for (int i = 0; i < 3; i++)
        dup2(ends[i], i);
    // A guard ignores what ends other processes; a program that it starts must not.
    static const int changed[] = {SIGPIPE, SIGCHLD, SIGHUP, SIGINT, SIGQUIT, SIGTERM};
    for (size_t i = 0; i < sizeof changed / sizeof *changed; i++)
        signal(changed[i], SIG_DFL);
    restore_oom_score();
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    if (chdir("/") == 0)
        execute(arguments, folder);
    int error = errno;
    write_fully(broken_exec, &error, sizeof error);
    _exit(127);
}

// Shares memory until the program runs, since to copy the tables of pages costs more than all else here:
// become_program() changes nothing but what is the process's own.
static pid_t spawn(char **arguments, const char *folder, const int ends[3], int broken_exec) {
    pid_t pid = vfork();
    if (pid == 0)
        become_program(arguments, folder, ends, broken_exec);
    return pid;
}

// 0 or errno. The pipes are close-on-exec, and above 2 because main never runs without standard streams.
static int start(char **arguments, struct child *child) {
    complete_environment();
    const char *folder = NULL;
    if (!strchr(arguments[0], '/') && !(folder = find_folder(arguments[0])))
        return ENOENT;
    int pipes[4][2];
    for (int i = 0; i < 4; i++)
        if (pipe2(pipes[i], O_CLOEXEC) < 0) {
            int error = errno;
            while (--i >= 0) {
                close(pipes[i][0]);
                close(pipes[i][1]);
            }
            return error;
        }
    const int theirs[3] = {pipes[0][0], pipes[1][1], pipes[2][1]};
    child->pid = spawn(arguments, folder, theirs, pipes[3][1]);
    int error = child->pid < 0 ? errno : 0;
    for (int i = 0; i < 3; i++)
        close(theirs[i]);
    close(pipes[3][1]);
    child->input = pipes[0][1];
    child->output = pipes[1][0];
    child->errors = pipes[2][0];
    child->broken_exec = pipes[3][0];
    if (error)
        return error;
    setpgid(child->pid, child->pid);
    if (read_fully(child->broken_exec, &error, sizeof error) == sizeof error) {
        waitpid(child->pid, NULL, 0);
        return error;
    }
    fcntl(child->input, F_SETFL, O_NONBLOCK);
    fcntl(child->output, F_SETFL, O_NONBLOCK);
    fcntl(child->errors, F_SETFL, O_NONBLOCK);
    return 0;
}

static void feed(struct child *child) {
    ssize_t n = write(child->input, child->rest.data, child->rest.size);
    if (n < 0 && (errno == EAGAIN || errno == EINTR))
        return;
    if (n < 0) {
        shut(&child->input); // the program does not want it
        return;
    }
    child->rest.data += n;
    child->rest.size -= (size_t)n;
    if (child->rest.size == 0)
        shut(&child->input);
}

// Takes what is there now; closes at the end of the stream.
static void drain(int *fd, struct buffer *captured) {
    while (*fd >= 0 && captured->size <= MAX_CAPTURE && reserve(captured, CHUNK)) {
        ssize_t n = read(*fd, captured->data + captured->size, CHUNK);
        if (n < 0 && (errno == EAGAIN || errno == EINTR))
            return;
        if (n <= 0) {
            shut(fd);
            return;
        }
        captured->size += (size_t)n;
    }
}

static void wait_for_events(struct child *child) {
    struct pollfd fds[4] = {
        {.fd = child->input, .events = POLLOUT},
        {.fd = child->output, .events = POLLIN},
        {.fd = child->errors, .events = POLLIN},
        {.fd = child->cancelled ? -1 : STDIN_FILENO, .events = POLLRDHUP},
    };
    int64_t left = child->deadline - now_ms();
    if (left < 0)
        left = 0;
    struct timespec time = {.tv_sec = left / 1000, .tv_nsec = left % 1000 * 1000000};
    sigset_t none;
    sigemptyset(&none);
    if (ppoll(fds, 4, &time, &none) <= 0)
        return;
    if (fds[0].revents)
        feed(child);
    if (fds[1].revents)
        drain(&child->output, &child->captured[0]);
    if (fds[2].revents)
        drain(&child->errors, &child->captured[1]);
    if (fds[3].revents & (POLLHUP | POLLRDHUP | POLLERR)) {
        child->cancelled = true;
        kill(-child->pid, SIGTERM);
        child->deadline = now_ms() + GRACE_MS;
    }
}

static bool too_much(const struct child *child) {
    return child->captured[0].bad || child->captured[1].bad || child->captured[0].size > MAX_CAPTURE ||
           child->captured[1].size > MAX_CAPTURE;
}

// The wait status. What a program left running in the background still holds open is not waited for.
static int follow(struct child *child) {
    int status = 0;
    for (;;) {
        pid_t ended = waitpid(child->pid, &status, WNOHANG);
        if (ended == child->pid)
            break;
        child->timed_out = now_ms() >= child->deadline;
        if (child->timed_out || too_much(child)) {
            kill(-child->pid, SIGKILL);
            waitpid(child->pid, &status, 0);
            break;
        }
        wait_for_events(child);
    }
    drain(&child->output, &child->captured[0]);
    drain(&child->errors, &child->captured[1]);
    return status;
}

static bool report(const struct child *child, int status, struct buffer *out) {
    if (too_much(child))
        return failed(out, EFBIG, "more than %d bytes of output", MAX_CAPTURE);
    put_u8(out, COMMAND_ENDED);
    if (child->timed_out) {
        put_u8(out, TIMED_OUT);
        put_u32(out, 0);
    } else {
        put_u8(out, WIFSIGNALED(status) ? SIGNALLED : EXITED);
        put_u32(out, (uint32_t)(WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status)));
    }
    put_bytes(out, child->captured[0].data, child->captured[0].size);
    put_bytes(out, child->captured[1].data, child->captured[1].size);
    return !child->timed_out && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

// Memory for what programs write, used by one after the other.
static struct buffer kept[2];

static void lend(struct child *child) {
    memcpy(child->captured, kept, sizeof kept);
    memset(kept, 0, sizeof kept);
}

static void take_back(const struct child *child) {
    for (int i = 0; i < 2; i++) {
        const struct buffer *used = &child->captured[i];
        if (used->bad || used->capacity > KEPT_AT_MOST)
            free(used->data);
        else
            kept[i] = (struct buffer){.data = used->data, .capacity = used->capacity};
    }
}

bool run_command(const struct run_command *run, struct buffer *out) {
    char **arguments = calloc((size_t)run->arguments.count + 1, sizeof *arguments);
    if (!arguments)
        return failed(out, ENOMEM, "the arguments");
    struct reader items = run->arguments.items;
    for (uint32_t i = 0; i < run->arguments.count; i++)
        arguments[i] = (char *)(uintptr_t)take_text(&items);
    struct child child = {
        .pid = -1, .input = -1, .output = -1, .errors = -1, .broken_exec = -1, .rest = run->input,
        .deadline = now_ms() + run->limit_ms};
    bool succeeded;
    lend(&child);
    int error = start(arguments, &child);
    if (error) {
        succeeded = failed(out, error, "%s", arguments[0]);
    } else {
        if (child.rest.size == 0)
            shut(&child.input);
        succeeded = report(&child, follow(&child), out);
    }
    shut(&child.input);
    shut(&child.output);
    shut(&child.errors);
    shut(&child.broken_exec);
    take_back(&child);
    free(arguments);
    if (child.cancelled) {
        release_locks();
        _exit(0);
    }
    return succeeded;
}
