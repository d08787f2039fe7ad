package dev.ibplay.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.ibplay.diag.Diagnostic;
import dev.ibplay.diag.Problems;
import dev.ibplay.diag.Span;
import dev.ibplay.inventory.ConnectionVariables;
import dev.ibplay.playbook.Play;
import dev.ibplay.source.Node;
import dev.ibplay.transport.TransportException;
import dev.ibplay.transport.ssh.SshArguments;
import dev.ibplay.transport.ssh.SshRoute;
import dev.ibplay.transport.ssh.SshSetting;
import dev.ibplay.transport.ssh.SshTarget;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SshWaysTest {
    @TempDir
    private Path home;

    private final Problems problems = new Problems();

    private void configure(String text) throws IOException {
        Path file = Files.createDirectory(home.resolve(".ssh")).resolve("config");
        Files.writeString(file, text);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    }

    private static ConnectionOverrides withArguments(String common) {
        return new ConnectionOverrides(
                Optional.of("commandline"),
                Optional.empty(),
                Optional.empty(),
                false,
                Optional.empty(),
                Optional.empty(),
                false,
                Optional.of(common),
                Optional.empty());
    }

    private SshTarget target(ConnectionOverrides overrides, Map<String, String> variables) throws TransportException {
        ConnectionVariables read = ConnectionVariables.resolve(
                        "leaf01",
                        name -> Optional.ofNullable(variables.get(name))
                                .<Node>map(text -> Node.Scalar.quoted(text, Span.startOf("hosts")))
                                .or(() -> overrides.variable(name)),
                        problems)
                .orElseThrow();
        SshWays ways = new SshWays(overrides, Map.of("HOME", home.toString()));
        SshArguments arguments = ways.arguments("leaf01", read, problems);
        ways.checkConfigurations(problems);
        return ways.target("leaf01", read, Play.PlayConnection.UNSAID, arguments);
    }

    @Test
    void variablesComeBeforeArgumentsAndThoseBeforeTheConfiguration() throws IOException, TransportException {
        configure("Host 10.0.0.9\n  Port 2203\n  User config\n  HostKeyAlias config\n  ServerAliveCountMax 9\n");
        SshTarget target = target(
                withArguments("-o HostKeyAlias=common -p 2202"),
                Map.of("ansible_host", "10.0.0.9", "ansible_port", "2201", "ansible_ssh_extra_args", "-l extra"));
        assertThat(problems.sorted()).isEmpty();
        assertThat(target.settings().get(SshSetting.PORT)).contains(2201);
        assertThat(target.settings().get(SshSetting.USER)).contains("commandline");
        assertThat(target.settings().get(SshSetting.HOST_KEY_ALIAS)).contains("common");
        assertThat(target.settings().get(SshSetting.SERVER_ALIVE_COUNT_MAX)).contains(9);
    }

    @Test
    void aVariableReplacesTheArgumentsOfTheCommandLine() throws IOException, TransportException {
        configure("Host leaf*\n  ProxyJump gate\n");
        ConnectionOverrides overrides = withArguments("-J other");
        SshTarget target = target(overrides, Map.of("ansible_ssh_common_args", "-o HostKeyAlias=x"));
        assertThat(target.route())
                .isInstanceOfSatisfying(
                        SshRoute.Through.class,
                        way -> assertThat(way.jump().named()).isEqualTo("gate"));
        assertThat(target(overrides, Map.of()).route())
                .isInstanceOfSatisfying(
                        SshRoute.Through.class,
                        way -> assertThat(way.jump().named()).isEqualTo("other"));
        assertThat(target(overrides, Map.of("ansible_ssh_common_args", "-F none"))
                        .route())
                .isEqualTo(new SshRoute.Direct());
    }

    @Test
    void thePasswordIsForTheHostAlone() throws IOException, TransportException {
        configure("Host leaf*\n  ProxyJump a,b\n");
        SshTarget target = target(ConnectionOverrides.NONE, Map.of("ansible_password", "tr0ub4dor"));
        assertThat(target.password()).isPresent();
        SshTarget second = ((SshRoute.Through) target.route()).jump();
        SshTarget first = ((SshRoute.Through) second.route()).jump();
        assertThat(second.password()).isEmpty();
        assertThat(first.password()).isEmpty();
    }

    @Test
    void faultsOfTheConfigurationAreToldWithTheirPlace() throws IOException, TransportException {
        configure("Host leaf\n  Prot 22\n");
        target(ConnectionOverrides.NONE, Map.of());
        assertThat(problems.sorted())
                .singleElement()
                .extracting(Diagnostic::message)
                .isEqualTo("ssh has no option \"Prot\"");
    }

    @Test
    void whatCannotBeDoneIsAFailureOfTheHost() throws IOException {
        configure("Host leaf*\n  CanonicalizeHostname yes\n");
        TransportException e =
                catchThrowableOfType(TransportException.class, () -> target(ConnectionOverrides.NONE, Map.of()));
        assertThat(e.kind()).isEqualTo(TransportException.Kind.UNREACHABLE);
        assertThat(e).hasMessage(home.resolve(".ssh/config") + ":2: canonicalizehostname yes is not supported");
        assertThat(problems.sorted()).isEmpty();
    }
}
