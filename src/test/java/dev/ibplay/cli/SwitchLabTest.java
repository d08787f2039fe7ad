package dev.ibplay.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.lab.Lab;
import dev.ibplay.lab.LabFolder;
import dev.ibplay.lab.layout.InventoryLayout;
import dev.ibplay.lab.layout.LabInventory;
import dev.ibplay.lab.layout.LabSystem;
import dev.ibplay.lab.mlnxos.SimulatedSwitch;
import dev.ibplay.lab.time.ScaledClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The commands on a lab with managed switches, over SSH on loopback: swold is declared, has an old server and takes a password, swnew
 * takes a key and is found out.
 */
class SwitchLabTest {
    private static final String SITE = """
            - hosts: subnet_managers
              become: true
              state:
                opensm:
                  partitions:
                    - {name: Default, pkey: 0x7fff, ipoib: true, mtu: 4096, members: {ALL: full, SELF: full}}
            - hosts: linux
              state:
                ipoib:
                  ib0: {mode: datagram, mtu: 4092}
            """;

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path folder;

    private final ScaledClock clock = new ScaledClock(20);

    @SuppressWarnings("NullAway.Init") // set before each test
    private Lab lab;

    @SuppressWarnings("NullAway.Init") // set before each test
    private String site;

    private static LabInventory.Host host(String name, LabSystem system, Map<String, String> variables) {
        return new LabInventory.Host(name, variables, true, system, List.of());
    }

    @BeforeEach
    void start() throws IOException, InterruptedException {
        LabFolder place = LabFolder.at(folder.resolve("lab"));
        place.create();
        var linux = new LabSystem.Linux();
        lab = Lab.start(
                InventoryLayout.of(new LabInventory(
                        List.of(
                                host("sm1", linux, Map.of()),
                                host("swold", new LabSystem.Switch(true), Map.of("ibplay_platform", "mlnxos")),
                                host("swnew", new LabSystem.Switch(false), Map.of("ibplay_helper", "none")),
                                host("node1", linux, Map.of())),
                        List.of(
                                new LabInventory.Group("subnet_managers", List.of("sm1", "swold", "swnew"), List.of()),
                                new LabInventory.Group("switches", List.of("swold", "swnew"), List.of()),
                                new LabInventory.Group("linux", List.of("node1"), List.of())))),
                place,
                clock);
        site = Files.writeString(folder.resolve("site.yml"), SITE).toString();
    }

    @AfterEach
    void stop() throws IOException {
        lab.close();
        clock.close();
    }

    private CommandLineRun run(String... words) {
        List<String> all = new ArrayList<>(List.of(words));
        all.addAll(List.of("-i", lab.inventory().toString()));
        return CommandLineRun.of(
                Map.of("XDG_STATE_HOME", folder.resolve("state").toString(), Pace.VARIABLE, "20"),
                all.toArray(String[]::new));
    }

    private SimulatedSwitch device(String name) {
        return (SimulatedSwitch) lab.hosts().machine(name).orElseThrow();
    }

    @Test
    void whatIsKnownOfThem() {
        CommandLineRun facts = run("facts", "switches");
        assertThat(facts.exitCode()).as(facts.all()).isZero();
        assertThat(facts.stdout()).contains("MLNX-OS 3.6.4006", "Onyx 3.10.4300", "Default");
        assertThat(facts.all()).doesNotContain("notAHash");
    }

    @Test
    void theWholeJob() {
        CommandLineRun check = run("check", "-D", site);
        assertThat(check.exitCode()).as(check.all()).isEqualTo(2);
        CommandLineRun apply = run("apply", "--yes", site);
        assertThat(apply.exitCode()).as(apply.all()).isZero();
        for (String name : List.of("swold", "swnew")) {
            assertThat(device(name).saved().lines(name, true)).contains("ib partition Default mtu 4K force");
        }
        CommandLineRun verify = run("verify", site);
        assertThat(verify.exitCode()).as(verify.all()).isZero();
        assertThat(verify.stdout()).contains("The desired state holds.");
    }

    @Test
    void aWrongPasswordIsToldOfThatSwitch() throws Exception {
        Path inventory = lab.inventory();
        Files.writeString(
                inventory,
                Files.readString(inventory)
                        .replaceAll(
                                "\"ansible_password\": \"admin\"|ansible_password: \"admin\"",
                                "\"ansible_password\": \"wrong\""));
        CommandLineRun facts = run("facts", "switches");
        assertThat(facts.exitCode()).as(facts.all()).isEqualTo(4);
        assertThat(facts.all()).contains("Onyx 3.10.4300").contains("swold");
    }

    @Test
    void itIsRehearsedOnTwins() {
        List<String> before = List.copyOf(device("swold").running().lines("swold", true));
        CommandLineRun rehearsal = run("lab", "rehearse", site);
        assertThat(rehearsal.exitCode()).as(rehearsal.all()).isZero();
        assertThat(rehearsal.stdout()).contains("as their hosts and fabrics in all that a plan rests on", "changed=4");
        assertThat(device("swold").running().lines("swold", true)).isEqualTo(before);
    }
}
