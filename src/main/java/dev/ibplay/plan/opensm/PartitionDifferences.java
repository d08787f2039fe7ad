package dev.ibplay.plan.opensm;

import dev.ibplay.diag.Located;
import dev.ibplay.diag.Span;
import dev.ibplay.facts.FabricFacts;
import dev.ibplay.facts.Fact;
import dev.ibplay.ib.McMemberRecord;
import dev.ibplay.ib.Mtu;
import dev.ibplay.ib.PKey;
import dev.ibplay.ib.PortGuid;
import dev.ibplay.ib.Rate;
import dev.ibplay.opensm.MulticastGroup;
import dev.ibplay.opensm.PartitionsMeaning;
import dev.ibplay.plan.Difference;
import dev.ibplay.plan.Level;
import dev.ibplay.resource.Partition;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/** What of one partition is not as desired: in the file of a host, and in the fabric. */
public final class PartitionDifferences {
    private static final String ABSENT = "absent";
    private static final String PRESENT = "present";
    private static final String NO_GROUP = "no group";
    static final String GROUPS = "groups";

    private final String host;
    private final Partition wanted;
    private final List<Difference> found = new ArrayList<>();

    private PartitionDifferences(String host, Partition wanted) {
        this.host = host;
        this.wanted = wanted;
    }

    /**
     * Compares what OpenSM makes of the file before and after the edit.
     *
     * @param before empty where there is no file
     */
    public static List<Difference> inFile(
            String host, Partition wanted, Optional<PartitionsMeaning> before, PartitionsMeaning after) {
        return new PartitionDifferences(host, wanted).file(before, after);
    }

    /** Compares the group in the subnet administration and the P_Key tables of the ports. */
    static List<Difference> inFabric(
            String host, Partition wanted, FabricFacts fabric, Map<PortGuid, Set<PKey>> expected) {
        return new PartitionDifferences(host, wanted).fabric(fabric, expected);
    }

    private List<Difference> file(Optional<PartitionsMeaning> before, PartitionsMeaning after) {
        PKey pkey = wanted.pkey().value();
        Optional<dev.ibplay.opensm.Partition> old = before.flatMap(meaning -> meaning.partition(pkey))
                .filter(partition -> !partition.definedAt().isEmpty());
        Optional<dev.ibplay.opensm.Partition> edited = after.partition(pkey);
        if (old.isEmpty() || edited.isEmpty()) {
            String now = old.isPresent() ? PRESENT : ABSENT;
            String then = edited.isPresent() ? PRESENT : ABSENT;
            if (!now.equals(then)) {
                add("definition", Level.FILE, now, then, wanted.pkey().span());
            }
            return found;
        }
        FileComparison values = new FileComparison(old.get(), edited.get());
        values.compare("name", wanted.name(), dev.ibplay.opensm.Partition::name);
        values.compare("ipoib", wanted.ipoib(), p -> p.broadcast().isPresent() ? "yes" : "no");
        values.compare("mtu", wanted.group().mtu(), p -> group(p, g -> g.mtu().map(Mtu::toString)));
        values.compare("rate", wanted.group().rateGbps(), p -> group(p, PartitionDifferences::rate));
        values.compare("sl", wanted.group().serviceLevel(), p -> group(p, g -> Optional.of(Integer.toString(g.sl()))));
        values.compare("qkey", wanted.group().qkey(), p -> group(p, g -> Optional.of("0x%x".formatted(g.qkey()))));
        values.compare(
                "tclass", wanted.group().trafficClass(), p -> group(p, g -> Optional.of(Integer.toString(g.tclass()))));
        values.compare(
                "flow_label",
                wanted.group().flowLabel(),
                p -> group(p, g -> Optional.of("0x%x".formatted(g.flowLabel()))));
        values.compare(GROUPS, wanted.groups(), PartitionDifferences::groups);
        values.compare("indx0", wanted.membership().indexZero(), PartitionDifferences::indexZero);
        values.compare("members", membership(), PartitionDifferences::members);
        return found;
    }

    /** The partition as the file has it now and as it will have it. */
    private final class FileComparison {
        private final dev.ibplay.opensm.Partition old;
        private final dev.ibplay.opensm.Partition edited;

        FileComparison(dev.ibplay.opensm.Partition old, dev.ibplay.opensm.Partition edited) {
            this.old = old;
            this.edited = edited;
        }

        void compare(
                String attribute,
                Optional<? extends Located<?>> asked,
                Function<dev.ibplay.opensm.Partition, String> text) {
            String before = text.apply(old);
            String after = text.apply(edited);
            if (asked.isPresent() && !before.equals(after)) {
                add(attribute, Level.FILE, before, after, asked.get().span());
            }
        }
    }

    /** Where the playbook speaks of members. */
    private Optional<Located<String>> membership() {
        boolean speaks = wanted.membership().isManaged()
                || wanted.membership().byDefault().isPresent()
                || wanted.membership().both().isPresent();
        Span span = wanted.membership().all().map(Located::span).orElse(wanted.span());
        return speaks ? Optional.of(new Located<>("", span)) : Optional.empty();
    }

    private static String indexZero(dev.ibplay.opensm.Partition partition) {
        long marked = partition.members().stream().filter(m -> m.indexZero()).count();
        return marked == 0 ? "no" : marked == partition.members().size() ? "yes" : "some";
    }

    private static String groups(dev.ibplay.opensm.Partition partition) {
        String all = partition.groups().stream()
                .filter(g -> !g.isIpoibBroadcast())
                .map(g -> "%s mtu %s rate %s sl %d qkey 0x%x tclass %d flow_label 0x%x"
                        .formatted(
                                g.mgid(),
                                g.mtu().map(Mtu::toString).orElse("any"),
                                rate(g).orElse("any"),
                                g.sl(),
                                g.qkey(),
                                g.tclass(),
                                g.flowLabel()))
                .collect(Collectors.joining(", "));
        return all.isEmpty() ? "none" : all;
    }

    private static String group(
            dev.ibplay.opensm.Partition partition, Function<MulticastGroup, Optional<String>> text) {
        return partition.broadcast().flatMap(text).orElse(NO_GROUP);
    }

    private static Optional<String> rate(MulticastGroup group) {
        return group.rateCode().isEmpty()
                ? Optional.empty()
                : Rate.ofCode(group.rateCode().getAsInt()).map(Rate::toString);
    }

    private static String members(dev.ibplay.opensm.Partition partition) {
        return partition.members().stream()
                .map(m -> m.who() + "=" + m.membership().word())
                .collect(Collectors.joining(", "));
    }

    private List<Difference> fabric(FabricFacts fabric, Map<PortGuid, Set<PKey>> expected) {
        Fact<McMemberRecord> group =
                fabric.groups().getOrDefault(wanted.pkey().value().base(), new Fact.Absent<>());
        if (!(group instanceof Fact.Unreadable<McMemberRecord>)) {
            ofGroup(group.ifKnown());
        }
        membership(fabric, expected);
        return found;
    }

    private void ofGroup(Optional<McMemberRecord> group) {
        boolean unwanted = wanted.ipoib().map(Located::value).equals(Optional.of(false));
        if (wanted.ipoib().isPresent() && group.isPresent() == unwanted) {
            add(
                    "ipoib",
                    Level.FABRIC,
                    group.isPresent() ? "yes" : "no",
                    unwanted ? "no" : "yes",
                    wanted.ipoib().get().span());
        }
        if (unwanted) {
            return;
        }
        wanted.group().mtu().ifPresent(mtu -> {
            String now = text(group, g -> g.mtu().map(Mtu::toString));
            if (!now.equals(mtu.value().toString())) {
                add("mtu", Level.FABRIC, now, mtu.value().toString(), mtu.span());
            }
        });
        wanted.group().rateGbps().ifPresent(rate -> {
            String now = text(group, g -> g.rate().map(Object::toString));
            if (!now.equals(rate.value())) {
                add("rate", Level.FABRIC, now, rate.value(), rate.span());
            }
        });
    }

    private static String text(Optional<McMemberRecord> group, Function<McMemberRecord, Optional<String>> value) {
        return group.map(g -> value.apply(g).orElse("not defined")).orElse(NO_GROUP);
    }

    /** One difference for all ports that carry another key than the file gives them. */
    private void membership(FabricFacts fabric, Map<PortGuid, Set<PKey>> expected) {
        PKey pkey = wanted.pkey().value();
        List<String> now = new ArrayList<>();
        List<String> desired = new ArrayList<>();
        fabric.pkeys().keySet().stream().sorted().forEach(port -> {
            Fact<List<PKey>> table = fabric.pkeys().getOrDefault(port, new Fact.Absent<>());
            String has = table.ifKnown().map(keys -> keysOf(keys, pkey)).orElse("unreadable");
            String gets = keysOf(List.copyOf(expected.getOrDefault(port, Set.of())), pkey);
            if (!has.equals(gets)) {
                now.add(port + ": " + has);
                desired.add(port + ": " + gets);
            }
        });
        if (!now.isEmpty()) {
            Span span = wanted.membership()
                    .all()
                    .map(Located::span)
                    .orElse(wanted.pkey().span());
            add("P_Key tables", Level.FABRIC, String.join(", ", now), String.join(", ", desired), span);
        }
    }

    private static String keysOf(List<PKey> table, PKey partition) {
        String keys = table.stream()
                .filter(partition::samePartition)
                .distinct()
                .sorted()
                .map(PKey::toString)
                .collect(Collectors.joining(" "));
        return keys.isEmpty() ? "none" : keys;
    }

    private void add(String attribute, Level level, String observed, String desired, Span askedBy) {
        found.add(new Difference(host, wanted.key(), attribute, level, observed, desired, askedBy));
    }
}
