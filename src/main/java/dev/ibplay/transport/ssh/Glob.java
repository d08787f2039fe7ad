package dev.ibplay.transport.ssh;

import dev.ibplay.transport.ssh.config.Patterns;

/** OpenSSH's patterns where the name of {@link Patterns} is taken. */
final class Glob {
    private Glob() {}

    static boolean matches(String pattern, String text) {
        return Patterns.matches(pattern, text);
    }
}
