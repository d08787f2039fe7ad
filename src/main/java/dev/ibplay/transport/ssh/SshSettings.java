package dev.ibplay.transport.ssh;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What one source (inventory variables, arguments for ssh, a configuration file) says about a connection. Sources are
 * chained with {@link #or}: as in OpenSSH, the first one that names a value wins, and key and certificate files add up.
 */
public final class SshSettings {
    public static final SshSettings EMPTY = new SshSettings(Map.of());

    /** Only {@link #with} puts values in, so each has its setting's type. */
    private final Map<SshSetting<?>, Object> values;

    private SshSettings(Map<SshSetting<?>, Object> values) {
        this.values = Map.copyOf(values);
    }

    /** What is said of it, if anything. */
    @SuppressWarnings("unchecked")
    public <T> Optional<T> get(SshSetting<T> setting) {
        return Optional.ofNullable((T) values.get(setting));
    }

    /** The list that is named; empty when none is. */
    public <T> List<T> list(SshSetting<List<T>> setting) {
        return get(setting).orElse(List.of());
    }

    public boolean is(SshSetting<Boolean> setting, boolean otherwise) {
        return get(setting).orElse(otherwise);
    }

    /** These settings with another value in place of what was said before. */
    public <T> SshSettings with(SshSetting<T> setting, T value) {
        Map<SshSetting<?>, Object> changed = new HashMap<>(values);
        changed.put(setting, value instanceof List<?> list ? List.copyOf(list) : value);
        return new SshSettings(changed);
    }

    /** These settings, completed by weaker ones. */
    public SshSettings or(SshSettings weaker) {
        Map<SshSetting<?>, Object> merged = new HashMap<>(weaker.values);
        values.forEach((setting, value) -> {
            Object other = merged.get(setting);
            if (other != null && setting.accumulates()) {
                merged.put(setting, joined((List<?>) value, (List<?>) other));
            } else {
                merged.put(setting, value);
            }
        });
        return new SshSettings(merged);
    }

    private static List<?> joined(List<?> first, List<?> second) {
        Set<Object> all = new LinkedHashSet<>(first);
        all.addAll(second);
        return List.copyOf(all);
    }

    /**
     * These settings with another port.
     *
     * @throws IllegalArgumentException when it is not in 1..65535
     */
    public SshSettings withPort(int value) {
        if (value < 1 || value > 65535) {
            throw new IllegalArgumentException("not a TCP port: " + value);
        }
        return with(SshSetting.PORT, value);
    }

    public SshSettings withUser(String value) {
        return with(SshSetting.USER, value);
    }

    /** One key file more, after those that were named before. */
    public SshSettings withIdentityFile(Path value) {
        List<Path> files = new ArrayList<>(list(SshSetting.IDENTITY_FILES));
        files.add(value);
        return with(SshSetting.IDENTITY_FILES, files);
    }

    public SshSettings withHostKeyPolicy(HostKeyPolicy value) {
        return with(SshSetting.HOST_KEY_POLICY, value);
    }

    public SshSettings withLegacyCrypto() {
        return with(SshSetting.LEGACY_CRYPTO, true);
    }

    /** Only this file: no file of the system is read beside it. */
    public SshSettings withOnlyKnownHostsFile(Path value) {
        return with(SshSetting.USER_KNOWN_HOSTS_FILES, List.of(value))
                .with(SshSetting.GLOBAL_KNOWN_HOSTS_FILES, List.of());
    }

    public SshSettings withTimeouts(Duration connect, Duration login) {
        return with(SshSetting.CONNECT_TIMEOUT, connect).with(SshSetting.LOGIN_TIMEOUT, login);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof SshSettings settings && values.equals(settings.values);
    }

    @Override
    public int hashCode() {
        return values.hashCode();
    }

    @Override
    public String toString() {
        return values.toString();
    }
}
