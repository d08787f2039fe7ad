package dev.ibplay.transport.ssh;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * One thing that can be said about an SSH connection; ssh_config(5) has the meaning of each, under the name that
 * {@link #toString} gives.
 *
 * @param <T> its values
 */
@SuppressWarnings("UnusedTypeParameter") // it ties a setting to the values that SshSettings holds for it
public final class SshSetting<T> {
    /** The address to connect to instead of the one that was named. */
    public static final SshSetting<String> HOST_NAME = first("HostName");

    /** 1..65535. */
    public static final SshSetting<Integer> PORT = first("Port");

    public static final SshSetting<String> USER = first("User");
    public static final SshSetting<AddressFamily> ADDRESS_FAMILY = first("AddressFamily");

    /** The address of this machine to connect from. */
    public static final SshSetting<String> BIND_ADDRESS = first("BindAddress");

    /** For the TCP connection alone. */
    public static final SshSetting<Duration> CONNECT_TIMEOUT = first("ConnectTimeout");

    /** From the TCP connection to the end of the login; OpenSSH has no such limit. */
    public static final SshSetting<Duration> LOGIN_TIMEOUT = first("(login timeout)");

    /** At least 1. */
    public static final SshSetting<Integer> CONNECTION_ATTEMPTS = first("ConnectionAttempts");

    public static final SshSetting<Boolean> TCP_KEEP_ALIVE = first("TCPKeepAlive");

    /** Zero: the server is not asked. */
    public static final SshSetting<Duration> SERVER_ALIVE_INTERVAL = first("ServerAliveInterval");

    /** At least 1. */
    public static final SshSetting<Integer> SERVER_ALIVE_COUNT_MAX = first("ServerAliveCountMax");

    /** Private keys (or public halves of keys in the agent), in order; none named: the default ones in {@code ~/.ssh}. */
    public static final SshSetting<List<Path>> IDENTITY_FILES = all("IdentityFile");

    public static final SshSetting<List<Path>> CERTIFICATE_FILES = all("CertificateFile");
    public static final SshSetting<Boolean> IDENTITIES_ONLY = first("IdentitiesOnly");
    public static final SshSetting<IdentityAgent> IDENTITY_AGENT = first("IdentityAgent");
    public static final SshSetting<List<String>> PREFERRED_AUTHENTICATIONS = first("PreferredAuthentications");
    public static final SshSetting<Boolean> PUBKEY_AUTHENTICATION = first("PubkeyAuthentication");
    public static final SshSetting<Boolean> PASSWORD_AUTHENTICATION = first("PasswordAuthentication");
    public static final SshSetting<Boolean> KBD_INTERACTIVE_AUTHENTICATION = first("KbdInteractiveAuthentication");

    public static final SshSetting<HostKeyPolicy> HOST_KEY_POLICY = first("StrictHostKeyChecking");
    public static final SshSetting<List<Path>> USER_KNOWN_HOSTS_FILES = first("UserKnownHostsFile");
    public static final SshSetting<List<Path>> GLOBAL_KNOWN_HOSTS_FILES = first("GlobalKnownHostsFile");

    /** The name to look up in known_hosts instead of the address. */
    public static final SshSetting<String> HOST_KEY_ALIAS = first("HostKeyAlias");

    public static final SshSetting<Path> REVOKED_HOST_KEYS = first("RevokedHostKeys");

    public static final SshSetting<AlgorithmList> KEX_ALGORITHMS = first("KexAlgorithms");
    public static final SshSetting<AlgorithmList> HOST_KEY_ALGORITHMS = first("HostKeyAlgorithms");
    public static final SshSetting<AlgorithmList> PUBKEY_ACCEPTED_ALGORITHMS = first("PubkeyAcceptedAlgorithms");
    public static final SshSetting<AlgorithmList> CA_SIGNATURE_ALGORITHMS = first("CASignatureAlgorithms");
    public static final SshSetting<AlgorithmList> CIPHERS = first("Ciphers");
    public static final SshSetting<AlgorithmList> MACS = first("MACs");

    /** Bits that an RSA key must have at least. */
    public static final SshSetting<Integer> REQUIRED_RSA_SIZE = first("RequiredRSASize");

    /** Whether algorithms are offered too that only old servers need. */
    public static final SshSetting<Boolean> LEGACY_CRYPTO = first("(legacy crypto)");

    private final String name;
    private final boolean accumulates;

    private SshSetting(String name, boolean accumulates) {
        this.name = name;
        this.accumulates = accumulates;
    }

    private static <T> SshSetting<T> first(String name) {
        return new SshSetting<>(name, false);
    }

    private static <T> SshSetting<List<T>> all(String name) {
        return new SshSetting<>(name, true);
    }

    /** Whether the lists of several sources add up; of other settings the first source that names them wins. */
    boolean accumulates() {
        return accumulates;
    }

    @Override
    public String toString() {
        return name;
    }
}
