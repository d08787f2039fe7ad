package dev.ibplay.lab;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.ib.IpoibMode;
import dev.ibplay.journal.HostStatus;
import dev.ibplay.lab.layout.LabHost;
import dev.ibplay.lab.layout.LabLayout;
import dev.ibplay.lab.layout.LeafSpine;
import dev.ibplay.lab.linux.LinuxHost;
import dev.ibplay.lab.linux.LinuxHost.Stack;
import dev.ibplay.plan.Plan;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Whole runs on hosts of each network stack: what is set stays, since it stands in the stack's own file. */
class NetworkStacksLabTest {
    private static final String PARTITIONS = """
            Default=0x7fff, ipoib, mtu=4 : ALL=full, SELF=full;
            storage=0x0001, ipoib, mtu=4 : ALL=full;
            """;
    private static final String GROUP = """
            - hosts: subnet_managers
              state:
                opensm:
                  partitions:
                    - {name: Default, pkey: 0x7fff, ipoib: true, mtu: 4096, members: {ALL: full, SELF: full}}
                    - {name: storage, pkey: 0x0001, ipoib: true, mtu: 4096, members: {ALL: full}}
            """;

    private static String name(Stack stack) {
        return stack.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Two subnet managers, and one host for each stack, whose adapters could do connected mode. */
    private static LabLayout layout(List<Stack> stacks, IpoibMode mode, int mtu, int adapters) {
        List<String> places = new ArrayList<>(List.of("sm1", "sm2"));
        stacks.forEach(stack -> {
            for (int i = 0; i < adapters; i++) {
                places.add(name(stack) + "-" + i);
            }
        });
        List<LabHost> hosts = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            var opensm = new LinuxHost.Opensm(
                    Optional.of("sm_priority %d\nsweep_interval 5\n".formatted(9 - i)), Optional.of(PARTITIONS), true);
            hosts.add(new LabHost(
                    new LinuxHost(
                            places.get(i), List.of(adapter(0, i)), List.of(), Stack.IFUPDOWN, Optional.of(opensm)),
                    List.of("subnet_managers"),
                    Map.of()));
        }
        for (int i = 0; i < stacks.size(); i++) {
            List<LinuxHost.Adapter> own = new ArrayList<>();
            for (int j = 0; j < adapters; j++) {
                own.add(adapter(j, 2 + i * adapters + j));
            }
            var ib0 = new LinuxHost.Interface("ib0", mode, Optional.of(mtu), "10.44.0.%d/24".formatted(i + 1));
            hosts.add(new LabHost(
                    new LinuxHost(name(stacks.get(i)), own, List.of(ib0), stacks.get(i), Optional.empty()),
                    List.of("linux"),
                    Map.of()));
        }
        return new LabLayout(List.of(LeafSpine.of(0, places)), hosts);
    }

    private static LinuxHost.Adapter adapter(int number, int place) {
        return new LinuxHost.Adapter("mlx4_" + number, "mlx4_core", LeafSpine.adapter(0, place), 1);
    }

    private static List<String> differences(Plan plan, String host) {
        return plan.differences().stream()
                .filter(d -> d.host().equals(host))
                .map(d -> "%s: %s %s %s -> %s"
                        .formatted(
                                d.resource(),
                                d.attribute(),
                                d.level().name().toLowerCase(Locale.ROOT),
                                d.observed(),
                                d.desired()))
                .sorted()
                .toList();
    }

    private static void reboot(LabRun lab, List<Stack> stacks, String interfaceName) throws InterruptedException {
        for (Stack stack : stacks) {
            lab.machine(name(stack)).reboot();
        }
        for (Stack stack : stacks) {
            lab.await(name(stack), "/sys/class/net/" + interfaceName + "/carrier", "1\n");
        }
    }

    /** Applies, and has nothing to do then, nor after a reboot of the hosts. */
    private static void converge(LabRun lab, String playbook, List<Stack> stacks, String interfaceName)
            throws Exception {
        assertThat(lab.apply(playbook).hosts())
                .as("%s", lab.plan(playbook).differences())
                .allMatch(host -> host.status() == HostStatus.CHANGED);
        isRight(lab, playbook);
        reboot(lab, stacks, interfaceName);
        isRight(lab, playbook);
    }

    private static void isRight(LabRun lab, String playbook) {
        Plan plan = lab.plan(playbook);
        assertThat(plan.differences()).isEmpty();
        assertThat(plan.hasSteps()).isFalse();
        assertThat(plan.diagnostics()).isEmpty();
    }

    private static List<Stack> without(Stack... few) {
        return Stream.of(Stack.values())
                .filter(stack -> !Arrays.asList(few).contains(stack))
                .toList();
    }

    @Test
    void aModeAndAnMtuStay() throws Exception {
        List<Stack> stacks = List.of(Stack.values());
        String playbook = GROUP + """
                - hosts: linux
                  state:
                    ipoib:
                      ib0: {mode: datagram, mtu: 4092}
                """;
        try (LabRun lab = new LabRun(layout(stacks, IpoibMode.CONNECTED, 9000, 1))) {
            Plan plan = lab.plan(playbook);
            assertThat(plan.diagnostics()).isEmpty();
            for (Stack stack : stacks) {
                assertThat(differences(plan, name(stack)))
                        .as(name(stack))
                        .containsExactly(
                                "ipoib ib0: mode file connected -> datagram",
                                "ipoib ib0: mode running connected -> datagram",
                                "ipoib ib0: mtu file 9000 -> 4092",
                                "ipoib ib0: mtu running 9000 -> 4092");
            }
            converge(lab, playbook, stacks, "ib0");
            for (Stack stack : stacks) {
                assertThat(lab.read(name(stack), "/sys/class/net/ib0/mtu")).isEqualTo("4092\n");
                assertThat(lab.read(name(stack), "/sys/class/net/ib0/mode")).isEqualTo("datagram\n");
            }
        }
    }

    @Test
    void connectedModeStays() throws Exception {
        List<Stack> stacks = List.of(Stack.values());
        String playbook = """
                - hosts: linux
                  state:
                    ipoib:
                      ib0: {mode: connected, mtu: 65520}
                """;
        try (LabRun lab = new LabRun(layout(stacks, IpoibMode.DATAGRAM, 2000, 1))) {
            converge(lab, playbook, stacks, "ib0");
            for (Stack stack : stacks) {
                assertThat(lab.read(name(stack), "/sys/class/net/ib0/mtu")).isEqualTo("65520\n");
            }
        }
    }

    @Test
    void aChildComesStaysAndGoes() throws Exception {
        // netplan has no way to make one.
        List<Stack> stacks = without(Stack.NETPLAN, Stack.NETPLAN_NETWORKMANAGER);
        String playbook = GROUP + """
                - hosts: linux
                  state:
                    ipoib:
                      ib0: {mode: datagram, mtu: 4092}
                      ib0.8001: {parent: ib0, pkey: 0x8001, mode: datagram, mtu: 4092}
                """;
        String without = """
                - hosts: linux
                  state:
                    ipoib:
                      ib0.8001: {parent: ib0, pkey: 0x8001, state: absent}
                """;
        try (LabRun lab = new LabRun(layout(stacks, IpoibMode.DATAGRAM, 2044, 1))) {
            Plan plan = lab.plan(playbook);
            assertThat(plan.diagnostics()).isEmpty();
            for (Stack stack : stacks) {
                assertThat(differences(plan, name(stack)))
                        .as(name(stack))
                        .containsExactly(
                                "ipoib ib0.8001: state file absent -> present",
                                "ipoib ib0.8001: state running absent -> present",
                                "ipoib ib0: mtu file 2044 -> 4092",
                                "ipoib ib0: mtu running 2044 -> 4092");
            }
            converge(lab, playbook, stacks, "ib0.8001");
            for (Stack stack : stacks) {
                assertThat(lab.read(name(stack), "/sys/class/net/ib0.8001/mtu")).isEqualTo("4092\n");
            }
            assertThat(lab.apply(without).hosts()).allMatch(host -> host.status() == HostStatus.CHANGED);
            isRight(lab, without);
            reboot(lab, stacks, "ib0");
            isRight(lab, without);
            for (Stack stack : stacks) {
                assertThat(lab.readOr(name(stack), "/sys/class/net/ib0.8001/type"))
                        .isEqualTo("ENOENT");
            }
        }
    }

    @Test
    void aBondAndItsSlavesStay() throws Exception {
        List<Stack> stacks = List.of(Stack.values());
        String playbook = GROUP + """
                - hosts: linux
                  state:
                    ipoib:
                      bond0: {mode: datagram, mtu: 4092}
                """;
        try (LabRun lab = new LabRun(layout(stacks, IpoibMode.CONNECTED, 9000, 2))) {
            for (Stack stack : stacks) {
                BondFiles.write(lab.machine(name(stack)).disk(), stack);
            }
            reboot(lab, stacks, "bond0");
            Plan plan = lab.plan(playbook);
            assertThat(plan.diagnostics()).isEmpty();
            for (Stack stack : stacks) {
                assertThat(lab.read(name(stack), "/sys/class/net/bond0/bonding/slaves"))
                        .isEqualTo("ib0 ib1\n");
                assertThat(lab.read(name(stack), "/sys/class/net/ib1/mtu")).isEqualTo("9000\n");
                assertThat(differences(plan, name(stack)))
                        .as(name(stack))
                        .containsExactly(
                                "ipoib bond0: mode of ib0 file connected -> datagram",
                                "ipoib bond0: mode of ib1 file connected -> datagram",
                                "ipoib bond0: mode running connected -> datagram",
                                "ipoib bond0: mtu file 9000 -> 4092",
                                "ipoib bond0: mtu running 9000 -> 4092");
            }
            converge(lab, playbook, stacks, "bond0");
            for (Stack stack : stacks) {
                assertThat(lab.read(name(stack), "/sys/class/net/ib1/mtu")).isEqualTo("4092\n");
            }
        }
    }
}
