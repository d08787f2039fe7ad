package dev.ibplay.lab.machine;

import java.util.List;

/**
 * How an SSH server lets people in, as far as that differs between systems.
 *
 * @param methods that it offers, by their names of RFC 4252 and 4256
 * @param prompt of keyboard-interactive, in which {@code %u} is the user's name and {@code %h} the host's
 * @param isFips whether it knows only what FIPS 140 approves of: no Ed25519 and no Curve25519
 */
public record LoginRules(List<String> methods, String prompt, boolean isFips) {
    public static final String PUBLIC_KEY = "publickey";
    public static final String PASSWORD = "password";
    public static final String KEYBOARD_INTERACTIVE = "keyboard-interactive";

    /** OpenSSH as most distributions set it up. */
    public static final LoginRules USUAL =
            new LoginRules(List.of(PUBLIC_KEY, KEYBOARD_INTERACTIVE, PASSWORD), "Password: ", false);

    public LoginRules {
        methods = List.copyOf(methods);
    }

    /** What keyboard-interactive asks. */
    public String prompt(String user, String host) {
        return prompt.replace("%u", user).replace("%h", host);
    }
}
