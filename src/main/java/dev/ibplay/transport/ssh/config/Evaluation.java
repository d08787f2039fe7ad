package dev.ibplay.transport.ssh.config;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Goes through a configuration for one host, as readconf.c of OpenSSH does. */
final class Evaluation {
    private static final String SSH_PORT = "22";

    private final Surroundings surroundings;
    private final String original;
    private final SshOptions options;
    private boolean lastPass;
    private boolean lastPassWanted;

    Evaluation(Surroundings surroundings, String original, SshOptions stronger) {
        this.surroundings = surroundings;
        this.original = original;
        this.options = new SshOptions(stronger);
    }

    SshOptions options() {
        return options;
    }

    /** @param sources the user's configuration, then the system's */
    void run(List<List<ConfigEntry>> sources) throws ConfigException {
        pass(sources);
        String host = canonical(host());
        if (lastPassWanted) {
            options.put("hostname", new SshOptions.Said(List.of(host), "HostName"));
            lastPass = true;
            pass(sources);
        }
        options.put("hostname", new SshOptions.Said(List.of(host), "HostName"));
    }

    private void pass(List<List<ConfigEntry>> sources) throws ConfigException {
        for (List<ConfigEntry> source : sources) {
            walk(source);
        }
    }

    private void walk(List<ConfigEntry> entries) throws ConfigException {
        boolean active = true;
        for (ConfigEntry entry : entries) {
            switch (entry) {
                case ConfigEntry.Value value -> {
                    if (active) {
                        options.add(value.keyword(), value.said());
                    }
                }
                case ConfigEntry.HostBlock block -> active = Patterns.matchesAny(block.patterns(), name());
                case ConfigEntry.MatchBlock block -> active = matches(block);
                case ConfigEntry.Inclusion inclusion -> {
                    // in a block that does not match, no block of an included file can match either
                    if (active) {
                        pass(inclusion.files());
                    }
                }
            }
        }
    }

    private boolean matches(ConfigEntry.MatchBlock block) throws ConfigException {
        boolean all = true;
        for (Criterion criterion : block.criteria()) {
            lastPassWanted |= criterion.kind() == Criterion.Kind.FINAL;
            // a command is run only when nothing before it decides
            boolean skipped = criterion.kind() == Criterion.Kind.EXEC && !all;
            all = all && !skipped && holds(criterion, block.place()) != criterion.negated();
        }
        return all;
    }

    private boolean holds(Criterion criterion, String place) throws ConfigException {
        String argument = criterion.argument();
        return switch (criterion.kind()) {
            case ALL -> true;
            case CANONICAL, FINAL -> lastPass;
            case HOST -> Patterns.matchesHost(argument, host());
            case ORIGINALHOST -> Patterns.matchesHost(argument, original);
            case USER -> Patterns.matchesList(argument, user());
            case LOCALUSER -> Patterns.matchesList(argument, surroundings.localUser());
            case TAGGED -> Patterns.matchesList(argument, options.value("tag").orElse(""));
            case SESSIONTYPE -> Patterns.matchesList(argument, "exec");
            case LOCALNETWORK -> Networks.containAny(argument, surroundings.localAddresses(), place);
            case EXEC -> succeeds(argument, place);
        };
    }

    private boolean succeeds(String command, String place) throws ConfigException {
        String port = options.value("port").orElse(SSH_PORT);
        String line =
                Tokens.of(surroundings, options, original, host(), port, user()).expandForShell(command, place);
        try {
            return surroundings.succeeds(line);
        } catch (IOException e) {
            throw new ConfigException(
                    place, "the command of Match exec failed: " + e.getMessage(), "run it by hand: " + command);
        }
    }

    /** What Host lines are about: in the last pass the address that has been found. */
    private String name() throws ConfigException {
        return lastPass ? host() : original;
    }

    private String user() {
        return options.value("user").orElseGet(surroundings::localUser);
    }

    /** What would be connected to by what is known so far, in the letters that it was given in. */
    private String host() throws ConfigException {
        Optional<SshOptions.Said> hostName = options.get("hostname");
        return hostName.isEmpty()
                ? original
                : Tokens.ofHost(surroundings, original).expand(hostName.get());
    }

    /** Names are looked up, and compared with known_hosts, in small letters; an address keeps its own. */
    private static String canonical(String host) {
        return host.contains(":") ? host : host.toLowerCase(Locale.ROOT);
    }
}
