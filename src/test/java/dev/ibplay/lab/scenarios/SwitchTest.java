package dev.ibplay.lab.scenarios;

import static dev.ibplay.lab.scenarios.Scene.assertNothingToDo;
import static dev.ibplay.lab.scenarios.Scene.manager;
import static dev.ibplay.lab.scenarios.Scene.node;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.diag.Severity;
import dev.ibplay.exec.Operation.RunCommand;
import dev.ibplay.fabric.Fabric;
import dev.ibplay.fabric.PortRef;
import dev.ibplay.ib.IpoibMode;
import dev.ibplay.ib.Mtu;
import dev.ibplay.ib.NodeGuid;
import dev.ibplay.ib.PKey;
import dev.ibplay.journal.HostStatus;
import dev.ibplay.lab.LabRun;
import dev.ibplay.lab.fabric.Join;
import dev.ibplay.lab.fabric.SimulatedFabric;
import dev.ibplay.lab.layout.HostModel;
import dev.ibplay.lab.layout.LabHost;
import dev.ibplay.lab.layout.LabLayout;
import dev.ibplay.lab.layout.LeafSpine;
import dev.ibplay.lab.machine.Fault;
import dev.ibplay.lab.mlnxos.SimulatedSwitch;
import dev.ibplay.lab.mlnxos.SwitchHost;
import dev.ibplay.lab.mlnxos.SwitchModel;
import dev.ibplay.lab.mlnxos.SwitchModel.Quirk;
import dev.ibplay.lab.mlnxos.SwitchSettings;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A managed switch beside Linux hosts on one fabric, as its subnet manager or one of two. */
class SwitchTest {
    private static final NodeGuid LEAF = LeafSpine.leaf(0, 0);
    private static final PortRef NODE = new PortRef(LeafSpine.adapter(0, 1), 1);

    /** Somebody has to look at the fabric: a switch cannot be asked for port queries. */
    private static final String AS_IT_IS = Scene.datagram("linux", "ib0", 2044);

    /** The same keys as for every other host. */
    private static String opensm(String hosts, String keys) {
        return """
                - hosts: %s
                  state:
                    opensm:
                %s""".formatted(hosts, keys.indent(6));
    }

    private static String partition(int mtu) {
        return """
                partitions:
                  - {name: Default, pkey: 0x7fff, ipoib: true, mtu: %d, members: {ALL: full}}
                """.formatted(mtu);
    }

    private static SwitchModel model(boolean old, Quirk... quirks) {
        SwitchModel model = old ? SwitchModel.old("sw1") : SwitchModel.current("sw1");
        Set<Quirk> all = new HashSet<>(model.quirks());
        all.addAll(List.of(quirks));
        return model.with(all);
    }

    /** @param priority of the Linux host's subnet manager; empty for a fabric that has only the switch's */
    private static LabLayout layout(SwitchModel model, SwitchSettings settings, Optional<Integer> priority) {
        Fabric fabric = LeafSpine.of(0, List.of("sm1", "node1"));
        var host = new SwitchHost(model, LEAF, fabric.node(LEAF).orElseThrow().ports(), settings);
        LabHost sw = new LabHost(
                new HostModel.Switch(host),
                List.of("switches"),
                Map.of("ibplay_port_guids", "0x%016x".formatted(LEAF.value())));
        LabHost node = node("node1", List.of(Scene.Rail.mlx5(0, 1)), IpoibMode.DATAGRAM, 2044);
        return new LabLayout(
                List.of(fabric),
                priority.map(number -> List.of(manager("sm1", Scene.Rail.mlx5(0, 0), number, Mtu.MTU_2048), node, sw))
                        .orElse(List.of(node, sw)));
    }

    private static SimulatedSwitch device(LabRun lab) {
        return (SimulatedSwitch) lab.hosts.machine("sw1").orElseThrow();
    }

    private static SimulatedFabric fabric(LabRun lab) {
        return lab.hosts.fabrics().getFirst();
    }

    /** Its subnet manager takes its time to start. */
    private static void awaitSettled(LabRun lab) throws InterruptedException {
        for (int look = 0; look < 100 && !device(lab).isSettled(); look++) {
            lab.awaitQuiet();
        }
    }

    private static Optional<Mtu> groupMtu(LabRun lab) {
        return fabric(lab).join(NODE, PKey.DEFAULT) instanceof Join.Joined joined
                ? Optional.of(joined.mtu())
                : Optional.empty();
    }

    private static List<String> errors(LabRun.Finished run) {
        return run.record().plan().diagnostics().stream()
                .filter(d -> d.severity() == Severity.ERROR)
                .map(d -> d.message())
                .toList();
    }

    /** Priority, in both layouts, is in force and saved: a reload brings it back. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void itsPriorityIsSetProvenAndSaved(boolean old) throws Exception {
        try (LabRun lab = new LabRun(layout(model(old), SwitchSettings.managing(3), Optional.empty()))) {
            String play = opensm("switches", "priority: 12") + AS_IT_IS;
            LabRun.Finished run = lab.run(play);
            assertThat(errors(run)).isEmpty();
            assertThat(run.status("sw1")).as("%s", run.record().hosts()).isEqualTo(HostStatus.CHANGED);
            assertThat(device(lab).saved().priority()).isEqualTo(12);
            assertNothingToDo(lab, play);
            lab.reboot("sw1");
            lab.awaitQuiet();
            assertNothingToDo(lab, play);
        }
    }

    /** From 2K to 4K with the switch as the only subnet manager. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void itsFabricIsRaisedTo4k(boolean atOnce) throws Exception {
        SwitchModel model = atOnce ? model(false, Quirk.MTU_AT_ONCE) : model(false);
        try (LabRun lab = new LabRun(layout(model, SwitchSettings.managing(3), Optional.empty()))) {
            String play = opensm("switches", partition(4096)) + Scene.datagram("linux", "ib0", 4092);
            assertThat(groupMtu(lab)).contains(Mtu.MTU_2048);
            LabRun.Finished run = lab.run(play);
            assertThat(errors(run)).isEmpty();
            assertThat(run.status("sw1")).as("%s", run.record().hosts()).isEqualTo(HostStatus.CHANGED);
            assertThat(groupMtu(lab)).contains(Mtu.MTU_4096);
            assertThat(Scene.mtu(lab, "node1", "ib0")).isEqualTo("4092");
            assertThat(device(lab).saved()).isEqualTo(device(lab).running());
            assertNothingToDo(lab, play);
        }
    }

    /** Two subnet managers of different kinds: the standby's partition first, the master's last, and who is master stays. */
    @ParameterizedTest
    @ValueSource(ints = {1, 10})
    void besideALinuxHost(int priorityOfLinux) throws Exception {
        try (LabRun lab = new LabRun(layout(model(true), SwitchSettings.managing(5), Optional.of(priorityOfLinux)))) {
            String play = opensm("subnet_managers, switches", partition(4096)) + Scene.datagram("linux", "ib0", 4092);
            boolean wasMaster = fabric(lab).isMaster(new PortRef(LEAF, 0));
            assertThat(wasMaster).isEqualTo(priorityOfLinux < 5);
            LabRun.Finished run = lab.run(play);
            assertThat(errors(run)).isEmpty();
            assertThat(run.status("sw1")).as("%s", run.record().hosts()).isEqualTo(HostStatus.CHANGED);
            assertThat(run.status("sm1")).as("%s", run.record().hosts()).isEqualTo(HostStatus.CHANGED);
            assertThat(groupMtu(lab)).contains(Mtu.MTU_4096);
            lab.awaitQuiet();
            assertNothingToDo(lab, play);
            assertThat(device(lab).saved().lines("sw1", true)).contains("ib partition Default mtu 4K force");
        }
    }

    /** A raised priority hands the fabric over. */
    @Test
    void theSwitchBecomesMaster() throws Exception {
        try (LabRun lab = new LabRun(layout(model(false), SwitchSettings.managing(0), Optional.of(10)))) {
            String play = opensm("subnet_managers", "priority: 10") + opensm("switches", "priority: 14") + AS_IT_IS;
            LabRun.Finished run = lab.run(play);
            assertThat(errors(run)).isEmpty();
            assertThat(run.status("sw1")).as("%s", run.record().hosts()).isEqualTo(HostStatus.CHANGED);
            assertThat(fabric(lab).isMaster(new PortRef(LEAF, 0))).isTrue();
            assertNothingToDo(lab, play);
        }
    }

    /** It is switched on and off as any other one's. */
    @Test
    void itsSubnetManagerIsSwitchedOnAndOff() throws Exception {
        try (LabRun lab = new LabRun(layout(model(false), SwitchSettings.FACTORY, Optional.of(10)))) {
            String on = opensm("subnet_managers", "priority: 10")
                    + opensm("switches", "enabled: true\npriority: 2")
                    + AS_IT_IS;
            LabRun.Finished run = lab.run(on);
            assertThat(errors(run)).isEmpty();
            assertThat(run.status("sw1")).as("%s", run.record().hosts()).isEqualTo(HostStatus.CHANGED);
            assertThat(fabric(lab).view(new PortRef(LEAF, 0)).runsSm()).isTrue();
            assertNothingToDo(lab, on);
            String off = opensm("subnet_managers", "priority: 10") + opensm("switches", "enabled: false") + AS_IT_IS;
            LabRun.Finished back = lab.run(off);
            assertThat(errors(back)).isEmpty();
            assertThat(back.status("sw1")).as("%s", back.record().hosts()).isEqualTo(HostStatus.CHANGED);
            assertThat(fabric(lab).view(new PortRef(LEAF, 0)).runsSm()).isFalse();
            assertThat(device(lab).saved().sm()).isFalse();
            assertNothingToDo(lab, off);
        }
    }

    /** Enabled and not active is a failure of that host, whose change is taken back and not saved. */
    @ParameterizedTest
    @ValueSource(strings = {"SM_NEVER_RUNS", "NO_LICENCE"})
    void oneThatNeverRunsFails(String quirk) throws Exception {
        SwitchModel faulty = model(false, Quirk.valueOf(quirk));
        try (LabRun lab = new LabRun(layout(faulty, SwitchSettings.FACTORY, Optional.of(10)))) {
            LabRun.Finished run = lab.run(opensm("switches", "enabled: true\npriority: 2")
                    + opensm("subnet_managers", "priority: 10")
                    + AS_IT_IS);
            assertThat(run.record().plan().isRefused() || run.status("sw1") == HostStatus.FAILED)
                    .as("%s %s", run.record().plan().diagnostics(), run.record().hosts())
                    .isTrue();
            assertThat(device(lab).saved().sm()).isFalse();
        }
    }

    /** A controller that is killed leaves the switch with what a reload forgets; the next run goes on. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void aKilledControllerIsFollowedByOneThatGoesOn(int atStep) throws Exception {
        try (LabRun lab = new LabRun(layout(model(false), SwitchSettings.managing(3), Optional.empty()))) {
            String play = opensm("switches", "priority: 12\n" + partition(4096)) + AS_IT_IS;
            lab.killed(play, atStep);
            awaitSettled(lab);
            LabRun.Finished run = lab.run(play);
            assertThat(errors(run)).isEmpty();
            assertThat(run.status("sw1")).as("%s", run.record().hosts()).isEqualTo(HostStatus.CHANGED);
            assertThat(device(lab).saved()).isEqualTo(device(lab).running());
            assertNothingToDo(lab, play);
        }
    }

    @Test
    void aRollbackPutsItBack() throws Exception {
        try (LabRun lab = new LabRun(layout(model(false), SwitchSettings.managing(3), Optional.empty()))) {
            SwitchSettings before = device(lab).running();
            String play = opensm("switches", "priority: 12\n" + partition(4096)) + AS_IT_IS;
            LabRun.Finished run = lab.run(play);
            assertThat(run.status("sw1")).as("%s", run.record().hosts()).isEqualTo(HostStatus.CHANGED);
            LabRun.Finished undone = lab.rollback(run.journal(), play);
            assertThat(undone.status("sw1"))
                    .as("%s", undone.record().plan().diagnostics())
                    .isEqualTo(HostStatus.CHANGED);
            assertThat(device(lab).running().priority()).isEqualTo(before.priority());
            assertThat(groupMtu(lab)).contains(Mtu.MTU_2048);
            assertThat(device(lab).saved()).isEqualTo(device(lab).running());
        }
    }

    @Test
    void anEthernetSwitchIsUnsupported() throws Exception {
        try (LabRun lab = new LabRun(layout(model(false, Quirk.ETHERNET), SwitchSettings.FACTORY, Optional.of(10)))) {
            LabRun.Finished run =
                    lab.run(opensm("switches", "priority: 12") + opensm("subnet_managers", "priority: 10") + AS_IT_IS);
            assertThat(run.status("sw1"))
                    .as("%s", run.record().plan().diagnostics())
                    .isEqualTo(HostStatus.UNSUPPORTED);
        }
    }

    /** What somebody has changed and not saved is told of, and saved with the next change. */
    @Test
    void whatWasNotSavedIsADifference() throws Exception {
        try (LabRun lab = new LabRun(layout(model(false), SwitchSettings.managing(3), Optional.empty()))) {
            String play = opensm("switches", "priority: 12") + AS_IT_IS;
            assertThat(lab.run(play).status("sw1")).isEqualTo(HostStatus.CHANGED);
            String other = opensm("switches", "priority: 9") + AS_IT_IS;
            // Up to the step that saves.
            lab.killed(other, 2);
            lab.awaitQuiet();
            assertThat(device(lab).running().priority()).isEqualTo(9);
            assertThat(device(lab).saved().priority()).isEqualTo(12);
            assertThat(lab.plan(other).hasDifferences()).isTrue();
            assertThat(lab.run(other).status("sw1")).isEqualTo(HostStatus.CHANGED);
            assertThat(device(lab).saved().priority()).isEqualTo(9);
        }
    }

    /** A switch that reboots has forgotten what was not saved, and a connection that breaks leaves it: the next run goes on. */
    @ParameterizedTest
    @CsvSource({"ib partition Default mtu 4K force,true", "ib sm,true", "write memory,true", "write memory,false"})
    void aFaultBeforeALineIsFollowedByARunThatGoesOn(String line, boolean reboots) throws Exception {
        try (LabRun lab = new LabRun(layout(model(false), SwitchSettings.managing(3), Optional.empty()))) {
            String play = opensm("switches", partition(4096)) + AS_IT_IS;
            AtomicBoolean happened = new AtomicBoolean();
            Fault fault = reboots ? new Fault.Reboot() : new Fault.DropConnection();
            lab.machine("sw1").faults(step -> {
                boolean isIt = step.operation() instanceof RunCommand command
                        && command.arguments().equals(List.of(line));
                if (isIt && happened.compareAndSet(false, true)) {
                    fault.happen(step);
                }
            });
            LabRun.Finished hit = lab.run(play);
            assertThat(happened).isTrue();
            assertThat(hit.status("sw1")).isNotIn(HostStatus.OK, HostStatus.CHANGED);
            lab.withoutFaults();
            awaitSettled(lab);
            LabRun.Finished run = lab.run(play);
            assertThat(errors(run)).isEmpty();
            assertThat(run.status("sw1")).as("%s", run.record().hosts()).isEqualTo(HostStatus.CHANGED);
            assertThat(groupMtu(lab)).contains(Mtu.MTU_4096);
            assertThat(device(lab).saved()).isEqualTo(device(lab).running());
            assertNothingToDo(lab, play);
        }
    }
}
