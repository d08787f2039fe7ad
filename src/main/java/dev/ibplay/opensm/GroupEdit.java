package dev.ibplay.opensm;

import dev.ibplay.ib.PKey;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/** Changes the groups by mgid of one statement to the desired ones, line by line; lines that are right stay. */
final class GroupEdit {
    private final List<DesiredGroup> wanted;
    private final PKey pkey;
    private final Dialect dialect;

    GroupEdit(DesiredPartition desired, Dialect dialect) {
        this.wanted = desired.groups().orElseThrow();
        this.pkey = desired.pkey();
        this.dialect = dialect;
    }

    /** The text after the first step that is still missing; nothing when the groups are the desired ones. */
    Optional<ConfText> step(ConfText text, Statement statement) {
        GroupFlags header = FlagReader.quietly(statement, dialect).group();
        Set<DesiredGroup> done = new HashSet<>();
        for (Item.Group item : groups(statement)) {
            Optional<DesiredGroup> desired = wantedAt(item, header).filter(g -> !done.contains(g));
            if (desired.isEmpty()) {
                return Optional.of(BodyText.deleted(text, statement, item));
            }
            done.add(desired.get());
            if (!isRight(item, desired.get(), header)) {
                String written = desired.get().written(header);
                return Optional.of(text.replace(item.entry().start(), item.end(), written));
            }
        }
        return wanted.stream()
                .filter(g -> !done.contains(g))
                .findFirst()
                .map(g -> added(text, statement, g.written(header)));
    }

    private static List<Item.Group> groups(Statement statement) {
        var groups = new ArrayList<Item.Group>();
        for (Item item : statement.items()) {
            if (item instanceof Item.Group group) {
                groups.add(group);
            }
        }
        return groups;
    }

    private GroupFlags flags(Item.Group item, GroupFlags header) {
        return new FlagReader(dialect, ignored -> {}).group(header.withTClass(0), item.flags());
    }

    private Optional<DesiredGroup> wantedAt(Item.Group item, GroupFlags header) {
        Optional<Mgid> written =
                item.entry().value().flatMap(word -> Mgid.parse(word.text())).map(this::inPartition);
        int scopes = flags(item, header).scopes();
        return written.flatMap(mgid -> wanted.stream()
                .filter(g -> PartitionsEvaluator.scopes(scopes).stream()
                        .anyMatch(scope -> GroupTable.inScope(mgid, scope).equals(g.address(pkey))))
                .findFirst());
    }

    private Mgid inPartition(Mgid mgid) {
        return mgid.isIp() ? mgid.withPkeyField(pkey.asFullMember().value()) : mgid;
    }

    private boolean isRight(Item.Group item, DesiredGroup desired, GroupFlags header) {
        GroupFlags flags = flags(item, header);
        var values = desired.values();
        boolean oneScope = PartitionsEvaluator.scopes(flags.scopes()).size() == 1;
        var withoutScope = new GroupValues(
                values.mtu(),
                values.rate(),
                values.sl(),
                OptionalInt.empty(),
                values.qkey(),
                values.tclass(),
                values.flowLabel());
        return oneScope && withoutScope.firstWrong(flags).isEmpty();
    }

    /** A new line before the first item, since OpenSM takes nothing else from the line of a group. */
    private static ConfText added(ConfText text, Statement statement, String line) {
        Optional<Item> first =
                statement.items().stream().filter(i -> !i.entry().isEmpty()).findFirst();
        if (first.isPresent() && text.lineOf(first.get().entry().start()) != text.lineOf(statement.colon())) {
            return BodyText.inserted(text, first.get(), line);
        }
        int behind = statement.colon() + 1;
        if (first.isPresent()) {
            int start = first.get().entry().start();
            return text.replace(behind, start, "\n" + BodyText.INDENT + line + "\n" + BodyText.INDENT);
        }
        return text.replace(behind, behind, "\n" + BodyText.INDENT + line);
    }
}
