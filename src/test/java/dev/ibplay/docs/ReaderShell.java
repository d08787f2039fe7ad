package dev.ibplay.docs;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The shell of somebody who follows a page: bash with a home folder of its own, ibplay on the PATH as real processes of
 * this program, and no terminal. Variables and the working folder stay from command to command.
 */
final class ReaderShell implements AutoCloseable {
    private static final long LIMIT_SECONDS = 180;

    /** Reads names of files with commands, and tells each one's exit code. */
    private static final String LOOP =
            "while read -r file; do . \"$file\" > \"$file.out\" 2>&1 < /dev/null; echo \"$?\" >&3; done 3>&1";

    private final Path root;
    private final Process bash;
    private final Writer commands;
    private final BufferedReader codes;
    private int count;

    private ReaderShell(Path root, Process bash) {
        this.root = root;
        this.bash = bash;
        this.commands = bash.outputWriter(StandardCharsets.UTF_8);
        this.codes = bash.inputReader(StandardCharsets.UTF_8);
    }

    /**
     * @param root an empty folder, for all that the reader makes
     * @param program the script that starts ibplay
     */
    static ReaderShell in(Path root, Path program) throws IOException {
        for (String folder : List.of("home", "commands", "work")) {
            Files.createDirectories(root.resolve(folder));
        }
        ProcessBuilder builder = new ProcessBuilder("bash", "--noprofile", "--norc", "-c", LOOP)
                .directory(root.resolve("work").toFile())
                .redirectError(ProcessBuilder.Redirect.INHERIT);
        Map<String, String> environment = builder.environment();
        environment.clear();
        environment.put("PATH", program.getParent() + ":/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin");
        environment.put("HOME", root.resolve("home").toString());
        environment.put("LC_ALL", "C.UTF-8");
        environment.put("TERM", "dumb");
        return new ReaderShell(root, builder.start());
    }

    /** Where its commands begin. */
    Path work() {
        return root.resolve("work");
    }

    String home() {
        return root.resolve("home").toString();
    }

    Came run(String command) throws IOException, InterruptedException {
        Path file = Files.writeString(root.resolve("commands").resolve(Integer.toString(++count)), command + "\n");
        commands.write(file + "\n");
        commands.flush();
        int code = Integer.parseInt(nextCode(command));
        Path output = file.resolveSibling(file.getFileName() + ".out");
        return new Came(code, Files.readAllLines(output));
    }

    private String nextCode(String command) throws InterruptedException {
        try {
            return CompletableFuture.supplyAsync(this::line).get(LIMIT_SECONDS, TimeUnit.SECONDS);
        } catch (TimeoutException | ExecutionException e) {
            bash.destroyForcibly();
            throw new AssertionError("no end within %d s: %s".formatted(LIMIT_SECONDS, command), e);
        }
    }

    private String line() {
        try {
            String line = codes.readLine();
            if (line == null) {
                throw new IllegalStateException("the shell has ended");
            }
            return line;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Ends the lab that the page has left, if any. */
    @Override
    public void close() throws IOException, InterruptedException {
        try {
            if (bash.isAlive()) {
                run("ibplay lab down");
            }
        } finally {
            commands.close();
            if (!bash.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
                bash.destroyForcibly();
            }
        }
    }

    /** What came of a command, both streams as on a terminal. */
    record Came(int exitCode, List<String> output) {}
}
