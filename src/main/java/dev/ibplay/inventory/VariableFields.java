package dev.ibplay.inventory;

import dev.ibplay.diag.Code;
import dev.ibplay.diag.Problems;
import dev.ibplay.exec.Secret;
import dev.ibplay.source.Node;
import dev.ibplay.source.ScalarTypes;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** Finds a host's variables under their spellings and reads them as what they are; a wrong value is reported at its place. */
final class VariableFields {
    private static final Set<String> TRUE = Set.of("yes", "on", "true", "y", "t", "1");
    private static final Set<String> FALSE = Set.of("no", "off", "false", "n", "f", "0");
    private static final BigInteger MAX_PORT = BigInteger.valueOf(65535);

    /** A variable that is set. */
    record Found(String name, Node value) {}

    private final String host;
    private final Function<String, Optional<Node>> lookup;
    private final Problems problems;
    private boolean failed;

    VariableFields(String host, Function<String, Optional<Node>> lookup, Problems problems) {
        this.host = host;
        this.lookup = lookup;
        this.problems = problems;
    }

    /** Whether a value was refused. */
    boolean failed() {
        return failed;
    }

    /**
     * The first of the names that is set, each looked for as {@code ibplay_NAME}, then each as {@code ansible_NAME}. A null
     * counts as not set.
     */
    Optional<Found> find(String... names) {
        return find("ibplay_", names).or(() -> find("ansible_", names));
    }

    /** The first of the names that is set with this prefix. */
    Optional<Found> find(String prefix, String[] names) {
        for (String name : names) {
            Optional<Node> value = lookup.apply(prefix + name).filter(node -> !isNull(node));
            if (value.isPresent()) {
                return Optional.of(new Found(prefix + name, value.get()));
            }
        }
        return Optional.empty();
    }

    private static boolean isNull(Node node) {
        return node instanceof Node.Scalar scalar && scalar.isNull();
    }

    /** Text that is not empty. */
    Optional<String> text(Optional<Found> found) {
        return scalar(found).filter(text -> {
            boolean empty = text.isBlank();
            if (empty) {
                found.ifPresent(it -> wrong(it, "is empty", "remove it, or give it a value"));
            }
            return !empty;
        });
    }

    Optional<Secret> secret(Optional<Found> found) {
        return scalar(found).map(Secret::of);
    }

    Optional<Integer> port(Optional<Found> found) {
        return text(found).flatMap(text -> {
            Optional<BigInteger> number =
                    ScalarTypes.integer(text.strip()).filter(n -> n.signum() > 0 && n.compareTo(MAX_PORT) <= 0);
            if (number.isEmpty()) {
                found.ifPresent(
                        it -> wrong(it, "must be a port number, 1 to 65535, not \"" + text + "\"", "SSH uses 22"));
            }
            return number.map(BigInteger::intValueExact);
        });
    }

    /** A boolean in any of Ansible's spellings; in an INI inventory they arrive as text. */
    Optional<Boolean> bool(Optional<Found> found) {
        return text(found).flatMap(text -> {
            String lower = text.strip().toLowerCase(Locale.ROOT);
            if (TRUE.contains(lower) || FALSE.contains(lower)) {
                return Optional.of(TRUE.contains(lower));
            }
            found.ifPresent(
                    it -> wrong(it, "must be true or false, not \"" + text + "\"", "yes, no, on and off are fine too"));
            return Optional.empty();
        });
    }

    /** The words of a command line, split as a shell would. */
    List<String> words(Optional<Found> found) {
        Optional<String> text = scalar(found);
        if (found.isEmpty() || text.isEmpty()) {
            return List.of();
        }
        return switch (ShellWords.split(text.get(), false)) {
            case ShellWords.Broken broken -> {
                wrong(found.get(), "cannot be split into words: " + broken.reason(), "quote it as for a shell");
                yield List.of();
            }
            case ShellWords.Words words -> {
                var result = new ArrayList<String>();
                words.words().stream()
                        .map(word -> word.text().strip())
                        .filter(word -> !word.isEmpty())
                        .forEach(result::add);
                yield result;
            }
        };
    }

    private Optional<String> scalar(Optional<Found> found) {
        if (found.isEmpty()) {
            return Optional.empty();
        }
        if (found.get().value() instanceof Node.Scalar scalar) {
            return Optional.of(scalar.text());
        }
        wrong(
                found.get(),
                "must be a single value, not " + found.get().value().kind(),
                "write it without brackets or dashes");
        return Optional.empty();
    }

    void wrong(Found found, String what, String hint) {
        refuse(Code.CONNECTION_VARIABLE, found, found.name() + " of " + host + " " + what, hint);
    }

    void refuse(Code code, Found found, String message, String hint) {
        failed = true;
        problems.error(code, found.value().span(), message, hint);
    }
}
