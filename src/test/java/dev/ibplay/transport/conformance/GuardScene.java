package dev.ibplay.transport.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.exec.Bytes;
import dev.ibplay.exec.Operation;
import dev.ibplay.exec.Operation.ArmGuard;
import dev.ibplay.exec.Operation.ReplaceFile;
import dev.ibplay.exec.Operation.WriteAttribute;
import dev.ibplay.exec.Outcome;
import dev.ibplay.transport.TransportException;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** A guard over one file, {@code conf}, and one running value, {@code mtu}, which the case has set to its new value already. */
record GuardScene(Scene scene, String folder) {
    static final Bytes OLD = Bytes.ofUtf8("old\n");
    static final Bytes NEW = Bytes.ofUtf8("new\n");
    static final Bytes RECORD = Bytes.ofUtf8("run 20261130-1\nib0\n");
    static final Duration LONG = Duration.ofMinutes(5);
    static final Duration SHORT = Duration.ofSeconds(1);

    private static final long PATIENCE_SECONDS = 40;
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    static GuardScene of(Scene scene) throws IOException {
        scene.file("conf", OLD, 0640);
        scene.file("mtu", "4092\n", 0644);
        return new GuardScene(scene, scene.path("guards/one"));
    }

    ReplaceFile replacement() {
        return new ReplaceFile(scene.path("conf"), Optional.of(OLD), NEW, 0644);
    }

    WriteAttribute setBack() {
        return new WriteAttribute(scene.path("mtu"), Bytes.ofUtf8("2044\n"));
    }

    ArmGuard arming(Duration window) {
        return new ArmGuard(folder, RECORD, window, List.of(replacement()), List.of(setBack()));
    }

    void arm(Duration window) throws TransportException {
        assertThat(scene.ask(arming(window))).isEqualTo(new Outcome.Done());
    }

    Outcome confirm() throws TransportException {
        return scene.ask(new Operation.ConfirmGuard(folder));
    }

    Outcome fire() throws TransportException {
        return scene.ask(new Operation.FireGuard(folder));
    }

    Outcome renew(Duration window) throws TransportException {
        return scene.ask(new Operation.RenewGuard(folder, window));
    }

    String read(String name) throws IOException {
        return scene.text(folder + "/" + name).strip();
    }

    String running() throws IOException {
        return scene.text(scene.path("mtu")).strip();
    }

    void assertUndone() throws IOException {
        assertThat(running()).isEqualTo("2044");
        assertThat(scene.content(scene.path("conf"))).isEqualTo(OLD);
        assertNothingStaged();
    }

    void assertNothingStaged() throws IOException {
        assertThat(scene.names(scene.folder())).noneMatch(name -> name.contains("ibplay"));
    }

    int pid() throws IOException {
        return Integer.parseInt(read("process").split(" ", -1)[0]);
    }

    void awaitState(String wanted) throws IOException, TransportException {
        assertThat(await(() -> state().equals(wanted))).as("state %s", state()).isTrue();
    }

    private String state() throws IOException {
        return scene.exists(folder + "/state") ? read("state") : "";
    }

    /** Something that becomes true. */
    interface Condition {
        boolean holds() throws IOException, TransportException;
    }

    static boolean await(Condition condition) throws IOException, TransportException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        while (!condition.holds()) {
            if (System.nanoTime() > end) {
                return false;
            }
            LockSupport.parkNanos(LOOK_NANOS);
        }
        return true;
    }

    /** Seconds after the boot; on ESXi after the guard has read it. */
    double deadline() throws IOException {
        return Double.parseDouble(read("deadline").split(" ", -1)[0]);
    }

    double uptime() throws IOException {
        return Double.parseDouble(scene.text("/proc/uptime").split(" ", -1)[0]);
    }

    /** Kills the guard's process. */
    void kill() throws IOException, TransportException {
        int pid = pid();
        scene.host().kill(pid);
        assertThat(await(() -> !scene.host().lives(pid))).isTrue();
    }
}
