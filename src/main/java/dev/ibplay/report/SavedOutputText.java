package dev.ibplay.report;

import dev.ibplay.facts.Fact;
import dev.ibplay.facts.saved.Doubts;
import dev.ibplay.facts.saved.Reading;
import dev.ibplay.facts.saved.Said;
import dev.ibplay.facts.tools.AdapterPortText;
import dev.ibplay.facts.tools.AdapterText;
import dev.ibplay.facts.tools.LinkText;
import dev.ibplay.facts.tools.McMemberText;
import dev.ibplay.facts.tools.NodeInfoText;
import dev.ibplay.facts.tools.PartManText;
import dev.ibplay.facts.tools.PortInfoText;
import dev.ibplay.facts.tools.PortStateText;
import dev.ibplay.facts.tools.PortStateText.Moment;
import dev.ibplay.facts.tools.SmInfoText;
import dev.ibplay.facts.tools.SmPortText;
import dev.ibplay.ib.Lid;
import dev.ibplay.ib.SmState;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** What saved outputs of tools say, for people. */
public final class SavedOutputText {
    private static final String NONE = "-";

    private SavedOutputText() {}

    /** One file: a paragraph for each output in it. */
    public static String of(String file, List<Reading> readings) {
        return readings.stream().map(reading -> reading(file, reading)).collect(Collectors.joining("\n"));
    }

    private static String reading(String file, Reading reading) {
        StringBuilder text = new StringBuilder("%s:%d: %s\n"
                .formatted(
                        file,
                        reading.excerpt().firstLine(),
                        reading.excerpt().tool().command()));
        String body = switch (reading.said()) {
            case Fact.Known<Said> known -> said(known.value());
            case Fact.Absent<Said> ignored -> "nothing\n";
            case Fact.Unreadable<Said> unreadable -> "unreadable: " + unreadable.because() + "\n";
        };
        text.append(body.indent(2));
        Doubts.of(reading)
                .forEach(doubt -> text.append("  warning: ").append(doubt).append('\n'));
        return text.toString();
    }

    private static String said(Said said) {
        return switch (said) {
            case Said.Adapters adapters -> adapters(adapters.adapters().adapters());
            case Said.SubnetManagers managers -> managers(managers.managers());
            case Said.Port port -> ports(List.of(new PortStateText(Moment.NOW, "", port.port())));
            case Said.Node node -> node(node.node());
            case Said.NodeDescription name -> "node description: " + name.description() + "\n";
            case Said.PKeyTable table ->
                "%d entries of %d in use: %s\n"
                        .formatted(
                                table.table().keys().size(),
                                table.table().capacity(),
                                table.table().keys().stream()
                                        .map(String::valueOf)
                                        .collect(Collectors.joining(" ")));
            case Said.Groups groups -> groups(groups.groups());
            case Said.SubnetManagerPorts ports -> managerPorts(ports.ports());
            case Said.PortStates states -> ports(states.blocks());
            case Said.Links links -> links(links.links());
            case Said.Fabric fabric -> SavedTopology.text(fabric.topology());
            case Said.WindowsPartitions partitions -> partitions(partitions.partitions());
        };
    }

    private static String adapters(List<AdapterText> adapters) {
        if (adapters.isEmpty()) {
            return "no adapter\n";
        }
        StringBuilder text = new StringBuilder();
        for (AdapterText adapter : adapters) {
            text.append(AdapterLine.of(
                    adapter.name(), adapter.type(), adapter.board(), adapter.firmware(), adapter.nodeGuid()));
            if (!adapter.ports().isEmpty()) {
                List<List<String>> rows = new ArrayList<>();
                rows.add(List.of(
                        "PORT",
                        "LINK LAYER",
                        "STATE",
                        "PHYSICAL",
                        "RATE",
                        "LID",
                        "SM LID",
                        "MTUCAP",
                        "MTU",
                        "SM",
                        "PORT GUID"));
                adapter.ports().forEach(port -> rows.add(row(port)));
                text.append(TextTable.of(rows).indent(2));
            }
        }
        return text.toString();
    }

    private static List<String> row(AdapterPortText port) {
        return List.of(
                Integer.toString(port.number()),
                port.linkLayer().toString(),
                port.state().toString(),
                cell(port.physicalState()),
                cell(port.rate()),
                cell(port.lid()),
                cell(port.smLid()),
                cell(port.maxMtu()),
                cell(port.activeMtu()),
                manager(port.isSm(), port.isSmDisabled()),
                cell(port.portGuid()));
    }

    private static String managers(List<SmInfoText> managers) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("LID", "PORT GUID", "PRIORITY", "STATE", "ACTIVITY"));
        managers.forEach(manager -> rows.add(List.of(
                manager.lid().toString(),
                manager.guid().toString(),
                Integer.toString(manager.priority()),
                manager.state().map(SavedOutputText::state).orElse(NONE),
                Long.toString(manager.activityCount()))));
        return managers.isEmpty() ? "no subnet manager\n" : TextTable.of(rows);
    }

    static String state(int code) {
        return SmState.ofCode(code).name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    private static String ports(List<PortStateText> blocks) {
        boolean withTimes = blocks.stream().anyMatch(block -> block.moment() != Moment.NOW);
        List<List<String>> rows = new ArrayList<>();
        rows.add(row(
                withTimes,
                "WHEN",
                List.of(
                        "LID",
                        "PORT",
                        "STATE",
                        "PHYSICAL",
                        "SM LID",
                        "WIDTH",
                        "SPEED",
                        "MTUCAP",
                        "NEIGHBORMTU",
                        "SM")));
        blocks.forEach(block -> rows.add(row(withTimes, when(block.moment()), cells(block.port()))));
        return TextTable.of(rows);
    }

    private static String when(Moment moment) {
        return switch (moment) {
            case NOW -> "now";
            case BEFORE -> "before";
            case AFTER -> "after";
            case PEER -> "now (peer)";
        };
    }

    private static List<String> cells(PortInfoText port) {
        return List.of(
                cell(port.lid().filter(SavedOutputText::isAssigned)),
                cell(port.port()),
                cell(port.linkState()),
                cell(port.physLinkState()),
                cell(port.smLid().filter(SavedOutputText::isAssigned)),
                cell(port.linkWidthActive()),
                cell(port.linkSpeedActive()),
                cell(port.mtuCap()),
                cell(port.linkMtu()),
                manager(port.isSm(), port.isSmDisabled()));
    }

    /** Whether a subnet manager runs on a port, by bits 1 and 10 of its CapabilityMask. */
    private static String manager(Optional<Boolean> runs, Optional<Boolean> disabled) {
        if (runs.orElse(false)) {
            return "runs here";
        }
        return disabled.map(no -> no ? "disabled" : "no").orElse(NONE);
    }

    private static List<String> row(boolean withFirst, String first, List<String> others) {
        List<String> row = new ArrayList<>(others);
        if (withFirst) {
            row.addFirst(first);
        }
        return row;
    }

    static boolean isAssigned(Lid lid) {
        return lid.value() != 0 && lid.value() != 0xffff;
    }

    private static String node(NodeInfoText node) {
        return "%s with %d ports, node %s, port %s, %d P_Keys at most\n"
                .formatted(node.nodeType(), node.ports(), node.nodeGuid(), node.portGuid(), node.partitionCapacity());
    }

    private static String groups(List<McMemberText> groups) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("MGID", "MLID", "P_KEY", "MTU", "RATE CODE", "SL", "MEMBER"));
        groups.forEach(group -> rows.add(List.of(
                group.mgid(),
                "0x%04x".formatted(group.mlid().value()),
                cell(group.pKey()),
                cell(group.groupMtu()),
                cell(group.rateCode()),
                cell(group.serviceLevel()),
                cell(group.portGid()))));
        return groups.isEmpty() ? "no group or member\n" : TextTable.of(rows);
    }

    private static String managerPorts(List<SmPortText> ports) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("LID", "PORT", "SM LID", "SUBNET MANAGER"));
        ports.forEach(port -> rows.add(List.of(
                port.lid().toString(),
                Integer.toString(port.port()),
                port.smLid().toString(),
                port.disabled() ? "must not run here" : "runs here")));
        return ports.isEmpty() ? "no port runs a subnet manager\n" : TextTable.of(rows);
    }

    private static String links(List<LinkText> links) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("PORT", "LID", "STATE", "PHYSICAL", "WIDTH", "SPEED", "PEER", "PEER LID"));
        links.forEach(link -> rows.add(List.of(
                link.from().toString(),
                Integer.toString(link.from().lid()),
                link.state().toString(),
                link.physicalState().toString(),
                cell(link.width()),
                cell(link.speed()),
                cell(link.peer()),
                cell(link.peer().map(LinkText.End::lid)))));
        return links.isEmpty() ? "no port\n" : TextTable.of(rows);
    }

    private static String partitions(PartManText text) {
        if (text.ports().isEmpty()) {
            return text.done() ? "the change was made\n" : "no partition besides the default one\n";
        }
        return text.ports().stream()
                .map(port -> port.guid() + ": "
                        + port.partitions().stream()
                                .map(p -> p.pkey()
                                        + p.name()
                                                .map(name -> " (" + name + ")")
                                                .orElse(""))
                                .collect(Collectors.joining(", "))
                        + "\n")
                .collect(Collectors.joining());
    }

    private static String cell(Optional<?> value) {
        return value.map(String::valueOf).orElse(NONE);
    }
}
