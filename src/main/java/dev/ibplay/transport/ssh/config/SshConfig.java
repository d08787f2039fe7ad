package dev.ibplay.transport.ssh.config;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The configuration of OpenSSH's client: read once, asked for each host. Safe for many threads. */
public final class SshConfig {
    /** Says nothing of any host. */
    private static final List<List<ConfigEntry>> NOTHING = List.of();

    private final List<List<ConfigEntry>> sources;
    private final List<ConfigProblem> problems;
    private final Surroundings surroundings;

    private SshConfig(List<List<ConfigEntry>> sources, List<ConfigProblem> problems, Surroundings surroundings) {
        this.sources = List.copyOf(sources);
        this.problems = List.copyOf(problems);
        this.surroundings = surroundings;
    }

    /** What ssh does with {@code -F none}. */
    public static SshConfig none(Surroundings surroundings) {
        return new SshConfig(NOTHING, List.of(), surroundings);
    }

    /** {@code ~/.ssh/config}, then the system's. */
    public static SshConfig standard(Surroundings surroundings) {
        return standard(surroundings, Path.of("/etc/ssh"));
    }

    /** The same with the system's configuration in another folder. */
    static SshConfig standard(Surroundings surroundings, Path systemFolder) {
        ConfigFiles files = new ConfigFiles(surroundings.userId());
        Path folder = surroundings.home().resolve(".ssh");
        ConfigParser user = new ConfigParser(files, folder, Optional.of(surroundings.home()));
        ConfigParser system = new ConfigParser(files, systemFolder, Optional.empty());
        List<List<ConfigEntry>> sources = List.of(
                user.parse(folder.resolve("config"), true), system.parse(systemFolder.resolve("ssh_config"), false));
        List<ConfigProblem> problems = new ArrayList<>(user.problems());
        problems.addAll(system.problems());
        return new SshConfig(sources, problems, surroundings);
    }

    /** What ssh does with {@code -F FILE}: nothing but this file. */
    public static SshConfig ofFile(Path file, Surroundings surroundings) {
        ConfigFiles files = new ConfigFiles(surroundings.userId());
        Path folder = surroundings.home().resolve(".ssh");
        if (!Files.exists(file)) {
            ConfigProblem absent =
                    new ConfigProblem(file.toString(), 0, "there is no such file", "-F names the configuration of ssh");
            return new SshConfig(NOTHING, List.of(absent), surroundings);
        }
        ConfigParser parser = new ConfigParser(files, folder, Optional.of(surroundings.home()));
        List<List<ConfigEntry>> sources = List.of(parser.parse(file, false));
        return new SshConfig(sources, parser.problems(), surroundings);
    }

    /** All faults; with one of them ssh connects to nobody. */
    public List<ConfigProblem> problems() {
        return problems;
    }

    public Surroundings surroundings() {
        return surroundings;
    }

    /**
     * All that is said of a host. {@code hostname} is always there: the address to connect to.
     *
     * @param name what the host is called on ssh's command line
     * @param stronger what inventory and command line say
     * @throws ConfigException when a value cannot be expanded, or a command of {@code Match exec} cannot be run
     */
    public SshOptions resolve(String name, SshOptions stronger) throws ConfigException {
        Evaluation evaluation = new Evaluation(surroundings, name, stronger);
        evaluation.run(sources);
        return evaluation.options();
    }
}
