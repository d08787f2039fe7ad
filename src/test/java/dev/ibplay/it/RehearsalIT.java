package dev.ibplay.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.cli.CommandLineRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Rehearsals for hosts that are really there: their simulated twins are as they are, whatever starts OpenSM and owns ib0, and what
 * the rehearsal tells is what then happens. The interfaces themselves are not: those of the test fabric sit on no port.
 */
@NeedsDocker
class RehearsalIT {
    private static final String ALIKE = "Twins\n  as their hosts and fabrics in all that a plan rests on\n";
    private static final Pattern REHEARSED = Pattern.compile("(?m)^ +\\d+:\\d\\d  (.+: (?:changed|ok)), [\\d.]+ s$");
    private static final Pattern APPLIED = Pattern.compile("(?m)^((?:sm|node)\\d: .+: (?:changed|ok))$");

    private final ContainerFabric fabric = ContainerFabric.shared();
    private final FabricRun run = new FabricRun(fabric);

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path folder;

    @BeforeEach
    void reset() {
        fabric.reset();
    }

    @AfterAll
    static void restore() {
        ContainerFabric.shared().reset();
    }

    private String subnetManagers() throws IOException {
        String whole = Files.readString(Path.of(FabricRun.PLAYBOOK));
        return Files.writeString(
                        folder.resolve("managers.yml"), whole.substring(0, whole.indexOf("- name: Linux hosts")))
                .toString();
    }

    private CommandLineRun rehearse(String playbook) {
        CommandLineRun rehearsal = CommandLineRun.of(
                "lab", "rehearse", playbook, "-i", fabric.inventory().toString(), "--pace", "50");
        assertThat(rehearsal.stdout()).as(rehearsal.all()).contains(ALIKE);
        assertThat(rehearsal.exitCode()).as(rehearsal.all()).isZero();
        return rehearsal;
    }

    private static List<String> found(Pattern pattern, String text) {
        return pattern.matcher(text)
                .results()
                .map(result -> result.group(1))
                .sorted()
                .toList();
    }

    @Test
    void whatItTellsIsWhatHappens() throws IOException {
        String before = run.holdings();
        CommandLineRun rehearsal = rehearse(subnetManagers());
        assertThat(run.holdings()).as("hosts are only read").isEqualTo(before);
        CommandLineRun apply = run.expect(0, "apply", subnetManagers(), "--yes");
        assertThat(found(REHEARSED, rehearsal.stdout())).hasSize(5).isEqualTo(found(APPLIED, apply.stderr()));
        assertThat(rehearsal.stdout()).contains("no master for ", "no IPoIB group of partition 0x7fff for ");
    }

    @ParameterizedTest
    @CsvSource({"rhel", "opensmd"})
    void whateverStartsOpensm(String launcher) throws IOException {
        fabric.require("sm2", "fabric-node", "stop-sm");
        fabric.launcher("sm1", launcher);
        fabric.startSubnetManager("sm1", "master");
        fabric.startSubnetManager("sm2", "standby");
        CommandLineRun rehearsal = rehearse(subnetManagers());
        CommandLineRun apply = run.expect(0, "apply", subnetManagers(), "--yes");
        assertThat(found(REHEARSED, rehearsal.stdout())).hasSize(5).isEqualTo(found(APPLIED, apply.stderr()));
    }

    @ParameterizedTest
    @CsvSource({"networkd, ifupdown", "netplan, netplan-flow", "networkmanager, ifcfg", "wicked, none"})
    void whateverOwnsTheInterface(String first, String second) throws IOException {
        fabric.stack("node1", first);
        fabric.stack("node2", second);
        String playbook = Files.writeString(folder.resolve("nodes.yml"), """
                        - hosts: linux
                          become: true
                          state:
                            ipoib:
                              ib0: {mtu: 1000}
                        """).toString();
        CommandLineRun rehearsal = rehearse(playbook);
        CommandLineRun apply = run.expect(0, "apply", playbook, "--yes");
        assertThat(found(REHEARSED, rehearsal.stdout()))
                .hasSizeGreaterThanOrEqualTo(2)
                .isEqualTo(found(APPLIED, apply.stderr()));
    }
}
