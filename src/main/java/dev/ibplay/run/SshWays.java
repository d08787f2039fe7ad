package dev.ibplay.run;

import dev.ibplay.diag.Code;
import dev.ibplay.diag.Problems;
import dev.ibplay.diag.Span;
import dev.ibplay.inventory.ConnectionVariables;
import dev.ibplay.playbook.Play;
import dev.ibplay.transport.TransportException;
import dev.ibplay.transport.ssh.HomeDirectory;
import dev.ibplay.transport.ssh.PassphraseSource;
import dev.ibplay.transport.ssh.SshArguments;
import dev.ibplay.transport.ssh.SshSettings;
import dev.ibplay.transport.ssh.SshTarget;
import dev.ibplay.transport.ssh.SshTargets;
import dev.ibplay.transport.ssh.config.ConfigException;
import dev.ibplay.transport.ssh.config.ConfigProblem;
import dev.ibplay.transport.ssh.config.LocalSurroundings;
import dev.ibplay.transport.ssh.config.SshConfig;
import dev.ibplay.transport.ssh.config.SshOptions;
import dev.ibplay.transport.ssh.config.Surroundings;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * How hosts are reached over SSH. As where Ansible calls ssh, variables of the inventory come first, then plays, then the
 * command line; ssh's arguments and then its configuration say the rest.
 */
final class SshWays {
    private final ConnectionOverrides overrides;
    private final HomeDirectory home;
    private final Surroundings surroundings;
    private final SshTargets targets;

    /** By the value of {@code -F}; the usual files without one. */
    private final Map<Optional<String>, SshConfig> configs = new ConcurrentHashMap<>();

    SshWays(ConnectionOverrides overrides, Map<String, String> environment) {
        this.overrides = overrides;
        home = HomeDirectory.of(environment);
        surroundings = new LocalSurroundings(environment, home.path());
        targets = new SshTargets(home, overrides.acceptNewHostKeys());
    }

    /** Reads the arguments for ssh of one host, and the configuration that they name. */
    SshArguments arguments(String host, ConnectionVariables variables, Problems problems) {
        SshArguments arguments = SshArguments.parse(variables.sshArguments());
        arguments.refused().forEach(why -> problems.error(Code.SSH_ARGUMENT, Span.startOf(host), host + ": " + why));
        if (arguments.refused().isEmpty() && !variables.kind().equals(Optional.of(ConnectionVariables.Kind.LOCAL))) {
            config(arguments);
        }
        return arguments;
    }

    /** The faults of all configurations that have been read. */
    void checkConfigurations(Problems problems) {
        for (SshConfig config : configs.values()) {
            for (ConfigProblem problem : config.problems()) {
                Span place = Span.at(problem.file(), Math.max(problem.line(), 1), 1);
                problems.error(Code.SSH_CONFIGURATION, place, problem.message(), problem.hint());
            }
        }
    }

    private SshConfig config(SshArguments arguments) {
        return configs.computeIfAbsent(arguments.configFile(), named -> {
            if (named.isEmpty()) {
                return SshConfig.standard(surroundings);
            }
            Path file = home.resolve(named.get());
            boolean none = named.get().equalsIgnoreCase("none") || file.equals(Path.of("/dev/null"));
            return none ? SshConfig.none(surroundings) : SshConfig.ofFile(file, surroundings);
        });
    }

    /** @throws TransportException when the configuration cannot be used for this host */
    SshTarget target(String host, ConnectionVariables variables, Play.PlayConnection play, SshArguments arguments)
            throws TransportException {
        SshOptions said = new SshOptions();
        variables.port().or(play::port).ifPresent(port -> said.add("port", Integer.toString(port), "ansible_port"));
        variables
                .login()
                .user()
                .or(play::remoteUser)
                .or(overrides::user)
                .ifPresent(user -> said.add("user", user, "ansible_user"));
        variables
                .login()
                .keyFile()
                .or(overrides::privateKey)
                .ifPresent(file -> said.add("identityfile", file, "ansible_ssh_private_key_file"));
        said.addAll(arguments.options());
        SshSettings further = variables.legacyCrypto() ? SshSettings.EMPTY.withLegacyCrypto() : SshSettings.EMPTY;
        PassphraseSource passphrases = file -> variables.login().passphrase();
        try {
            return targets.target(
                    config(arguments),
                    new SshTargets.Wanted(
                            host,
                            variables.address(),
                            said,
                            further,
                            overrides.password().or(() -> variables.login().password()),
                            passphrases));
        } catch (ConfigException e) {
            throw new TransportException(host, TransportException.Kind.UNREACHABLE, e.full(), Optional.of(e.hint()));
        }
    }
}
