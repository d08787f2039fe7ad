package dev.ibplay.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.exec.Operation;
import dev.ibplay.exec.Outcome;
import dev.ibplay.fabric.PortRef;
import dev.ibplay.lab.Lab;
import dev.ibplay.lab.LabFolder;
import dev.ibplay.lab.esxi.EsxiHost;
import dev.ibplay.lab.esxi.EsxiRelease;
import dev.ibplay.lab.fabric.SimulatedFabric;
import dev.ibplay.lab.layout.HostModel;
import dev.ibplay.lab.layout.LabHost;
import dev.ibplay.lab.layout.LabLayout;
import dev.ibplay.lab.layout.LeafSpine;
import dev.ibplay.lab.layout.PostFabric;
import dev.ibplay.lab.machine.Machine;
import dev.ibplay.lab.machine.SimulatedProcess;
import dev.ibplay.lab.operations.Operations;
import dev.ibplay.lab.ssh.SshHost;
import dev.ibplay.lab.time.ScaledClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rehearsals for ESXi hosts beside Linux ones, which are simulated themselves. */
class EsxiRehearseTest {
    private static final String SITE = "playbooks/site.yml";
    private static final String ALIKE = "as their hosts and fabrics in all that a plan rests on";

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path folder;

    private final ScaledClock clock = new ScaledClock(20);

    @AfterEach
    void stop() {
        clock.close();
    }

    private Lab start(LabLayout layout) throws IOException, InterruptedException {
        LabFolder place = LabFolder.at(folder.resolve("real"));
        place.create();
        Lab lab = Lab.start(layout, place, clock);
        // There are no twins of Windows hosts.
        Files.writeString(lab.inventory(), Files.readString(lab.inventory()).replaceAll("(?m)^win1 .*\\R", ""));
        return lab;
    }

    private CommandLineRun run(Lab real, String... words) {
        List<String> all = new ArrayList<>(List.of(words));
        all.addAll(List.of("-i", real.inventory().toString()));
        return CommandLineRun.of(
                Map.of("XDG_STATE_HOME", folder.resolve("state").toString(), Pace.VARIABLE, "20"),
                all.toArray(String[]::new));
    }

    @Test
    void portsThatCanDo4K() throws Exception {
        try (Lab real = start(LabLayout.prepared(1))) {
            CommandLineRun rehearsal = run(real, "lab", "rehearse", SITE);
            assertThat(rehearsal.exitCode()).as(rehearsal.all()).isZero();
            assertThat(rehearsal.stdout())
                    .contains(ALIKE, "changed=6", "vswitch vSwitch1: mtu running 1500 -> 2044")
                    .containsPattern(
                            "\\d:\\d\\d  esx1: set vswitch vSwitch1 mtu 2044; set vmkernel vmk1 mtu 2044.*: changed");
            CommandLineRun check = run(real, "check", SITE);
            assertThat(check.stdout())
                    .as("nothing has happened")
                    .contains("esx1\n  vswitch vSwitch1: mtu running 1500 -> 2044");
        }
    }

    /** One option was set since the last boot, and counts from the next one on only. */
    @Test
    void whatWaitsForAReboot() throws Exception {
        try (Lab real = start(LabLayout.mixed(1))) {
            String driver = Files.writeString(folder.resolve("driver.yml"), """
                            - hosts: esx1
                              state: {driver: {mlx4_core: {mtu_4k: 1}}}
                            """).toString();
            CommandLineRun apply = run(real, "apply", "--yes", driver);
            assertThat(apply.exitCode()).as(apply.all()).isEqualTo(6);
            CommandLineRun rehearsal = run(real, "lab", "rehearse", SITE);
            assertThat(rehearsal.exitCode()).as(rehearsal.all()).isEqualTo(6);
            assertThat(rehearsal.all()).contains(ALIKE, "until esx1 has rebooted", "until esx2 has rebooted");
        }
    }

    @Test
    void fromSavedFactsAndWithADeclaredPlatform() throws Exception {
        try (Lab real = start(LabLayout.prepared(1))) {
            String saved = folder.resolve("facts").toString();
            CommandLineRun facts = run(real, "facts", "--save", saved);
            assertThat(facts.exitCode()).as(facts.all()).isZero();
            real.servers().forEach(SshHost::refuse);
            Files.writeString(
                    real.inventory(),
                    Files.readString(real.inventory()).replaceAll("(?m)^(esx1 .*)$", "$1 ibplay_platform=esxi"));
            CommandLineRun rehearsal = run(real, "lab", "rehearse", SITE, "--facts", saved);
            assertThat(rehearsal.exitCode()).as(rehearsal.all()).isZero();
            assertThat(rehearsal.stdout()).contains(ALIKE, "changed=6");
        }
    }

    /** A module that no twin has stands for whatever the simulation cannot bring about. */
    @Test
    void nothingIsRehearsedOnTwinsThatAreOthers() throws Exception {
        try (Lab real = start(LabLayout.prepared(1))) {
            Path saved = folder.resolve("facts");
            assertThat(run(real, "facts", "--save", saved.toString()).exitCode())
                    .isZero();
            try (Stream<Path> files = Files.list(saved)) {
                Path esx = files.filter(file -> file.getFileName().toString().startsWith("esx1"))
                        .findFirst()
                        .orElseThrow();
                String text = Files.readString(esx);
                assertThat(text).contains("mlx4_core");
                Files.writeString(esx, text.replace("mlx4_core", "mlx9_core"));
            }
            CommandLineRun rehearsal = run(
                    real,
                    "lab",
                    "rehearse",
                    Files.writeString(folder.resolve("mlx9.yml"), """
                            - hosts: esx1
                              state: {driver: {mlx9_core: {mtu_4k: 0}}}
                            """).toString(),
                    "--facts",
                    saved.toString());
            assertThat(rehearsal.exitCode()).as(rehearsal.all()).isEqualTo(3);
            assertThat(rehearsal.stderr()).contains("error[IB660]");
            assertThat(rehearsal.stdout()).contains("esx1: only in the plan for the");
        }
    }

    /** The ESXi host of the post runs a subnet manager that waits; once it has a launcher, once nobody knows what starts it. */
    @Test
    void aSubnetManagerOnEsxi() throws Exception {
        for (EsxiHost.Launcher launcher : EsxiHost.Launcher.values()) {
            try (Lab real = start(post(launcher))) {
                awaitManager(real);
                String wanted =
                        Files.writeString(folder.resolve("post.yml"), """
                                - hosts: post-master
                                  become: true
                                  state: {opensm: {priority: 3}}
                                - hosts: post-esxi
                                  state: {vmkernel: {vmk1: {mtu: 2044}}}
                                """).toString();
                CommandLineRun rehearsal = run(real, "lab", "rehearse", wanted);
                assertThat(rehearsal.exitCode())
                        .as(launcher + ": " + rehearsal.all())
                        .isZero();
                assertThat(rehearsal.stdout())
                        .as(launcher.name())
                        .contains(ALIKE, "vmkernel vmk1: mtu running 4096 -> 2044");
            }
        }
    }

    /** Two adapters, a distributed vSwitch, names of another driver, options that wait, an interface that was switched off. */
    @Test
    void anUnusualHost() throws Exception {
        List<String> names = List.of("sm1", "sm2", "node01", "esx1", "esx1");
        List<LabHost> hosts = new ArrayList<>(LabLayout.sample(1).hosts());
        hosts.add(new LabHost(unusual(), List.of("esxi"), Map.of()));
        LabLayout layout = new LabLayout(List.of(LeafSpine.of(0, names)), hosts);
        try (Lab real = start(layout)) {
            runOn(real, "esxcli", "network", "ip", "interface", "set", "-i", "vmk2", "-e", "false");
            runOn(real, "esxcli", "system", "module", "parameters", "set", "-m", "mlx4_core", "-p", "mtu_4k=0 rare=7");
            String wanted =
                    Files.writeString(folder.resolve("unusual.yml"), """
                            - hosts: sm1
                              become: true
                              state: {opensm: {priority: 3}}
                            - hosts: esxi
                              state:
                                driver: {mlx4_core: {mtu_4k: 0, rare: 7}}
                                vswitch: {vSwitch1: {mtu: 2044}}
                                vmkernel: {vmk1: {mtu: 2044}}
                            """).toString();
            CommandLineRun rehearsal = run(real, "lab", "rehearse", wanted);
            assertThat(rehearsal.stdout()).as(rehearsal.all()).contains(ALIKE).doesNotContain("on the twin");
            assertThat(rehearsal.stdout()).contains("vmkernel vmk1: mtu running 1500 -> 2044");
            CommandLineRun apply = run(real, "apply", "--yes", wanted);
            assertThat(rehearsal.exitCode()).as(apply.all()).isEqualTo(apply.exitCode());
        }
    }

    private static EsxiHost unusual() {
        return new EsxiHost(
                "esx1",
                EsxiRelease.V6_7,
                List.of(
                        EsxiHost.Adapter.connectX2("mlx4_0", LeafSpine.adapter(0, 3), 1),
                        EsxiHost.Adapter.connectX2("mlx4_1", LeafSpine.adapter(0, 4), 1)),
                List.of(
                        EsxiHost.VirtualSwitch.standard("vSwitch0", 9000, List.of("vmnic0"), List.of("Mgmt", "VMs")),
                        EsxiHost.VirtualSwitch.standard("vSwitch1", 1500, List.of("vmnic32"), List.of("IB one")),
                        new EsxiHost.VirtualSwitch("dvs", true, 2044, List.of("vmnic33"), List.of())),
                List.of(
                        new EsxiHost.Vmkernel("vmk0", "vSwitch0", "Mgmt", 9000, "192.0.2.77/24"),
                        new EsxiHost.Vmkernel("vmk1", "vSwitch1", "IB one", 1500, "10.44.0.4/16"),
                        new EsxiHost.Vmkernel("vmk2", "dvs", "N/A", 2044, "10.45.0.4/16")),
                Optional.of(new EsxiHost.OpensmPackage(
                        EsxiHost.Launcher.OWN_FILES, Optional.of("sm_priority 0\n"), Optional.empty())),
                EsxiHost.Traits.USUAL.with4k().withScratch(EsxiHost.Traits.IN_MEMORY),
                new EsxiHost.Given(
                        List.of("vmnic32", "vmnic33"), Map.of("mlx4_core", Set.of("rare")), List.of(), Map.of()));
    }

    private static void runOn(Lab real, String... words) throws Exception {
        Machine machine = real.hosts().machine("esx1").orElseThrow().machine();
        SimulatedProcess own = machine.processes().start(1, 0, List.of("hand"));
        try (Operations operations = new Operations(machine, own, Map.of("PATH", "/bin:/sbin"))) {
            assertThat(operations.perform(Operation.RunCommand.of(Duration.ofSeconds(60), words)))
                    .isInstanceOfSatisfying(
                            Outcome.CommandEnded.class,
                            ended -> assertThat(ended.succeeded())
                                    .as(ended.stdout().lossyText())
                                    .isTrue());
        }
    }

    /** What starts it runs beside the boot of its host. */
    private void awaitManager(Lab real) throws InterruptedException {
        var port = new PortRef(PostFabric.ESXI, 1);
        SimulatedFabric fabric = real.hosts().fabrics().getFirst();
        for (int look = 0; look < 300 && !fabric.view(port).runsSm(); look++) {
            clock.sleep(Duration.ofMillis(200));
        }
        assertThat(fabric.view(port).runsSm()).isTrue();
    }

    private static LabLayout post(EsxiHost.Launcher launcher) {
        LabLayout post = LabLayout.post();
        List<LabHost> hosts = post.hosts().stream()
                .map(host -> host.model() instanceof HostModel.Esxi esxi
                        ? new LabHost(with(esxi.host(), launcher), host.groups(), host.variables())
                        : host)
                .toList();
        return new LabLayout(post.fabrics(), hosts);
    }

    private static EsxiHost with(EsxiHost host, EsxiHost.Launcher launcher) {
        return new EsxiHost(
                host.name(),
                host.release(),
                host.adapters(),
                host.switches(),
                host.vmkernels(),
                host.opensm().map(made -> new EsxiHost.OpensmPackage(launcher, made.conf(), made.partitions())));
    }
}
