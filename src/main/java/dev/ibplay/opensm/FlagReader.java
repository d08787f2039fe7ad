package dev.ibplay.opensm;

import dev.ibplay.diag.Code;
import dev.ibplay.diag.Diagnostic;
import dev.ibplay.diag.Suggestion;
import dev.ibplay.ib.Membership;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** Gives flags the meaning that OpenSM gives them (osm_prtn_config.c), and says so where it is not the written one. */
final class FlagReader {
    private static final Set<String> YES = Set.of("", "yes", "true", "TRUE", "1", "on");

    private final Dialect dialect;
    private final Consumer<Diagnostic> problems;

    FlagReader(Dialect dialect, Consumer<Diagnostic> problems) {
        this.dialect = dialect;
        this.problems = problems;
    }

    /** What the header of a statement says, without a word about it. */
    static HeaderFlags quietly(Statement statement, Dialect dialect) {
        return new FlagReader(dialect, ignored -> {}).header(statement.flags());
    }

    HeaderFlags header(List<Entry> entries) {
        HeaderFlags flags = HeaderFlags.DEFAULT;
        for (Entry entry : entries) {
            Optional<FlagKey> key = FlagKey.inHeader(entry.name().text(), dialect);
            if (key.isEmpty()) {
                ignored(entry, "partition", k -> true);
                continue;
            }
            nameless(entry, key.get());
            flags = switch (key.get()) {
                case IPOIB -> {
                    valueless(entry, key.get());
                    yield flags.withIpoib();
                }
                case INDX0 -> {
                    valueless(entry, key.get());
                    yield flags.withIndexZero();
                }
                case DEFMEMBER -> defmember(flags, entry);
                case MTU, RATE, SCOPE, Q_KEY, T_CLASS, SL, FLOW_LABEL ->
                    flags.withGroup(groupFlag(flags.group(), key.get(), entry));
            };
        }
        return flags;
    }

    GroupFlags group(GroupFlags inherited, List<Entry> entries) {
        GroupFlags flags = inherited;
        for (Entry entry : entries) {
            Optional<FlagKey> key = FlagKey.ofGroup(entry.name().text(), dialect);
            if (key.isEmpty()) {
                ignored(entry, "group", FlagKey::isOfGroup);
            } else {
                nameless(entry, key.get());
                flags = groupFlag(flags, key.get(), entry);
            }
        }
        return flags;
    }

    /** A value without a name, which is taken for the first flag of all; in old versions a mere comma too. */
    private void nameless(Entry entry, FlagKey key) {
        boolean means = entry.value().isPresent() || key == FlagKey.IPOIB;
        if (entry.name().text().isEmpty() && means) {
            problems.accept(Diagnostic.error(
                            Code.PARTITIONS_MISREAD,
                            entry.span(),
                            "OpenSM takes '%s' for %s%s".formatted(entry, key.keyword(), entry))
                    .withHint("name the flag, or leave one ',' out"));
        }
    }

    /** OpenSM looks at the names of these flags only: {@code ipoib=no} turns it on. */
    private void valueless(Entry entry, FlagKey key) {
        entry.value().map(Word::text).ifPresent(value -> {
            String message = "OpenSM ignores the value of '%s': the flag %s is on".formatted(entry, key.keyword());
            Diagnostic told = YES.contains(value)
                    ? Diagnostic.warning(Code.PARTITIONS_IGNORED, entry.span(), message)
                    : Diagnostic.error(Code.PARTITIONS_MISREAD, entry.span(), message);
            problems.accept(told.withHint("write %s alone, or leave it out".formatted(key.keyword())));
        });
    }

    private void ignored(Entry entry, String of, Predicate<FlagKey> fits) {
        String name = entry.name().text();
        Optional<FlagKey> newer = FlagKey.inHeader(name, Dialect.DEFAULT).filter(fits);
        if (newer.isPresent()) {
            FlagKey key = newer.get();
            problems.accept(Diagnostic.error(
                            Code.PARTITIONS_IGNORED,
                            entry.name().span(),
                            "%s knows no flag '%s' and ignores it".formatted(dialect, name))
                    .withHint("%s came with OpenSM %s"
                            .formatted(key.keyword(), key.since().version())));
            return;
        }
        List<String> words = Arrays.stream(FlagKey.values())
                .filter(fits.and(k -> k.isKnownTo(dialect)))
                .map(FlagKey::keyword)
                .toList();
        String hint = Suggestion.nearest(name, words)
                .map(w -> "did you mean '%s'? Case matters".formatted(w))
                .orElse("the flags are " + String.join(", ", words));
        problems.accept(Diagnostic.error(
                        Code.PARTITIONS_IGNORED,
                        entry.name().span(),
                        "OpenSM knows no %s flag '%s' and ignores it".formatted(of, name))
                .withHint(hint));
    }

    private HeaderFlags defmember(HeaderFlags flags, Entry entry) {
        Optional<Membership> membership =
                entry.value().map(Word::text).flatMap(word -> Members.membership(word, dialect));
        if (membership.isEmpty()) {
            problems.accept(Diagnostic.error(
                            Code.PARTITIONS_IGNORED,
                            entry.span(),
                            "OpenSM ignores '%s': members without a word of their own stay %s"
                                    .formatted(entry, flags.membership().word()))
                    .withHint(
                            dialect.knows(Dialect.Feature.BOTH)
                                    ? "write defmember=full, defmember=limited or defmember=both"
                                    : "write defmember=full or defmember=limited"));
        }
        return membership.map(flags::withMembership).orElse(flags);
    }

    private GroupFlags groupFlag(GroupFlags flags, FlagKey key, Entry entry) {
        if (entry.value().isEmpty()) {
            if (!entry.name().text().isEmpty()) {
                without(entry, key);
            }
            return flags;
        }
        Word word = entry.value().get();
        CNumber number = CNumber.parse(word.text());
        if (number.end() < word.text().length() && key != FlagKey.SL && key != FlagKey.FLOW_LABEL) {
            misread(entry, number);
        }
        return switch (key) {
            case MTU -> flags.withMtu(number.low32());
            case RATE -> flags.withRate(number.low32());
            case SCOPE -> scope(flags, number, entry);
            case Q_KEY -> flags.withQKey(number.low32());
            case T_CLASS -> flags.withTClass((int) number.value() & 0xff);
            case SL -> strict(number, word, 15) ? flags.withSl((int) number.low32()) : skipped(flags, entry, "0 to 15");
            case FLOW_LABEL ->
                strict(number, word, 0xfffff)
                        ? flags.withFlowLabel((int) number.low32())
                        : skipped(flags, entry, "0 to 0xfffff");
            case IPOIB, DEFMEMBER, INDX0 -> flags;
        };
    }

    private void without(Entry entry, FlagKey key) {
        problems.accept(Diagnostic.error(
                Code.PARTITIONS_IGNORED,
                entry.name().span(),
                "OpenSM ignores '%s' without a value (%s=...)".formatted(entry, key.keyword())));
    }

    private void misread(Entry entry, CNumber number) {
        problems.accept(Diagnostic.error(
                        Code.PARTITIONS_MISREAD,
                        entry.span(),
                        "OpenSM reads '%s' as %s".formatted(entry, Long.toUnsignedString(number.value())))
                .withHint("write a plain number"));
    }

    private GroupFlags scope(GroupFlags flags, CNumber number, Entry entry) {
        long scope = number.low32();
        return scope == 0 || scope > 15
                ? skipped(flags, entry, "1 to 15")
                : flags.withScopes(flags.scopes() | (1 << (int) scope));
    }

    /** The rule of sl and FlowLabel: a number to the end, or to white space that OpenSM's own trimming leaves. */
    private static boolean strict(CNumber number, Word word, long limit) {
        String text = word.text();
        boolean toTheEnd = number.end() == text.length() || CNumber.isSpace(text.charAt(number.end()));
        return !text.isEmpty() && toTheEnd && number.low32() <= limit;
    }

    private GroupFlags skipped(GroupFlags flags, Entry entry, String range) {
        problems.accept(Diagnostic.error(Code.PARTITIONS_IGNORED, entry.span(), "OpenSM ignores '%s'".formatted(entry))
                .withHint("the value must be %s".formatted(range)));
        return flags;
    }
}
