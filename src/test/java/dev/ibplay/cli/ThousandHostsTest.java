package dev.ibplay.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.ibplay.exec.Operation;
import dev.ibplay.lab.Lab;
import dev.ibplay.lab.LabFolder;
import dev.ibplay.lab.LabLook;
import dev.ibplay.lab.faults.FaultRule;
import dev.ibplay.lab.faults.FaultRules;
import dev.ibplay.lab.layout.LabLayout;
import dev.ibplay.lab.machine.Fault;
import dev.ibplay.lab.machine.Faults;
import dev.ibplay.lab.ssh.SshHost;
import dev.ibplay.lab.time.ScaledClock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A rollout over a thousand hosts of which one in twenty is bad: these are reported, each with its reason, and no other. */
@Tag("long")
class ThousandHostsTest {
    private static final double PACE = 20;
    private static final int NODES = 998;
    private static final int ONE_IN = 20;

    private static final String RAISE = """
            - hosts: subnet_managers
              become: true
              state:
                opensm:
                  partitions:
                    - {name: Default, pkey: 0x7fff, ipoib: true, mtu: 4096, members: {ALL: full, SELF: full}}
            - hosts: linux
              become: true
              serial: [1, 10%, 100%]
              max_fail_percentage: 20
              confirm: 200s
              state:
                ipoib:
                  ib0: {mode: datagram, mtu: 4092}
            """;

    private static final String LOWER = """
            - hosts: linux
              become: true
              serial: [1, 10%, 100%]
              max_fail_percentage: 3
              state:
                ipoib:
                  ib0: {mtu: 2044}
            """;

    /** The new MTU cuts the controller off: no rule of a lab, as it is about an operation and not about a number of steps. */
    private static final String CUT = "cut";

    /** What goes wrong, which word the recap has for it, and what the error says. */
    private record Badness(String fault, String status, String reason) {}

    private static final List<Badness> WAYS = List.of(
            new Badness("unreachable", "unreachable", "refused the connection"),
            new Badness("silent", "unreachable", "no SSH greeting within"),
            new Badness("login-refused", "unreachable", "refused the login"),
            new Badness("host-key-changed", "unreachable", "host key"),
            new Badness("sudo-refused", "failed", "sudo"),
            new Badness("drop at 4", "unreachable", "connection was lost"),
            new Badness("kill-helper at 5", "failed", "ended by signal 9"),
            new Badness("slow=24h at 6", "unreachable", "no answer within"),
            new Badness("disk-full=/etc at 2", "failed", "No space left on device"),
            new Badness(CUT, "unreachable", "the host did not come back after"));

    @TempDir
    private Path folder = Path.of("set by JUnit");

    private static String node(int number) {
        return "node%03d".formatted(number);
    }

    /** Every twentieth node, in ten ways by turns. */
    private static Map<String, Badness> badHosts() {
        Map<String, Badness> bad = new TreeMap<>();
        for (int i = 0; i * ONE_IN + ONE_IN / 2 <= NODES; i++) {
            bad.put(node(i * ONE_IN + ONE_IN / 2), WAYS.get(i % WAYS.size()));
        }
        return bad;
    }

    private static void happen(Map<String, Badness> bad, Lab lab) throws Exception {
        List<FaultRule> rules = new ArrayList<>();
        for (Map.Entry<String, Badness> host : bad.entrySet()) {
            if (!host.getValue().fault().equals(CUT)) {
                rules.add(FaultRule.parse(host.getKey() + " " + host.getValue().fault()));
            }
        }
        new FaultRules(rules).apply(lab.hosts(), lab.servers(), 4711);
        for (SshHost server : lab.servers()) {
            Badness badness = bad.get(server.machine().name());
            if (badness != null && badness.fault().equals(CUT)) {
                server.machine().faults(step -> {
                    if (step.operation() instanceof Operation.SetLinkMtu) {
                        server.refuse();
                        new Fault.DropConnection().happen(step);
                    }
                });
            }
        }
    }

    private JsonNode run(Lab lab, String playbook, int exitCode) throws Exception {
        Path file = Files.writeString(folder.resolve("site.yml"), playbook);
        CommandLineRun run = CommandLineRun.of(
                Map.of("XDG_STATE_HOME", folder.toString(), Pace.VARIABLE, Double.toString(PACE)),
                "apply",
                "--yes",
                "--format",
                "json",
                "-i",
                lab.inventory().toString(),
                file.toString());
        assertThat(run.exitCode()).as(run.stderr()).isEqualTo(exitCode);
        return new ObjectMapper().readTree(run.stdout());
    }

    private static Map<String, String> statuses(JsonNode run) {
        Map<String, String> statuses = new TreeMap<>();
        run.path("hosts")
                .forEach(host -> statuses.put(
                        host.path("host").asText(), host.path("status").asText()));
        return statuses;
    }

    private static Map<String, String> errors(JsonNode run) {
        Map<String, String> errors = new TreeMap<>();
        for (JsonNode diagnostic : run.path("diagnostics")) {
            if (diagnostic.path("severity").asText().equals("error")) {
                errors.merge(
                        diagnostic.path("host").asText(),
                        diagnostic.path("message").asText(),
                        (a, b) -> a + b);
            }
        }
        return errors;
    }

    private static Map<String, String> filesOf(String host, LabLook look) {
        Map<String, String> files = new TreeMap<>(look.files());
        files.keySet().removeIf(path -> !path.startsWith(host + " "));
        return files;
    }

    @Test
    @Timeout(value = 15, unit = TimeUnit.MINUTES)
    void exactlyTheBadOnesAreReportedAndBatchesStop() throws Exception {
        try (LabFolder place = LabFolder.temporary();
                ScaledClock clock = new ScaledClock(PACE);
                Lab lab = Lab.start(LabLayout.sample(NODES), place, clock)) {
            Map<String, Badness> bad = badHosts();
            LabLook before = LabLook.at(lab.hosts());
            happen(bad, lab);
            long began = System.nanoTime();
            JsonNode raised = run(lab, RAISE, 3);
            System.out.printf(
                    "apply on %d hosts, %d of them bad in %d ways: %d s%n",
                    NODES + 2,
                    bad.size(),
                    WAYS.size(),
                    Duration.ofNanos(System.nanoTime() - began).toSeconds());
            areReported(bad, raised);
            areOldOrNew(bad, before, LabLook.at(lab.hosts()));
            stops(lab, bad);
        }
    }

    /** The running MTU of bad ones that are up has followed their group, as the kernel has it, whoever is or is not reached. */
    private static void areOldOrNew(Map<String, Badness> bad, LabLook before, LabLook after) {
        for (int i = 1; i <= NODES; i++) {
            String host = node(i);
            if (bad.containsKey(host)) {
                assertThat(filesOf(host, after)).as(host).isEqualTo(filesOf(host, before));
            } else {
                assertThat(after.running().get(host + " ib0")).as(host).isEqualTo("datagram 4092");
                assertThat(filesOf(host, after).values()).as(host).anyMatch(text -> text.contains("4092"));
            }
        }
    }

    private static void areReported(Map<String, Badness> bad, JsonNode run) {
        assertThat(run.path("stopped").asText()).isEmpty();
        Map<String, String> statuses = statuses(run);
        assertThat(statuses).hasSize(NODES + 2);
        Map<String, String> errors = errors(run);
        assertThat(errors.keySet()).isEqualTo(bad.keySet());
        bad.forEach((host, badness) -> {
            assertThat(errors.get(host)).as(host + " " + badness.fault()).contains(badness.reason());
            assertThat(statuses.remove(host)).as(host + " " + badness.fault()).isEqualTo(badness.status());
        });
        assertThat(statuses.values()).containsOnly("changed");
    }

    /** The way back: one host, then a hundred, of which more than 3 % are out of reach, so that nobody else is touched. */
    private void stops(Lab lab, Map<String, Badness> bad) throws Exception {
        for (Map.Entry<String, Badness> host : bad.entrySet()) {
            // A host that never answers would cost two minutes once more.
            if (host.getValue().fault().startsWith("slow")) {
                lab.hosts().machine(host.getKey()).orElseThrow().machine().faults(Faults.NONE);
            }
        }
        JsonNode lowered = run(lab, LOWER, 3);
        assertThat(lowered.path("stopped").asText()).startsWith("max_fail_percentage: 5 of ");
        Map<String, String> statuses = statuses(lowered);
        LabLook after = LabLook.at(lab.hosts());
        int touched = 0;
        for (int i = 1; i <= NODES; i++) {
            String host = node(i);
            if (!bad.containsKey(host)) {
                boolean isTouched = "datagram 2044".equals(after.running().get(host + " ib0"));
                touched += isTouched ? 1 : 0;
                assertThat(statuses.get(host)).as(host).isEqualTo(isTouched ? "changed" : "skipped");
            }
        }
        // Its unreachable hosts are known before: no host of the second batch is begun.
        assertThat(touched).as("hosts that were changed: the first batch").isEqualTo(1);
    }
}
