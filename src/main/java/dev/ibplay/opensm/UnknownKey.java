package dev.ibplay.opensm;

import dev.ibplay.diag.Code;
import dev.ibplay.diag.Diagnostic;
import dev.ibplay.diag.Suggestion;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/** What to say of a key that is in no table: OpenSM names it in its log since 3.3.14 and ignores the line. */
final class UnknownKey {
    private static final Pattern KEY = Pattern.compile("[a-z][a-z0-9_]*");
    private static final Pattern FRAME = Pattern.compile("^[^A-Za-z]+|[^A-Za-z0-9_]+$");
    private static final String BYTE_ORDER_MARK = "\u00ef\u00bb\u00bf";

    private UnknownKey() {}

    /**
     * A diagnostic for the line.
     *
     * @param fork whether the file has keys of a fork of OpenSM, which may have more than are known
     */
    static Diagnostic of(OpensmConfLine line, boolean fork) {
        String key = line.key().text();
        int equals = key.indexOf('=');
        String name = equals > 0 ? key.substring(0, equals) : key; // what follows may be a secret
        Optional<String> meant = meant(name);
        if (fork
                && meant.filter(known -> Suggestion.isSlip(name, known)).isEmpty()
                && KEY.matcher(key).matches()) {
            return Diagnostic.warning(
                            Code.OPENSM_CONF_FORK,
                            line.key().span(),
                            "OpenSM %s knows no key '%s' and ignores the line; Mellanox's, whose keys are in this file, may know it"
                                    .formatted(OpensmOptions.RELEASE, key))
                    .withHint("its value is not checked");
        }
        if (line.rest()) {
            return Diagnostic.error(
                            Code.OPENSM_CONF_UNKNOWN,
                            line.key().span(),
                            "OpenSM takes the rest of the line for an unknown key and ignores it")
                    .withHint("shorten the line");
        }
        String shown = shown(equals > 0 ? name + "=" : key);
        return Diagnostic.error(
                        Code.OPENSM_CONF_UNKNOWN,
                        line.key().span(),
                        "OpenSM knows no key '%s' and ignores the line".formatted(OptionMessages.printable(shown)))
                .withHint(hint(key, equals, meant));
    }

    /** Without what may be the value of a secret key that stands right behind it. */
    private static String shown(String key) {
        Optional<Integer> cut = OpensmOptions.known().stream()
                .filter(o -> o.isSecret() && key.contains(o.key()))
                .map(o -> key.indexOf(o.key()) + o.key().length())
                .filter(end -> key.substring(end).chars().anyMatch(Character::isDigit))
                .findFirst();
        return cut.map(end -> key.substring(0, end) + "...").orElse(key);
    }

    private static Optional<String> meant(String name) {
        String bare = FRAME.matcher(name).replaceAll("").toLowerCase(Locale.ROOT);
        return OpensmOptions.find(bare).map(OpensmOption::key).or(() -> OpensmOptions.nearest(bare));
    }

    private static String hint(String key, int equals, Optional<String> meant) {
        if (key.startsWith(BYTE_ORDER_MARK)) {
            return "a byte order mark is taken as part of the key; save the file without it";
        }
        if (equals > 0) {
            return "write the key and the value with a blank between them, without '='";
        }
        return meant.map("did you mean '%s'?"::formatted)
                .orElse("keys are lower case letters, digits and '_', at the start of a line");
    }
}
