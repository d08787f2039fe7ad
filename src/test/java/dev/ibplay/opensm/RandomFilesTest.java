package dev.ibplay.opensm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.ib.Membership;
import dev.ibplay.ib.Mtu;
import dev.ibplay.ib.PKey;
import dev.ibplay.ib.PortGuid;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class RandomFilesTest {
    private static final int FILES = 3000;
    /** Always the same files, so that a build says the same twice; {@code -Dseed=} explores others. */
    private final long seed = Long.getLong("seed", 777);

    @Test
    void everyFileComesBackByteForByte() {
        for (int i = 0; i < FILES; i++) {
            String file = i % 2 == 0 ? new RandomPartitions(seed + i, true).file() : noise(seed + i);
            assertThat(PartitionsConf.parse("f", file).text())
                    .as("seed %d", seed + i)
                    .isEqualTo(file);
            assertThat(OpensmConf.parse("f", file).text())
                    .as("seed %d", seed + i)
                    .isEqualTo(file);
            PartitionsMeaning.of(PartitionsConf.parse("f", file), SmOptions.DEFAULT)
                    .diagnostics();
            OpensmConf.parse("f", file).diagnostics();
        }
    }

    private static String noise(long seed) {
        var random = new Random(seed);
        String alphabet = "aALf01x=,:;#\n\n \t\r\"'\0\u00e9mgid";
        return random.ints(random.nextInt(200), 0, alphabet.length())
                .mapToObj(c -> alphabet.substring(c, c + 1))
                .collect(Collectors.joining());
    }

    @Test
    void editsGiveWhatWasAskedAndLeaveTheRest() {
        int done = 0;
        for (int i = 0; i < FILES; i++) {
            String as = "seed " + (seed + i);
            PartitionsConf before = PartitionsConf.parse("f", new RandomPartitions(seed + i, i % 4 == 0).file());
            DesiredPartition desired = desired(new Random(seed + i));
            Edit<PartitionsConf> outcome = PartitionsEdit.apply(before, List.of(desired));
            if (outcome instanceof Edit.Done<PartitionsConf> edit) {
                done++;
                PartitionsConf after = PartitionsConf.parse("f", edit.document().text());
                check(before, after, desired, as);
                assertThat(PartitionsEdit.apply(after, List.of(desired)))
                        .as(as)
                        .isInstanceOfSatisfying(
                                Edit.Done.class,
                                again -> assertThat(((PartitionsConf) again.document()).text())
                                        .as(as)
                                        .isEqualTo(after.text()));
            } else {
                boolean several = PartitionsMeaning.of(before, SmOptions.DEFAULT)
                                .definitionsOf(desired.pkey())
                                .size()
                        > 1;
                boolean odd = before.rejection().isPresent() || !before.notes().isEmpty() || i % 4 == 0;
                // A partition without a P_Key takes the next free one, so that it moves with another's.
                boolean automatic = before.statements().stream()
                        .anyMatch(statement -> PartitionsReader.pkeyWord(statement.head())
                                .filter(word -> !word.text().equals("0"))
                                .isEmpty());
                // A scope in the header adds to that of each group.
                boolean groups = before.text().contains("mgid")
                        || (desired.groups().isPresent() && before.text().contains("scope"));
                assertThat(several || odd || automatic || groups)
                        .as("refused %s: %s%n%s%n%s", outcome, as, desired, before.text())
                        .isTrue();
            }
        }
        assertThat(done).as("edits that were possible").isGreaterThan(FILES / 3);
    }

    private static void check(PartitionsConf before, PartitionsConf after, DesiredPartition desired, String as) {
        PartitionsMeaning meaning = PartitionsMeaning.of(after, SmOptions.DEFAULT);
        assertThat(meaning.rejection()).as(as).isEmpty();
        Partition partition = meaning.partition(desired.pkey()).orElseThrow();
        MulticastGroup group = partition.broadcast().orElseThrow();
        assertThat(group.mtu()).as(as).isEqualTo(desired.values().mtu());
        checkMembers(PartitionsMeaning.of(before, SmOptions.DEFAULT).partition(desired.pkey()), partition, desired, as);
        desired.groups()
                .ifPresent(groups -> assertThat(partition.groups().stream()
                                .filter(g -> !g.isIpoibBroadcast())
                                .map(MulticastGroup::mgid))
                        .as(as)
                        .containsExactlyInAnyOrderElementsOf(groups.stream()
                                .map(g -> g.address(desired.pkey()))
                                .toList()));
        desired.indexZero()
                .ifPresent(zero -> assertThat(partition.members()).as(as).allMatch(m -> m.indexZero() == zero));
        List<Statement> old = PartitionsMeaning.of(before, SmOptions.DEFAULT).definitionsOf(desired.pkey()).stream()
                .map(PartitionsMeaning.Definition::statement)
                .toList();
        int start = old.isEmpty() ? before.text().length() : old.getFirst().start();
        String text = before.text();
        boolean unterminated = before.statements().getLast().semicolon().isEmpty();
        if (!old.isEmpty() || !unterminated) {
            assertThat(after.text()).as(as).startsWith(text.substring(0, start));
        }
        if (!old.isEmpty()) {
            int end = before.source().lineEnd(old.getLast().semicolon().orElse(text.length()));
            assertThat(after.text()).as(as).endsWith(text.substring(end));
        }
        assertThat(comments(after.text())).as(as).containsAll(comments(text.substring(0, start)));
    }

    private static void checkMembers(Optional<Partition> before, Partition after, DesiredPartition desired, String as) {
        // An entry may stand there twice, and a later one overrules an earlier one.
        Map<Who, Membership> wanted = new HashMap<>();
        if (desired.members().all().isEmpty()) {
            before.ifPresent(p -> p.members().forEach(m -> wanted.put(m.who(), m.membership())));
        }
        wanted.keySet().removeAll(desired.members().removed());
        if (desired.members().both()) {
            wanted.replaceAll((who, membership) -> Membership.BOTH);
        }
        desired.members().written().forEach(m -> wanted.put(m.who(), m.membership()));
        Map<Who, Membership> members = new HashMap<>();
        after.members().forEach(m -> members.put(m.who(), m.membership()));
        assertThat(members).as(as).isEqualTo(wanted);
    }

    private static List<String> comments(String text) {
        return text.lines()
                .filter(l -> l.contains("#"))
                .map(l -> l.substring(l.indexOf('#')))
                .toList();
    }

    private static DesiredPartition desired(Random random) {
        List<Integer> keys = List.of(0x7fff, 3, 5, 9);
        DesiredPartition desired = DesiredPartition.of(new PKey(keys.get(random.nextInt(keys.size()))))
                .withIpoib(true)
                .withMtu(Mtu.ofCode(1 + random.nextInt(5)).orElseThrow());
        desired = random.nextInt(3) > 0
                ? desired.withMembers(members(random, 2))
                : desired.withMembersAdded(members(random, 3));
        if (desired.members().all().isEmpty()) {
            List<Who> added =
                    desired.members().added().stream().map(DesiredMember::who).toList();
            desired = desired.withMembersRemoved(members(random, 4).stream()
                    .map(DesiredMember::who)
                    .filter(who -> !added.contains(who))
                    .toList());
        }
        desired = random.nextInt(8) == 0 ? desired.withBoth() : desired;
        desired = random.nextInt(6) == 0 ? desired.withIndexZero(random.nextBoolean()) : desired;
        desired = random.nextInt(4) == 0 ? desired.withTClass(random.nextInt(256)) : desired;
        desired = random.nextInt(4) == 0 ? desired.withFlowLabel(random.nextInt(0x100000)) : desired;
        return random.nextInt(5) == 0 ? desired.withGroups(groups(random)) : desired;
    }

    private static List<DesiredMember> members(Random random, int oneIn) {
        List<DesiredMember> members = new ArrayList<>();
        List<Who> all = List.of(
                Who.all(),
                Who.self(),
                Who.port(new PortGuid(0x100001)),
                Who.port(new PortGuid(0x100003)),
                Who.port(new PortGuid(0x100007)));
        for (Who who : all) {
            if (random.nextInt(oneIn) == 0) {
                members.add(new DesiredMember(who, random.nextBoolean() ? Membership.FULL : Membership.LIMITED));
            }
        }
        return members;
    }

    private static List<DesiredGroup> groups(Random random) {
        List<DesiredGroup> groups = new ArrayList<>();
        for (String mgid : List.of("ff12::1", "ff15::2", "ff12::1.2.3.4")) {
            GroupValues values = GroupValues.ANY;
            values = random.nextBoolean() ? values.withMtu(Mtu.MTU_1024) : values;
            values = random.nextBoolean() ? values.withQKey(1 + random.nextInt(1000)) : values;
            values = random.nextBoolean() ? values.withSl(random.nextInt(16)) : values;
            if (random.nextBoolean()) {
                groups.add(new DesiredGroup(Mgid.parse(mgid).orElseThrow(), values));
            }
        }
        return groups;
    }
}
