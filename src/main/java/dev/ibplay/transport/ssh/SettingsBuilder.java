package dev.ibplay.transport.ssh;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Collects {@link SshSettings} one by one; of a value that is named twice the last one stands. */
final class SettingsBuilder {
    private Optional<String> hostName;
    private Optional<Integer> port;
    private Optional<String> user;
    private final List<Path> identityFiles;
    private Optional<HostKeyPolicy> hostKeyPolicy;
    private List<Path> userKnownHostsFiles;
    private Optional<List<Path>> globalKnownHostsFiles;
    private Optional<String> hostKeyAlias;
    private Optional<Duration> connectTimeout;
    private Optional<Duration> loginTimeout;
    private List<String> keyExchange;
    private boolean legacyCrypto;

    SettingsBuilder(SshSettings from) {
        hostName = from.hostName();
        port = from.port();
        user = from.user();
        identityFiles = new ArrayList<>(from.identityFiles());
        hostKeyPolicy = from.hostKeyPolicy();
        userKnownHostsFiles = from.userKnownHostsFiles();
        globalKnownHostsFiles = from.globalKnownHostsFiles();
        hostKeyAlias = from.hostKeyAlias();
        connectTimeout = from.connectTimeout();
        loginTimeout = from.loginTimeout();
        keyExchange = from.keyExchange();
        legacyCrypto = from.legacyCrypto();
    }

    SettingsBuilder hostName(String value) {
        hostName = Optional.of(value);
        return this;
    }

    SettingsBuilder port(int value) {
        port = Optional.of(value);
        return this;
    }

    SettingsBuilder user(String value) {
        user = Optional.of(value);
        return this;
    }

    SettingsBuilder identityFile(Path value) {
        identityFiles.add(value);
        return this;
    }

    SettingsBuilder hostKeyPolicy(HostKeyPolicy value) {
        hostKeyPolicy = Optional.of(value);
        return this;
    }

    SettingsBuilder userKnownHostsFiles(List<Path> value) {
        userKnownHostsFiles = value;
        return this;
    }

    SettingsBuilder globalKnownHostsFiles(List<Path> value) {
        globalKnownHostsFiles = Optional.of(value);
        return this;
    }

    SettingsBuilder hostKeyAlias(String value) {
        hostKeyAlias = Optional.of(value);
        return this;
    }

    SettingsBuilder connectTimeout(Duration value) {
        connectTimeout = Optional.of(value);
        return this;
    }

    SettingsBuilder loginTimeout(Duration value) {
        loginTimeout = Optional.of(value);
        return this;
    }

    SettingsBuilder keyExchange(List<String> value) {
        keyExchange = value;
        return this;
    }

    SettingsBuilder legacyCrypto(boolean value) {
        legacyCrypto = value;
        return this;
    }

    SshSettings build() {
        return new SshSettings(
                hostName,
                port,
                user,
                identityFiles,
                hostKeyPolicy,
                userKnownHostsFiles,
                globalKnownHostsFiles,
                hostKeyAlias,
                connectTimeout,
                loginTimeout,
                keyExchange,
                legacyCrypto);
    }
}
