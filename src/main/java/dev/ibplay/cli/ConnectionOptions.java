package dev.ibplay.cli;

import dev.ibplay.exec.Secret;
import dev.ibplay.run.ConnectionOverrides;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How hosts are reached where neither inventory nor play says so. */
final class ConnectionOptions {
    @Option(
            names = {"-u", "--user"},
            paramLabel = "USER",
            description = "Log in as this user.")
    private @Nullable String user;

    @Option(
            names = {"--private-key", "--key-file"},
            paramLabel = "FILE",
            description = "Private key to log in with.")
    private @Nullable String privateKey;

    @Option(
            names = {"-k", "--ask-pass"},
            description = "Ask for the login password.")
    private boolean askPassword;

    @Option(
            names = {"-b", "--become"},
            description = "Work as another user, by sudo.")
    private boolean become;

    @Option(names = "--become-user", paramLabel = "USER", description = "The user to become (default: root).")
    private @Nullable String becomeUser;

    @Option(
            names = {"-K", "--ask-become-pass"},
            description = "Ask for the sudo password.")
    private boolean askBecomePassword;

    @Option(
            names = "--accept-new-host-keys",
            description = "Add keys of hosts that are not in known_hosts yet; changed keys are still refused.")
    private boolean acceptNewHostKeys;

    ConnectionOverrides overrides(Console console) {
        return new ConnectionOverrides(
                Optional.ofNullable(user),
                Optional.ofNullable(privateKey),
                ask(console, askPassword, "SSH password"),
                become,
                Optional.ofNullable(becomeUser),
                ask(console, askBecomePassword, "sudo password"),
                acceptNewHostKeys);
    }

    private static Optional<Secret> ask(Console console, boolean wanted, String prompt) {
        return wanted ? console.askSecret(prompt) : Optional.empty();
    }
}
