package dev.ibplay.facts.linux;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.exec.Bytes;
import dev.ibplay.exec.CommandEnd;
import dev.ibplay.exec.Operation;
import dev.ibplay.exec.Outcome;
import dev.ibplay.facts.Fact;
import dev.ibplay.facts.OpensmInstance;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class OpensmProbeTest {
    private static final OpensmProbe PROBE = new OpensmProbe("/etc/opensm/opensm.conf", "/etc/opensm/partitions.conf");
    private static final Outcome UNITS = new Outcome.CommandEnded(
            new CommandEnd.Exited(0),
            Bytes.ofUtf8("Id=opensm.service\nMainPID=812\nLoadState=loaded\nActiveState=active\n"),
            Bytes.EMPTY);
    private static final Outcome NO_FILE = new Outcome.FileAbsent();

    private static Outcome processes(int pid, String... arguments) {
        return new Outcome.ProcessesFound(
                List.of(new Outcome.ProcessEntry(pid, "opensm", List.of(arguments), 99, 1000)));
    }

    private static OpensmInstance observed(Outcome... outcomes) {
        return PROBE.parse(List.of(outcomes))
                .ifKnown()
                .orElseThrow()
                .instances()
                .getFirst();
    }

    @Test
    void filesProcessAndUnit() {
        OpensmInstance found = observed(
                processes(812, "/usr/sbin/opensm"),
                new Outcome.FileContent(Bytes.ofUtf8("sm_priority 5\n"), 0644, 0, 0, 77),
                NO_FILE,
                UNITS,
                new Outcome.PathResolved("/usr/sbin/opensm"));

        assertThat(found.conf().content()).isEqualTo(Fact.known(Bytes.ofUtf8("sm_priority 5\n")));
        assertThat(found.conf().modifiedSeconds()).isEqualTo(77);
        assertThat(found.partitions().content()).isEqualTo(Fact.absent());
        assertThat(found.process().map(p -> p.pid())).contains(812);
        assertThat(found.unit()).contains("opensm.service");
    }

    @Test
    void aProcessThatNoUnitStarted() {
        assertThat(observed(processes(4711, "opensm", "-B"), NO_FILE, NO_FILE, UNITS, NO_FILE)
                        .unit())
                .isEmpty();
    }

    @Test
    void aUnitThatWouldStartOne() {
        assertThat(observed(
                                new Outcome.ProcessesFound(List.of()),
                                NO_FILE,
                                NO_FILE,
                                UNITS,
                                new Outcome.PathResolved("/usr/sbin/opensm"))
                        .unit())
                .contains("opensm.service");
    }

    @Test
    void notInstalledAndNotReadableDiffer() {
        assertThat(PROBE.parse(List.of(new Outcome.ProcessesFound(List.of()), NO_FILE, NO_FILE, UNITS, NO_FILE)))
                .isEqualTo(Fact.absent());
        assertThat(PROBE.parse(List.of(
                        new Outcome.OperationFailed("EACCES", "permission denied"), NO_FILE, NO_FILE, UNITS, NO_FILE)))
                .isEqualTo(Fact.unreadable("the processes cannot be listed: permission denied"));
    }

    @Test
    void aFileThatCannotBeReadIsNotAbsent() {
        Outcome denied = new Outcome.OperationFailed("EACCES", "permission denied");
        assertThat(observed(processes(812, "opensm"), denied, NO_FILE, UNITS, NO_FILE)
                        .conf()
                        .content())
                .isEqualTo(Fact.unreadable("permission denied"));
    }

    @Test
    void readsAgainWhatTheProcessReallyUses() {
        OpensmInstance found = observed(
                processes(812, "opensm", "-F", "/srv/sm.conf", "--Pconfig=/srv/parts.conf"),
                NO_FILE,
                NO_FILE,
                UNITS,
                NO_FILE);

        assertThat(PROBE.better(found, Optional.empty()).orElseThrow().operations())
                .contains(Operation.ReadFile.of("/srv/sm.conf"), Operation.ReadFile.of("/srv/parts.conf"));
        OpensmInstance plain = observed(processes(812, "opensm"), NO_FILE, NO_FILE, UNITS, NO_FILE);
        assertThat(PROBE.better(plain, Optional.empty())).isEmpty();
        assertThat(PROBE.better(plain, Optional.of("/srv/parts.conf"))).isPresent();
    }
}
