package dev.ibplay.it;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The script {@code src/fabric/fabric}, which starts the same fabric for users.
 *
 * @param prefix names containers and network
 * @param state folder of the inventory, the key and known_hosts
 */
record FabricScript(String prefix, Path state) {
    private static final Path SCRIPT = Path.of("src", "fabric", "fabric");

    /**
     * How a run ended.
     *
     * @param output standard output and standard error together
     */
    record Result(int exitCode, String output) {}

    static FabricScript of(String prefix, Path state) {
        return new FabricScript(prefix, state.toAbsolutePath());
    }

    /** Runs a command and returns its output without the last line end; fails when it fails. */
    String require(String... arguments) {
        return requireWithInput("", arguments);
    }

    /** The same with a standard input. */
    String requireWithInput(String input, String... arguments) {
        Result result = run(input, arguments);
        if (result.exitCode() != 0) {
            throw new IllegalStateException(SCRIPT + " " + String.join(" ", arguments) + " failed (" + result.exitCode()
                    + "): " + result.output());
        }
        return result.output().strip();
    }

    Result run(String input, String... arguments) {
        List<String> command = new ArrayList<>(List.of(SCRIPT.toString()));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().put("FABRIC_PREFIX", prefix);
        builder.environment().put("FABRIC_STATE", state.toString());
        try {
            Process process = builder.start();
            try (OutputStream stdin = process.getOutputStream()) {
                stdin.write(input.getBytes(StandardCharsets.UTF_8));
            }
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return new Result(process.waitFor(), output);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while " + command + " ran", e);
        }
    }
}
