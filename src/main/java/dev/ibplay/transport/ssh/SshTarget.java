package dev.ibplay.transport.ssh;

import dev.ibplay.exec.Secret;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * A host to connect to.
 *
 * @param host the inventory's name, which messages show
 * @param named the address that the inventory gives; {@link SshSettings#hostName} may redirect it
 * @param home where the default keys and known_hosts are
 * @param password for the password prompt of the login
 * @param passphrases asked when a key file is encrypted
 */
public record SshTarget(
        String host,
        String named,
        SshSettings settings,
        HomeDirectory home,
        Optional<Secret> password,
        PassphraseSource passphrases) {
    private static final int SSH_PORT = 22;
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(10);
    private static final Duration LOGIN_TIMEOUT = Duration.ofSeconds(30);

    String address() {
        return settings.hostName().orElse(named);
    }

    int port() {
        return settings.port().orElse(SSH_PORT);
    }

    String user() {
        return settings.user().orElseGet(() -> System.getProperty("user.name", "root"));
    }

    /** The name that known_hosts lines use for this host. */
    String knownHostsName() {
        String name = settings.hostKeyAlias().orElseGet(this::address);
        return port() == SSH_PORT ? name : "[" + name + "]:" + port();
    }

    HostKeyPolicy hostKeyPolicy() {
        return settings.hostKeyPolicy().orElse(HostKeyPolicy.STRICT);
    }

    /** The files of the user, the first of which accepted keys are added to. */
    List<Path> userKnownHostsFiles() {
        List<Path> files = settings.userKnownHostsFiles();
        Path ssh = home.path().resolve(".ssh");
        return files.isEmpty() ? List.of(ssh.resolve("known_hosts"), ssh.resolve("known_hosts2")) : files;
    }

    List<Path> globalKnownHostsFiles() {
        return settings.globalKnownHostsFiles()
                .orElse(List.of(Path.of("/etc/ssh/ssh_known_hosts"), Path.of("/etc/ssh/ssh_known_hosts2")));
    }

    Duration connectTimeout() {
        return settings.connectTimeout().orElse(CONNECT_TIMEOUT);
    }

    Duration loginTimeout() {
        return settings.loginTimeout().orElse(LOGIN_TIMEOUT);
    }

    /** {@code user@address:port}, with the address in brackets if it has colons of its own. */
    String display() {
        String shown = address().contains(":") ? "[" + address() + "]" : address();
        return user() + "@" + shown + ":" + port();
    }
}
