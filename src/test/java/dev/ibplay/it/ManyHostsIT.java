package dev.ibplay.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.cli.CommandLineRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A hundred hosts: one connection each, and at most three round trips, even where the helper has to be sent first. */
@NeedsRoot
@Needs(programs = {"sshd", "ssh-keygen", "unshare"})
class ManyHostsIT {
    private static final int HOSTS = 100;
    private static final Pattern RECAP =
            Pattern.compile("^ +(\\S+) +ok +\\(connections: 1, round trips: (\\d+)\\)$", Pattern.MULTILINE);

    @TempDir
    private Path folder = Path.of("set by JUnit");

    @Test
    void oneConnectionAndThreeRoundTripsForEach() throws IOException, InterruptedException {
        Path playbook = Files.writeString(folder.resolve("many.yml"), """
                - hosts: many
                  state:
                    ipoib: {ib0: {mtu: 2044}}
                """);
        LoopbackHosts hosts = LoopbackHosts.start(folder, HOSTS);
        try (hosts) {
            // Nobody has ib0 here, which is refused after all hosts were read.
            String inventory = hosts.inventory().toString();
            CommandLineRun first = CommandLineRun.of("check", "-i", inventory, playbook.toString(), "-v");

            assertThat(first.exitCode()).as(first.stderr()).isEqualTo(5);
            assertThat(roundTrips(first)).isEqualTo(each(hosts, 3));
            for (String address : hosts.addresses()) {
                assertThat(hosts.varLib(address).resolve("ibplay/helper")).isDirectoryContaining(Files::isExecutable);
            }

            CommandLineRun second = CommandLineRun.of("check", "-i", inventory, playbook.toString(), "-v");

            assertThat(second.exitCode()).as(second.stderr()).isEqualTo(5);
            assertThat(roundTrips(second)).isEqualTo(each(hosts, 2));
        }
        assertThat(hosts.connections()).as("of two runs, as the servers count").isEqualTo(each(hosts, 2));
    }

    private static Map<String, Integer> each(LoopbackHosts hosts, int value) {
        return new TreeMap<>(
                hosts.addresses().stream().collect(Collectors.toMap(Function.identity(), address -> value)));
    }

    /** Of each host that has had one connection. */
    private static Map<String, Integer> roundTrips(CommandLineRun run) {
        Map<String, Integer> counts = new TreeMap<>();
        Matcher matcher = RECAP.matcher(run.stdout());
        while (matcher.find()) {
            counts.put(matcher.group(1), Integer.valueOf(matcher.group(2)));
        }
        return counts;
    }
}
