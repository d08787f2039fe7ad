package dev.ibplay.lab.programs;

import java.util.Optional;

/**
 * What a machine's sudoers say of its users.
 *
 * @param password what sudo asks for; empty: NOPASSWD
 */
public record SudoRule(Verdict verdict, Optional<String> password) {
    /** How a request ends, once the password is right. */
    public enum Verdict {
        ALLOWED,
        /** The user is not in the sudoers file. */
        UNKNOWN_USER,
        /** The user may not run this command. */
        NOT_ALLOWED,
        /** Defaults requiretty; there never is a terminal. */
        NEEDS_TERMINAL
    }

    public static SudoRule withoutPassword() {
        return new SudoRule(Verdict.ALLOWED, Optional.empty());
    }

    public static SudoRule withPassword(String password) {
        return new SudoRule(Verdict.ALLOWED, Optional.of(password));
    }

    /** Refused for whoever has the right password, where one is asked for. */
    public static SudoRule refused(Verdict verdict, Optional<String> password) {
        return new SudoRule(verdict, password);
    }
}
