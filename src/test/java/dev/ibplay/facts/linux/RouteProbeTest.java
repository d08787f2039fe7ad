package dev.ibplay.facts.linux;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.exec.Bytes;
import dev.ibplay.exec.CommandEnd;
import dev.ibplay.exec.Operation;
import dev.ibplay.exec.Outcome;
import dev.ibplay.facts.Fact;
import dev.ibplay.facts.ManagementRoute;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RouteProbeTest {
    @TempDir
    private Path folder;

    private final RecordedHost host = new RecordedHost();

    private Fact<ManagementRoute> route(int status, String stdout, String stderr) {
        host.scripts(
                new Outcome.CommandEnded(new CommandEnd.Exited(status), Bytes.ofUtf8(stdout), Bytes.ofUtf8(stderr)));
        return host.ask(new RouteProbe(Optional.empty()));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "192.0.2.7 dev ib0 src 192.0.2.20 uid 0 \\    cache",
                "192.0.2.7 from 192.0.2.20 dev ib0 uid 0 \\    cache",
                "198.51.100.9 via 192.0.2.1 dev ib0  src 192.0.2.20 \\    cache  mtu 1500 advmss 1460 hoplimit 64",
                "2001:db8::7 from :: via fe80::1 dev ib0 proto ra src 2001:db8::20 metric 100 pref medium",
                "192.0.2.7 dev ib0  src 192.0.2.20",
            })
    void theDeviceIsNamed(String line) {
        assertThat(route(0, "peer 192.0.2.7\n" + line + "\n", ""))
                .isEqualTo(Fact.known(new ManagementRoute("192.0.2.7", "ib0", List.of())));
    }

    @Test
    void whatIsToldIsNotAskedFor() {
        host.file("/sys/class/net/bond0/lower_ib0/ifindex", "4");
        var probe = new RouteProbe(Optional.of(new RouteProbe.Told("192.0.2.7", "bond0")));

        assertThat(probe.operations()).noneMatch(Operation.RunCommand.class::isInstance);
        assertThat(host.ask(probe)).isEqualTo(Fact.known(new ManagementRoute("192.0.2.7", "bond0", List.of("ib0"))));
    }

    @Test
    void aBridgeOverABondOverIpoib() {
        host.file("/sys/class/net/ib0/ifindex", "4")
                .file("/sys/class/net/ib0/type", "32")
                .file("/sys/class/net/ib0.8001/ifindex", "5")
                .file("/sys/class/net/ib0.8001/iflink", "4")
                .file("/sys/class/net/ib0.8001/type", "32")
                .file("/sys/class/net/br0/lower_bond0/ifindex", "6")
                .file("/sys/class/net/bond0/lower_ib0.8001/ifindex", "5")
                .file("/sys/class/net/bond0/lower_eth9/ifindex", "9");
        ManagementRoute found = route(0, "peer 192.0.2.7\n192.0.2.7 dev br0 src 192.0.2.20\n", "")
                .ifKnown()
                .orElseThrow();
        assertThat(found.below()).containsExactly("bond0", "eth9", "ib0.8001", "ib0");
        assertThat(found.runsOver("ib0")).isTrue();
        assertThat(found.runsOver("br0")).isTrue();
        assertThat(found.runsOver("ib1")).isFalse();
    }

    @Test
    void noSshIsAbsentAndNoAnswerIsUnreadable() {
        assertThat(route(0, "", "")).isEqualTo(Fact.absent());
        assertThat(route(2, "peer 192.0.2.7\n", "RTNETLINK answers: Network is unreachable\n"))
                .isEqualTo(Fact.unreadable("the route to 192.0.2.7: RTNETLINK answers: Network is unreachable"));
        assertThat(route(127, "peer 192.0.2.7\n", "sh: 7: ip: not found\n"))
                .isEqualTo(Fact.unreadable("the route to 192.0.2.7: sh: 7: ip: not found"));
        host.scripts(new Outcome.OperationFailed("ENOENT", "cannot start sh"));
        assertThat(host.ask(new RouteProbe(Optional.empty()))).isEqualTo(Fact.unreadable("there is no sh"));
        host.scripts(new Outcome.CommandEnded(new CommandEnd.TimedOut(), Bytes.EMPTY, Bytes.EMPTY));
        assertThat(host.ask(new RouteProbe(Optional.empty()))).isEqualTo(Fact.unreadable("it did not end in time"));
    }

    /** What the script asks ip for; an ip that refuses {@code from} is asked without. */
    @ParameterizedTest
    @CsvSource({
        "192.0.2.7 50432 192.0.2.20 22, 192.0.2.7, -o route get 192.0.2.7 from 192.0.2.20",
        "2001:db8::7 50432 2001:db8::20 22, 2001:db8::7, -o route get 2001:db8::7 from 2001:db8::20",
        "::ffff:192.0.2.7 50432 ::ffff:192.0.2.20 22, ::ffff:192.0.2.7, -o route get 192.0.2.7 from 192.0.2.20",
        "fe80::1%ib0 50432 fe80::2%ib0 22, fe80::1%ib0, -o route get fe80::1 dev ib0",
    })
    void theScript(String connection, String peer, String asked) throws IOException, InterruptedException {
        for (String shell : List.of("sh", "bash")) {
            assertThat(run(shell, connection, "echo \"$* dev ib7\""))
                    .isEqualTo("peer " + peer + "\n" + asked + " dev ib7\n");
        }
        String withoutFrom = asked.replaceAll(" from .*", "");
        assertThat(run("sh", connection, "case $* in *from*) exit 2;; esac; echo \"$*\""))
                .isEqualTo("peer " + peer + "\n" + withoutFrom + "\n");
    }

    @ParameterizedTest
    @CsvSource({"''", "one", "* 1"})
    void theScriptWithoutALogin(String connection) throws IOException, InterruptedException {
        assertThat(run("sh", connection, "echo never")).isEmpty();
    }

    private String run(String shell, String connection, String ip) throws IOException, InterruptedException {
        Path program = folder.resolve("ip");
        Files.writeString(program, "#!/bin/sh\n" + ip + "\n");
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
        Operation.RunCommand command = (Operation.RunCommand)
                new RouteProbe(Optional.empty()).operations().getFirst();
        ProcessBuilder builder =
                new ProcessBuilder(shell, "-c", command.arguments().get(2));
        builder.environment().put("PATH", folder + ":/usr/bin:/bin");
        builder.environment().put("SSH_CONNECTION", connection);
        Process process = builder.start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
        return said;
    }
}
