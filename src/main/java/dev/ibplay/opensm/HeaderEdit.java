package dev.ibplay.opensm;

import dev.ibplay.ib.PKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Changes the header of one statement to what is desired, flag by flag; each step is one small replacement. */
final class HeaderEdit {
    private final DesiredPartition desired;
    private final Dialect dialect;

    HeaderEdit(DesiredPartition desired, Dialect dialect) {
        this.desired = desired;
        this.dialect = dialect;
    }

    /** The flags that a new statement needs, in the usual order. */
    static List<String> flags(DesiredPartition desired) {
        var flags = new ArrayList<String>();
        desired.ipoib().filter(wanted -> wanted).ifPresent(wanted -> flags.add("ipoib"));
        desired.indexZero().filter(wanted -> wanted).ifPresent(wanted -> flags.add(FlagKey.INDX0.keyword()));
        flags.addAll(desired.values().flags());
        desired.members().byDefault().ifPresent(m -> flags.add("defmember=" + m.word()));
        return flags;
    }

    /** The text after the first step that is still missing; nothing when the header says what is desired. */
    Optional<ConfText> step(ConfText text, Statement statement) {
        Optional<ConfText> named = name(text, statement);
        if (named.isPresent()) {
            return named;
        }
        HeaderFlags flags = FlagReader.quietly(statement, dialect);
        return switched(text, statement, FlagKey.IPOIB, desired.ipoib(), flags.ipoib())
                .or(() -> switched(text, statement, FlagKey.INDX0, desired.indexZero(), flags.indexZero()))
                .or(() -> firstWrong(flags).map(key -> set(text, statement, key)));
    }

    /** Puts a flag without a value in or takes it out. */
    private Optional<ConfText> switched(
            ConfText text, Statement statement, FlagKey key, Optional<Boolean> wanted, boolean present) {
        return wanted.filter(w -> w != present)
                .map(w -> w ? inserted(text, statement, key.keyword()) : without(text, statement, key));
    }

    private Optional<FlagKey> firstWrong(HeaderFlags flags) {
        return desired.values()
                .firstWrong(flags.group())
                .or(() -> desired.members()
                        .byDefault()
                        .filter(m -> m != flags.membership())
                        .map(m -> FlagKey.DEFMEMBER));
    }

    private String written(FlagKey key) {
        return flags(desired).stream()
                .filter(f -> f.startsWith(key.keyword() + "="))
                .findFirst()
                .orElseThrow();
    }

    /** Sets the last flag of the kind. Scopes add up, so further ones are taken out first. */
    private ConfText set(ConfText text, Statement statement, FlagKey key) {
        List<Entry> present = statement.flags().stream()
                .filter(e -> isNamed(e, key) && e.value().isPresent())
                .toList();
        String flag = written(key);
        if (present.isEmpty()) {
            return inserted(text, statement, flag);
        }
        if (key == FlagKey.SCOPE && present.size() > 1) {
            return removed(text, statement, present.getFirst());
        }
        Word value = present.getLast().value().orElseThrow();
        return text.replace(value.start(), value.end(), flag.substring(flag.indexOf('=') + 1));
    }

    private boolean isNamed(Entry entry, FlagKey key) {
        return FlagKey.inHeader(entry.name().text(), dialect)
                .filter(key::equals)
                .isPresent();
    }

    private ConfText without(ConfText text, Statement statement, FlagKey key) {
        Entry entry = statement.flags().stream()
                .filter(e -> isNamed(e, key))
                .findFirst()
                .orElseThrow();
        return removed(text, statement, entry);
    }

    private static ConfText removed(ConfText text, Statement statement, Entry flag) {
        int at = statement.flags().indexOf(flag);
        int before =
                at == 0 ? statement.head().end() : statement.flags().get(at - 1).end();
        return text.replace(before, flag.end(), "");
    }

    private static ConfText inserted(ConfText text, Statement statement, String flag) {
        int end = statement.flags().isEmpty()
                ? statement.head().end()
                : Math.max(statement.flags().getLast().end(), statement.head().end());
        boolean tight = !statement.flags().isEmpty() && isTight(text, statement);
        return text.replace(end, end, (tight ? "," : ", ") + flag);
    }

    /** Whether the header is written without blanks after its commas. */
    private static boolean isTight(ConfText text, Statement statement) {
        int first = statement.flags().getFirst().start();
        return first > 0 && text.bytes().charAt(first - 1) == ',';
    }

    private Optional<ConfText> name(ConfText text, Statement statement) {
        Entry head = statement.head();
        if (desired.name().isEmpty()) {
            return Optional.empty();
        }
        String wanted = desired.name().get();
        boolean nameless =
                PartitionsReader.pkeyWord(head).filter(head.name()::equals).isPresent();
        if (nameless) {
            return Optional.of(text.replace(head.start(), head.start(), wanted + "="));
        }
        return head.name().text().equals(wanted)
                ? Optional.empty()
                : Optional.of(text.replace(head.name().start(), head.name().end(), wanted));
    }

    /** The header of a new statement, on one line. */
    static String written(DesiredPartition desired) {
        PKey pkey = desired.pkey();
        Optional<String> name =
                desired.name().or(() -> pkey.samePartition(PKey.DEFAULT) ? Optional.of("Default") : Optional.empty());
        var parts = new ArrayList<String>();
        parts.add(name.map(n -> n + "=").orElse("") + pkey);
        parts.addAll(flags(desired));
        return String.join(", ", parts);
    }
}
