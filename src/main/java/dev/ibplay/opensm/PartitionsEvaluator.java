package dev.ibplay.opensm;

import dev.ibplay.diag.Diagnostic;
import dev.ibplay.diag.Problems;
import dev.ibplay.diag.Span;
import dev.ibplay.ib.Membership;
import dev.ibplay.ib.PKey;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/** Runs through the statements in order, as OpenSM does (osm_prtn_config.c, partition_create and mgroup_create). */
final class PartitionsEvaluator {
    private static final int LAST_AUTOMATIC = 0x7ffe;
    private static final int NAME_BYTES = 32;

    /** A partition while statements add to it. */
    private record Draft(
            PKey pkey, String name, List<Span> at, List<MemberEntry> members, List<MulticastGroup> groups) {
        static Draft of(PKey pkey, String name) {
            return new Draft(pkey, name, new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        }

        Partition finished() {
            return new Partition(pkey, name, at, members, groups);
        }
    }

    private final PartitionsConf conf;
    private final SmOptions options;
    private final Problems problems = new Problems();
    private final FlagReader flagReader;
    private final PartitionsNotes notes;
    private final GroupNotes groupNotes;
    private final GroupTable groups;
    private final Map<PKey, Draft> drafts = new LinkedHashMap<>();
    private final List<PartitionsMeaning.Definition> definitions = new ArrayList<>();
    private int lastAutomatic;

    PartitionsEvaluator(PartitionsConf conf, SmOptions options) {
        this.conf = conf;
        this.options = options;
        this.flagReader = new FlagReader(conf.dialect(), problems::add);
        this.notes = new PartitionsNotes(conf.dialect(), options, problems::add);
        this.groupNotes = new GroupNotes(conf.dialect(), problems::add);
        this.groups = new GroupTable(conf.dialect());
    }

    PartitionsMeaning evaluate() {
        notes.file(conf.text(), Span.startOf(conf.file()));
        drafts.put(PKey.DEFAULT, Draft.of(PKey.DEFAULT, "Default"));
        conf.statements().forEach(this::define);
        conf.notes().forEach(problems::add);
        List<Partition> partitions =
                conf.rejection().isPresent() ? afterRejection(conf.rejection().get()) : finished();
        return new PartitionsMeaning(conf, options, partitions, definitions, problems.sorted());
    }

    private List<Partition> finished() {
        List<Partition> all = drafts.values().stream().map(Draft::finished).toList();
        all.forEach(p -> notes.partition(p, Span.startOf(conf.file())));
        return all;
    }

    /** The built-in configuration; groups of 0x7fff that the file made before the error stay. */
    private List<Partition> afterRejection(Diagnostic reason) {
        problems.add(reason);
        Draft byDefault = Draft.of(PKey.DEFAULT, "Default");
        Draft before = drafts.getOrDefault(PKey.DEFAULT, byDefault);
        byDefault.groups().addAll(before.groups());
        GroupFlags flags = GroupFlags.DEFAULT.withQKey(GroupFlags.IPOIB_QKEY);
        add(
                byDefault,
                groups.ask(
                        Mgid.ipoibBroadcast(PKey.DEFAULT.base()), 0, flags, PKey.DEFAULT, Span.startOf(conf.file())));
        return List.of(byDefault.finished());
    }

    private void define(Statement statement) {
        HeaderFlags flags = flagReader.header(statement.flags());
        Optional<String> name = name(statement.head());
        Draft draft = draft(statement.head(), name);
        if (!draft.at().isEmpty()) {
            notes.duplicate(statement, draft.finished());
        }
        draft.at().add(statement.head().name().span());
        definitions.add(new PartitionsMeaning.Definition(statement, draft.pkey(), flags));
        GroupFlags group = options.qos() ? flags.group() : flags.group().withSl(0);
        if (flags.ipoib()) {
            broadcast(statement, draft, group);
        }
        for (Item item : statement.items()) {
            switch (item) {
                case Item.Port port -> member(port.entry(), flags).ifPresent(draft.members()::add);
                case Item.Group made -> group(made, draft, group);
            }
        }
        notes.header(statement, flags, draft.finished());
    }

    private static Optional<String> name(Entry head) {
        boolean isPKey =
                PartitionsReader.pkeyWord(head).filter(head.name()::equals).isPresent();
        return isPKey ? Optional.empty() : Optional.of(head.name().text());
    }

    private Draft draft(Entry head, Optional<String> name) {
        Optional<CNumber> number = PartitionsReader.pkeyWord(head).map(w -> CNumber.parse(w.text()));
        int base = (int) number.map(CNumber::value).orElse(0L).longValue() & 0x7fff;
        if (base == 0) {
            Optional<Draft> known = name.flatMap(this::byName);
            if (known.isPresent()) {
                number.ifPresent(n -> notes.pkey(head, number, known.get().pkey()));
                return known.get();
            }
            base = automatic();
        }
        PKey pkey = new PKey(base);
        notes.pkey(head, number, pkey);
        return drafts.computeIfAbsent(
                pkey, k -> Draft.of(k, name.filter(n -> !n.isEmpty()).orElse("%04x".formatted(k.base()))));
    }

    /** OpenSM keeps and compares 32 bytes of a name, and looks through its partitions in the order of swapped bytes. */
    private Optional<Draft> byName(String name) {
        return drafts.values().stream()
                .filter(d -> cut(d.name()).equals(cut(name)))
                .min(Comparator.comparingInt(d -> Integer.reverseBytes(d.pkey().base()) >>> 16));
    }

    private static String cut(String name) {
        return name.length() > NAME_BYTES ? name.substring(0, NAME_BYTES) : name;
    }

    private int automatic() {
        do {
            lastAutomatic++;
        } while (lastAutomatic < LAST_AUTOMATIC && drafts.containsKey(new PKey(lastAutomatic)));
        return lastAutomatic;
    }

    private void broadcast(Statement statement, Draft draft, GroupFlags flags) {
        GroupFlags asked = flags.withQKey(flags.qkey() == 0 ? GroupFlags.IPOIB_QKEY : flags.qkey());
        Span span = statement.head().name().span();
        boolean scoped = !conf.dialect().knows(Dialect.Feature.GROUPS);
        for (int scope : scoped ? scopes(flags.scopes()) : List.of(0)) {
            GroupTable.Answer answer = groups.ask(
                    Mgid.ipoibBroadcast(draft.pkey().base()),
                    scope,
                    scoped ? asked.withDefaultsForZero() : asked,
                    draft.pkey(),
                    span);
            add(draft, answer);
            groupNotes.broadcast(statement, draft.name(), asked, answer);
        }
    }

    /** The scopes that are asked for; 0 stands for the usual one. */
    static List<Integer> scopes(int bits) {
        List<Integer> asked = IntStream.range(1, 16)
                .filter(scope -> (bits & (1 << scope)) != 0)
                .boxed()
                .toList();
        return asked.isEmpty() ? List.of(0) : asked;
    }

    private static void add(Draft draft, GroupTable.Answer answer) {
        answer.group().filter(g -> !draft.groups().contains(g)).ifPresent(draft.groups()::add);
    }

    private Optional<MemberEntry> member(Entry entry, HeaderFlags flags) {
        String name = entry.name().text();
        if (Members.isNobody(name)) {
            notes.nobody(entry);
            return Optional.empty();
        }
        notes.member(entry);
        Membership membership = entry.value()
                .map(w -> Members.membership(w.text(), conf.dialect()).orElse(Membership.LIMITED))
                .orElse(flags.membership());
        return Members.who(name, conf.dialect())
                .map(who -> new MemberEntry(
                        who, membership, flags.indexZero(), entry.name().span()));
    }

    private void group(Item.Group item, Draft draft, GroupFlags header) {
        Word word = item.entry().value().orElseThrow();
        Optional<Mgid> parsed = Mgid.parse(word.text());
        if (parsed.isEmpty()) {
            groupNotes.refused(word, "the address is no multicast GID (ff..)");
            return;
        }
        GroupFlags flags = flagReader.group(header.withTClass(0), item.flags());
        Mgid mgid = parsed.get();
        if (mgid.isIp()) {
            Optional<String> wrong = wrongIpGroup(mgid, draft.pkey(), header, flags);
            if (wrong.isPresent()) {
                groupNotes.refused(word, wrong.get());
                return;
            }
            mgid = mgid.withPkeyField(draft.pkey().asFullMember().value());
            flags = flags.qkey() == 0 ? flags.withQKey(GroupFlags.IPOIB_QKEY) : flags;
        }
        Optional<MulticastGroup> known = groups.find(mgid);
        if (known.isPresent()) {
            groupNotes.known(item, flags, known.get(), draft.pkey());
        } else {
            make(item, mgid, draft, flags);
        }
    }

    private static Optional<String> wrongIpGroup(Mgid mgid, PKey pkey, GroupFlags header, GroupFlags flags) {
        boolean wildcard = mgid.pkeyField() == 0 || mgid.equals(Mgid.ipoibBroadcast(PKey.DEFAULT.base()));
        if (!wildcard && mgid.pkeyField() != pkey.asFullMember().value()) {
            return Optional.of("the P_Key in the address must be 0 or %s".formatted(pkey.asFullMember()));
        }
        return flags.rate() == header.rate() && flags.mtu() == header.mtu()
                ? Optional.empty()
                : Optional.of("its mtu and rate must be those of the header");
    }

    private void make(Item.Group item, Mgid mgid, Draft draft, GroupFlags flags) {
        Span span = item.entry().value().orElseThrow().span();
        for (int scope : scopes(flags.scopes())) {
            GroupTable.Answer answer = groups.ask(mgid, scope, flags, draft.pkey(), span);
            add(draft, answer);
            groupNotes.group(item, flags, answer, draft.pkey());
        }
    }
}
