package dev.ibplay.lab.machine;

import java.util.List;

/**
 * How an SSH server lets people in, as far as that differs between systems.
 *
 * @param methods that it offers, by their names of RFC 4252 and 4256
 * @param prompt of keyboard-interactive, in which {@code %u} is the user's name and {@code %h} the host's
 * @param crypto which algorithms it knows
 * @param identification what it names itself, behind {@code SSH-2.0-} (RFC 4253, 4.2)
 */
public record LoginRules(List<String> methods, String prompt, Crypto crypto, String identification) {
    public static final String PUBLIC_KEY = "publickey";
    public static final String PASSWORD = "password";
    public static final String KEYBOARD_INTERACTIVE = "keyboard-interactive";

    /** OpenSSH as most distributions set it up. */
    public static final LoginRules USUAL =
            new LoginRules(List.of(PUBLIC_KEY, KEYBOARD_INTERACTIVE, PASSWORD), "Password: ", false);

    /** Algorithms. */
    public enum Crypto {
        USUAL,
        /** Only what FIPS 140 approves of: no Ed25519 and no Curve25519. */
        FIPS,
        /** Only what there was before 2010: Diffie-Hellman with SHA-1, RSA with SHA-1, AES in CBC mode. */
        OLD
    }

    public LoginRules {
        methods = List.copyOf(methods);
    }

    /** One with today's algorithms, or those of them that FIPS 140 approves of. */
    public LoginRules(List<String> methods, String prompt, boolean isFips, String identification) {
        this(methods, prompt, isFips ? Crypto.FIPS : Crypto.USUAL, identification);
    }

    /** One that names itself as on most Linux hosts: by this a controller knows that there is a POSIX shell. */
    public LoginRules(List<String> methods, String prompt, boolean isFips) {
        this(methods, prompt, isFips, "OpenSSH_9.6");
    }

    /** Whether it knows only what FIPS 140 approves of. */
    public boolean isFips() {
        return crypto == Crypto.FIPS;
    }

    /** What keyboard-interactive asks. */
    public String prompt(String user, String host) {
        return prompt.replace("%u", user).replace("%h", host);
    }
}
