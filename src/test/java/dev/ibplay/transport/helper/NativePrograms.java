package dev.ibplay.transport.helper;

import dev.ibplay.Missing;
import dev.ibplay.transport.HostSession;
import dev.ibplay.transport.ProcessConnection;
import dev.ibplay.transport.TransportException;
import dev.ibplay.transport.conformance.FarEndConformance.Opener;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/** The helpers that this build has made, for tests. */
public final class NativePrograms {
    public static final Duration LIMIT = Duration.ofSeconds(30);

    private NativePrograms() {}

    /** The program of a build ({@code x86_64}, {@code aarch64}, {@code dynamic}); the test is skipped where it was left out. */
    public static Path require(String build) {
        Path program = Path.of("target", "native", build, "ibplay-helper").toAbsolutePath();
        Missing.unless(Files.isExecutable(program), "the " + build + " build of the helper");
        return program;
    }

    public static Path requireTool(String name) {
        Optional<Path> found = tool(name);
        Missing.unless(found.isPresent(), "the program " + name);
        return found.orElseThrow();
    }

    static Optional<Path> tool(String name) {
        for (String folder : new String[] {"/usr/sbin", "/usr/bin", "/sbin", "/bin"}) {
            if (Files.isExecutable(Path.of(folder, name))) {
                return Optional.of(Path.of(folder, name));
            }
        }
        return Optional.empty();
    }

    /** A script at a plain path that starts a program with some words in front of it. */
    static Path wrapper(Path folder, String words) throws IOException {
        Path script = folder.resolve("helper.sh");
        Files.writeString(script, "#!/bin/sh\nexec " + words + " \"$@\"\n");
        Files.setAttribute(script, "unix:mode", 0755);
        return script;
    }

    public static HostSession open(ProcessConnection connection, Path program) throws TransportException {
        HelperChoice choice = new HelperChoice.AtPath(program.toString());
        return switch (HelperSession.open("localhost", connection, choice, LIMIT)) {
            case HelperOpening.Opened opened -> opened.session();
            case HelperOpening.Unusable unusable -> throw new AssertionError(unusable.reason());
        };
    }

    static Opener opener(ProcessConnection connection, Path program) {
        return () -> open(connection, program);
    }
}
