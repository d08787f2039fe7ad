package dev.ibplay.transport.helper;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The helper's decoder under random frames, built with the compiler's sanitizers (native/test/decode.c). */
class DecoderRobustnessTest {
    @Test
    void randomFramesNeverReadOutsideTheFrame() throws Exception {
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
        assertThat(output).contains("seed " + seed);
    }
}
