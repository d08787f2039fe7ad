package dev.ibplay.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.IVersionProvider;

/**
 * The version from the jar's manifest, which Maven writes, and what native/build.sh has written down beside this class: the
 * commit where the build knew it, and the SHA-256 of each helper for hosts, which is the version of its protocol.
 */
final class Version implements IVersionProvider {
    private static final String BUILD = "build.txt";
    private static final String COMMIT = "commit ";

    @Override
    public String[] getVersion() {
        return of(number(), build());
    }

    /** The lines that are shown; those of the build but for the commit stand as they are. */
    static String[] of(String number, List<String> build) {
        List<String> lines = new ArrayList<>();
        String commit = build.stream()
                .filter(line -> line.startsWith(COMMIT))
                .map(line -> " (" + line + ")")
                .findFirst()
                .orElse("");
        lines.add("ibplay " + number + commit);
        build.stream().filter(line -> !line.startsWith(COMMIT)).forEach(lines::add);
        return lines.toArray(String[]::new);
    }

    static String number() {
        return Optional.ofNullable(Version.class.getPackage().getImplementationVersion())
                .orElse("(not packaged)");
    }

    private static List<String> build() {
        try (InputStream file = Version.class.getResourceAsStream(BUILD)) {
            return file == null
                    ? List.of()
                    : new String(file.readAllBytes(), StandardCharsets.UTF_8)
                            .lines()
                            .toList();
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }
}
