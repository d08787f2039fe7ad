package dev.ibplay.transport;

import dev.ibplay.exec.CommandEnd;
import java.util.List;
import java.util.Locale;

/**
 * Explains why sudo did not start the command. The texts are those of sudo 1.8 and 1.9 in the C locale, and of sudo-rs;
 * nothing but the explanation depends on them.
 */
final class SudoRefusal {
    private static final int NOT_FOUND = 127;

    /** @param sign a part of what sudo writes, in lower case */
    private record Rule(String sign, String message, String hint) {}

    /** The first sign that is found counts. USER stands for whom to become. */
    private static final List<Rule> RULES = List.of(
            new Rule(
                    "must have a tty",
                    "sudo wants a terminal (requiretty)",
                    "In sudoers (visudo) add: Defaults:LOGIN !requiretty"),
            new Rule(
                    "not in the sudoers file",
                    "the login user is not in the sudoers file",
                    "In sudoers (visudo) add: LOGIN ALL=(USER) ALL"),
            new Rule(
                    "not allowed to",
                    "sudo does not allow this",
                    "sudoers must let the login user run sh as USER: LOGIN ALL=(USER) ALL"),
            new Rule(
                    "i'm afraid i can't do that",
                    "sudo does not allow this",
                    "sudoers must let the login user run sh as USER: LOGIN ALL=(USER) ALL"),
            new Rule("unknown user", "there is no user USER", "Correct ansible_become_user"),
            new Rule("user not found", "there is no user USER", "Correct ansible_become_user"),
            new Rule(
                    "password is required",
                    "sudo wants a password, or does not know the login user",
                    "Give ansible_become_password, or in sudoers add: LOGIN ALL=(USER) NOPASSWD: ALL"),
            new Rule(
                    "authentication is required",
                    "sudo wants a password, or does not know the login user",
                    "Give ansible_become_password, or in sudoers add: LOGIN ALL=(USER) NOPASSWD: ALL"),
            new Rule(
                    "incorrect password",
                    "sudo refused the password",
                    "Correct ansible_become_password; with targetpw or rootpw in sudoers it is another user's"),
            new Rule(
                    "incorrect authentication",
                    "sudo refused the password",
                    "Correct ansible_become_password; with targetpw or rootpw in sudoers it is another user's"),
            new Rule("expired", "the login user's account or password has expired", "Log in by hand and change it"),
            new Rule(
                    "no new privileges",
                    "sudo cannot become anybody: the no_new_privs flag is set",
                    "The login runs in a container or unit with NoNewPrivileges; log in as USER instead"),
            new Rule(
                    "setuid",
                    "sudo is not installed properly: it is not setuid root",
                    "On the host: chown root: /usr/bin/sudo; chmod 4755 /usr/bin/sudo, and no nosuid on its file system"),
            new Rule("parse error", "the sudoers file has an error", "On the host: visudo -c"),
            new Rule("syntax error", "the sudoers file has an error", "On the host: visudo -c"));

    private SudoRefusal() {}

    /** Explains an end without the command having run. */
    static TransportException of(SudoRequest request, String said, CommandEnd end, boolean passwordSent) {
        String lower = said.toLowerCase(Locale.ROOT);
        if (end instanceof CommandEnd.Exited exited && exited.status() == NOT_FOUND && lower.contains("not found")) {
            if (lower.contains("vmkernel: ")) {
                return request.refused(
                        "there is no sudo on ESXi, and the login is not root's",
                        "Log in as root: ansible_user: root, without become");
            }
            return request.refused(
                    "there is no sudo on the host" + quote(said),
                    "Install sudo, or log in as " + request.user() + " and leave out become");
        }
        for (Rule rule : RULES) {
            if (lower.contains(rule.sign())) {
                return request.refused(
                        rule.message().replace("USER", request.user()) + quote(said),
                        rule.hint().replace("USER", request.user()));
            }
        }
        if (passwordSent) {
            return request.refused(
                    "sudo ended after the password, " + describe(end) + quote(said),
                    "Is ansible_become_password right, and may the login user become " + request.user() + "?");
        }
        return request.refused(
                "sudo ended before the command, " + describe(end) + quote(said),
                "Try on the host: sudo -u " + request.user() + " sh -c id");
    }

    /** sudo asked for the password a second time, in whatever language. */
    static TransportException wrongPassword(SudoRequest request) {
        return request.refused(
                "sudo refused the password",
                "Correct ansible_become_password; with targetpw or rootpw in sudoers it is another user's");
    }

    /** Neither prompt nor command within the time limit. */
    static TransportException silent(SudoRequest request, String said) {
        return request.refused(
                "sudo neither asked for the password in our words nor started the command within "
                        + request.limit().toSeconds() + " s" + quote(said),
                "If it asked in its own words, add to sudoers: Defaults passprompt_override; else its PAM modules or name"
                        + " service hang");
    }

    private static String describe(CommandEnd end) {
        return switch (end) {
            case CommandEnd.Exited exited -> "with status " + exited.status();
            case CommandEnd.Signalled signalled -> "by signal " + signalled.signal();
            case CommandEnd.TimedOut timedOut -> "without a status";
        };
    }

    /** The last line that was written. */
    private static String quote(String said) {
        List<String> lines =
                said.lines().map(String::strip).filter(l -> !l.isEmpty()).toList();
        return lines.isEmpty() ? "" : ": \"" + lines.getLast() + "\"";
    }
}
