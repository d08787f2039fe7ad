package dev.ibplay.transport.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** Small and read-only file systems, for root. */
final class Mounts {
    private Mounts() {}

    /** Of 64 KiB. */
    static void tmpfs(Path folder) throws Exception {
        Scene.applicable(execute("mount", "-t", "tmpfs", "-o", "size=64k", "none", folder.toString()), "no tmpfs here");
    }

    static void bind(Path folder) throws Exception {
        Scene.applicable(execute("mount", "--bind", folder.toString(), folder.toString()), "no bind mounts here");
    }

    static void makeReadOnly(Path folder) throws Exception {
        assertThat(execute("mount", "-o", "remount,bind,ro", folder.toString())).isTrue();
    }

    static void unmount(Path folder) throws Exception {
        assertThat(execute("umount", folder.toString())).isTrue();
    }

    /** Takes all space that is left, to the last byte. */
    static void fill(Path folder) throws IOException {
        try (OutputStream out = Files.newOutputStream(folder.resolve("filler"))) {
            for (int i = 0; i < (1 << 20); i++) {
                out.write(0);
            }
            throw new AssertionError("a disk that takes 1 MiB is not small");
        } catch (IOException full) {
            assertThat(full).hasMessageContaining("No space left");
        }
    }

    private static boolean execute(String... words) throws Exception {
        Process process = new ProcessBuilder(words).inheritIO().start();
        return process.waitFor(20, TimeUnit.SECONDS) && process.exitValue() == 0;
    }
}
