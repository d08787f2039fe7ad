package dev.ibplay.transport.ssh;

import dev.ibplay.exec.Secret;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * A host to connect to.
 *
 * @param host the inventory's name, which messages show
 * @param named the address that the inventory gives; {@link SshSetting#HOST_NAME} may redirect it
 * @param home where the default keys and known_hosts are
 * @param password for the password prompt of the login
 * @param passphrases asked when a key file is encrypted
 * @param route by what way its SSH server is reached
 */
public record SshTarget(
        String host,
        String named,
        SshSettings settings,
        HomeDirectory home,
        Optional<Secret> password,
        PassphraseSource passphrases,
        SshRoute route) {
    private static final int SSH_PORT = 22;
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(10);
    private static final Duration LOGIN_TIMEOUT = Duration.ofSeconds(30);

    /** A host that is reached directly. */
    public SshTarget(
            String host,
            String named,
            SshSettings settings,
            HomeDirectory home,
            Optional<Secret> password,
            PassphraseSource passphrases) {
        this(host, named, settings, home, password, passphrases, new SshRoute.Direct());
    }

    String address() {
        return settings.get(SshSetting.HOST_NAME).orElse(named);
    }

    int port() {
        return settings.get(SshSetting.PORT).orElse(SSH_PORT);
    }

    String user() {
        return settings.get(SshSetting.USER).orElseGet(() -> System.getProperty("user.name", "root"));
    }

    /** The name that known_hosts lines use for this host; an alias stands for itself, whatever the port is. */
    String knownHostsName() {
        boolean bare =
                port() == SSH_PORT || settings.get(SshSetting.HOST_KEY_ALIAS).isPresent();
        return bare ? certifiedName() : "[" + certifiedName() + "]:" + port();
    }

    /** The name that a host certificate must have among its principals. */
    String certifiedName() {
        return settings.get(SshSetting.HOST_KEY_ALIAS).orElseGet(this::address);
    }

    /** Which SSH server it is, as far as can be told without asking for its address. */
    String server() {
        return address().toLowerCase(Locale.ROOT) + " port " + port()
                + (route instanceof SshRoute.Through through
                        ? " behind " + through.jump().display()
                        : "");
    }

    HostKeyPolicy hostKeyPolicy() {
        return settings.get(SshSetting.HOST_KEY_POLICY).orElse(HostKeyPolicy.STRICT);
    }

    /** The files of the user, the first of which accepted keys are added to. */
    List<Path> userKnownHostsFiles() {
        List<Path> files = settings.list(SshSetting.USER_KNOWN_HOSTS_FILES);
        Path ssh = home.path().resolve(".ssh");
        return files.isEmpty() ? List.of(ssh.resolve("known_hosts"), ssh.resolve("known_hosts2")) : files;
    }

    List<Path> globalKnownHostsFiles() {
        return settings.get(SshSetting.GLOBAL_KNOWN_HOSTS_FILES)
                .orElse(List.of(Path.of("/etc/ssh/ssh_known_hosts"), Path.of("/etc/ssh/ssh_known_hosts2")));
    }

    Duration connectTimeout() {
        return settings.get(SshSetting.CONNECT_TIMEOUT).orElse(CONNECT_TIMEOUT);
    }

    Duration loginTimeout() {
        return settings.get(SshSetting.LOGIN_TIMEOUT).orElse(LOGIN_TIMEOUT);
    }

    /** {@code user@address:port}, with the address in brackets if it has colons of its own. */
    String display() {
        String shown = address().contains(":") ? "[" + address() + "]" : address();
        return user() + "@" + shown + ":" + port();
    }
}
