package dev.ibplay.transport.posix;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.Missing;
import dev.ibplay.exec.Batch;
import dev.ibplay.exec.Bytes;
import dev.ibplay.exec.Operation;
import dev.ibplay.exec.Outcome;
import dev.ibplay.transport.HostSession;
import dev.ibplay.transport.ProcessConnection;
import dev.ibplay.transport.helper.NativePrograms;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A guard leaves the control group of its session, in whose place a group with a session's name is made here. */
class GuardControlGroupTest {
    private static final Duration WINDOW = Duration.ofMinutes(5);

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    @SuppressWarnings("NullAway.Init")
    private Path scope;

    @BeforeEach
    void makeScope() throws IOException {
        Root.require();
        Path root;
        try (Stream<String> mounts = Files.lines(Path.of("/proc/self/mountinfo"))) {
            root = mounts.filter(line -> line.contains(" - cgroup2 "))
                    .map(line -> Path.of(line.split(" ", -1)[4]))
                    .findFirst()
                    .orElse(Path.of("/nowhere"));
        }
        Missing.unless(Files.isWritable(root.resolve("cgroup.procs")), "a writable cgroup2 file system");
        scope = Files.createDirectory(
                root.resolve("ibplay-test-" + ProcessHandle.current().pid() + ".scope"));
    }

    @AfterEach
    void removeScope() throws Exception {
        if (scope != null) {
            long end = System.nanoTime() + Shell.LIMIT.toNanos();
            while (!Files.readString(scope.resolve("cgroup.procs")).isEmpty() && System.nanoTime() < end) {
                Thread.onSpinWait();
            }
            Files.delete(scope);
        }
    }

    private List<HostSession> sessions(String before) throws Exception {
        ProcessConnection within = ProcessConnection.plain()
                .withPrefix("sh", "-c", "echo $$ >" + scope + "/cgroup.procs && exec " + before + " \"$@\"", "sh");
        List<HostSession> sessions = new ArrayList<>();
        sessions.add(NativePrograms.open(within, NativePrograms.require("dynamic")));
        for (Shell shell : Shell.values()) {
            sessions.add(PosixSession.open("here", within, shell.commandLine()));
        }
        return sessions;
    }

    private static Outcome ask(HostSession session, Operation operation) throws Exception {
        return session.run(Batch.of(List.of(operation)), Shell.LIMIT).getFirst();
    }

    private Operation.ArmGuard guard(int number) {
        return new Operation.ArmGuard(folder + "/" + number, Bytes.EMPTY, WINDOW, List.of(), List.of());
    }

    @Test
    void leavesTheSessionsGroup() throws Exception {
        List<HostSession> sessions = sessions("");
        for (int i = 0; i < sessions.size(); i++) {
            try (HostSession session = sessions.get(i)) {
                assertThat(ask(session, guard(i))).isEqualTo(new Outcome.Done());
                String pid = Files.readString(folder.resolve(i + "/process")).split(" ", -1)[0];
                assertThat(Files.readString(scope.resolve("cgroup.procs"))).isNotEmpty();
                assertThat(Files.readString(Path.of("/proc", pid, "cgroup"))).doesNotContain(".scope");
                assertThat(ask(session, new Operation.FireGuard(guard(i).folder())))
                        .isEqualTo(new Outcome.Done());
            }
        }
    }

    @Test
    void isNotArmedWhereItCannotLeave() throws Exception {
        String readOnly = "mount -o remount,bind,ro " + scope.getParent() + " &&";
        List<HostSession> sessions = sessions("unshare -m sh -c '" + readOnly + " exec \"$@\"' sh");
        for (int i = 0; i < sessions.size(); i++) {
            try (HostSession session = sessions.get(i)) {
                assertThat(ask(session, guard(i)))
                        .isInstanceOfSatisfying(
                                Outcome.OperationFailed.class,
                                failed -> assertThat(failed.message())
                                        .contains("control group", scope.getFileName() + ""));
                assertThat(folder.resolve("" + i)).doesNotExist();
            }
        }
    }
}
