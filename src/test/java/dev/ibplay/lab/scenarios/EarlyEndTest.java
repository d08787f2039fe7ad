package dev.ibplay.lab.scenarios;

import static dev.ibplay.lab.scenarios.Scene.assertNothingToDo;
import static dev.ibplay.lab.scenarios.Scene.datagram;
import static dev.ibplay.lab.scenarios.Scene.group;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.exec.Operation;
import dev.ibplay.ib.Mtu;
import dev.ibplay.journal.HostStatus;
import dev.ibplay.lab.LabLook;
import dev.ibplay.lab.LabRun;
import dev.ibplay.lab.layout.LabLayout;
import dev.ibplay.lab.machine.Fault;
import org.junit.jupiter.api.Test;

/** A run comes to an early end: each host is said to be what it is. */
class EarlyEndTest {
    private static final String UP = group("subnet_managers", Mtu.MTU_4096) + datagram("linux", "ib0", 4092);

    /** The master's disk is full, so that the fabric cannot even be locked there. Nobody else is counted as done. */
    @Test
    void aFullDiskAtTheMaster() throws Exception {
        try (LabRun lab = new LabRun(LabLayout.sample(2))) {
            LabLook before = LabLook.at(lab.hosts);
            lab.machine("sm1").disk().limit(0);
            LabRun.Finished run = lab.run(UP);
            assertThat(run.record().hosts())
                    .extracting(host -> host.host() + " " + host.status())
                    .containsExactly("sm1 FAILED", "sm2 SKIPPED", "node01 SKIPPED", "node02 SKIPPED");
            assertThat(LabLook.at(lab.hosts).unlike(before)).isEmpty();

            lab.machine("sm1").disk().limit(Long.MAX_VALUE);
            Scene.assertAll(lab.run(UP), HostStatus.CHANGED);
            assertNothingToDo(lab, UP);
        }
    }

    /** The master is lost between its standby's turn and its own: the standby has the new group already, and the run says so. */
    @Test
    void aMasterThatIsLostBeforeItsTurn() throws Exception {
        try (LabRun lab = new LabRun(LabLayout.sample(1))) {
            lab.machine("sm1").faults(step -> {
                if (step.operation() instanceof Operation.ReplaceFile) {
                    new Fault.DropConnection().happen(step);
                }
            });
            LabRun.Finished run = lab.run(UP);
            assertThat(run.record().hosts())
                    .as(
                            "%s %s %s",
                            run.record().hosts(),
                            run.record().diagnostics(),
                            run.record().remaining())
                    .extracting(host -> host.host() + " " + host.status())
                    .containsExactly("sm1 UNREACHABLE", "sm2 UNVERIFIED", "node01 SKIPPED");
            lab.withoutFaults();
            lab.run(UP);
            assertNothingToDo(lab, UP);
        }
    }
}
