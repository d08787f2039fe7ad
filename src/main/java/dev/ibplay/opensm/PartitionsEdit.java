package dev.ibplay.opensm;

import dev.ibplay.diag.Code;
import dev.ibplay.diag.Diagnostic;
import dev.ibplay.diag.Span;
import dev.ibplay.ib.Membership;
import dev.ibplay.ib.PKey;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Changes a partitions.conf so that single partitions become what is desired; all else stays byte for byte. Every result
 * has been read again as OpenSM reads it, and means what was asked; otherwise there is none.
 */
public final class PartitionsEdit {
    /** More steps than any list of members needs in one line of the file. */
    private static final int MOST_STEPS = 100_000;

    /** What OpenSM makes of 0x7fff without a file (osm_prtn.c, prtn_make_default). */
    private static final DesiredPartition BUILT_IN = DesiredPartition.of(PKey.DEFAULT)
            .withIpoib(true)
            .withMembers(List.of(
                    new DesiredMember(Who.all(), Membership.FULL), new DesiredMember(Who.self(), Membership.FULL)));

    private PartitionsEdit() {}

    /**
     * Brings the partitions to the desired state, one after the other. In a file without any definition 0x7fff is first
     * written down as OpenSM has it without a file, unless it is among the desired.
     */
    public static Edit<PartitionsConf> apply(PartitionsConf conf, List<DesiredPartition> desired) {
        boolean isNew = conf.statements().isEmpty() && isBlank(conf);
        PartitionsConf current = conf;
        if (isNew && desired.stream().noneMatch(d -> d.pkey().samePartition(PKey.DEFAULT))) {
            current = added(conf, BUILT_IN);
        }
        for (DesiredPartition partition : desired) {
            switch (apply(current, partition)) {
                case Edit.Done<PartitionsConf> done -> current = done.document();
                case Edit.Refused<PartitionsConf> refused -> {
                    return refused;
                }
            }
        }
        return new Edit.Done<>(current);
    }

    private static boolean isBlank(PartitionsConf conf) {
        return conf.text().lines().allMatch(l -> l.isBlank() || l.stripLeading().startsWith("#"));
    }

    private static Edit<PartitionsConf> apply(PartitionsConf conf, DesiredPartition desired) {
        boolean isNew = conf.statements().isEmpty() && isBlank(conf);
        if (!isNew && conf.rejection().isPresent()) {
            return Edit.refused(conf.rejection().get());
        }
        PartitionsMeaning before = PartitionsMeaning.of(conf, SmOptions.DEFAULT);
        List<Statement> definitions = before.definitionsOf(desired.pkey()).stream()
                .map(PartitionsMeaning.Definition::statement)
                .toList();
        PartitionsConf after;
        if (definitions.isEmpty()) {
            after = added(conf, desired);
        } else if (definitions.getFirst().irregular()) {
            return Edit.refused(refusal(conf, definitions, desired.pkey(), "OpenSM reads on behind its ';'"));
        } else {
            after = edited(conf, conf.statements().indexOf(definitions.getFirst()), desired, definitions.size() == 1);
        }
        Optional<String> wrong = new EditProof(before, after, isNew).wrong(desired);
        return wrong.<Edit<PartitionsConf>>map(w -> Edit.refused(refusal(conf, definitions, desired.pkey(), w)))
                .orElseGet(() -> new Edit.Done<>(after));
    }

    private static Diagnostic refusal(PartitionsConf conf, List<Statement> definitions, PKey pkey, String reason) {
        List<Span> places =
                definitions.stream().map(s -> s.head().name().span()).toList();
        String where = places.stream().map(Span::toString).collect(Collectors.joining(" and at "));
        String message = "partition %s cannot be changed by an edit: %s".formatted(pkey, reason);
        return Diagnostic.error(
                        Code.PARTITIONS_EDIT,
                        places.isEmpty() ? Span.startOf(conf.file()) : places.getFirst(),
                        places.size() > 1 ? message + "; it is defined at " + where : message)
                .withHint(places.size() > 1 ? "make one definition of them first" : "correct the file by hand first");
    }

    private static PartitionsConf edited(
            PartitionsConf conf, int index, DesiredPartition desired, boolean ownsMembers) {
        var header = new HeaderEdit(desired);
        Optional<BodyEdit> body = desired.members()
                .filter(members -> ownsMembers || !hasMembers(conf, desired.pkey(), members))
                .map(BodyEdit::new);
        PartitionsConf current = conf;
        for (int i = 0; i < MOST_STEPS && index < current.statements().size(); i++) {
            ConfText text = current.source();
            Statement statement = current.statements().get(index);
            Optional<ConfText> next = header.step(text, statement).or(() -> body.flatMap(b -> b.step(text, statement)));
            if (next.isEmpty()) {
                break;
            }
            current = PartitionsConf.parse(next.get());
        }
        return current;
    }

    /** Whether the partition has the members already, put together from its definitions. */
    private static boolean hasMembers(PartitionsConf conf, PKey pkey, List<DesiredMember> members) {
        return PartitionsMeaning.of(conf, SmOptions.DEFAULT)
                .partition(pkey)
                .filter(p -> EditProof.hasMembers(p, members))
                .isPresent();
    }

    private static PartitionsConf added(PartitionsConf conf, DesiredPartition desired) {
        ConfText text = conf.source();
        if (!conf.statements().isEmpty()
                && conf.statements().getLast().semicolon().isEmpty()) {
            text = BodyEdit.terminated(text, conf.statements().getLast().contentEnd());
        }
        String bytes = text.bytes();
        String feed = bytes.isEmpty() || bytes.endsWith("\n") ? "" : "\n";
        String members = desired.members()
                .filter(m -> !m.isEmpty())
                .map(list -> list.stream().map(m -> "\n    " + m).collect(Collectors.joining(",")))
                .orElse(" ");
        String statement = feed + HeaderEdit.written(desired) + " :" + members + ";\n";
        return PartitionsConf.parse(text.replace(bytes.length(), bytes.length(), statement));
    }

    /**
     * Takes a partition out of the file, all definitions of it.
     *
     * @throws IllegalArgumentException for 0x7fff, which OpenSM always has
     */
    public static Edit<PartitionsConf> remove(PartitionsConf conf, PKey pkey) {
        if (pkey.samePartition(PKey.DEFAULT)) {
            throw new IllegalArgumentException("0x7fff cannot be removed");
        }
        if (conf.rejection().isPresent()) {
            return Edit.refused(conf.rejection().get());
        }
        PartitionsMeaning before = PartitionsMeaning.of(conf, SmOptions.DEFAULT);
        List<Statement> definitions = before.definitionsOf(pkey).stream()
                .map(PartitionsMeaning.Definition::statement)
                .toList();
        ConfText text = conf.source();
        for (Statement statement : definitions.reversed()) {
            text = without(text, statement);
        }
        PartitionsConf after = PartitionsConf.parse(text);
        if (after.statements().isEmpty()) {
            after = added(after, limitedDefault());
        }
        Optional<String> wrong = new EditProof(before, after, false).wrongWithout(pkey);
        if (wrong.isPresent()) {
            return Edit.refused(refusal(conf, definitions, pkey, wrong.get()));
        }
        return new Edit.Done<>(after);
    }

    /** What 0x7fff is while a file does not mention it: an empty file would open it to everybody. */
    private static DesiredPartition limitedDefault() {
        return DesiredPartition.of(PKey.DEFAULT)
                .withMembers(List.of(
                        new DesiredMember(Who.all(), Membership.LIMITED),
                        new DesiredMember(Who.self(), Membership.FULL)));
    }

    private static ConfText without(ConfText text, Statement statement) {
        int start = statement.start();
        int end = statement.semicolon().isPresent()
                ? statement.semicolon().getAsInt() + 1
                : Math.max(statement.contentEnd(), statement.colon() + 1);
        int lineStart = text.lineStart(start);
        int lineEnd = text.lineEnd(end);
        boolean wholeLines = text.bytes().substring(lineStart, start).isBlank()
                && text.bytes().substring(end, lineEnd).isBlank();
        return wholeLines
                ? text.replace(lineStart, Math.min(lineEnd + 1, text.bytes().length()), "")
                : text.replace(start, end, "");
    }
}
