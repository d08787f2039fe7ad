package dev.ibplay.cli;

import dev.ibplay.diag.Code;
import dev.ibplay.diag.Diagnostic;
import dev.ibplay.diag.Location;
import dev.ibplay.diag.Problems;
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

    @Option(
            names = "--ssh-common-args",
            paramLabel = "ARGS",
            description = "Arguments for ssh where ansible_ssh_common_args does not say any, such as \"-J bastion\".")
    private @Nullable String sshCommonArguments;

    @Option(
            names = "--ssh-extra-args",
            paramLabel = "ARGS",
            description = "The same for ansible_ssh_extra_args; they come after the others.")
    private @Nullable String sshExtraArguments;

    /** What was given and asked for; a password that cannot be asked for is an error. */
    ConnectionOverrides overrides(Console console, Problems problems) {
        return new ConnectionOverrides(
                Optional.ofNullable(user),
                Optional.ofNullable(privateKey),
                askPassword ? ask(console, problems, "SSH password") : Optional.empty(),
                become,
                Optional.ofNullable(becomeUser),
                askBecomePassword ? ask(console, problems, "sudo password") : Optional.empty(),
                acceptNewHostKeys,
                Optional.ofNullable(sshCommonArguments),
                Optional.ofNullable(sshExtraArguments));
    }

    private static Optional<Secret> ask(Console console, Problems problems, String prompt) {
        Optional<Secret> answer = console.askSecret(prompt);
        if (answer.isEmpty()) {
            problems.add(Diagnostic.error(
                            Code.USAGE, new Location.Run(), "there is no terminal to ask for the " + prompt + " on")
                    .withHint("set the password as a variable of the inventory"));
        }
        return answer;
    }
}
