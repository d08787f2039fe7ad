package dev.ibplay.lab.windows;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.exec.Batch;
import dev.ibplay.exec.Bytes;
import dev.ibplay.exec.Operation;
import dev.ibplay.exec.Operation.RunCommand;
import dev.ibplay.exec.Outcome;
import dev.ibplay.transport.powershell.PowerShellSession;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Guards and locks of Windows hosts, as the session arms and takes them. */
class WindowsGuardsTest {
    private static final String FOLDER = "/var/lib/ibplay/guards/run1-1";
    private static final String CONF = "C:\\SM\\opensm.conf";
    private static final Bytes OLD = Bytes.ofUtf8("sm_priority 1\r\n");
    private static final Bytes NEW = Bytes.ofUtf8("sm_priority 2\r\n");
    private static final Duration LIMIT = Duration.ofSeconds(60);

    @SuppressWarnings("NullAway.Init") // set before each test
    private WindowsLab lab;

    @BeforeEach
    void start() throws Exception {
        lab = WindowsLab.of(WindowsHost.Traits.USUAL);
        lab.windows().files().write(CONF, OLD);
    }

    @AfterEach
    void stop() {
        lab.close();
    }

    private RunCommand setMtu(int bytes) {
        return RunCommand.of(
                Duration.ofSeconds(20),
                "netsh.exe",
                "interface",
                "ipv4",
                "set",
                "subinterface",
                lab.adapter().name(),
                "mtu=" + bytes,
                "store=active");
    }

    private Operation arm(Duration window) {
        return new Operation.ArmGuard(
                FOLDER,
                Bytes.ofUtf8("record"),
                window,
                List.of(new Operation.ReplaceFile(CONF, Optional.of(OLD), NEW, 0644)),
                List.of(setMtu(2044)));
    }

    private void arms(Duration window) throws Exception {
        assertThat(lab.answers(arm(window), setMtu(1500))).first().isEqualTo(new Outcome.Done());
        assertThat(lab.adapter().mtu()).isEqualTo(1500);
        assertThat(read("state")).isEqualTo("armed");
    }

    private String read(String name) throws Exception {
        return lab.answer(Operation.ReadFile.of(FOLDER + "/" + name)) instanceof Outcome.FileContent file
                ? file.content().lossyText().strip()
                : "";
    }

    private Bytes conf() throws Exception {
        return lab.windows().files().read(CONF);
    }

    @Test
    void whatIsNotConfirmedIsUndoneInTime() throws Exception {
        arms(Duration.ofSeconds(10));
        lab.await(() -> lab.adapter().mtu() == 2044);
        lab.await(() -> lab.windows()
                .files()
                .tryToRead("C:\\ProgramData\\ibplay\\guards\\run1-1\\state")
                .equals(Optional.of(Bytes.ofUtf8("undone"))));
        assertThat(read("reason")).isEqualTo("it was not confirmed in time");
        assertThat(read("log")).contains("netsh.exe").contains("exit 0");
        assertThat(conf()).isEqualTo(OLD);
        assertThat(lab.answer(new Operation.ConfirmGuard(FOLDER)))
                .isEqualTo(new Outcome.Moved("undone: it was not confirmed in time"));
    }

    @Test
    void aConfirmationGivesFilesTheirNames() throws Exception {
        arms(Duration.ofMinutes(5));
        assertThat(conf()).isEqualTo(OLD);
        assertThat(lab.answer(new Operation.RenewGuard(FOLDER, Duration.ofMinutes(5))))
                .isEqualTo(new Outcome.Done());
        assertThat(lab.answer(new Operation.ConfirmGuard(FOLDER))).isEqualTo(new Outcome.Done());
        assertThat(lab.answer(new Operation.ConfirmGuard(FOLDER))).isEqualTo(new Outcome.Done());
        assertThat(conf()).isEqualTo(NEW);
        assertThat(lab.adapter().mtu()).isEqualTo(1500);
        assertThat(lab.windows().files().list("C:\\SM")).containsExactly("opensm.conf");
        lab.reboot();
        assertThat(conf()).as("its task is gone").isEqualTo(NEW);
    }

    @Test
    void itFiresWhenItIsAsked() throws Exception {
        arms(Duration.ofMinutes(5));
        assertThat(lab.answer(new Operation.FireGuard(FOLDER))).isEqualTo(new Outcome.Done());
        assertThat(lab.adapter().mtu()).isEqualTo(2044);
        assertThat(lab.answer(new Operation.RenewGuard(FOLDER, LIMIT)))
                .isEqualTo(new Outcome.Moved("undone: it was asked to"));
    }

    @Test
    void afterAStartOfTheHostItUndoesToo() throws Exception {
        arms(Duration.ofHours(2));
        lab.reboot();
        lab.await(() -> lab.windows().files().exists("C:\\ProgramData\\ibplay\\guards\\run1-1\\reason"));
        assertThat(lab.answer(new Operation.FireGuard(FOLDER))).isEqualTo(new Outcome.Done());
        assertThat(read("reason")).contains("started anew");
        assertThat(conf()).isEqualTo(OLD);
        assertThat(lab.windows().files().list("C:\\SM")).containsExactly("opensm.conf");
    }

    @Test
    void aFileThatChangedMeanwhileIsNotReplaced() throws Exception {
        arms(Duration.ofMinutes(5));
        lab.windows().files().write(CONF, Bytes.ofUtf8("somebody else's\r\n"));
        assertThat(lab.answer(new Operation.ConfirmGuard(FOLDER))).isInstanceOf(Outcome.Moved.class);
        assertThat(lab.adapter().mtu()).isEqualTo(2044);
        assertThat(conf()).isEqualTo(Bytes.ofUtf8("somebody else's\r\n"));
    }

    @Test
    void aLockIsHeldForAsLongAsItsSession() throws Exception {
        var path = "/var/lib/ibplay/lock";
        try (PowerShellSession one = lab.session();
                PowerShellSession other = lab.session()) {
            assertThat(one.run(Batch.of(List.of(new Operation.TakeLock(path, "run1", "alice@control"))), LIMIT))
                    .containsExactly(new Outcome.Done());
            assertThat(other.run(Batch.of(List.of(new Operation.TakeLock(path, "run2", "bob@control"))), LIMIT))
                    .singleElement()
                    .isInstanceOfSatisfying(
                            Outcome.Held.class, held -> assertThat(held.owner()).isEqualTo("alice@control"));
            one.close();
            lab.clock.sleep(Duration.ofSeconds(2));
            assertThat(other.run(Batch.of(List.of(new Operation.TakeLock(path, "run2", "bob@control"))), LIMIT))
                    .containsExactly(new Outcome.Done());
        }
    }
}
