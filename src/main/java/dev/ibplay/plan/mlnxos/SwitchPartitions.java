package dev.ibplay.plan.mlnxos;

import dev.ibplay.exec.Bytes;
import dev.ibplay.exec.Operation;
import dev.ibplay.facts.Fact;
import dev.ibplay.facts.FileObserved;
import dev.ibplay.facts.OpensmInstance;
import dev.ibplay.facts.OpensmLauncher;
import dev.ibplay.facts.SwitchPartitionObserved;
import dev.ibplay.facts.mlnxos.SwitchLists;
import dev.ibplay.ib.PKey;
import dev.ibplay.plan.Difference;
import dev.ibplay.plan.Fingerprint;
import dev.ibplay.plan.Level;
import dev.ibplay.plan.Reading;
import dev.ibplay.plan.opensm.ManagerCommands.Change;
import dev.ibplay.plan.opensm.OpensmFiles;
import dev.ibplay.resource.ChangePolicy;
import dev.ibplay.resource.Partition;
import dev.ibplay.resource.SmInstance;
import dev.ibplay.resource.SubnetManager;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Works out what has to change in the partitions of a switch. Its own OpenSM reads a partitions.conf that the switch makes of them, so
 * they are put down as one, and the rules for that file say what differs and what comes of it.
 */
final class SwitchPartitions {
    private final String host;
    private final Map<Integer, SwitchPartition> now = new TreeMap<>();
    private final Map<Integer, SwitchPartition> then = new TreeMap<>();
    private final OpensmFiles files;

    /**
     * Compares.
     *
     * @param found all that the switch has
     * @param wanted whose members are in a switch's words
     */
    SwitchPartitions(String host, List<SwitchPartitionObserved> found, SubnetManager wanted) {
        this.host = host;
        found.stream()
                .flatMap(p -> SwitchPartition.of(p).stream())
                .forEach(p -> now.put(p.pkey().base(), p));
        this.files = OpensmFiles.of(host, unnamed(wanted), launcher(), instance(text()));
        files.meaning().partitions().stream()
                .filter(planned -> !planned.definedAt().isEmpty())
                .forEach(planned -> then.put(
                        planned.pkey().base(),
                        SwitchPartition.of(
                                planned,
                                Optional.ofNullable(now.get(planned.pkey().base())),
                                name(wanted, planned.pkey()))));
    }

    private String text() {
        return now.values().stream().map(SwitchPartition::definition).collect(Collectors.joining());
    }

    /** Nothing starts it that could be looked at as on a host. */
    static OpensmLauncher launcher() {
        return new OpensmLauncher(
                OpensmLauncher.Kind.BY_HAND, Optional.empty(), List.of(), Fact.unreadable("a switch has no launcher"));
    }

    private static OpensmInstance instance(String partitions) {
        return new OpensmInstance(
                new FileObserved("opensm.conf", Fact.absent(), 0),
                new FileObserved(SwitchLists.PARTITIONS, Fact.known(Bytes.ofLatin1(partitions)), 0),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    /** Only the partitions, without their names: a switch cannot rename one. */
    private static SubnetManager unnamed(SubnetManager wanted) {
        return new SubnetManager(
                SmInstance.ONLY,
                Optional.empty(),
                Optional.empty(),
                wanted.partitions().stream().map(SwitchPartitions::unnamed).toList(),
                wanted.exclusive(),
                Map.of(),
                ChangePolicy.DEFAULT,
                wanted.span());
    }

    private static Partition unnamed(Partition partition) {
        return new Partition(
                partition.pkey(),
                partition.presence(),
                Optional.empty(),
                partition.ipoib(),
                partition.group(),
                partition.membership(),
                partition.groups(),
                partition.acceptLockout(),
                partition.span());
    }

    private static String name(SubnetManager wanted, PKey pkey) {
        return wanted.partitions().stream()
                .filter(p -> p.pkey().value().samePartition(pkey))
                .flatMap(p -> p.name().stream())
                .map(name -> name.value())
                .findFirst()
                .orElse("partition_" + pkey.asLimitedMember());
    }

    /** By what name the switch knows a partition; nothing for one that it does not have yet. */
    Optional<String> nameOf(PKey pkey) {
        return Optional.ofNullable(now.get(pkey.base())).map(SwitchPartition::name);
    }

    OpensmFiles files() {
        return files;
    }

    private Set<Integer> keys() {
        Set<Integer> all = new TreeSet<>(now.keySet());
        all.addAll(then.keySet());
        return all;
    }

    private boolean isChanged(int base) {
        Optional<String> before = Optional.ofNullable(now.get(base)).map(SwitchPartition::text);
        return !before.equals(Optional.ofNullable(then.get(base)).map(SwitchPartition::text));
    }

    /** What is not as desired in the running configuration. */
    List<Difference> differences() {
        Set<String> changed = keys().stream()
                .filter(this::isChanged)
                .map(base -> "partition " + new PKey(base))
                .collect(Collectors.toSet());
        return files.differences().stream()
                .filter(d -> changed.contains(d.resource()))
                .map(d -> new Difference(
                        d.host(), d.resource(), d.attribute(), Level.RUNNING, d.observed(), d.desired(), d.askedBy()))
                .toList();
    }

    /** The lines that make it so; what goes goes first, so that its name is free. */
    Change change() {
        Change gone = Change.NOTHING;
        Change rest = Change.NOTHING;
        for (int base : keys()) {
            if (isChanged(base)) {
                Change one = change(base);
                gone = then.containsKey(base) ? gone : gone.then(one);
                rest = then.containsKey(base) ? rest.then(one) : rest;
            }
        }
        return gone.then(rest);
    }

    private Change change(int base) {
        Optional<SwitchPartition> before = Optional.ofNullable(now.get(base));
        Optional<SwitchPartition> after = Optional.ofNullable(then.get(base));
        String name = before.or(() -> after).map(SwitchPartition::name).orElseThrow();
        var fingerprint = new Fingerprint(
                "partition %s of %s".formatted(name, host),
                SwitchLists.question(SwitchLists.PARTITIONS),
                new SwitchReading.OnePartition(name, new Reading.Setting("partition " + new PKey(base), "definition")),
                List.of(before.map(SwitchPartition::text).orElse(Reading.ABSENT)),
                after.map(SwitchPartition::text).orElse(Reading.ABSENT));
        List<Operation> lines = SwitchPartition.lines(before, after);
        return new Change(List.of(fingerprint), lines, new ArrayList<>(SwitchPartition.lines(after, before)));
    }
}
