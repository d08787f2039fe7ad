package dev.ibplay.opensm;

import dev.ibplay.diag.Code;
import dev.ibplay.diag.Diagnostic;
import dev.ibplay.diag.Location;
import dev.ibplay.diag.Severity;
import dev.ibplay.diag.Span;
import dev.ibplay.ib.Membership;
import dev.ibplay.ib.PKey;
import java.util.Optional;
import java.util.function.Consumer;

/** Says in words where a partitions.conf means something else than it seems to. */
final class PartitionsNotes {
    private static final String BYTE_ORDER_MARK = "\u00ef\u00bb\u00bf";
    private static final int SUBNET_SCOPE = 1 << 2;

    private final Dialect dialect;
    private final SmOptions options;
    private final Consumer<Diagnostic> problems;

    PartitionsNotes(Dialect dialect, SmOptions options, Consumer<Diagnostic> problems) {
        this.dialect = dialect;
        this.options = options;
        this.problems = problems;
    }

    private void error(Code code, Span span, String message, String hint) {
        problems.accept(Diagnostic.error(code, span, message).withHint(hint));
    }

    private void warning(Code code, Span span, String message, String hint) {
        problems.accept(Diagnostic.warning(code, span, message).withHint(hint));
    }

    /** What stands for the file as a whole. */
    void file(String text, Span start) {
        if (text.startsWith(BYTE_ORDER_MARK)) {
            warning(
                    Code.PARTITIONS_MISREAD,
                    start,
                    "OpenSM takes the byte order mark for a part of the first name",
                    "save the file without it");
        }
        if (dialect.isClosed()) {
            warning(
                    Code.PARTITIONS_VERSION,
                    start,
                    "%s is MLNX_OFED's own; its source is not public, so the rules of OpenSM 3.3.24 are taken"
                            .formatted(dialect),
                    "look at the log of OpenSM for PARSE WARN and PARSE ERROR");
        }
    }

    /**
     * The header of a statement.
     *
     * @param partition with all that the file has added to it up to here
     */
    void header(Statement statement, HeaderFlags flags, Partition partition) {
        Span name = statement.head().name().span();
        for (Entry entry : statement.flags()) {
            FlagKey.inHeader(entry.name().text(), dialect)
                    .filter(k -> !entry.name().text().isEmpty())
                    .filter(k -> !k.keyword().equals(entry.name().text()))
                    .ifPresent(k -> abbreviation(entry.name(), k.keyword()));
        }
        boolean hasGroup = statement.items().stream().anyMatch(Item.Group.class::isInstance);
        GroupFlags group = flags.group();
        boolean inForce = flags.ipoib()
                || hasGroup
                || partition.broadcast().filter(g -> hasValues(g, group)).isPresent();
        if (!inForce && !group.withScopes(0).withSl(0).equals(GroupFlags.DEFAULT)) {
            error(
                    Code.PARTITIONS_NO_GROUP,
                    name,
                    "the values for a group (mtu, rate, ...) have no effect: without the flag 'ipoib' there is none",
                    "add the flag ipoib or leave them out");
        }
        boolean otherScope = (group.scopes() & ~SUBNET_SCOPE) != 0;
        if (otherScope && !hasGroup && dialect.knows(Dialect.Feature.GROUPS)) {
            error(
                    Code.PARTITIONS_IGNORED,
                    name,
                    "scope does not apply to the IPoIB group, only to groups by mgid",
                    "leave it out");
        }
        if (group.sl() != 0 && !options.qos()) {
            byOptions(
                    Code.PARTITIONS_IGNORED,
                    name,
                    "the service level stays 0 unless opensm.conf says 'qos TRUE'",
                    "set qos TRUE or leave sl out");
        }
        if (flags.membership() == Membership.BOTH) {
            both(name);
        }
    }

    private static boolean hasValues(MulticastGroup group, GroupFlags asked) {
        return group.mtu().filter(m -> m.code() == asked.mtu()).isPresent()
                && group.rateCode().orElse(0) == asked.rate();
    }

    /** An error where opensm.conf was read; else it may say otherwise. */
    private void byOptions(Code code, Span span, String message, String hint) {
        if (options.assumed()) {
            warning(code, span, message, hint);
        } else {
            error(code, span, message, hint);
        }
    }

    private void both(Span span) {
        if (!options.allowBothPkeys()) {
            byOptions(
                    Code.PARTITIONS_BOTH,
                    span,
                    "'both' means full unless opensm.conf says 'allow_both_pkeys TRUE'",
                    "write full, or set allow_both_pkeys TRUE and restart OpenSM");
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

    /** An entry that stands for nobody. */
    void nobody(Entry entry) {
        if (entry.name().text().isEmpty() && entry.value().isPresent()) {
            error(
                    Code.PARTITIONS_IGNORED,
                    entry.span(),
                    "OpenSM ignores '%s', which names no port".formatted(entry),
                    "write the port's GUID before the '='");
        }
    }

    void member(Entry entry) {
        String name = entry.name().text();
        Optional<Who> member = Members.who(name, dialect);
        member.filter(who -> !(who instanceof Who.Port) && !who.toString().equals(name))
                .ifPresent(who -> abbreviation(entry.name(), who.toString()));
        member.filter(Who.Port.class::isInstance).ifPresent(who -> guid(entry.name(), who));
        entry.value().ifPresent(this::membership);
    }

    private void guid(Word word, Who who) {
        CNumber number = CNumber.parse(word.text());
        if (number.overflow() || word.text().startsWith("-")) {
            error(
                    Code.PARTITIONS_MISREAD,
                    word.span(),
                    "OpenSM takes this GUID as %s".formatted(who),
                    "a GUID has 16 hexadecimal digits");
        } else if (word.text().matches("0[0-9]+")) {
            error(
                    Code.PARTITIONS_MISREAD,
                    word.span(),
                    "OpenSM reads a GUID with a leading 0 as octal: this one is %s".formatted(who),
                    "write 0x before hexadecimal digits");
        } else if (!word.text().startsWith("0x") && !word.text().startsWith("0X")) {
            warning(
                    Code.PARTITIONS_GUID,
                    word.span(),
                    "without 0x OpenSM reads a GUID as a decimal number: this one is %s".formatted(who),
                    "write %s if that is the port, 0x%s otherwise".formatted(who, word.text()));
        }
    }

    private void membership(Word word) {
        if (word.text().isEmpty()) {
            error(
                    Code.PARTITIONS_MISREAD,
                    word.span(),
                    "OpenSM takes an empty membership for full",
                    "write full or limited");
            return;
        }
        Optional<Membership> known = Members.membership(word.text(), dialect);
        if (known.isEmpty()) {
            boolean newer = Members.membership(word.text(), Dialect.DEFAULT).isPresent();
            error(
                    Code.PARTITIONS_MISREAD,
                    word.span(),
                    "%s knows no membership '%s' and makes the port limited"
                            .formatted(newer ? dialect : "OpenSM", word.text()),
                    newer ? "both came with OpenSM 3.3.14" : "write full, limited or both; case matters");
        } else if (known.get() == Membership.BOTH) {
            both(word.span());
        }
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
        if (partition.smPortDiffers()
                && !partition.definedAt().isEmpty()
                && !partition.members().isEmpty()) {
            warning(
                    Code.PARTITIONS_SELF,
                    span,
                    "in partition '%s' the subnet manager's port is %s member, all others are %s: which port that is changes with the master"
                            .formatted(
                                    partition.name(),
                                    partition.ofSmPort().orElseThrow().word(),
                                    partition.ofOtherPorts().orElseThrow().word()),
                    "name ports by GUID where it must not change");
        }
    }
}
