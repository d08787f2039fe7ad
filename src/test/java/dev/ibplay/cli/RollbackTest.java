package dev.ibplay.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.journal.JournalEvent;
import dev.ibplay.journal.JournalSamples;
import dev.ibplay.journal.RunEvent;
import dev.ibplay.journal.RunRecorder;
import dev.ibplay.journal.disk.ControllerProcess;
import dev.ibplay.journal.disk.DiskJournal;
import dev.ibplay.journal.disk.JournalFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** From the journal and an inventory to the hosts, and what is said when it does not get that far. */
class RollbackTest {
    private static final String RUN = JournalSamples.NAME.text();
    /** A process that is long gone. */
    private static final JournalEvent.Controller GONE =
            new JournalEvent.Controller("ann", here(), 1, OptionalLong.of(1), Optional.of("another boot"));

    @TempDir
    private Path folder = Path.of("set by JUnit");

    private final SilentHost host;
    private Map<String, String> environment = Map.of();
    private String inventory = "";

    RollbackTest() throws IOException {
        host = new SilentHost();
    }

    private static String here() {
        try {
            return Files.readString(Path.of("/proc/sys/kernel/hostname")).strip();
        } catch (IOException expected) {
            return "localhost";
        }
    }

    @BeforeEach
    void write() throws IOException {
        environment = Map.of("HOME", folder.toString());
        inventory = host.inventory(folder);
        Files.writeString(
                Path.of(inventory), Files.readString(Path.of(inventory)).replace("quiet[1:2]", "n1"));
    }

    @AfterEach
    void close() throws IOException {
        host.close();
    }

    /** A run that has set the MTU of n1, unless nothing was changed. */
    private void recorded(JournalEvent.Controller controller, boolean isChanged) throws IOException {
        var place = new JournalFolder(folder.resolve(".local/state/ibplay"));
        try (DiskJournal journal = DiskJournal.create(place, JournalSamples.NAME, text -> text, Clock.systemUTC())) {
            var recorder = new RunRecorder(journal);
            recorder.began(JournalSamples.began(controller, "n1"), JournalSamples.plays("n1"));
            recorder.planned(JournalSamples.plan());
            if (isChanged) {
                recorder.on(new RunEvent.StepBegan(JournalSamples.SET));
                recorder.on(new RunEvent.StepEnded(JournalSamples.SET, "changed", ""));
            }
        }
    }

    private CommandLineRun run(String... words) {
        return CommandLineRun.of(environment, words);
    }

    private CommandLineRun refused(String... words) throws IOException {
        CommandLineRun run = run(words);
        assertThat(run.exitCode()).as(run.stderr()).isEqualTo(1);
        assertThat(run.stdout()).isEmpty();
        assertThat(host.wasContacted()).isFalse();
        return run;
    }

    @Test
    void withoutATerminalNeedsYes() throws IOException {
        recorded(GONE, true);

        assertThat(refused("rollback", "last").stderr())
                .startsWith("ibplay: standard input is no terminal")
                .contains("--yes", "--check");
    }

    @Test
    void runsThatAreNotThere() throws IOException {
        assertThat(refused("rollback", "last", "--check").stderr()).startsWith("ibplay: there is no run last in ");
    }

    @Test
    void aRunThatIsAtWork() throws IOException {
        recorded(new ControllerProcess(Path.of("/proc")).self(), true);

        assertThat(refused("rollback", RUN, "--check", "-i", inventory).stderr())
                .startsWith("ibplay: run " + RUN + " is still at work (process ");
    }

    @Test
    void hostsThatTheInventoryDoesNotHave() throws IOException {
        recorded(GONE, true);
        Path other = Files.writeString(folder.resolve("other.ini"), "n7\n");

        assertThat(refused("rollback", RUN, "--check", "-i", other.toString()).stderr())
                .contains("run " + RUN + " changed hosts that the inventory does not have: n1")
                .contains("--limit");
    }

    @Test
    void theRecordedInventoryIsReadWhereNoneIsGiven() throws IOException {
        recorded(GONE, true);

        assertThat(refused("rollback", RUN, "--check").stderr())
                .as("the sample names a file that is not there")
                .contains("inventory");
    }

    @Test
    void aRunThatChangedNothing() throws IOException {
        recorded(GONE, false);

        CommandLineRun run = run("rollback", RUN, "--check", "-i", inventory);
        assertThat(run.exitCode()).as(run.stderr()).isZero();
        assertThat(run.stdout()).startsWith("The desired state holds.\n");
        assertThat(host.wasContacted()).isFalse();
    }

    @Test
    void anUndoIsARunOfItsOwn() throws IOException, InterruptedException {
        recorded(GONE, true);
        Thread hangingUp = host.hangUp();

        CommandLineRun run = run("rollback", RUN.substring(0, 17), "--yes", "-i", inventory);
        hangingUp.interrupt();
        hangingUp.join();

        assertThat(run.exitCode()).as(run.stderr()).isEqualTo(4);
        assertThat(run.stderr()).containsPattern("run \\d{8}T\\d{6}-[0-9a-f]{4}, which undoes run " + RUN);
        assertThat(run("runs").stdout()).contains("rollback of " + RUN);
        assertThat(run("runs", "show", "last").stdout()).contains("  undoes run " + RUN + "\n");
        assertThat(run("runs", "show", "last", "--format", "json").stdout()).contains("\"undoes\" : \"" + RUN + "\"");
    }

    @Test
    void checkIsNotRecordedAndSpeaksJson() throws IOException, InterruptedException {
        recorded(GONE, true);
        Thread hangingUp = host.hangUp();

        CommandLineRun run = run("rollback", "last", "-C", "-i", inventory, "--format", "json");
        hangingUp.interrupt();
        hangingUp.join();

        assertThat(run.stdout()).contains("\"command\" : \"rollback\"", "\"exit_code\" : 4");
        assertThat(run("runs").stdout().lines()).hasSize(2);
    }
}
