package dev.ibplay.transport.ssh;

import dev.ibplay.Missing;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;

/** OpenSSH's ssh-agent with a socket of its own. It never asks a person: the program that would do so is played. */
final class RealAgent implements AutoCloseable {
    private static final Path PROGRAM = Path.of("/usr/bin/ssh-agent");
    private static final String PASSWORD = "hush";

    private final Process process;
    private final Path folder;
    private final Path socket;

    private RealAgent(Process process, Path folder, Path socket) {
        this.process = process;
        this.folder = folder;
        this.socket = socket;
    }

    /** An agent whose person says no when asked; aborts the test, with the reason, where there is no ssh-agent. */
    static RealAgent start(Path folder) throws IOException {
        return start(folder, "exit 1");
    }

    /** @param person what sh does when the agent asks whether a key may be used */
    static RealAgent start(Path folder, String person) throws IOException {
        Missing.unless(Files.isExecutable(PROGRAM), PROGRAM + " (package openssh-client)");
        Path socket = folder.resolve("agent");
        ProcessBuilder builder = new ProcessBuilder(PROGRAM.toString(), "-D", "-a", socket.toString());
        builder.environment()
                .put("SSH_ASKPASS", script(folder.resolve("person"), person).toString());
        builder.environment().put("SSH_ASKPASS_REQUIRE", "force");
        builder.environment().put("DISPLAY", ":0");
        Process process = builder.redirectErrorStream(true).start();
        // its first line tells the socket, which listens by then
        BufferedReader log = process.inputReader(StandardCharsets.UTF_8);
        String line = log.readLine();
        if (line == null || !Files.exists(socket)) {
            process.destroyForcibly();
            throw new IOException("ssh-agent did not start: " + line);
        }
        return new RealAgent(process, folder, socket);
    }

    private static Path script(Path file, String line) throws IOException {
        Files.writeString(file, "#!/bin/sh\n" + line + "\n");
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
    }

    Path socket() {
        return socket;
    }

    /** Adds a key, with the certificate beside it if there is one. */
    RealAgent add(Path key, String... options) throws IOException {
        List<String> words = new ArrayList<>(List.of(options));
        words.add(key.toString());
        sshAdd(words);
        return this;
    }

    /** From now on it says that it has no key. */
    void lock() throws IOException {
        sshAdd(List.of("-x"));
    }

    private void sshAdd(List<String> words) throws IOException {
        Path askpass = script(folder.resolve("askpass"), "echo " + PASSWORD);
        List<String> command = new ArrayList<>(List.of("ssh-add", "-q"));
        command.addAll(words);
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().put("SSH_AUTH_SOCK", socket.toString());
        builder.environment().put("SSH_ASKPASS", askpass.toString());
        builder.environment().put("SSH_ASKPASS_REQUIRE", "force");
        RealSshd.run(builder);
    }

    @Override
    public void close() {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly().onExit().join();
    }
}
