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
        if (definitions.stream().anyMatch(Statement::irregular)) {
            return Edit.refused(refusal(conf, definitions, desired.pkey(), "OpenSM reads on behind its ';'"));
        }
        List<Integer> places =
                definitions.stream().map(conf.statements()::indexOf).toList();
        PartitionsConf after = places.isEmpty() ? added(conf, desired) : edited(conf, places, desired);
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

    /** Takes step after step; the number of statements and their order stay. */
    private static PartitionsConf edited(PartitionsConf conf, List<Integer> places, DesiredPartition desired) {
        var header = new HeaderEdit(desired, conf.dialect());
        var changes = new MemberChanges(desired.members(), conf.dialect());
        Optional<GroupEdit> groups = desired.groups().map(g -> new GroupEdit(desired, conf.dialect()));
        Optional<BodyEdit> body = desired.members()
                .all()
                .filter(members -> places.size() == 1 || !hasMembers(conf, desired.pkey(), members))
                .map(members -> new BodyEdit(members, conf.dialect()));
        PartitionsConf current = conf;
        for (int i = 0;
                i < MOST_STEPS && places.getLast() < current.statements().size();
                i++) {
            ConfText text = current.source();
            List<Statement> definitions =
                    places.stream().map(current.statements()::get).toList();
            Statement first = definitions.getFirst();
            Optional<ConfText> next = header.step(text, first)
                    .or(() -> groups.flatMap(g -> g.step(text, first)))
                    .or(() -> body.flatMap(b -> b.step(text, first)))
                    .or(() -> changes.step(text, definitions));
            if (next.isEmpty()) {
                break;
            }
            current = current.reread(next.get());
        }
        return current;
    }

    /** Whether the partition has the members already, put together from its definitions. */
    private static boolean hasMembers(PartitionsConf conf, PKey pkey, List<DesiredMember> members) {
        return PartitionsMeaning.of(conf, SmOptions.DEFAULT)
                .partition(pkey)
                .filter(p -> MembersProof.hasMembers(p, members))
                .isPresent();
    }

    private static PartitionsConf added(PartitionsConf conf, DesiredPartition desired) {
        ConfText text = conf.source();
        if (!conf.statements().isEmpty()
                && conf.statements().getLast().semicolon().isEmpty()) {
            text = BodyText.terminated(text, conf.statements().getLast().contentEnd());
        }
        String bytes = text.bytes();
        String feed = bytes.isEmpty() || bytes.endsWith("\n") ? "" : "\n";
        GroupFlags inherited = desired.values().over(GroupFlags.DEFAULT);
        String groups = desired.groups().orElse(List.of()).stream()
                .map(g -> "\n" + BodyText.INDENT + g.written(inherited))
                .collect(Collectors.joining());
        String members = desired.members().written().stream()
                .map(m -> "\n" + BodyText.INDENT + m)
                .collect(Collectors.joining(","));
        String body = members.isEmpty() && groups.isEmpty() ? " " : groups + members;
        String statement = feed + HeaderEdit.written(desired) + " :" + body + ";\n";
        return conf.reread(text.replace(bytes.length(), bytes.length(), statement));
    }

    /** Takes a partition out of the file, all definitions of it; refused for 0x7fff, which OpenSM always has. */
    public static Edit<PartitionsConf> remove(PartitionsConf conf, PKey pkey) {
        if (pkey.samePartition(PKey.DEFAULT)) {
            List<Statement> definitions = PartitionsMeaning.of(conf, SmOptions.DEFAULT).definitionsOf(pkey).stream()
                    .map(PartitionsMeaning.Definition::statement)
                    .toList();
            return Edit.refused(refusal(conf, definitions, pkey, "OpenSM always has 0x7fff, whatever the file says"));
        }
        return remove(conf, List.of(pkey));
    }

    /**
     * Takes all partitions out of the file that are not named; 0x7fff stays as it is. Refused where another partition
     * would change by it: one that takes the next free P_Key moves when a number before it becomes free.
     */
    public static Edit<PartitionsConf> removeOthers(PartitionsConf conf, List<PKey> named) {
        List<PKey> surplus = PartitionsMeaning.of(conf, SmOptions.DEFAULT).partitions().stream()
                .filter(p -> !p.isDefault() && !p.definedAt().isEmpty())
                .map(Partition::pkey)
                .filter(p -> named.stream().noneMatch(p::samePartition))
                .toList();
        return remove(conf, surplus);
    }

    private static Edit<PartitionsConf> remove(PartitionsConf conf, List<PKey> pkeys) {
        if (conf.rejection().isPresent()) {
            return Edit.refused(conf.rejection().get());
        }
        PartitionsMeaning before = PartitionsMeaning.of(conf, SmOptions.DEFAULT);
        List<Statement> definitions = conf.statements().stream()
                .filter(s -> pkeys.stream()
                        .anyMatch(k -> before.definitionsOf(k).stream()
                                .anyMatch(d -> d.statement().equals(s))))
                .toList();
        ConfText text = conf.source();
        for (Statement statement : definitions.reversed()) {
            text = without(text, statement);
        }
        PartitionsConf after = conf.reread(text);
        if (after.statements().isEmpty() && !definitions.isEmpty()) {
            after = added(after, limitedDefault());
        }
        Optional<String> wrong = new EditProof(before, after, false).wrongWithout(pkeys);
        if (wrong.isPresent()) {
            return Edit.refused(refusal(conf, definitions, pkeys.getFirst(), wrong.get()));
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
