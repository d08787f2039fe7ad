package dev.ibplay.playbook;

import dev.ibplay.diag.Code;
import dev.ibplay.diag.Located;
import dev.ibplay.diag.Problems;
import dev.ibplay.diag.Span;
import dev.ibplay.resource.DriverOptions;
import dev.ibplay.resource.IpoibInterface;
import dev.ibplay.resource.Partition;
import dev.ibplay.resource.Presence;
import dev.ibplay.resource.Resource;
import dev.ibplay.resource.SubnetManager;
import dev.ibplay.resource.VirtualSwitch;
import dev.ibplay.resource.VmkernelInterface;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Finds plays that give one attribute of one thing on one host different values. */
final class StateConflicts {
    private final Map<String, Located<?>> claimed = new HashMap<>();
    private final String host;
    private final Problems problems;

    StateConflicts(String host, Problems problems) {
        this.host = host;
        this.problems = problems;
    }

    void add(Resource resource) {
        switch (resource) {
            case SubnetManager opensm -> {
                claim("opensm priority", opensm.priority());
                opensm.partitions().forEach(this::add);
            }
            case IpoibInterface ipoib -> add(ipoib);
            case DriverOptions driver ->
                driver.options().forEach((name, value) -> claim(driver.key() + " " + name, Optional.of(value)));
            case VirtualSwitch vswitch -> claim(vswitch.key() + " mtu", vswitch.mtu());
            case VmkernelInterface vmkernel -> claim(vmkernel.key() + " mtu", vmkernel.mtu());
        }
    }

    /** A child is one thing under whatever label; it exists where nothing else is said. */
    private void add(IpoibInterface ipoib) {
        String key = ipoib.child().map(IpoibInterface.Child::key).orElse(ipoib.key());
        claim(key + " mtu", ipoib.mtu());
        claim(key + " mode", ipoib.mode());
        claim(
                key + " state",
                ipoib.presence().or(() -> ipoib.child().map(c -> new Located<>(Presence.PRESENT, ipoib.span()))));
        claim(key + " persist", ipoib.persist());
        if (!ipoib.selector().isByName() && ipoib.child().isEmpty()) {
            claim(key + " selector", Optional.of(new Located<>(ipoib.selector().describe(), ipoib.span())));
        }
    }

    private void add(Partition partition) {
        String key = partition.key();
        claim(key + " name", partition.name());
        claim(key + " ipoib", partition.ipoib());
        claim(key + " mtu", partition.group().mtu());
        claim(key + " rate", partition.group().rateGbps());
        claim(key + " sl", partition.group().serviceLevel());
        claim(key + " default_membership", partition.membership().byDefault());
        claim(key + " members", partition.membership().all());
    }

    private void claim(String what, Optional<? extends Located<?>> value) {
        if (value.isEmpty()) {
            return;
        }
        Located<?> first = claimed.putIfAbsent(what, value.get());
        if (first != null && !first.value().equals(value.get().value())) {
            Span there = first.span();
            problems.error(
                    Code.STATE_CONFLICT,
                    value.get().span(),
                    "two plays give %s of %s different values".formatted(what, host),
                    "the other one stands at " + there);
        }
    }
}
