package dev.ibplay.transport.helper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ibplay.Missing;
import dev.ibplay.exec.Batch;
import dev.ibplay.exec.Bytes;
import dev.ibplay.exec.Operation;
import dev.ibplay.exec.Outcome;
import dev.ibplay.transport.HostSession;
import dev.ibplay.transport.HostSession.WayBack;
import dev.ibplay.transport.ProcessConnection;
import dev.ibplay.transport.TransportException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How the helper comes to a host and is started there. Never as root, whose folder would be the machine's own. */
class HelperStartTest {
    private static final int NOBODY = 65534;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path home;

    @SuppressWarnings("NullAway.Init")
    private HelperBinary binary;

    @SuppressWarnings("NullAway.Init")
    private ProcessConnection connection;

    @BeforeEach
    void prepare() throws IOException {
        Missing.unless(System.getProperty("os.arch").equals("amd64"), "an x86-64 CPU");
        binary = HelperBinary.of("x86_64", Bytes.of(Files.readAllBytes(NativePrograms.require("x86_64"))));
        connection = ProcessConnection.plain().withEnvironment(environment("PATH", System.getenv("PATH")));
        if ((int) Files.getAttribute(home, "unix:uid") == 0) {
            NativePrograms.requireTool("setpriv");
            Files.setAttribute(home, "unix:uid", NOBODY);
            connection = connection.withPrefix("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups");
        }
    }

    private Map<String, String> environment(String name, String value) {
        return Map.of("HOME", home.toString(), "TMPDIR", home.resolve("tmp").toString(), name, value);
    }

    private Path keptIn() {
        return home.resolve(".cache/ibplay/helper");
    }

    private Path kept() {
        return keptIn().resolve(binary.sha256());
    }

    private HelperOpening open(ProcessConnection to, HelperBinary... carried) throws TransportException {
        return new HelperStart("localhost", to, NativePrograms.LIMIT, List.of(carried))
                .open(new HelperChoice.Automatic());
    }

    /** Opens, asks one thing, and returns how many round trips both took. */
    private int useOnce(ProcessConnection to) throws TransportException {
        if (!(open(to, binary) instanceof HelperOpening.Opened opened)) {
            throw new AssertionError("the helper did not start");
        }
        try (HostSession session = opened.session()) {
            Operation echo = Operation.RunCommand.of(Duration.ofSeconds(20), "echo", "here");
            List<Outcome> outcomes = session.run(Batch.of(List.of(echo)), NativePrograms.LIMIT);
            assertThat(outcomes).hasSize(1);
            assertThat(((Outcome.CommandEnded) outcomes.getFirst()).stdout()).isEqualTo(Bytes.ofUtf8("here\n"));
            assertThat(session.counts().execs()).isEqualTo(1);
            return session.counts().roundTrips();
        }
    }

    @Test
    void isSentOnceAndThenFound() throws Exception {
        assertThat(useOnce(connection)).isEqualTo(3);
        assertThat(Files.readAllBytes(kept())).isEqualTo(binary.content().toArray());
        assertThat(Files.getAttribute(kept(), "unix:mode")).isEqualTo(0100700);
        try (Stream<Path> files = Files.list(keptIn())) {
            assertThat(files).hasSize(1);
        }
        assertThat(useOnce(connection)).isEqualTo(2);
    }

    @Test
    void aDamagedCopyIsSentAgain() throws Exception {
        assertThat(useOnce(connection)).isEqualTo(3);
        byte[] damaged = binary.content().toArray();
        damaged[damaged.length / 2] ^= 1;
        Files.delete(kept()); // the program may still run, and cannot be written to
        Files.write(kept(), damaged);
        Files.setAttribute(kept(), "unix:mode", 0700);
        Files.setAttribute(kept(), "unix:uid", Files.getAttribute(home, "unix:uid"));
        assertThat(useOnce(connection)).isEqualTo(3);
        assertThat(Files.readAllBytes(kept())).isEqualTo(binary.content().toArray());
    }

    @Test
    void theProgramTellsWhetherItsCopyIsWhole() throws Exception {
        Path program = NativePrograms.require("x86_64");
        Path copy = Files.write(home.resolve("copy"), binary.content().toArray());
        Files.setAttribute(copy, "unix:mode", 0755);
        long crc = binary.crc32();
        assertThat(tested(program, crc)).isZero();
        assertThat(tested(copy, crc)).isZero();
        assertThat(tested(copy, crc + 1)).isEqualTo(3);
        Files.write(copy, new byte[] {0}, StandardOpenOption.APPEND);
        assertThat(tested(copy, crc)).isEqualTo(3);
    }

    private static int tested(Path program, long crc) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(program.toAbsolutePath().toString(), "-t", Long.toString(crc)).start();
        assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
        return process.exitValue();
    }

    @Test
    void aCopyOrFolderThatOthersCanWriteIsNotTrusted() throws Exception {
        assertThat(useOnce(connection)).isEqualTo(3);
        Files.setAttribute(kept(), "unix:mode", 0722);
        assertThat(useOnce(connection)).isEqualTo(3);
        Files.setAttribute(keptIn(), "unix:mode", 0777);
        assertThat(useOnce(connection)).isEqualTo(3);
        assertThat(home.resolve("tmp/.ibplay-" + Files.getAttribute(home, "unix:uid") + "/helper"))
                .isDirectoryContaining(f -> f.endsWith(binary.sha256()));
        assertThat(useOnce(connection)).isEqualTo(2);
    }

    @Test
    void loginShellsThatAreInstalledUnderstandTheLine() throws Exception {
        assertThat(useOnce(connection)).isEqualTo(3);
        List<String> missing = new ArrayList<>();
        for (String shell : List.of("dash", "bash", "busybox", "csh", "tcsh", "zsh", "ksh", "fish")) {
            Optional<Path> program = NativePrograms.tool(shell);
            if (program.isEmpty()) {
                missing.add(shell);
                continue;
            }
            List<String> words = new ArrayList<>(List.of(program.get().toString()));
            if (shell.equals("busybox")) {
                words.add("sh");
            }
            words.add("-c");
            assertThat(useOnce(connection.withShell(words.toArray(String[]::new))))
                    .as(shell)
                    .isEqualTo(2);
        }
        System.err.println("NOT TRIED, not installed: login shells " + missing);
    }

    @Test
    void runsUnderBusyboxAlone() throws Exception {
        Path busybox = NativePrograms.requireTool("busybox");
        Path tools = Files.createDirectory(home.resolve("tools"));
        Files.copy(busybox, tools.resolve("busybox"));
        for (String tool :
                List.of("sh", "uname", "id", "ls", "mkdir", "head", "rm", "chmod", "mv", "cp", "echo", "true")) {
            Files.createSymbolicLink(tools.resolve(tool), Path.of("busybox"));
        }
        ProcessConnection bare = connection
                .withShell(busybox.toString(), "sh", "-c")
                .withEnvironment(environment("PATH", tools.toString()));
        assertThat(useOnce(bare)).isEqualTo(3);
        assertThat(useOnce(bare)).isEqualTo(2);
    }

    @Test
    void tellsTheWayBackToWhereTheLoginCameFrom() throws Exception {
        assertThat(wayBack("127.0.0.1 40000 127.0.0.1 22")).contains(new WayBack("127.0.0.1", "lo"));
        assertThat(wayBack("::ffff:127.0.0.1 40000 ::ffff:127.0.0.1 22"))
                .contains(new WayBack("::ffff:127.0.0.1", "lo"));
        // A local address that no interface has says nothing.
        assertThat(wayBack("127.0.0.1 40000 192.0.2.77 22")).contains(new WayBack("127.0.0.1", "lo"));
        for (String odd :
                List.of("", "one", "127.0.0.1 1", "a b c d", "1.2.3.4%none 1 1.2.3.5 2", "9".repeat(99) + " 1 2 3")) {
            assertThat(wayBack(odd)).as(odd).isEmpty();
        }
        assertThat(wayBack("127.0.0.1  1 x 22")).contains(new WayBack("127.0.0.1", "lo"));
    }

    /** Loopback's IPv6 address is there unless IPv6 is turned off. */
    @Test
    void tellsTheWayBackByIpv6() throws Exception {
        Missing.unless(Files.exists(Path.of("/proc/sys/net/ipv6/conf/lo")), "IPv6");
        Missing.unless(
                Files.readString(Path.of("/proc/net/if_inet6")).contains("00000000000000000000000000000001"),
                "IPv6 on loopback");
        assertThat(wayBack("::1 40000 ::1 22")).contains(new WayBack("::1", "lo"));
    }

    private Optional<WayBack> wayBack(String connectionOfSsh) throws TransportException {
        ProcessConnection login = connection.withEnvironment(
                Map.of("HOME", home.toString(), "PATH", System.getenv("PATH"), "SSH_CONNECTION", connectionOfSsh));
        if (!(open(login, binary) instanceof HelperOpening.Opened opened)) {
            throw new AssertionError("the helper did not start");
        }
        try (HostSession session = opened.session()) {
            return session.wayBack();
        }
    }

    @Test
    void aShellThatCannotTellOwnersIsAskedForTheUser() throws Exception {
        ProcessConnection without =
                connection.withShell("sh", "-c", "eval \"$(printf %s \"$0\" | sed \"s/ -O / -Q /\")\"");
        assertThat(useOnce(without)).isEqualTo(3);
        assertThat(useOnce(without)).isEqualTo(2);
    }

    @Test
    void ofOthersIsNotTrusted() throws Exception {
        Missing.unless(connection.prefix().contains("setpriv"), "root, to give files away");
        assertThat(useOnce(connection)).isEqualTo(3);
        Files.setAttribute(kept(), "unix:uid", NOBODY - 1);
        assertThat(useOnce(connection)).isEqualTo(3);
        assertThat(Files.getAttribute(kept(), "unix:uid")).isEqualTo(NOBODY);
        Files.setAttribute(keptIn(), "unix:uid", NOBODY - 1);
        Files.setAttribute(keptIn(), "unix:mode", 0755);
        assertThat(useOnce(connection)).isEqualTo(3);
    }

    @Test
    void noiseOfTheLoginIsSkipped() throws Exception {
        ProcessConnection noisy = connection.withShell(
                "sh", "-c", "echo welcome; printf 'no newline'; echo oops >&2; set -v; set -x; eval \"$0\"");
        assertThat(useOnce(noisy)).isEqualTo(3);
        assertThat(useOnce(noisy)).isEqualTo(2);
    }

    @Test
    void whatCannotRunIsUnusable() throws Exception {
        HelperBinary noProgram = HelperBinary.of("x86_64", Bytes.ofUtf8("this is no program"));
        assertThat(open(connection, noProgram))
                .isInstanceOfSatisfying(
                        HelperOpening.Unusable.class,
                        u -> assertThat(u.reason()).contains("noexec"));
        HelperBinary foreign = HelperBinary.of("riscv64", binary.content());
        assertThat(open(connection, foreign))
                .isInstanceOfSatisfying(
                        HelperOpening.Unusable.class,
                        u -> assertThat(u.reason()).isEqualTo("no helper for Linux x86_64"));
        assertThat(open(connection)).isInstanceOf(HelperOpening.Unusable.class);
    }

    @Test
    void aFullDiskIsUnusable() throws Exception {
        Path disk = NativePrograms.requireTool("unshare");
        Missing.unless(connection.prefix().contains("setpriv"), "root, to mount a file system");
        List<String> prefix = new ArrayList<>(List.of(
                disk.toString(),
                "-m",
                "sh",
                "-c",
                "mount -t tmpfs -o size=20k,mode=1777 none \"$HOME\" && exec \"$@\"",
                "sh"));
        prefix.addAll(connection.prefix());
        assertThat(open(connection.withPrefix(prefix.toArray(String[]::new)), binary))
                .isInstanceOfSatisfying(
                        HelperOpening.Unusable.class,
                        u -> assertThat(u.reason())
                                .contains("could not be written")
                                .contains(home.toString()));
    }

    @Test
    void rootKeepsItInVarLib() throws Exception {
        Missing.unless(connection.prefix().contains("setpriv"), "root, to try root's folder");
        ProcessConnection root = connection.withPrefix(
                NativePrograms.requireTool("unshare").toString(),
                "-m",
                "sh",
                "-c",
                "mount -t tmpfs none /var/lib && exec \"$@\"",
                "sh");
        if (!(open(root, binary) instanceof HelperOpening.Opened opened)) {
            throw new AssertionError("the helper did not start");
        }
        try (HostSession session = opened.session()) {
            Operation find = new Operation.ReadMatching("/var/lib/ibplay/helper/*", 1 << 20);
            Operation mode = Operation.RunCommand.of(
                    NativePrograms.LIMIT, "stat", "-c", "%a %u", "/var/lib/ibplay", "/var/lib/ibplay/helper");
            List<Outcome> outcomes = session.run(Batch.of(List.of(find, mode)), NativePrograms.LIMIT);
            assertThat(outcomes.getFirst())
                    .isEqualTo(new Outcome.FilesFound(List.of(
                            new Outcome.NamedFile("/var/lib/ibplay/helper/" + binary.sha256(), binary.content()))));
            assertThat(((Outcome.CommandEnded) outcomes.getLast()).stdout()).isEqualTo(Bytes.ofUtf8("700 0\n700 0\n"));
        }
    }

    @Test
    void aNamedProgramMustBeThere() {
        assertThatThrownBy(() -> HelperSession.open(
                        "h1", connection, new HelperChoice.AtPath("/nonexistent/helper"), NativePrograms.LIMIT))
                .isInstanceOfSatisfying(TransportException.class, e -> {
                    assertThat(e.kind()).isEqualTo(TransportException.Kind.FAR_END_BROKEN);
                    assertThat(e).hasMessageContaining("/nonexistent/helper");
                });
    }

    @Test
    void aLoginThatEndsSaysWhatItSaid() {
        ProcessConnection refused = connection.withShell("sh", "-c", "echo account expired >&2; exit 7");
        assertThatThrownBy(() -> open(refused, binary)).isInstanceOfSatisfying(TransportException.class, e -> {
            assertThat(e.kind()).isEqualTo(TransportException.Kind.FAR_END_BROKEN);
            assertThat(e).hasMessageContaining("status 7").hasMessageContaining("account expired");
        });
    }

    @Test
    void aLoginThatHangsTimesOut() {
        ProcessConnection hanging = connection.withShell("sh", "-c", "exec sleep 300");
        assertThatThrownBy(() -> new HelperStart("h1", hanging, Duration.ofMillis(300), List.of(binary))
                        .open(new HelperChoice.Automatic()))
                .isInstanceOfSatisfying(
                        TransportException.class,
                        e -> assertThat(e.kind()).isEqualTo(TransportException.Kind.TIMED_OUT));
    }
}
