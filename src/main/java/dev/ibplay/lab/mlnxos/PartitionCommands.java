package dev.ibplay.lab.mlnxos;

import static dev.ibplay.lab.mlnxos.CliMode.CONFIGURE;
import static dev.ibplay.lab.mlnxos.CliMode.ENABLE;

import dev.ibplay.ib.Membership;
import dev.ibplay.ib.PKey;
import dev.ibplay.ib.PortGuid;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** Commands about partitions. Whatever changes one wants {@code force}, or to be confirmed. */
final class PartitionCommands {
    private static final String DEFAULT = "Default";
    private static final String CANCELLED = "% Command was cancelled";

    static final List<CliCommand> ALL = List.of(
            CliCommand.of(ENABLE, "show ib partition", (user, v) -> show(user.device())),
            CliCommand.of(CONFIGURE, "ib partition * pkey *", PartitionCommands::create),
            CliCommand.of(CONFIGURE, "no ib partition *", PartitionCommands::remove),
            CliCommand.of(CONFIGURE, "ib partition * mtu *", PartitionCommands::mtu),
            CliCommand.of(
                    CONFIGURE, "ib partition * ipoib", (user, v) -> edit(user, v.getFirst(), p -> p.withIpoib(true))),
            CliCommand.of(
                    CONFIGURE,
                    "no ib partition * ipoib",
                    (user, v) -> edit(user, v.getFirst(), p -> p.withIpoib(false))),
            CliCommand.of(CONFIGURE, "ib partition * member * type *", PartitionCommands::member),
            CliCommand.of(
                    CONFIGURE,
                    "no ib partition * member *",
                    (user, v) -> edit(user, v.getFirst(), p -> p.without(shown(v.get(1))))));

    private PartitionCommands() {}

    private static List<String> create(CliUser user, List<String> values) {
        Optional<PKey> key = PKey.parse(values.get(1)).map(PKey::asLimitedMember);
        SwitchSettings now = user.device().running();
        boolean taken = key.isPresent()
                && now.partitions().values().stream().anyMatch(p -> p.pkey().equals(key.get()));
        if (key.isEmpty() || taken) {
            return List.of("% Invalid or used PKey: " + values.get(1));
        }
        Optional<String> refusal = refusal(user);
        if (refusal.isPresent()) {
            return List.of(refusal.get());
        }
        LabPartition fresh = new LabPartition(key.get(), false, Optional.empty(), Map.of());
        user.device().change(now.withPartition(values.getFirst(), fresh));
        return List.of();
    }

    private static List<String> remove(CliUser user, List<String> values) {
        SwitchSettings now = user.device().running();
        if (values.getFirst().equals(DEFAULT)
                || now.partition(values.getFirst()).isEmpty()) {
            return List.of("% Partition cannot be deleted: " + values.getFirst());
        }
        Optional<String> refusal = refusal(user);
        if (refusal.isPresent()) {
            return List.of(refusal.get());
        }
        user.device().change(now.withoutPartition(values.getFirst()));
        return List.of();
    }

    private static Optional<String> refusal(CliUser user) {
        SimulatedSwitch device = user.device();
        if (device.model().has(SwitchModel.Quirk.PARTITIONS_NEED_SM) && !device.smRuns()) {
            return Optional.of("% Subnet manager is not running");
        }
        return user.confirms() ? Optional.empty() : Optional.of(CANCELLED);
    }

    private static List<String> mtu(CliUser user, List<String> values) {
        return ShowPorts.MTUS.contains(values.get(1))
                ? edit(user, values.getFirst(), p -> p.withMtu(values.get(1)))
                : List.of("% Invalid MTU: " + values.get(1));
    }

    private static List<String> member(CliUser user, List<String> values) {
        Optional<Membership> how = Arrays.stream(Membership.values())
                .filter(m -> m.word().equals(values.get(2)))
                .findFirst();
        String who = values.get(1);
        if (how.isEmpty() || (!who.equals("ALL") && PortGuid.parse(who).isEmpty())) {
            return List.of("% Invalid member: " + who);
        }
        return edit(user, values.getFirst(), p -> p.with(shown(who), how.get()));
    }

    /** A GUID in pairs of digits, however it was typed. */
    private static String shown(String who) {
        return PortGuid.parse(who)
                .map(guid -> "%016x".formatted(guid.value()).replaceAll("(..)(?!$)", "$1:"))
                .orElse(who);
    }

    private static List<String> edit(CliUser user, String name, UnaryOperator<LabPartition> edit) {
        Optional<LabPartition> found = user.device().running().partition(name);
        if (found.isEmpty()) {
            return List.of("% No such partition: " + name);
        }
        Optional<String> refusal = refusal(user);
        if (refusal.isPresent()) {
            return List.of(refusal.get());
        }
        user.device().change(user.device().running().withPartition(name, edit.apply(found.get())));
        return List.of();
    }

    private static List<String> show(SimulatedSwitch device) {
        boolean old = device.model().oldLayout();
        List<String> lines = new ArrayList<>();
        if (!old) {
            lines.add("");
        }
        device.running().partitions().forEach((name, partition) -> {
            lines.add(old ? "  " + name : name + ":");
            lines.addAll(fields(partition, old));
            lines.add(old ? "  members" : "  members:");
            partition.members().forEach((who, how) -> lines.add("    GUID='" + who + "' member='" + how.word() + "'"));
            if (!old) {
                lines.add("");
            }
        });
        return lines;
    }

    private static List<String> fields(LabPartition partition, boolean old) {
        List<String> lines = new ArrayList<>();
        String key = "0x%04X".formatted(partition.pkey().base());
        String ipoib = partition.ipoib() ? "yes" : "no";
        lines.add(old ? "    PKey      = " + key : "  PKey : " + key);
        lines.add(old ? "    ipoib     = " + ipoib : "  ipoib: " + ipoib);
        partition.mtu().ifPresent(word -> lines.add(old ? "    mtu       = " + word : "  mtu  : " + word));
        if (!old) {
            lines.add("");
        }
        return lines;
    }
}
