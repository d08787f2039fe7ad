package dev.ibplay.transport.ssh;

import java.nio.file.Path;
import java.util.Map;

/** What {@code ~} means: $HOME if set, else the passwd entry, which is what the JVM's user.home holds. */
public record HomeDirectory(Path path) {
    public static HomeDirectory of(Map<String, String> environment) {
        String home = environment.getOrDefault("HOME", "");
        return new HomeDirectory(Path.of(home.isEmpty() ? System.getProperty("user.home", "/") : home));
    }

    /** Resolves {@code ~} alone, after tokens have been replaced. */
    Path expand(String text) {
        if (text.equals("~")) {
            return path;
        }
        return text.startsWith("~/") ? path.resolve(text.substring(2)) : Path.of(text);
    }

    /** Resolves {@code ~} and {@code ~/...} as well as OpenSSH's {@code %d}. */
    public Path resolve(String text) {
        String expanded = text.replace("%d", path.toString());
        if (expanded.equals("~")) {
            return path;
        }
        return expanded.startsWith("~/") ? path.resolve(expanded.substring(2)) : Path.of(expanded);
    }
}
