package dev.ibplay.transport.ssh;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What one source (inventory variables, arguments for ssh, a configuration file) says about a connection. Sources are
 * chained with {@link #or}: as in OpenSSH, the first one that names a value wins.
 *
 * @param hostName the address to connect to instead of the one that was named
 * @param identityFiles private keys, tried in order; empty means the default ones in {@code ~/.ssh}
 * @param hostKeyAlias the name to look up in known_hosts instead of the address
 * @param loginTimeout from the TCP connection to the end of the login
 * @param keyExchange algorithm names in order of preference; empty means the built-in order
 * @param legacyCrypto whether algorithms are offered too that only old servers need
 */
public record SshSettings(
        Optional<String> hostName,
        Optional<Integer> port,
        Optional<String> user,
        List<Path> identityFiles,
        Optional<HostKeyPolicy> hostKeyPolicy,
        List<Path> userKnownHostsFiles,
        Optional<List<Path>> globalKnownHostsFiles,
        Optional<String> hostKeyAlias,
        Optional<Duration> connectTimeout,
        Optional<Duration> loginTimeout,
        List<String> keyExchange,
        boolean legacyCrypto) {
    public static final SshSettings EMPTY = new SshSettings(
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            List.of(),
            Optional.empty(),
            List.of(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            List.of(),
            false);

    public SshSettings {
        identityFiles = List.copyOf(identityFiles);
        userKnownHostsFiles = List.copyOf(userKnownHostsFiles);
        globalKnownHostsFiles = globalKnownHostsFiles.map(List::copyOf);
        keyExchange = List.copyOf(keyExchange);
        port.filter(p -> p < 1 || p > 65535).ifPresent(p -> {
            throw new IllegalArgumentException("not a TCP port: " + p);
        });
    }

    /** These settings, completed by weaker ones. Identity files add up, as in OpenSSH. */
    public SshSettings or(SshSettings weaker) {
        return new SshSettings(
                hostName.or(weaker::hostName),
                port.or(weaker::port),
                user.or(weaker::user),
                joined(identityFiles, weaker.identityFiles),
                hostKeyPolicy.or(weaker::hostKeyPolicy),
                firstNamed(userKnownHostsFiles, weaker.userKnownHostsFiles),
                globalKnownHostsFiles.or(weaker::globalKnownHostsFiles),
                hostKeyAlias.or(weaker::hostKeyAlias),
                connectTimeout.or(weaker::connectTimeout),
                loginTimeout.or(weaker::loginTimeout),
                firstNamed(keyExchange, weaker.keyExchange),
                legacyCrypto || weaker.legacyCrypto);
    }

    private static List<Path> joined(List<Path> first, List<Path> second) {
        return Stream.concat(first.stream(), second.stream()).distinct().toList();
    }

    private static <T> List<T> firstNamed(List<T> first, List<T> second) {
        return first.isEmpty() ? second : first;
    }

    public SshSettings withPort(int value) {
        return new SettingsBuilder(this).port(value).build();
    }

    public SshSettings withUser(String value) {
        return new SettingsBuilder(this).user(value).build();
    }

    public SshSettings withIdentityFile(Path value) {
        return new SettingsBuilder(this).identityFile(value).build();
    }

    public SshSettings withHostKeyPolicy(HostKeyPolicy value) {
        return new SettingsBuilder(this).hostKeyPolicy(value).build();
    }

    public SshSettings withLegacyCrypto() {
        return new SettingsBuilder(this).legacyCrypto(true).build();
    }

    /** Only this file: no file of the system is read beside it. */
    public SshSettings withOnlyKnownHostsFile(Path value) {
        return new SettingsBuilder(this)
                .userKnownHostsFiles(List.of(value))
                .globalKnownHostsFiles(List.of())
                .build();
    }

    public SshSettings withTimeouts(Duration connect, Duration login) {
        return new SettingsBuilder(this)
                .connectTimeout(connect)
                .loginTimeout(login)
                .build();
    }
}
