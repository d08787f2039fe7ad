package dev.ibplay.cli;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.cli.CountingRelay.Traffic;
import dev.ibplay.lab.Lab;
import dev.ibplay.lab.LabFolder;
import dev.ibplay.lab.layout.LabLayout;
import dev.ibplay.lab.ssh.SshHost;
import dev.ibplay.lab.time.ScaledClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What a run costs each host, in numbers that no machine changes. Who makes one of them larger on purpose writes the new
 * bound here.
 */
@Tag("long")
class RunCountsTest {
    private static final double PACE = 20;
    private static final int NODES = 20;
    private static final Pattern RECAP =
            Pattern.compile("^ +(node\\S+) +\\S+ +\\(connections: (\\d+), round trips: (\\d+)\\)$", Pattern.MULTILINE);

    /**
     * What one host costs; as a bound, exactly these connections and commands, and at most the others: bytes are a quarter more
     * than measured.
     *
     * @param connections of TCP
     * @param commands channels of SSH
     * @param roundTrips how often the controller waited for an answer after the login
     * @param sent bytes to the host, with those of SSH's own messages
     * @param received bytes from the host
     */
    private record Cost(int connections, int commands, int roundTrips, long sent, long received) {
        Cost most(Cost other) {
            return new Cost(
                    Math.max(connections, other.connections),
                    Math.max(commands, other.commands),
                    Math.max(roundTrips, other.roundTrips),
                    Math.max(sent, other.sent),
                    Math.max(received, other.received));
        }
    }

    /** The first one, which sends the helper: at most 150 KB. */
    private static final Cost FIRST_CHECK = new Cost(1, 2, 3, 165_000, 13_000);

    /** With a guard, which is confirmed over a new connection. 11 round trips, and one more where the guard is asked again. */
    private static final Cost APPLY = new Cost(2, 4, 12, 37_600, 35_500);

    private static final Cost CHECK = new Cost(1, 2, 2, 14_600, 13_500);

    private final Map<String, CountingRelay> relays = new LinkedHashMap<>();
    private final Map<String, Integer> commands = new TreeMap<>();
    private final Map<String, Traffic> traffic = new TreeMap<>();

    @TempDir
    private Path folder = Path.of("set by JUnit");

    @Test
    void eachHostCostsThisMuch() throws Exception {
        try (LabFolder place = LabFolder.temporary();
                ScaledClock clock = new ScaledClock(PACE);
                Lab lab = Lab.start(LabLayout.sample(NODES), place, clock)) {
            String inventory = throughRelays(lab);
            measure("check", FIRST_CHECK, 2, lab, inventory);
            measure("apply", APPLY, 0, lab, inventory, "--yes");
            measure("check", CHECK, 0, lab, inventory);
        } finally {
            for (CountingRelay relay : relays.values()) {
                relay.close();
            }
        }
    }

    /** The lab's inventory with the relays' ports in it. */
    private String throughRelays(Lab lab) throws IOException {
        String inventory = Files.readString(lab.inventory());
        List<String> known = new ArrayList<>();
        for (SshHost host : lab.servers()) {
            var relay = new CountingRelay(host.port());
            relays.put(host.machine().name(), relay);
            inventory = inventory.replaceAll("ansible_port=" + host.port() + "\\b", "ansible_port=" + relay.port());
            known.add(host.knownHostsLine().replace("]:" + host.port() + " ", "]:" + relay.port() + " "));
        }
        Files.write(lab.knownHosts(), known);
        return Files.writeString(folder.resolve("inventory"), inventory).toString();
    }

    private void measure(String command, Cost bounds, int exitCode, Lab lab, String inventory, String... options) {
        lab.servers().forEach(host -> commands.put(host.machine().name(), host.commands()));
        relays.forEach((host, relay) -> traffic.put(host, relay.traffic()));
        List<String> words = new ArrayList<>(List.of(command, "-v", "-i", inventory, "playbooks/site.yml"));
        words.addAll(List.of(options));
        CommandLineRun run = CommandLineRun.of(
                Map.of("XDG_STATE_HOME", folder.toString(), Pace.VARIABLE, Double.toString(PACE)),
                words.toArray(String[]::new));
        assertThat(run.exitCode()).as(run.all()).isEqualTo(exitCode);
        Map<String, Integer> roundTrips = roundTrips(run.stdout());
        assertThat(roundTrips).as(run.stdout()).hasSize(NODES);
        Map<String, Cost> costs = new TreeMap<>();
        for (SshHost server : lab.servers()) {
            String host = server.machine().name();
            if (roundTrips.containsKey(host)) { // the others are subnet managers', which sweep
                Traffic passed = requireNonNull(relays.get(host)).traffic().since(requireNonNull(traffic.get(host)));
                costs.put(
                        host,
                        new Cost(
                                passed.connections(),
                                server.commands() - requireNonNull(commands.get(host)),
                                requireNonNull(roundTrips.get(host)),
                                passed.sent(),
                                passed.received()));
            }
        }
        Cost most = costs.values().stream().reduce(Cost::most).orElseThrow();
        System.out.printf("%s of a host, at most: %s%n", command, most);
        costs.forEach((host, cost) -> {
            String what = "of %s of %s; the bounds are in RunCountsTest".formatted(command, host);
            assertThat(cost.connections()).as("connections " + what).isEqualTo(bounds.connections());
            assertThat(cost.commands()).as("commands " + what).isEqualTo(bounds.commands());
            assertThat(cost.roundTrips()).as("round trips " + what).isBetween(1, bounds.roundTrips());
        });
        assertThat(most.sent())
                .as("bytes sent by %s; the bounds are in RunCountsTest", command)
                .isBetween(1L, bounds.sent());
        assertThat(most.received())
                .as("bytes received by %s; the bounds are in RunCountsTest", command)
                .isBetween(1L, bounds.received());
    }

    private static Map<String, Integer> roundTrips(String recap) {
        Map<String, Integer> counts = new TreeMap<>();
        Matcher matcher = RECAP.matcher(recap);
        while (matcher.find()) {
            counts.put(matcher.group(1), Integer.valueOf(matcher.group(3)));
        }
        return counts;
    }
}
