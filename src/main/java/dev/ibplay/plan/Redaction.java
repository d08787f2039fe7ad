package dev.ibplay.plan;

import dev.ibplay.exec.Secret;
import dev.ibplay.text.SecretLines;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Hides secrets before anything is shown or recorded: values by the names of their keys, whatever the file's grammar, and
 * the texts of secrets that this run was given. Hides too much rather than too little: all that follows a key on its line.
 */
public final class Redaction {
    public static final String HIDDEN = "<hidden>";
    static final String CHANGED = "<hidden, changed>";

    /** Knows no secret's text; for what is hidden by its key alone. */
    public static final Redaction BY_KEY = new Redaction(List.of(), List.of());

    /** Of a command of NetworkManager or OpenSM, whose next word is the value. */
    private static final Pattern VALUE_FOLLOWS =
            Pattern.compile("-k|--smk[ey]*|--?" + SecretLines.NAME + "|[\\w-]+\\." + SecretLines.NAME);

    private final List<Secret> fixed;
    private final Collection<Secret> growing;

    /** Longest first; made anew when {@link #growing} has grown. */
    private volatile Known known;

    private record Known(int count, List<String> texts) {}

    private Redaction(Collection<Secret> fixed, Collection<Secret> growing) {
        this.fixed = List.copyOf(fixed);
        this.growing = growing;
        this.known = known(growing.size());
    }

    /** Hides these texts as well, wherever they stand. */
    public static Redaction of(Collection<Secret> secrets) {
        return new Redaction(secrets, List.of());
    }

    /**
     * The same, and those that become known meanwhile.
     *
     * @param growing only ever grows, and may do so while it is read
     */
    public static Redaction of(Collection<Secret> secrets, Collection<Secret> growing) {
        return new Redaction(secrets, growing);
    }

    private Known known(int count) {
        return new Known(
                count,
                Stream.concat(fixed.stream(), growing.stream())
                        .map(Secret::reveal)
                        .filter(text -> !text.isEmpty())
                        .distinct()
                        .sorted(Comparator.comparingInt(String::length).reversed())
                        .toList());
    }

    private List<String> secrets() {
        Known current = known;
        int count = growing.size();
        if (current.count() != count) {
            current = known(count);
            known = current;
        }
        return current.texts();
    }

    /** Whether a key's value is a secret: {@code m_key}, {@code wifi-security.psk}, {@code bmc_password}. */
    public static boolean isSecret(String key) {
        return SecretLines.isSecret(key);
    }

    /** A file's text without the values of secret keys. */
    public static String file(String path, String text) {
        return file(path, Optional.empty(), text);
    }

    /** The same for a text that takes the place of {@code before}: another secret than before is marked as changed. */
    public static String file(String path, Optional<String> before, String text) {
        List<SecretLines.Found> old =
                before.map(earlier -> SecretLines.of(path, earlier).secrets()).orElse(List.of());
        return SecretLines.of(path, text).with(secret -> hidden(secret, old));
    }

    private static String hidden(SecretLines.Found secret, List<SecretLines.Found> before) {
        List<SecretLines.Found> same =
                before.stream().filter(old -> old.key().equals(secret.key())).toList();
        boolean changed = !same.isEmpty()
                && same.stream()
                        .noneMatch(
                                old -> old.text().strip().equals(secret.text().strip()));
        String end = secret.text().endsWith("\r") ? "\r" : "";
        return (changed ? CHANGED : HIDDEN) + end;
    }

    /** A program's words without the values that follow secret names. */
    public static List<String> command(List<String> words) {
        List<String> shown = new ArrayList<>();
        boolean hide = false;
        String program = words.isEmpty() ? "" : words.getFirst();
        for (String word : words) {
            shown.add(hide ? HIDDEN : file(program.endsWith("opensm") ? program : "", word));
            hide = VALUE_FOLLOWS.matcher(word).matches() && (!word.equals("-k") || program.endsWith("opensm"));
        }
        return shown;
    }

    /** A text without the known secrets; a short one (under four characters) is hidden only where it is a word. */
    public String text(String text) {
        String shown = text;
        for (String secret : secrets()) {
            if (shown.contains(secret)) {
                String quoted = Pattern.quote(secret);
                String pattern = secret.length() < 4 ? "(?<![\\w.])" + quoted + "(?![\\w.])" : quoted;
                shown = shown.replaceAll(pattern, Matcher.quoteReplacement(HIDDEN));
            }
        }
        return shown;
    }
}
