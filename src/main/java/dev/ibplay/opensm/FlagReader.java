package dev.ibplay.opensm;

import dev.ibplay.diag.Code;
import dev.ibplay.diag.Diagnostic;
import dev.ibplay.diag.Suggestion;
import dev.ibplay.ib.Membership;
import dev.ibplay.ib.Mtu;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** Gives flags the meaning that OpenSM gives them (osm_prtn_config.c), and says so where it is not the written one. */
final class FlagReader {
    private static final List<String> HEADER_WORDS =
            Arrays.stream(FlagKey.values()).map(FlagKey::keyword).toList();

    private static final List<String> GROUP_WORDS = Arrays.stream(FlagKey.values())
            .filter(FlagKey::isOfGroup)
            .map(FlagKey::keyword)
            .toList();

    private final Consumer<Diagnostic> problems;

    FlagReader(Consumer<Diagnostic> problems) {
        this.problems = problems;
    }

    HeaderFlags header(List<Entry> entries) {
        HeaderFlags flags = HeaderFlags.DEFAULT;
        for (Entry entry : entries) {
            Optional<FlagKey> key = FlagKey.inHeader(entry.name().text());
            if (key.isEmpty()) {
                ignored(entry, "partition", HEADER_WORDS);
                continue;
            }
            flags = switch (key.get()) {
                case IPOIB -> flags.withIpoib();
                case INDX0 -> flags.withIndexZero();
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
            Optional<FlagKey> key = FlagKey.ofGroup(entry.name().text());
            if (key.isEmpty()) {
                ignored(entry, "group", GROUP_WORDS);
            } else {
                flags = groupFlag(flags, key.get(), entry);
            }
        }
        return flags;
    }

    private void ignored(Entry entry, String of, List<String> words) {
        String name = entry.name().text();
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
        Optional<Membership> membership = entry.value().map(Word::text).flatMap(Members::membership);
        if (membership.isEmpty()) {
            problems.accept(Diagnostic.error(
                            Code.PARTITIONS_IGNORED,
                            entry.span(),
                            "OpenSM ignores '%s': members without a word of their own stay %s"
                                    .formatted(entry, flags.membership().word()))
                    .withHint("write defmember=full, defmember=limited or defmember=both"));
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

    /** The hint for an MTU that makes no group. */
    static String mtuHint(long written) {
        return Mtu.ofBytes((int) Math.min(written, Integer.MAX_VALUE))
                .map(m -> "%d bytes are mtu=%d".formatted(m.bytes(), m.code()))
                .orElse("mtu is a code: 1 is 256 bytes, 2 is 512, 3 is 1024, 4 is 2048, 5 is 4096");
    }
}
