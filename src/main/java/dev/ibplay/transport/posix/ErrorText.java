package dev.ibplay.transport.posix;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The errors of system calls by the texts that shells and tools end their messages with in the C locale: glibc's and
 * musl's strerror, and the words that dash, bash, busybox and iproute2 use instead. In lower case.
 */
final class ErrorText {
    /** Where no system call's error can be told. */
    static final String OTHER = "EOTHER";

    private static final Map<String, String> NAMES = Map.ofEntries(
            Map.entry("no such file or directory", "ENOENT"),
            Map.entry("no such file", "ENOENT"),
            Map.entry("directory nonexistent", "ENOENT"),
            Map.entry("nonexistent directory", "ENOENT"),
            Map.entry("permission denied", "EACCES"),
            Map.entry("operation not permitted", "EPERM"),
            Map.entry("no space left on device", "ENOSPC"),
            Map.entry("quota exceeded", "EDQUOT"),
            Map.entry("is a directory", "EISDIR"),
            Map.entry("not a directory", "ENOTDIR"),
            Map.entry("read-only file system", "EROFS"),
            Map.entry("invalid argument", "EINVAL"),
            Map.entry("mtu greater than device maximum", "EINVAL"),
            Map.entry("mtu less than device minimum", "EINVAL"),
            Map.entry("file exists", "EEXIST"),
            Map.entry("cannot overwrite existing file", "EEXIST"),
            Map.entry("input/output error", "EIO"),
            Map.entry("i/o error", "EIO"),
            Map.entry("no such device", "ENODEV"),
            Map.entry("no such device or address", "ENXIO"),
            Map.entry("resource busy", "EBUSY"),
            Map.entry("text file busy", "ETXTBSY"),
            Map.entry("no such process", "ESRCH"),
            Map.entry("argument list too long", "E2BIG"),
            Map.entry("too many levels of symbolic links", "ELOOP"),
            Map.entry("symbolic link loop", "ELOOP"),
            Map.entry("file name too long", "ENAMETOOLONG"),
            Map.entry("filename too long", "ENAMETOOLONG"),
            Map.entry("file too large", "EFBIG"),
            Map.entry("numerical result out of range", "ERANGE"),
            Map.entry("result not representable", "ERANGE"),
            Map.entry("function not implemented", "ENOSYS"),
            Map.entry("not supported", "EOPNOTSUPP"),
            Map.entry("cannot allocate memory", "ENOMEM"),
            Map.entry("out of memory", "ENOMEM"),
            Map.entry("network is down", "ENETDOWN"),
            Map.entry("network is unreachable", "ENETUNREACH"),
            Map.entry("no route to host", "EHOSTUNREACH"),
            Map.entry("stale file handle", "ESTALE"));

    private ErrorText() {}

    /** The symbolic name for what a tool said, from its last line that ends with a known text; else {@link #OTHER}. */
    static String nameIn(String said) {
        return said.lines()
                .flatMap(line -> nameOf(line).stream())
                .reduce((first, last) -> last)
                .orElse(OTHER);
    }

    private static Optional<String> nameOf(String line) {
        String lower = line.strip().toLowerCase(Locale.ROOT);
        if (lower.contains("cannot find device") || lower.contains("can't find device")) {
            return Optional.of("ENODEV");
        }
        String bare = lower.endsWith(".") ? lower.substring(0, lower.length() - 1) : lower;
        return NAMES.entrySet().stream()
                .filter(entry -> bare.endsWith(entry.getKey()))
                .map(Map.Entry::getValue)
                .findFirst();
    }
}
