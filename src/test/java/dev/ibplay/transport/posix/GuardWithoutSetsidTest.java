package dev.ibplay.transport.posix;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.Missing;
import dev.ibplay.exec.Batch;
import dev.ibplay.exec.Bytes;
import dev.ibplay.exec.Operation;
import dev.ibplay.exec.Outcome;
import dev.ibplay.transport.HostSession;
import dev.ibplay.transport.ProcessConnection;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A host without setsid: its guards outlive their session all the same. */
class GuardWithoutSetsidTest {
    @TempDir
    Path folder = Path.of("");

    @ParameterizedTest
    @EnumSource
    void outlivesItsSession(Shell shell) throws Exception {
        Root.require();
        int mounted = new ProcessBuilder("unshare", "-m", "mount", "--bind", "/dev/null", "/usr/bin/setsid")
                .start()
                .waitFor();
        Missing.unless(mounted == 0, "the right to mount, and /usr/bin/setsid to be hidden");
        String guard = folder + "/guard";
        Path value = Files.writeString(folder.resolve("mtu"), "4092\n");
        ProcessConnection without = ProcessConnection.plain()
                .withPrefix("unshare", "-m", "sh", "-c", "mount --bind /dev/null /usr/bin/setsid && exec \"$@\"", "sh");
        try (HostSession session = PosixSession.open("here", without, shell.commandLine())) {
            assertThat(ask(
                            session,
                            new Operation.ArmGuard(
                                    guard,
                                    Bytes.EMPTY,
                                    Duration.ofMinutes(5),
                                    List.of(),
                                    List.of(new Operation.WriteAttribute(value.toString(), Bytes.ofUtf8("2044\n"))))))
                    .isEqualTo(new Outcome.Done());
        }
        try (HostSession session = shell.open()) {
            assertThat(ask(session, new Operation.FireGuard(guard))).isEqualTo(new Outcome.Done());
        }
        assertThat(value).hasContent("2044\n");
    }

    private static Outcome ask(HostSession session, Operation operation) throws Exception {
        return session.run(Batch.of(List.of(operation)), Shell.LIMIT).getFirst();
    }
}
