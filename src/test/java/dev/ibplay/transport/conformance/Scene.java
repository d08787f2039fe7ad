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
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.assertj.core.api.InstanceOfAssertFactories;

/**
 * A session to ask and an empty folder that it sees.
 *
 * @param opener for further sessions, of the same far end unless two are tested together
 * @param host where the far end runs
 * @param uid the user that the far end runs as; the folder belongs to it
 */
record Scene(HostSession session, FarEndConformance.Opener opener, TestHost host, String folder, int uid) {
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

    /** Ends a case that runs a program which the host does not have. */
    void requirePrograms(String... names) {
        for (String name : names) {
            applicable(host.hasProgram(name), "no " + name + " on this host");
        }
    }

    Outcome.CommandEnded command(Operation.RunCommand command) throws TransportException {
        requirePrograms(command.arguments().getFirst());
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

    /** The same folder seen by another session. */
    Scene with(HostSession other) {
        return new Scene(other, opener, host, folder, uid);
    }

    String path(String name) {
        return folder + "/" + name;
    }

    /** Makes a file that belongs to the far end's user. */
    String file(String name, String latin1, int mode) throws IOException {
        return file(name, Bytes.ofLatin1(latin1), mode);
    }

    String file(String name, Bytes content, int mode) throws IOException {
        String file = path(name);
        host.write(file, content);
        own(file);
        host.mode(file, mode);
        return file;
    }

    String subfolder(String name) throws IOException {
        String made = path(name);
        host.mkdir(made);
        own(made);
        return made;
    }

    String symlink(String target, String name) throws IOException {
        host.symlink(target, path(name));
        return path(name);
    }

    private void own(String file) throws IOException {
        if (uid != host.owner(file).uid()) {
            host.owner(file, new TestHost.Owner(uid, uid));
        }
    }

    void write(String file, String utf8) throws IOException {
        host.write(file, Bytes.ofUtf8(utf8));
    }

    Bytes content(String file) throws IOException {
        return host.content(file);
    }

    String text(String file) throws IOException {
        return content(file).lossyText();
    }

    int mode(String file) throws IOException {
        return host.mode(file);
    }

    boolean exists(String file) {
        return host.exists(file);
    }

    /** What a folder holds, hidden files too. */
    List<String> names(String folderOrSubfolder) throws IOException {
        return host.names(folderOrSubfolder);
    }

    Mounts mounts() {
        return host.mounts();
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
