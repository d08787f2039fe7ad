package dev.ibplay.transport.ssh;

import dev.ibplay.transport.ssh.config.ConfigException;
import dev.ibplay.transport.ssh.config.ConfigTime;
import dev.ibplay.transport.ssh.config.SshOptions;
import dev.ibplay.transport.ssh.config.SshOptions.Said;
import dev.ibplay.transport.ssh.config.Tokens;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** Makes settings of what was said in the words of ssh_config(5), with tokens and {@code ~} replaced. */
final class OptionSettings {
    /** What would lead somewhere else or trust somebody else if it were left out, unless it says no. */
    private static final Set<String> REFUSED =
            Set.of("proxyusefdpass", "knownhostscommand", "verifyhostkeydns", "canonicalizehostname", "bindinterface");

    private static final Set<String> NOT_WANTED = Set.of("no", "none", "false", "off", "ask");

    private final SshOptions options;
    private final Tokens tokens;
    private final HomeDirectory home;
    private SshSettings settings = SshSettings.EMPTY;

    private OptionSettings(SshOptions options, Tokens tokens, HomeDirectory home) {
        this.options = options;
        this.tokens = tokens;
        this.home = home;
    }

    /** @throws ConfigException when something is wanted that cannot be done, or a token stands for nothing */
    static SshSettings of(SshOptions options, Tokens tokens, HomeDirectory home) throws ConfigException {
        OptionSettings reader = new OptionSettings(options, tokens, home);
        for (String keyword : options.keywords()) {
            reader.read(keyword, options.get(keyword).orElseThrow());
        }
        reader.files();
        return reader.settings;
    }

    private void read(String keyword, Said said) throws ConfigException {
        if (REFUSED.contains(keyword) && !NOT_WANTED.contains(said.value().toLowerCase(Locale.ROOT))) {
            throw new ConfigException(
                    said.place(),
                    keyword + " " + said.value() + " is not supported",
                    "set it to no for this host, or let a ProxyCommand do it: ssh -W %h:%p does all that ssh can");
        }
        String value = said.value();
        switch (keyword) {
            case "hostname" -> set(SshSetting.HOST_NAME, value);
            case "port" -> set(SshSetting.PORT, Integer.parseInt(value));
            case "user" -> set(SshSetting.USER, value);
            case "hostkeyalias" -> set(SshSetting.HOST_KEY_ALIAS, value);
            case "addressfamily" ->
                set(SshSetting.ADDRESS_FAMILY, AddressFamily.valueOf(value.toUpperCase(Locale.ROOT)));
            case "bindaddress" -> set(SshSetting.BIND_ADDRESS, value);
            case "stricthostkeychecking" -> set(SshSetting.HOST_KEY_POLICY, policy(value));
            case "userknownhostsfile" -> set(SshSetting.USER_KNOWN_HOSTS_FILES, paths(said));
            case "globalknownhostsfile" -> set(SshSetting.GLOBAL_KNOWN_HOSTS_FILES, paths(said));
            case "revokedhostkeys" -> {
                if (!isNone(value)) {
                    set(SshSetting.REVOKED_HOST_KEYS, path(said));
                }
            }
            case "connecttimeout" -> time(value).ifPresent(t -> set(SshSetting.CONNECT_TIMEOUT, t));
            case "connectionattempts" -> set(SshSetting.CONNECTION_ATTEMPTS, number(value));
            case "requiredrsasize" -> set(SshSetting.REQUIRED_RSA_SIZE, number(value));
            case "tcpkeepalive" -> set(SshSetting.TCP_KEEP_ALIVE, isYes(value));
            case "serveraliveinterval" ->
                set(SshSetting.SERVER_ALIVE_INTERVAL, time(value).orElse(Duration.ZERO));
            case "serveralivecountmax" -> set(SshSetting.SERVER_ALIVE_COUNT_MAX, Math.max(number(value), 1));
            default -> readLogin(keyword, said);
        }
    }

    private void readLogin(String keyword, Said said) throws ConfigException {
        String value = said.value();
        switch (keyword) {
            case "identitiesonly" -> set(SshSetting.IDENTITIES_ONLY, isYes(value));
            case "identityagent" -> set(SshSetting.IDENTITY_AGENT, agent(said));
            case "preferredauthentications" -> set(SshSetting.PREFERRED_AUTHENTICATIONS, List.of(value.split(",", -1)));
            case "pubkeyauthentication" -> set(SshSetting.PUBKEY_AUTHENTICATION, !isNo(value));
            case "passwordauthentication" -> set(SshSetting.PASSWORD_AUTHENTICATION, isYes(value));
            case "kbdinteractiveauthentication" -> set(SshSetting.KBD_INTERACTIVE_AUTHENTICATION, isYes(value));
            case "kexalgorithms" -> set(SshSetting.KEX_ALGORITHMS, AlgorithmList.parse(value));
            case "hostkeyalgorithms" -> set(SshSetting.HOST_KEY_ALGORITHMS, AlgorithmList.parse(value));
            case "pubkeyacceptedalgorithms" -> set(SshSetting.PUBKEY_ACCEPTED_ALGORITHMS, AlgorithmList.parse(value));
            case "casignaturealgorithms" -> set(SshSetting.CA_SIGNATURE_ALGORITHMS, AlgorithmList.parse(value));
            case "ciphers" -> set(SshSetting.CIPHERS, AlgorithmList.parse(value));
            case "macs" -> set(SshSetting.MACS, AlgorithmList.parse(value));
            default -> {
                // what decides of the way is read by SshTargets, and the rest changes nothing here
            }
        }
    }

    private void files() throws ConfigException {
        set(SshSetting.IDENTITY_FILES, "identityfile");
        set(SshSetting.CERTIFICATE_FILES, "certificatefile");
    }

    /** A list that has nothing but {@code none} is there, and empty: then the default files are not tried either. */
    private void set(SshSetting<List<Path>> setting, String keyword) throws ConfigException {
        List<Path> files = new ArrayList<>();
        for (Said said : options.all(keyword)) {
            if (!isNone(said.value())) {
                files.add(path(said));
            }
        }
        if (!options.all(keyword).isEmpty()) {
            set(setting, files);
        }
    }

    private <T> void set(SshSetting<T> setting, T value) {
        settings = settings.with(setting, value);
    }

    private Path path(Said said) throws ConfigException {
        return home.expand(tokens.expandAll(said));
    }

    private List<Path> paths(Said said) throws ConfigException {
        List<Path> files = new ArrayList<>();
        for (String word : said.words()) {
            files.add(isNone(word) ? Path.of("/dev/null") : home.expand(tokens.expandAll(word, said.place())));
        }
        return files;
    }

    private IdentityAgent agent(Said said) throws ConfigException {
        String value = said.value();
        if (isNone(value)) {
            return new IdentityAgent.None();
        }
        if (value.equals("SSH_AUTH_SOCK")) {
            return new IdentityAgent.OfEnvironment();
        }
        boolean variable = value.matches("\\$[A-Za-z_][A-Za-z0-9_]*");
        String text = variable ? "${" + value.substring(1) + "}" : value;
        return new IdentityAgent.At(home.expand(tokens.expandAll(text, said.place())));
    }

    /** {@code no} lets OpenSSH go on even when a key has changed; here that stays refused, so it is accept-new. */
    private static HostKeyPolicy policy(String value) {
        return isNo(value) || value.equalsIgnoreCase("accept-new") ? HostKeyPolicy.ACCEPT_NEW : HostKeyPolicy.STRICT;
    }

    private static Optional<Duration> time(String value) {
        return isNone(value) ? Optional.empty() : ConfigTime.parse(value).filter(t -> !t.isZero());
    }

    private static int number(String value) {
        return (int) Math.min(Long.parseLong(value), Integer.MAX_VALUE);
    }

    private static boolean isNone(String value) {
        return value.equalsIgnoreCase("none");
    }

    private static boolean isYes(String value) {
        return value.equalsIgnoreCase("yes") || value.equalsIgnoreCase("true");
    }

    private static boolean isNo(String value) {
        return Arrays.asList("no", "false", "off").contains(value.toLowerCase(Locale.ROOT));
    }
}
