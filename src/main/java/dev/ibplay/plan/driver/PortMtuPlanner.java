package dev.ibplay.plan.driver;

import dev.ibplay.diag.Code;
import dev.ibplay.diag.Located;
import dev.ibplay.exec.Bytes;
import dev.ibplay.facts.DriverObserved;
import dev.ibplay.facts.Fact;
import dev.ibplay.facts.HostFacts;
import dev.ibplay.ib.Mtu;
import dev.ibplay.netstack.PortMtuRules;
import dev.ibplay.plan.Difference;
import dev.ibplay.plan.FileChange;
import dev.ibplay.plan.Level;
import dev.ibplay.plan.PlanDraft;
import dev.ibplay.resource.DriverOptions;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Plans mlx4's {@code mlx4_portN_mtu}: attributes of the PCI function, gone with the driver. A udev rule writes them when the
 * driver binds. They are not written at once, since that takes all ports of the adapter down (mlx4/main.c: set_port_ib_mtu).
 */
final class PortMtuPlanner {
    private static final String MODULE = "mlx4_core";
    private static final Pattern ATTRIBUTE = Pattern.compile("mlx4_port\\d_mtu");

    private final PlanDraft draft;

    PortMtuPlanner(PlanDraft draft) {
        this.draft = draft;
    }

    static boolean isPortMtu(String option) {
        return ATTRIBUTE.matcher(option).matches();
    }

    /** The other options, which modprobe.d knows. */
    static DriverOptions others(DriverOptions wanted) {
        Map<String, Located<String>> options = new LinkedHashMap<>(wanted.options());
        options.keySet().removeIf(PortMtuPlanner::isPortMtu);
        return new DriverOptions(wanted.module(), options, wanted.span());
    }

    /** Whether a running value waits for the driver's next start. */
    boolean waits(HostFacts host, DriverOptions wanted, DriverObserved observed) {
        boolean waits = false;
        for (Map.Entry<String, Located<String>> option : wanted.options().entrySet()) {
            if (!isPortMtu(option.getKey()) || !isPossible(host, wanted, observed, option)) {
                continue;
            }
            Located<String> value = option.getValue();
            Optional<String> other = observed.portAttributes().entrySet().stream()
                    .filter(e -> e.getKey().endsWith("/" + option.getKey()))
                    .map(Map.Entry::getValue)
                    .filter(now -> !now.equals(value.value()))
                    .findFirst();
            if (other.isPresent()) {
                difference(host, wanted, option.getKey(), Level.RUNNING, other.get(), value);
                waits = true;
            }
        }
        return waits;
    }

    private boolean isPossible(
            HostFacts host, DriverOptions wanted, DriverObserved observed, Map.Entry<String, Located<String>> option) {
        Located<String> value = option.getValue();
        boolean exists = wanted.module().equals(MODULE)
                && observed.portAttributes().keySet().stream().anyMatch(p -> p.endsWith("/" + option.getKey()));
        if (!exists) {
            draft.refuse(
                    Code.DRIVER_UNKNOWN,
                    host.host(),
                    value.span(),
                    "no adapter of this host has the attribute " + option.getKey(),
                    "only upstream's mlx4_core has it; set_4k_mtu is the option of MLNX_OFED 2 and before");
            return false;
        }
        boolean isMtu = value.value().matches("\\d{3,4}")
                && Mtu.ofBytes(Integer.parseInt(value.value())).isPresent();
        if (!isMtu) {
            draft.refuse(
                    Code.DRIVER_UNKNOWN,
                    host.host(),
                    value.span(),
                    "%s takes 256, 512, 1024, 2048 or 4096, not %s".formatted(option.getKey(), value.value()),
                    "it is the MTU of the port in bytes");
        }
        return isMtu;
    }

    /** The file of rules as it must be; nothing where it is right, or where something was refused. */
    Optional<FileChange> file(HostFacts host, DriverOptions wanted, DriverObserved observed) {
        boolean isAsked = wanted.options().keySet().stream().anyMatch(PortMtuPlanner::isPortMtu);
        Fact<Bytes> found = observed.portRules().content();
        if (!isAsked || observed.portAttributes().isEmpty()) {
            return Optional.empty();
        }
        if (found instanceof Fact.Unreadable<Bytes> unreadable) {
            draft.refuse(
                    Code.OWNER_UNCLEAR,
                    host.host(),
                    wanted.span(),
                    "%s cannot be read: %s".formatted(PortMtuRules.PATH, unreadable.because()),
                    "\"become: true\" may be missing");
            return Optional.empty();
        }
        String before = found.ifKnown().map(Bytes::latin1).orElse("");
        String text = before;
        for (Map.Entry<String, Located<String>> option : wanted.options().entrySet()) {
            if (!isPortMtu(option.getKey())) {
                continue;
            }
            Located<String> value = option.getValue();
            Optional<String> now = PortMtuRules.parse(text).value(option.getKey());
            if (!now.equals(Optional.of(value.value()))) {
                difference(host, wanted, option.getKey(), Level.FILE, now.orElse("absent"), value);
                text = PortMtuRules.parse(text).with(option.getKey(), value.value());
            }
        }
        return text.equals(before)
                ? Optional.empty()
                : Optional.of(new FileChange(host.host(), PortMtuRules.PATH, found.ifKnown(), Bytes.ofLatin1(text)));
    }

    private void difference(
            HostFacts host, DriverOptions wanted, String option, Level level, String found, Located<String> value) {
        draft.differences.add(
                new Difference(host.host(), wanted.key(), option, level, found, value.value(), value.span()));
    }
}
