package dev.ibplay.lab.scenarios;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.ib.IpoibMode;
import dev.ibplay.ib.Mtu;
import dev.ibplay.journal.HostStatus;
import dev.ibplay.lab.LabRun;
import dev.ibplay.lab.layout.LabHost;
import dev.ibplay.lab.layout.LeafSpine;
import dev.ibplay.lab.linux.LinuxHost;
import dev.ibplay.plan.Plan;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Hosts and playbooks that several stories have. */
final class Scene {
    /** One port on one fabric. */
    record Rail(int fabric, int place, String driver, LinuxHost.Origin origin) {
        static Rail mlx5(int fabric, int place) {
            return new Rail(fabric, place, "mlx5_core", LinuxHost.Origin.UPSTREAM);
        }

        static Rail mlx4(int fabric, int place, LinuxHost.Origin origin) {
            return new Rail(fabric, place, "mlx4_core", origin);
        }
    }

    private Scene() {}

    /** A subnet manager of a fabric whose Default partition has an IPoIB group. */
    static LabHost manager(String name, Rail rail, int priority, Mtu group) {
        var opensm = new LinuxHost.Opensm(
                Optional.of("sm_priority %d\nsweep_interval 5\n".formatted(priority)),
                Optional.of("Default=0x7fff, ipoib, mtu=%d : ALL=full, SELF=full;\n".formatted(group.code())),
                true);
        return new LabHost(
                new LinuxHost(name, adapters(List.of(rail)), List.of(), LinuxHost.Stack.NETWORKD, Optional.of(opensm)),
                List.of("subnet_managers"),
                Map.of());
    }

    /** A host with ib0 on the first of its rails, ib1 on the second, each with what its file says of it. */
    static LabHost node(String name, List<Rail> rails, IpoibMode mode, int mtu) {
        List<LinuxHost.Interface> interfaces = new ArrayList<>();
        for (Rail rail : rails) {
            String address = "10.%d.0.%d/24".formatted(40 + rail.fabric(), rail.place() + 1);
            interfaces.add(new LinuxHost.Interface("ib" + interfaces.size(), mode, Optional.of(mtu), address));
        }
        return new LabHost(
                new LinuxHost(name, adapters(rails), interfaces, LinuxHost.Stack.IFUPDOWN, Optional.empty()),
                List.of("linux"),
                Map.of());
    }

    private static List<LinuxHost.Adapter> adapters(List<Rail> rails) {
        List<LinuxHost.Adapter> adapters = new ArrayList<>();
        for (Rail rail : rails) {
            adapters.add(new LinuxHost.Adapter(
                    "mlx_" + adapters.size(),
                    rail.driver(),
                    LeafSpine.adapter(rail.fabric(), rail.place()),
                    1,
                    rail.origin()));
        }
        return adapters;
    }

    /** A play for subnet managers whose Default partition is to have an IPoIB group of an MTU. */
    static String group(String hosts, Mtu mtu) {
        return """
                - hosts: %s
                  state:
                    opensm:
                      partitions:
                        - {name: Default, pkey: 0x7fff, ipoib: true, mtu: %d, members: {ALL: full, SELF: full}}
                """.formatted(hosts, mtu.bytes());
    }

    /** A play for an interface in datagram mode. */
    static String datagram(String hosts, String name, int mtu) {
        return """
                - hosts: %s
                  state:
                    ipoib:
                      %s: {mode: datagram, mtu: %d}
                """.formatted(hosts, name, mtu);
    }

    static void assertAll(LabRun.Finished run, HostStatus... statuses) {
        assertThat(run.record().hosts())
                .as("%s %s", run.record().hosts(), run.record().plan().diagnostics())
                .extracting(host -> host.status())
                .containsOnly(statuses);
    }

    static void assertNothingToDo(LabRun lab, String playbook) {
        Plan plan = lab.plan(playbook);
        assertThat(plan.differences()).isEmpty();
        assertThat(plan.hasSteps()).isFalse();
        assertThat(plan.held()).isEmpty();
    }

    static String mtu(LabRun lab, String host, String name) {
        return lab.readOr(host, "/sys/class/net/" + name + "/mtu").strip();
    }
}
