package dev.ibplay.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.cli.CommandLineRun;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** ibplay on the container fabric, and what the fabric's hosts hold. */
final class FabricRun {
    static final String PLAYBOOK = "playbooks/two-k.yml";
    static final String OPENSM_CONF = "/etc/opensm/opensm.conf";
    static final String PARTITIONS_CONF = "/etc/opensm/partitions.conf";

    /** sudo itself leaves a mark in the home of a user at the first use. */
    private static final String STATE = String.join(
            ";",
            "find /etc/opensm /etc/systemd /etc/modprobe.d /home /root /var/lib/ibplay -xdev -type f"
                    + " ! -name .sudo_as_admin_successful -printf '%p %s %m %u %i %T@ %C@\\n' 2>/dev/null | sort",
            "ls -A /tmp /var/tmp",
            "cat /etc/opensm/*",
            "pgrep -x opensm",
            "cat /sys/class/net/ib0/mtu /sys/class/net/ib0/mode 2>/dev/null",
            "true");

    private final ContainerFabric fabric;

    FabricRun(ContainerFabric fabric) {
        this.fabric = fabric;
    }

    /** Runs {@code ibplay COMMAND -i INVENTORY WORD...} with the fabric's own inventory. */
    CommandLineRun ibplay(String command, String... words) {
        List<String> line =
                new ArrayList<>(List.of(command, "-i", fabric.inventory().toString()));
        line.addAll(List.of(words));
        return CommandLineRun.of(line.toArray(String[]::new));
    }

    /** The same, which must end so. */
    CommandLineRun expect(int exitCode, String command, String... words) {
        CommandLineRun run = ibplay(command, words);
        assertThat(run.exitCode())
                .as(() -> command + " " + String.join(" ", words) + "\n" + run.stdout() + run.stderr())
                .isEqualTo(exitCode);
        return run;
    }

    /** All that a run could have changed on the hosts: files with their times, OpenSM's processes, interfaces. */
    String holdings() {
        return ContainerFabric.NODES.stream().map(this::holdings).collect(Collectors.joining());
    }

    String holdings(String node) {
        return "== " + node + "\n" + fabric.require(node, "sh", "-c", STATE);
    }

    /** The same without what runs leave for later ones: old contents of files. */
    String holdingsWithoutKept(String node) {
        return holdings(node)
                .lines()
                .filter(line -> !line.startsWith("/var/lib/ibplay/kept/"))
                .collect(Collectors.joining("\n"));
    }

    String mtu(String node) {
        return fabric.read(node, "/sys/class/net/ib0/mtu").strip();
    }

    /** The MTU code of the Default partition's group as the subnet administration tells node1. */
    void awaitGroupMtu(String code) {
        fabric.require(
                "node1",
                "sh",
                "-c",
                "for i in $(seq 300); do timeout 5 saquery -g 2>/dev/null | grep -A2 'ff12:401b:ffff::ffff:ffff' | grep -q "
                        + "'Mtu\\.*" + code + "' && exit 0; sleep 0.1; done; saquery -g; exit 1");
    }

    /** Waits until node1 sees a master of this priority. */
    void awaitMaster(String guid, int priority) {
        fabric.require(
                "node1",
                "sh",
                "-c",
                "for i in $(seq 300); do timeout 5 sminfo 2>/dev/null | grep -q 'guid " + guid + ",.* priority "
                        + priority + " .*SMINFO_MASTER' && exit 0; sleep 0.1; done; sminfo; exit 1");
    }
}
