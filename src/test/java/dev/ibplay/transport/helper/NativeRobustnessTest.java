package dev.ibplay.transport.helper;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/**
 * The decoder under random frames (native/test/decode.c) and the core against random fabrics and damaged replies
 * (native/test/replies.c), built with the compiler's sanitizers.
 */
class NativeRobustnessTest {
    @Test
    void whatComesNeitherCrashesNorLeaksNorHangs() throws Exception {
        NativePrograms.requireTool("gcc");
        NativePrograms.requireTool("make");
        long seed = System.nanoTime();
        String build = Path.of("target", "native").toAbsolutePath().toString();
        Process process = new ProcessBuilder("make", "-s", "-C", "native", "BUILD=" + build, "SEED=" + seed, "check")
                .redirectErrorStream(true)
                .start();
        process.getOutputStream().close();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
        assertThat(process.exitValue()).as("seed %d: %s", seed, output).isZero();
        assertThat(output).containsPattern("frames.*seed " + seed).containsPattern("fabrics.*seed " + seed);
    }
}
