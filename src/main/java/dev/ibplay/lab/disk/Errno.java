package dev.ibplay.lab.disk;

import java.io.IOException;
import java.util.Map;

/** A system call's error. */
public final class Errno extends IOException {
    private static final long serialVersionUID = 1;

    private static final Map<String, String> TEXTS = Map.ofEntries(
            Map.entry("EPERM", "Operation not permitted"),
            Map.entry("ENOENT", "No such file or directory"),
            Map.entry("ESRCH", "No such process"),
            Map.entry("EINTR", "Interrupted system call"),
            Map.entry("EIO", "Input/output error"),
            Map.entry("E2BIG", "Argument list too long"),
            Map.entry("ENOEXEC", "Exec format error"),
            Map.entry("ECHILD", "No child processes"),
            Map.entry("EAGAIN", "Resource temporarily unavailable"),
            Map.entry("ENOMEM", "Cannot allocate memory"),
            Map.entry("EACCES", "Permission denied"),
            Map.entry("EBUSY", "Device or resource busy"),
            Map.entry("EEXIST", "File exists"),
            Map.entry("EXDEV", "Invalid cross-device link"),
            Map.entry("ENODEV", "No such device"),
            Map.entry("ENOTDIR", "Not a directory"),
            Map.entry("EISDIR", "Is a directory"),
            Map.entry("EINVAL", "Invalid argument"),
            Map.entry("EFBIG", "File too large"),
            Map.entry("ENOSPC", "No space left on device"),
            Map.entry("EROFS", "Read-only file system"),
            Map.entry("EPIPE", "Broken pipe"),
            Map.entry("ERANGE", "Numerical result out of range"),
            Map.entry("ENAMETOOLONG", "File name too long"),
            Map.entry("ENOSYS", "Function not implemented"),
            Map.entry("ENOTEMPTY", "Directory not empty"),
            Map.entry("ELOOP", "Too many levels of symbolic links"),
            Map.entry("EMSGSIZE", "Message too long"),
            Map.entry("EOPNOTSUPP", "Operation not supported"),
            Map.entry("ENETUNREACH", "Network is unreachable"),
            Map.entry("EHOSTUNREACH", "No route to host"),
            Map.entry("ETIMEDOUT", "Connection timed out"));

    private final String name;
    private final String subject;

    /**
     * One error.
     *
     * @param name symbolic, for example {@code ENOENT}
     * @param subject what it is about, usually a path
     */
    public Errno(String name, String subject) {
        super(subject + ": " + text(name));
        this.name = name;
        this.subject = subject;
    }

    /** The symbolic name. */
    public String name() {
        return name;
    }

    /** What it is about. */
    public String subject() {
        return subject;
    }

    /** What {@code strerror} of the C locale says. */
    public String text() {
        return text(name);
    }

    /** What {@code strerror} of the C locale says; the name itself for one that no host of the lab gives. */
    public static String text(String name) {
        return TEXTS.getOrDefault(name, name);
    }

    /** Whether there is no such file: it or a folder of it is missing. */
    public boolean isAbsent() {
        return name.equals("ENOENT") || name.equals("ENOTDIR");
    }
}
