package dev.ibplay.resource;

import dev.ibplay.diag.Located;
import dev.ibplay.diag.Span;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * An OpenSM instance of a host.
 *
 * @param instance which of the host's
 * @param enabled whether it runs, now and after a start of the host
 * @param priority 0..15; the highest wins the election
 * @param exclusive whether partitions that are not named here are removed
 * @param options of opensm.conf, by key, in the order written, as the playbook writes their values; some are secrets
 */
public record SubnetManager(
        SmInstance instance,
        Optional<Located<Boolean>> enabled,
        Optional<Located<Integer>> priority,
        List<Partition> partitions,
        Optional<Located<Boolean>> exclusive,
        Map<String, Located<String>> options,
        ChangePolicy policy,
        Span span)
        implements Resource {
    public static final int MAX_PRIORITY = 15;

    public SubnetManager {
        partitions = List.copyOf(partitions);
        options = Collections.unmodifiableMap(new LinkedHashMap<>(options));
    }

    /** The only instance of a host, with a priority and partitions. */
    public static SubnetManager only(Optional<Located<Integer>> priority, List<Partition> partitions, Span span) {
        return new SubnetManager(
                SmInstance.ONLY,
                Optional.empty(),
                priority,
                partitions,
                Optional.empty(),
                Map.of(),
                ChangePolicy.DEFAULT,
                span);
    }

    /** What two plays want together; they agree where both speak. */
    public SubnetManager with(SubnetManager other) {
        Map<Integer, Partition> joined = new LinkedHashMap<>();
        Stream.concat(partitions.stream(), other.partitions.stream())
                .forEach(p -> joined.merge(p.pkey().value().base(), p, Partition::with));
        Map<String, Located<String>> all = new LinkedHashMap<>(options);
        other.options.forEach(all::putIfAbsent);
        return new SubnetManager(
                instance,
                enabled.or(other::enabled),
                priority.or(other::priority),
                List.copyOf(joined.values()),
                exclusive.or(other::exclusive),
                all,
                policy.with(other.policy),
                span);
    }

    /** The same with other partitions. */
    public SubnetManager withPartitions(List<Partition> others) {
        return new SubnetManager(instance, enabled, priority, others, exclusive, options, policy, span);
    }

    /** The inventory's hosts that partitions name, as members or as what may be locked out. */
    public Stream<PartitionMember.HostPorts> namedHosts() {
        return partitions.stream()
                .flatMap(p -> Stream.concat(p.membership().named(), p.acceptLockout().stream()))
                .filter(PartitionMember.HostPorts.class::isInstance)
                .map(PartitionMember.HostPorts.class::cast);
    }

    /** Whether partitions that are not named are to go. */
    public boolean isExclusive() {
        return exclusive.map(Located::value).orElse(false);
    }

    @Override
    public String key() {
        return "opensm" + instance.name().map(name -> " " + name.value()).orElse("");
    }

    /** Without the values of options, among which are secrets. */
    @Override
    public String toString() {
        return "%s[enabled=%s, priority=%s, partitions=%s, exclusive=%s, options=%s, policy=%s, span=%s]"
                .formatted(key(), enabled, priority, partitions, exclusive, options.keySet(), policy, span);
    }
}
