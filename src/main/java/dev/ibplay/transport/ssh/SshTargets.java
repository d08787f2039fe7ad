package dev.ibplay.transport.ssh;

import dev.ibplay.exec.Secret;
import dev.ibplay.transport.ssh.config.ConfigException;
import dev.ibplay.transport.ssh.config.JumpHop;
import dev.ibplay.transport.ssh.config.JumpHops;
import dev.ibplay.transport.ssh.config.SshConfig;
import dev.ibplay.transport.ssh.config.SshOptions;
import dev.ibplay.transport.ssh.config.Surroundings;
import dev.ibplay.transport.ssh.config.Tokens;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Makes targets of what inventory, command line and ssh's configuration say, with the jump hosts on the way to them. */
public final class SshTargets {
    private static final String SSH_PORT = "22";

    private final HomeDirectory home;
    private final boolean acceptNewHostKeys;

    /** @param acceptNewHostKeys whether keys of unknown hosts are accepted, of jump hosts, too */
    public SshTargets(HomeDirectory home, boolean acceptNewHostKeys) {
        this.home = home;
        this.acceptNewHostKeys = acceptNewHostKeys;
    }

    /**
     * What is known of a host before the configuration is asked.
     *
     * @param host the inventory's name, which messages show
     * @param named the address that the inventory gives, by which the configuration knows it
     * @param stronger what inventory and command line say
     * @param further what ssh_config(5) has no word for
     * @param password for the host itself, never for a jump host
     */
    public record Wanted(
            String host,
            String named,
            SshOptions stronger,
            SshSettings further,
            Optional<Secret> password,
            PassphraseSource passphrases) {}

    /**
     * The host, with the way to it.
     *
     * @throws ConfigException when the configuration cannot be used for this host
     */
    public SshTarget target(SshConfig config, Wanted wanted) throws ConfigException {
        return target(config, wanted, List.of());
    }

    /** @param behind the ways that are being followed, for which this is one of the jump hosts */
    private SshTarget target(SshConfig config, Wanted wanted, List<String> behind) throws ConfigException {
        Surroundings surroundings = config.surroundings();
        SshOptions options = config.resolve(wanted.named(), wanted.stronger());
        String host = options.value("hostname").orElse(wanted.named());
        String port = options.value("port").orElse(SSH_PORT);
        String user = options.value("user").orElseGet(surroundings::localUser);
        Tokens tokens = Tokens.of(surroundings, options, wanted.named(), host, port, user);
        SshSettings settings = wanted.further().or(OptionSettings.of(options, tokens, home));
        if (acceptNewHostKeys) {
            settings = settings.withHostKeyPolicy(HostKeyPolicy.ACCEPT_NEW);
        }
        return new SshTarget(
                wanted.host(),
                wanted.named(),
                settings,
                home,
                wanted.password(),
                wanted.passphrases(),
                route(config, wanted, options, tokens, behind));
    }

    private SshRoute route(SshConfig config, Wanted wanted, SshOptions options, Tokens tokens, List<String> behind)
            throws ConfigException {
        Optional<SshOptions.Said> jump = options.get("proxyjump");
        if (jump.isPresent()) {
            List<JumpHop> hops = JumpHops.parse(tokens.expand(jump.get()))
                    .map(JumpHops::hops)
                    .orElseThrow(() -> new ConfigException(
                            jump.get().place(),
                            "ProxyJump cannot be \"" + jump.get().value() + "\"",
                            "see ssh_config(5)"));
            if (!hops.isEmpty()) {
                return new SshRoute.Through(jumpHost(config, wanted, hops, jump.get(), behind));
            }
        }
        Optional<SshOptions.Said> command =
                options.get("proxycommand").filter(said -> !said.value().equalsIgnoreCase("none"));
        if (command.isEmpty()) {
            return new SshRoute.Direct();
        }
        Surroundings surroundings = config.surroundings();
        String shell =
                surroundings.environment("SHELL").filter(s -> !s.isEmpty()).orElse("/bin/sh");
        return new SshRoute.Command(
                shell,
                tokens.expandForShell(command.get().value(), command.get().place()));
    }

    /**
     * The last of the hops, reached through those before it. As with ssh -J, a jump host has its own entry of the
     * configuration and nothing of what the inventory says of the host behind it.
     */
    private SshTarget jumpHost(
            SshConfig config, Wanted wanted, List<JumpHop> hops, SshOptions.Said said, List<String> behind)
            throws ConfigException {
        JumpHop last = hops.getLast();
        List<JumpHop> before = hops.subList(0, hops.size() - 1);
        List<String> path = new ArrayList<>(behind);
        path.add(joined(hops));
        // a host may be visited twice, but not with the same way still before it
        if (behind.contains(joined(hops))) {
            throw new ConfigException(
                    said.place(),
                    "the jump hosts lead in a circle: " + wanted.host() + " behind " + String.join(" behind ", path),
                    "let a block before it say ProxyJump none for " + last.host());
        }
        SshOptions stronger = new SshOptions();
        last.user().ifPresent(user -> stronger.add("user", user, said.place()));
        last.port().ifPresent(port -> stronger.add("port", Integer.toString(port), said.place()));
        if (!before.isEmpty()) {
            stronger.add("proxyjump", joined(before), said.place());
        }
        Wanted jump = new Wanted(
                wanted.host(), last.host(), stronger, SshSettings.EMPTY, Optional.empty(), wanted.passphrases());
        return target(config, jump, path);
    }

    private static String joined(List<JumpHop> hops) {
        return String.join(",", hops.stream().map(JumpHop::text).toList());
    }
}
