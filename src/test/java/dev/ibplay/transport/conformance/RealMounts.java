package dev.ibplay.transport.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** File systems of this machine. */
class RealMounts implements Mounts {
    @Override
    public void small(String folder) throws Exception {
        Scene.applicable(execute("mount", "-t", "tmpfs", "-o", "size=64k", "none", folder), "no tmpfs here");
    }

    @Override
    public void bind(String folder) throws Exception {
        Scene.applicable(execute("mount", "--bind", folder, folder), "no bind mounts here");
    }

    @Override
    public void makeReadOnly(String folder) throws Exception {
        assertThat(execute("mount", "-o", "remount,bind,ro", folder)).isTrue();
    }

    @Override
    public void unmount(String folder) throws Exception {
        assertThat(execute("umount", folder)).isTrue();
    }

    @Override
    public void fill(String folder) throws IOException {
        try (OutputStream out = Files.newOutputStream(at(folder).resolve("filler"))) {
            for (int i = 0; i < (1 << 20); i++) {
                out.write(0);
            }
            throw new AssertionError("a disk that takes 1 MiB is not small");
        } catch (IOException full) {
            assertThat(full).hasMessageContaining("No space left");
        }
    }

    /** Where this process finds a file of that machine. */
    Path at(String path) {
        return Path.of(path);
    }

    boolean execute(String... words) throws Exception {
        Process process = new ProcessBuilder(words).inheritIO().start();
        return process.waitFor(20, TimeUnit.SECONDS) && process.exitValue() == 0;
    }
}
