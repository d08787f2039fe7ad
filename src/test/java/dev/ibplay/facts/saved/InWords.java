package dev.ibplay.facts.saved;

import dev.ibplay.facts.Fact;
import dev.ibplay.facts.tools.AdapterPortText;
import dev.ibplay.facts.tools.AdapterText;
import dev.ibplay.facts.tools.LinkText;
import dev.ibplay.facts.tools.McMemberText;
import dev.ibplay.facts.tools.PartManText;
import dev.ibplay.facts.tools.PortInfoText;
import dev.ibplay.facts.tools.SmInfoText;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.StringJoiner;
import java.util.stream.Collectors;

/** What was read, value by value, in short lines for tables of tests; what is not known is not mentioned. */
final class InWords {
    private InWords() {}

    static List<String> of(String text) {
        return Excerpt.of(SavedText.of(text)).stream()
                .map(Reading::of)
                .flatMap(reading -> of(reading).stream())
                .toList();
    }

    static List<String> of(Reading reading) {
        List<String> lines = new ArrayList<>();
        String tool = reading.excerpt().tool().command();
        switch (reading.said()) {
            case Fact.Known<Said> known -> {
                List<String> values = values(known.value());
                (values.isEmpty() ? List.of("nothing") : values).forEach(value -> lines.add(tool + ": " + value));
            }
            case Fact.Absent<Said> ignored -> lines.add(tool + ": absent");
            case Fact.Unreadable<Said> unreadable -> lines.add(tool + ": unreadable, " + unreadable.because());
        }
        reading.incomplete().ifPresent(because -> lines.add(tool + ": incomplete, " + because));
        return lines;
    }

    private static List<String> values(Said said) {
        return switch (said) {
            case Said.Adapters adapters ->
                adapters.adapters().adapters().stream()
                        .flatMap(adapter -> adapter(adapter).stream())
                        .toList();
            case Said.SubnetManagers managers ->
                managers.managers().stream().map(InWords::manager).toList();
            case Said.Port port -> List.of(port(port.port()));
            case Said.Node node ->
                List.of(node.node().nodeType() + " of " + node.node().ports() + " ports, node "
                        + node.node().nodeGuid() + ", port " + node.node().portGuid());
            case Said.NodeDescription name -> List.of("called " + name.description());
            case Said.PKeyTable table ->
                List.of(table.table().keys() + " of " + table.table().capacity());
            case Said.Groups groups ->
                groups.groups().stream().map(InWords::group).toList();
            case Said.SubnetManagerPorts ports ->
                ports.ports().stream()
                        .map(port -> "lid " + port.lid() + " port " + port.port() + " sm lid " + port.smLid()
                                + (port.disabled() ? " must not run one" : " runs one"))
                        .toList();
            case Said.PortStates states ->
                states.blocks().stream()
                        .map(block ->
                                (block.moment() + " " + block.node() + " ").replace("  ", " ") + port(block.port()))
                        .toList();
            case Said.Links links -> links.links().stream().map(InWords::link).toList();
            case Said.Fabric fabric ->
                fabric.topology().nodes().stream()
                        .map(node -> node.type() + " " + node.id() + " with "
                                + node.ports().size() + " ports")
                        .toList();
            case Said.WindowsPartitions partitions -> partitions(partitions.partitions());
        };
    }

    private static List<String> adapter(AdapterText adapter) {
        StringJoiner words = new StringJoiner(" ");
        words.add(adapter.name());
        add(words, "", adapter.type());
        add(words, "fw ", adapter.firmware());
        add(words, "board ", adapter.board());
        add(words, "", adapter.nodeGuid());
        List<String> lines = new ArrayList<>(List.of(words.toString()));
        adapter.ports().forEach(port -> lines.add(adapter.name() + "/" + port(port)));
        return lines;
    }

    private static String port(AdapterPortText port) {
        StringJoiner words = new StringJoiner(" ");
        words.add(port.number() + " " + port.state());
        add(words, "", port.physicalState());
        words.add(port.linkLayer().toString());
        add(words, "rate ", port.rate());
        add(words, "lid ", port.lid());
        add(words, "sm lid ", port.smLid());
        add(words, "can do ", port.maxMtu());
        add(words, "runs at ", port.activeMtu());
        add(
                words,
                "prints ",
                port.printedActiveMtu().filter(mtu -> port.activeMtu().isEmpty()));
        add(words, "", port.isSm().filter(sm -> sm).map(sm -> "IsSM"));
        add(words, "", port.isSmDisabled().filter(sm -> sm).map(sm -> "IsSMDisabled"));
        add(words, "", port.portGuid());
        return words.toString();
    }

    private static String manager(SmInfoText manager) {
        return "lid %s guid %s priority %d%s activity %d"
                .formatted(
                        manager.lid(),
                        manager.guid(),
                        manager.priority(),
                        manager.state().map(state -> " state " + state).orElse(""),
                        manager.activityCount());
    }

    private static String port(PortInfoText port) {
        StringJoiner words = new StringJoiner(" ");
        add(words, "port ", port.port());
        add(words, "lid ", port.lid());
        add(words, "sm lid ", port.smLid());
        add(words, "", port.linkState());
        add(words, "", port.physLinkState());
        add(words, "NeighborMTU ", port.neighborMtu());
        add(words, "MtuCap ", port.mtuCap());
        add(words, "", port.linkWidthActive());
        add(words, "", port.linkSpeedActive());
        add(words, "", port.isSm().filter(sm -> sm).map(sm -> "IsSM"));
        return words.toString();
    }

    private static String group(McMemberText group) {
        StringJoiner words = new StringJoiner(" ");
        words.add(group.mgid()).add("mlid " + Integer.toHexString(group.mlid().value()));
        add(words, "pkey ", group.pKey());
        add(words, "mtu ", group.groupMtu());
        add(words, "selector ", group.mtuSelector());
        add(words, "rate code ", group.rateCode());
        return words.toString();
    }

    private static String link(LinkText link) {
        StringJoiner words = new StringJoiner(" ");
        words.add(end(link.from())).add(link.state() + "/" + link.physicalState());
        add(words, "", link.width());
        add(words, "", link.speed());
        add(words, "to ", link.peer().map(InWords::end));
        add(words, "could be ", link.possibleWidth());
        add(words, "could be ", link.possibleSpeed());
        return words.toString();
    }

    private static String end(LinkText.End end) {
        return end + end.guid().map(guid -> " " + guid).orElse("") + " lid " + end.lid();
    }

    private static List<String> partitions(PartManText text) {
        if (text.ports().isEmpty()) {
            return List.of(text.done() ? "done" : "no partitions");
        }
        return text.ports().stream()
                .map(port -> port.guid() + " "
                        + port.partitions().stream()
                                .map(p -> p.pkey()
                                        + p.name().map(name -> "=" + name).orElse(""))
                                .collect(Collectors.joining(" ")))
                .toList();
    }

    private static void add(StringJoiner words, String before, Optional<?> value) {
        value.ifPresent(v -> words.add(before + v));
    }
}
