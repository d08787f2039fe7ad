package dev.ibplay.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.lab.LabFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** ibplay as a process of its own, which gets signals. */
final class ControllerProcess implements AutoCloseable {
    private static final long LIMIT_NANOS = TimeUnit.MINUTES.toNanos(2);
    private static final long LOOK_MILLIS = 20;

    private final Process process;
    private final Path output;

    private ControllerProcess(Process process, Path output) {
        this.process = process;
        this.output = output;
    }

    /** Starts {@code ibplay WORD...}; its runs are recorded in the lab's folder. */
    static ControllerProcess start(LabFolder folder, double pace, String... words) throws IOException {
        List<String> line = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                "dev.ibplay.cli.Main"));
        line.addAll(List.of(words));
        Path output = Files.createTempFile(folder.path(), "output", ".txt");
        ProcessBuilder builder =
                new ProcessBuilder(line).redirectErrorStream(true).redirectOutput(output.toFile());
        builder.environment().put("XDG_STATE_HOME", folder.path().toString());
        builder.environment().put(Pace.VARIABLE, Double.toString(pace));
        return new ControllerProcess(builder.start(), output);
    }

    String output() throws IOException {
        return Files.readString(output);
    }

    /** Waits until it has said something. */
    void await(String text) throws IOException, InterruptedException {
        long until = System.nanoTime() + LIMIT_NANOS;
        while (!output().contains(text) && System.nanoTime() < until && process.isAlive()) {
            process.waitFor(LOOK_MILLIS, TimeUnit.MILLISECONDS);
        }
        assertThat(output()).contains(text);
    }

    /** Sends a signal: {@code INT}, {@code TERM} or {@code HUP}. */
    void signal(String name) throws IOException, InterruptedException {
        int sent = new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
                .inheritIO()
                .start()
                .waitFor();
        assertThat(sent).as("kill -%s", name).isZero();
    }

    /** Its exit code. */
    int end() throws IOException, InterruptedException {
        assertThat(process.waitFor(LIMIT_NANOS, TimeUnit.NANOSECONDS))
                .as(output())
                .isTrue();
        return process.exitValue();
    }

    boolean isAlive() {
        return process.isAlive();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
