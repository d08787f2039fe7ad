package dev.ibplay.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.lab.Lab;
import dev.ibplay.lab.LabFolder;
import dev.ibplay.lab.layout.LabLayout;
import dev.ibplay.lab.time.ScaledClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The commands on a lab with ESXi hosts, over SSH on loopback: esx1 takes a key, esx2 a password by keyboard-interactive. */
class EsxiLabTest {
    private static final String SITE = "playbooks/site.yml";

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path folder;

    private final ScaledClock clock = new ScaledClock(20);

    @SuppressWarnings("NullAway.Init") // set before each test
    private Lab lab;

    @BeforeEach
    void start() throws IOException, InterruptedException {
        LabFolder place = LabFolder.at(folder.resolve("lab"));
        place.create();
        lab = Lab.start(LabLayout.mixed(2), place, clock);
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

    private void replace(String regex, String by) throws IOException {
        Files.writeString(lab.inventory(), Files.readString(lab.inventory()).replaceAll(regex, by));
    }

    private void reboot(String... hosts) throws InterruptedException {
        for (String host : hosts) {
            lab.hosts().machine(host).orElseThrow().machine().reboot();
        }
        for (String host : hosts) {
            while (!lab.hosts().machine(host).orElseThrow().machine().isUp()) {
                clock.sleep(Duration.ofSeconds(1));
            }
        }
        lab.hosts().awaitMasters();
    }

    @Test
    void whatIsKnownOfThem() {
        CommandLineRun facts = run("facts", "esxi");
        assertThat(facts.exitCode()).as(facts.all()).isZero();
        assertThat(facts.stdout())
                .contains("VMware ESXi 5.5.0 build-1331820", "VMware ESXi 6.7.0 build-8169922")
                .contains("vSwitch1", "vmk1", "vmnic_ib0");
    }

    /** From 2K to 4K, with the reboot that the driver waits for; once detected, once declared. */
    @ParameterizedTest
    @ValueSource(strings = {"", " ibplay_platform=esxi"})
    void theWholeJob(String platform) throws Exception {
        replace("(?m)^(esx\\d .*)$", "$1" + platform);
        CommandLineRun check = run("check", "-D", SITE);
        assertThat(check.exitCode()).as(check.all()).isEqualTo(6);
        assertThat(check.stdout()).contains("esx2\n  driver mlx4_core: mtu_4k file absent -> 1");

        CommandLineRun first = run("apply", "--yes", SITE);
        assertThat(first.exitCode()).as(first.all()).isEqualTo(6);
        assertThat(first.all()).contains("until esx1 has rebooted", "until esx2 has rebooted");

        reboot("esx1", "esx2");
        CommandLineRun second = run("apply", "--yes", SITE);
        assertThat(second.exitCode()).as(second.all()).isZero();
        CommandLineRun verify = run("verify", SITE);
        assertThat(verify.exitCode()).as(verify.all()).isZero();
        assertThat(verify.stdout()).contains("The desired state holds.");
        assertThat(first.all() + second.all() + verify.all()).doesNotContain("VMware1!");
    }

    /** There is no sudo on ESXi: what a play or the inventory says of it does not matter there. */
    @Test
    void becomeIsNoObstacle() throws Exception {
        Files.writeString(lab.inventory(), Files.readString(lab.inventory()) + "ansible_become=true\n");
        CommandLineRun facts = run("facts");
        assertThat(facts.exitCode()).as(facts.all()).isZero();
    }

    @Test
    void aWrongPasswordIsToldOfThatHost() throws Exception {
        replace("VMware1!", "wrong");
        CommandLineRun facts = run("facts", "esxi");
        assertThat(facts.exitCode()).as(facts.all()).isEqualTo(4);
        assertThat(facts.all()).contains("VMware ESXi 5.5.0 build-1331820").contains("esx2");
    }
}
