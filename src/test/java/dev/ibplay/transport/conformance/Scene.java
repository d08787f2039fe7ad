package dev.ibplay.transport.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.Missing;
import dev.ibplay.exec.Batch;
import dev.ibplay.exec.Bytes;
import dev.ibplay.exec.Operation;
import dev.ibplay.exec.Outcome;
import dev.ibplay.transport.HostSession;
import dev.ibplay.transport.TransportException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.assertj.core.api.InstanceOfAssertFactories;

/**
 * A session to ask and an empty folder that it sees.
 *
 * @param opener for further sessions, of the same far end unless two are tested together
 * @param uid the user that the far end runs as; the folder belongs to it
 */
record Scene(HostSession session, FarEndConformance.Opener opener, Path folder, int uid) {
    static final Duration LIMIT = Duration.ofSeconds(60);

    boolean isRoot() {
        return uid == 0;
    }

    void requireRoot(String why) {
        applicable(isRoot(), "not root: " + why);
    }

    void requireNotRoot(String why) {
        applicable(!isRoot(), "root: " + why);
    }

    /** Ends a case that this far end's user cannot run. */
    static void applicable(boolean condition, String reason) {
        if (!condition) {
            Missing.notApplicable(reason);
        }
    }

    Outcome ask(Operation operation) throws TransportException {
        List<Outcome> outcomes = session.run(Batch.of(List.of(operation)), LIMIT);
        assertThat(outcomes).hasSize(1);
        return outcomes.getFirst();
    }

    List<Outcome> askAll(boolean stopAtFailure, Operation... operations) throws TransportException {
        return session.run(new Batch(Arrays.asList(operations), stopAtFailure), LIMIT);
    }

    Outcome.CommandEnded command(Operation.RunCommand command) throws TransportException {
        return as(Outcome.CommandEnded.class, ask(command));
    }

    Outcome.CommandEnded sh(String script, String... arguments) throws TransportException {
        List<String> words = Stream.concat(Stream.of("sh", "-c", script, "sh"), Arrays.stream(arguments))
                .toList();
        return command(new Operation.RunCommand(words, Bytes.EMPTY, LIMIT));
    }

    static <T> T as(Class<T> type, Outcome outcome) {
        assertThat(outcome).isInstanceOf(type);
        return type.cast(outcome);
    }

    void assertFails(Operation operation, String... errnos) throws TransportException {
        assertThat(ask(operation))
                .asInstanceOf(InstanceOfAssertFactories.type(Outcome.OperationFailed.class))
                .satisfies(failure ->
                        assertThat(failure.errno()).as(failure.message()).isIn((Object[]) errnos));
    }

    String path(String name) {
        return folder.resolve(name).toString();
    }

    /** Makes a file that belongs to the far end's user. */
    Path file(String name, String latin1, int mode) throws IOException {
        return file(name, Bytes.ofLatin1(latin1), mode);
    }

    Path file(String name, Bytes content, int mode) throws IOException {
        Path file = folder.resolve(name);
        Files.write(file, content.toArray());
        own(file);
        Files.setAttribute(file, "unix:mode", mode);
        return file;
    }

    Path subfolder(String name) throws IOException {
        Path made = Files.createDirectory(folder.resolve(name));
        own(made);
        return made;
    }

    private void own(Path file) throws IOException {
        if (uid != (int) Files.getAttribute(file, "unix:uid")) {
            Files.setAttribute(file, "unix:uid", uid);
            Files.setAttribute(file, "unix:gid", uid);
        }
    }

    static Bytes content(Path file) throws IOException {
        return Bytes.of(Files.readAllBytes(file));
    }

    static int mode(Path file) throws IOException {
        return (int) Files.getAttribute(file, "unix:mode", LinkOption.NOFOLLOW_LINKS) & 07777;
    }

    /** What a folder holds, hidden files too. */
    static List<String> names(Path folder) throws IOException {
        try (Stream<Path> entries = Files.list(folder)) {
            return entries.map(e -> e.getFileName().toString()).sorted().toList();
        }
    }

    /** Every byte value once, in an order that ends without a newline. */
    static Bytes everyByte() {
        byte[] all = new byte[256];
        for (int i = 0; i < all.length; i++) {
            all[i] = (byte) i;
        }
        return Bytes.of(all);
    }
}
