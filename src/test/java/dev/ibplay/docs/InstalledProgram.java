package dev.ibplay.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;

/**
 * The program that is tested, as its packages have it: a script that starts a JVM on jars, with a class archive, without
 * which each of the many commands would take twice as long.
 */
final class InstalledProgram {
    private static final Path MAIN = Path.of("dev/ibplay/cli/Main.class");
    private static final long TRAINING_MINUTES = 3;
    private static final int UNREACHABLE = 4;

    private InstalledProgram() {}

    /** Makes it in an empty folder, and gives the script. */
    static Path in(Path folder) throws IOException, InterruptedException {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        Path script = Files.writeString(folder.resolve("ibplay"), """
                #!/bin/sh
                exec '%s' -XX:SharedArchiveFile='%s' -XX:+AutoCreateSharedArchive -Xshare:auto -Xlog:disable \\
                    -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -cp '%s' dev.ibplay.cli.Main "$@"
                """.formatted(
                        java, folder.resolve("ibplay.jsa"), String.join(":", jars(folder))));
        Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-xr-x"));
        train(script, folder);
        return script;
    }

    /** The first process fills the archive: it reads a playbook and knocks at a door where nobody is. */
    private static void train(Path script, Path folder) throws IOException, InterruptedException {
        Path inventory = Files.writeString(folder.resolve("nobody"), "nobody ansible_host=127.0.0.1 ansible_port=1\n");
        Path playbook = Files.writeString(
                folder.resolve("training.yml"), "- hosts: all\n  state: {ipoib: {ib0: {mtu: 2044}}}\n");
        Path said = folder.resolve("training.txt");
        ProcessBuilder builder = new ProcessBuilder(
                        script.toString(), "check", "-i", inventory.toString(), playbook.toString())
                .redirectErrorStream(true)
                .redirectOutput(said.toFile());
        builder.environment().put("HOME", folder.toString());
        Process training = builder.start();
        if (!training.waitFor(TRAINING_MINUTES, TimeUnit.MINUTES)) {
            training.destroyForcibly();
        }
        assertThat(training.waitFor()).as(Files.readString(said)).isEqualTo(UNREACHABLE);
    }

    /** The class path, with classes in a jar, as only jars can be archived, and without tests. */
    private static List<String> jars(Path folder) throws IOException {
        List<String> jars = new ArrayList<>();
        for (String place : System.getProperty("java.class.path").split(":", -1)) {
            Path path = Path.of(place).toAbsolutePath();
            if (Files.isDirectory(path)) {
                if (Files.exists(path.resolve(MAIN))) {
                    jars.add(pack(path, folder.resolve("ibplay.jar")).toString());
                }
            } else {
                jars.add(path.toString());
            }
        }
        return jars;
    }

    private static Path pack(Path classes, Path jar) throws IOException {
        try (var out = new JarOutputStream(Files.newOutputStream(jar));
                Stream<Path> below = Files.walk(classes)) {
            for (Path file : below.filter(Files::isRegularFile).toList()) {
                out.putNextEntry(new JarEntry(classes.relativize(file).toString()));
                Files.copy(file, out);
            }
        }
        return jar;
    }
}
