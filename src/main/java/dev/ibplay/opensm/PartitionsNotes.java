package dev.ibplay.opensm;

import dev.ibplay.diag.Code;
import dev.ibplay.diag.Diagnostic;
import dev.ibplay.diag.Location;
import dev.ibplay.diag.Severity;
import dev.ibplay.diag.Span;
import dev.ibplay.ib.PKey;
import java.util.Optional;
import java.util.function.Consumer;

/** Says in words where a partitions.conf means something else than it seems to. */
final class PartitionsNotes {
    private final Consumer<Diagnostic> problems;

    PartitionsNotes(Consumer<Diagnostic> problems) {
        this.problems = problems;
    }

    private void error(Code code, Span span, String message, String hint) {
        problems.accept(Diagnostic.error(code, span, message).withHint(hint));
    }

    private void warning(Code code, Span span, String message, String hint) {
        problems.accept(Diagnostic.warning(code, span, message).withHint(hint));
    }

    void header(Statement statement, HeaderFlags flags, SmOptions options) {
        for (Entry entry : statement.flags()) {
            FlagKey.inHeader(entry.name().text())
                    .filter(k -> !entry.name().text().isEmpty())
                    .filter(k -> !k.keyword().equals(entry.name().text()))
                    .ifPresent(k -> abbreviation(entry.name(), k.keyword()));
        }
        boolean hasGroup = statement.items().stream().anyMatch(Item.Group.class::isInstance);
        boolean named =
                flags.group().mtu() != GroupFlags.DEFAULT.mtu() || flags.group().rate() != GroupFlags.DEFAULT.rate();
        if (named && !flags.ipoib() && !hasGroup) {
            warning(
                    Code.PARTITIONS_NO_GROUP,
                    statement.head().name().span(),
                    "mtu and rate have no effect: without the flag 'ipoib' there is no group",
                    "add the flag ipoib");
        }
        if (flags.group().scopes() != 0 && !hasGroup) {
            warning(
                    Code.PARTITIONS_IGNORED,
                    statement.head().name().span(),
                    "scope does not apply to the IPoIB group, only to groups by mgid",
                    "leave it out");
        }
        if (flags.group().sl() != 0 && !options.qos()) {
            warning(
                    Code.PARTITIONS_IGNORED,
                    statement.head().name().span(),
                    "the service level stays 0 unless opensm.conf says 'qos TRUE'",
                    "set qos TRUE or leave sl out");
        }
    }

    private void abbreviation(Word word, String keyword) {
        problems.accept(new Diagnostic(
                Severity.NOTE,
                Code.PARTITIONS_ABBREVIATION,
                "OpenSM takes '%s' for %s".formatted(word.text(), keyword),
                Optional.empty(),
                new Location.InSource(word.span())));
    }

    void pkey(Entry head, Optional<CNumber> number, PKey pkey) {
        Span span = PartitionsReader.pkeyWord(head).orElse(head.name()).span();
        if (number.isEmpty()) {
            warning(
                    Code.PARTITIONS_PKEY,
                    span,
                    "no P_Key is given; OpenSM takes the next free one, here %s".formatted(pkey),
                    "write it down: name=%s".formatted(pkey));
        } else if (!number.get().isAtMost(0xffff) || (number.get().value() & 0x7fff) == 0) {
            error(
                    Code.PARTITIONS_MISREAD,
                    span,
                    "OpenSM takes this P_Key as %s".formatted(pkey),
                    "a P_Key is 0x0001 to 0x7fff; bit 15 does not count");
        }
    }

    void duplicate(Statement statement, Partition known) {
        warning(
                Code.PARTITIONS_DUPLICATE,
                statement.head().name().span(),
                "%s is already defined as '%s' at %s: the members are put together, but the first definition's group counts"
                        .formatted(known.pkey(), known.name(), known.definedAt().getFirst()),
                "make one definition of them");
    }

    void broadcast(Statement statement, String name, GroupFlags asked, GroupTable.Answer answer) {
        Span mtu = flagSpan(statement, FlagKey.MTU);
        Span rate = flagSpan(statement, FlagKey.RATE);
        if (answer.group().isEmpty()) {
            boolean byMtu = answer.refusal().startsWith("mtu");
            error(
                    Code.PARTITIONS_NO_GROUP,
                    byMtu ? mtu : rate,
                    "partition '%s' gets no IPoIB group, so IPoIB cannot come up in it: %s"
                            .formatted(name, answer.refusal()),
                    byMtu
                            ? FlagReader.mtuHint(asked.mtu())
                            : "rate is a code: 3 is 10 Gb/s, 7 is 40, 12 is 56, 16 is 100");
            return;
        }
        MulticastGroup group = answer.group().get();
        if (!answer.isNew()) {
            existing(statement, asked, group);
            return;
        }
        if (group.mtu().isEmpty() || group.mtu().get().code() != asked.mtu()) {
            String read = group.mtu().map(m -> "mtu=" + m.code()).orElse("the smallest MTU of the fabric");
            error(
                    Code.PARTITIONS_MISREAD,
                    mtu,
                    "OpenSM takes mtu=%d as %s".formatted(asked.mtu(), read),
                    FlagReader.mtuHint(asked.mtu()));
        }
        if (group.rateCode().isEmpty() || group.rateCode().getAsInt() != asked.rate()) {
            String read = group.rateCode().isPresent()
                    ? "rate=" + group.rateCode().getAsInt()
                    : "the smallest rate of the fabric";
            error(
                    Code.PARTITIONS_MISREAD,
                    rate,
                    "OpenSM takes rate=%d as %s".formatted(asked.rate(), read),
                    "rate is a code of 2 to 22");
        }
    }

    private void existing(Statement statement, GroupFlags asked, MulticastGroup group) {
        boolean same = group.mtu().filter(m -> m.code() == asked.mtu()).isPresent()
                && group.rateCode().orElse(0) == asked.rate()
                && group.qkey() == asked.qkey()
                && group.sl() == asked.sl();
        if (!same) {
            error(
                    Code.PARTITIONS_IGNORED,
                    flagSpan(statement, FlagKey.MTU),
                    "the IPoIB group of this P_Key keeps the parameters from %s; those here are ignored"
                            .formatted(group.definedAt()),
                    "change the first definition");
        }
    }

    private static Span flagSpan(Statement statement, FlagKey key) {
        return statement.flags().stream()
                .filter(e ->
                        FlagKey.inHeader(e.name().text()).filter(key::equals).isPresent())
                .filter(e -> e.value().isPresent())
                .reduce((first, second) -> second)
                .map(Entry::span)
                .orElse(statement.head().name().span());
    }

    void member(Entry entry, SmOptions options) {
        String name = entry.name().text();
        Members.who(name)
                .filter(who -> !(who instanceof Who.Port) && !who.toString().equals(name))
                .ifPresent(who -> abbreviation(entry.name(), who.toString()));
        Members.who(name).filter(Who.Port.class::isInstance).ifPresent(who -> guid(entry.name(), who));
        entry.value().ifPresent(word -> membership(word, options));
    }

    private void guid(Word word, Who who) {
        CNumber number = CNumber.parse(word.text());
        if (number.overflow() || word.text().startsWith("-")) {
            error(
                    Code.PARTITIONS_MISREAD,
                    word.span(),
                    "OpenSM takes this GUID as %s".formatted(who),
                    "a GUID has 16 hexadecimal digits");
        } else if (!word.text().startsWith("0x") && !word.text().startsWith("0X")) {
            warning(
                    Code.PARTITIONS_GUID,
                    word.span(),
                    "without 0x OpenSM reads a GUID as a decimal number, with a leading 0 as octal: this one is %s"
                            .formatted(who),
                    "write %s if that is the port, 0x%s otherwise".formatted(who, word.text()));
        }
    }

    private void membership(Word word, SmOptions options) {
        if (word.text().isEmpty()) {
            error(
                    Code.PARTITIONS_MISREAD,
                    word.span(),
                    "OpenSM takes an empty membership for full",
                    "write full or limited");
        } else if (Members.membership(word.text()).isEmpty()) {
            error(
                    Code.PARTITIONS_MISREAD,
                    word.span(),
                    "OpenSM knows no membership '%s' and makes the port limited".formatted(word.text()),
                    "write full, limited or both; case matters");
        } else if (Members.abbreviates(word.text(), "both") && !options.allowBothPkeys()) {
            warning(
                    Code.PARTITIONS_BOTH,
                    word.span(),
                    "'both' means full unless opensm.conf says 'allow_both_pkeys TRUE'",
                    "write full");
        }
    }

    void group(Word mgid, String reason) {
        error(
                Code.PARTITIONS_NO_GROUP,
                mgid.span(),
                "OpenSM does not make the group %s: %s".formatted(mgid.text(), reason),
                "correct it or leave it out");
    }

    /** What there is to say about a partition as a whole. */
    void partition(Partition partition, Span start) {
        Span span =
                partition.definedAt().isEmpty() ? start : partition.definedAt().getFirst();
        if (partition.isDefault() && partition.members().isEmpty()) {
            warning(
                    Code.PARTITIONS_DEFAULT,
                    span,
                    "the file gives 0x7fff no member: every port but the subnet manager's is limited there",
                    "add 'Default=0x7fff, ipoib : ALL=full;' if that is not intended");
        }
        if (partition.isDefault() && partition.broadcast().isEmpty()) {
            warning(
                    Code.PARTITIONS_DEFAULT,
                    span,
                    "0x7fff has no IPoIB group: interfaces without a P_Key of their own do not come up",
                    "add the flag ipoib to the definition of 0x7fff");
        }
        if (!partition.isDefault() && partition.members().isEmpty()) {
            warning(
                    Code.PARTITIONS_EMPTY,
                    span,
                    "partition '%s' has no member, so OpenSM drops it and its groups".formatted(partition.name()),
                    "add members or remove the definition");
        }
    }
}
