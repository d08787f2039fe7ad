package dev.ibplay.facts.recorded;

import dev.ibplay.exec.Bytes;
import dev.ibplay.text.SecretLines;
import dev.ibplay.text.SecretLines.Found;

/**
 * Texts of files and commands without secrets, such that their readers still take all else as before: quotation marks and
 * brackets that a secret's line has open are closed again.
 */
final class ConcealedText {
    /** Stands for any secret but the fabric's keys; long enough for a WPA passphrase, and no format gives it a meaning. */
    static final String NOT_SAVED = "not-saved";

    private static final String OPENSM = "opensm";
    private static final String KEY_FOLLOWS = "-[A-Za-z]*k|--smk[ey]*";
    private static final String HEXADECIMAL = "(?:0[xX])?[0-9a-fA-F]+";

    private final KeyStandIns keys;

    ConcealedText(KeyStandIns keys) {
        this.keys = keys;
    }

    /**
     * The text without secrets. Bytes that are no UTF-8 stay as they are.
     *
     * @param path of the file, which decides its grammar
     */
    Bytes of(String path, Bytes text) {
        boolean yaml = path.endsWith(".yaml") || path.endsWith(".yml");
        String shown = SecretLines.of(path, text.latin1()).with(secret -> other(secret, yaml));
        return Bytes.ofLatin1(shown);
    }

    /** A word of opensm's command line; the one before it may say that it is a key. */
    String argument(String before, String word) {
        if (before.matches(KEY_FOLLOWS) && word.matches(HEXADECIMAL)) {
            return keys.ofHexadecimal(word);
        }
        return SecretLines.of(OPENSM, word).with(secret -> other(secret, false));
    }

    private String other(Found secret, boolean yaml) {
        return switch (secret.kind()) {
            case FABRIC_KEY -> {
                String token = secret.text().split("[\\s\"']", 2)[0];
                yield keys.ofText(token).orElse(NOT_SAVED) + end(secret, yaml);
            }
            case OPENSM_ARGUMENT -> {
                // Several keys on one line are one secret up to the line's end.
                String token = secret.text().split("[^0-9a-fA-FxX]", 2)[0];
                yield keys.ofHexadecimal(token);
            }
            case OTHER -> NOT_SAVED + end(secret, yaml);
            case CONTINUATION -> "";
        };
    }

    /** What the line still needs behind its secret. Nothing of this is taken from the secret, but a comma and what ends it. */
    private static String end(Found secret, boolean yaml) {
        StringBuilder end = new StringBuilder();
        String before = secret.before();
        if (before.endsWith("\"") || before.endsWith("'")) {
            end.append(before.charAt(before.length() - 1));
        }
        String closing = "</" + secret.key() + ">";
        if (secret.text().contains(closing)) {
            end.append(closing);
        }
        if (yaml) {
            end.append(open(before));
            if (secret.text().stripTrailing().endsWith(",")) {
                end.append(',');
            }
        }
        return end + (secret.text().endsWith("\r") ? "\r" : "");
    }

    /** The brackets that are open at the end of a line of YAML, closed. */
    private static String open(String before) {
        StringBuilder closing = new StringBuilder();
        for (int i = 0; i < before.length(); i++) {
            char c = before.charAt(i);
            if (c == '{' || c == '[') {
                closing.insert(0, c == '{' ? '}' : ']');
            } else if ((c == '}' || c == ']') && !closing.isEmpty()) {
                closing.deleteCharAt(0);
            }
        }
        return closing.toString();
    }
}
