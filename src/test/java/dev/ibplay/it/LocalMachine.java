package dev.ibplay.it;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/** This machine. */
final class LocalMachine implements Machine {
    /** sshd and others are not in the PATH of ordinary users. */
    private static final String ADMINISTRATORS_PATH = "/usr/local/sbin:/usr/sbin:/sbin";

    /** Asked once in a JVM. */
    private static final class Fabric {
        static final Optional<String> MISSING = ask();

        private static Optional<String> ask() {
            FabricScript.Result result = FabricScript.of("ibplay-check", Path.of("target", "fabric-check"))
                    .run("", "check");
            return result.exitCode() == 0
                    ? Optional.empty()
                    : Optional.of(result.output().strip());
        }
    }

    @Override
    public boolean isRoot() {
        return "root".equals(System.getProperty("user.name"));
    }

    @Override
    public boolean hasProgram(String name) {
        String path = System.getenv().getOrDefault("PATH", "/usr/bin:/bin") + ":" + ADMINISTRATORS_PATH;
        return Stream.of(path.split(File.pathSeparator)).anyMatch(folder -> Files.isExecutable(Path.of(folder, name)));
    }

    @Override
    public Optional<String> withoutFabric() {
        return Fabric.MISSING;
    }
}
